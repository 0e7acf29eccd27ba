"""Lines seen near a frame to the frame moved onto them: smooth curves through what the pieces of lines say."""

import numpy as np

from scanner.frame import Frame, fit_frame, polynomials, unit_nodes
from scanner.lattice.robust_fit import robust_fit
from scanner.lattice_network import Lines, Pieces
from scanner.values import Floats

STIFF = np.diag([1e-3, 1e-2, 1e-2, 3e-2, 3e-2, 3e-2])  # how little the surface's terms are believed
WRONG = 0.02  # cells off the surface from which on a piece counts less than half
LOCAL = 0.7  # how much of a line's own deviation is followed


def onto_lines(frame: Frame, lines: Lines) -> Frame:
    """The frame with its nodes moved onto the lines that were seen near them."""
    across, down = _shifts(lines.upright), _shifts(lines.level).T
    return fit_frame(frame.place(unit_nodes(*frame.size) + np.stack([across, down], axis=-1)))


def _shifts(pieces: Pieces) -> Floats:
    """How far each node has to move across its line: (cells along + 1, lines)."""
    along, lines = pieces.aside.shape
    weight = pieces.inner + pieces.outline
    size = np.array([lines - 1, along])
    at_pieces, at_nodes = (
        polynomials(np.stack(np.meshgrid(np.arange(lines), y), axis=-1) / size * 2 - 1, 2)
        for y in (np.arange(along) + 0.5, np.arange(along + 1.0))
    )
    inside = slice(1, -1)
    terms, value, count = at_pieces[:, inside].reshape(-1, 6), pieces.aside[:, inside].reshape(-1, 1), weight[:, inside]
    surface = robust_fit(terms, value, count.ravel(), STIFF * max(count.sum(), 1e-9), WRONG)
    own = pieces.aside - (at_pieces @ surface)[..., 0]
    return np.asarray((at_nodes @ surface)[..., 0] + _along(own, weight))


def _along(own: Floats, weight: Floats) -> Floats:
    """What a smooth curve along each line adds."""
    count = len(own)
    x = (np.arange(count) + 0.5) / count * 2 - 1
    terms = np.vander(x, 3, increasing=True)
    at_nodes = np.vander(np.arange(count + 1) / count * 2 - 1, 3, increasing=True)
    curve = robust_fit(terms, own.T[..., None], weight.T, np.diag([1e-2, 1e-1, 1e-1]), WRONG)
    return np.asarray((at_nodes @ curve)[..., 0].T)
