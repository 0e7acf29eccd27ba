"""Lines seen near a frame to the frame moved onto them: a smooth curve through what the pieces of each line say."""

import numpy as np

from scanner.frame import Frame, unit_nodes
from scanner.lattice.robust_fit import robust_fit
from scanner.lattice_network import PARTS, Lines, Pieces
from scanner.values import Floats

# Chosen on render from 2000 on and drawn photos 1000 to 1059, where a third and thrice as much gave nearly the same.
STIFF = np.diag([0.1, 0.1, 0.6, 0.6, 0.6])  # how little its terms are believed, beside one clear piece
WRONG = 0.02  # cells off the curve from which on a piece counts less than half


def onto_lines(frame: Frame, lines: Lines) -> Frame:
    """The frame with its nodes moved onto the lines that were seen near them."""
    across, down = _shifts(lines.upright), _shifts(lines.level).T
    moved = frame.place(unit_nodes(*frame.size) + np.stack([across, down], axis=-1))
    return Frame(frame.homography, frame.bend + moved - frame.nodes)


def _shifts(pieces: Pieces) -> Floats:
    """How far each node has to move across its line: (cells along + 1, lines)."""
    count = len(pieces.aside)
    at_pieces, at_nodes = (
        np.vander(places / count * 2 - 1, len(STIFF), increasing=True)
        for places in (np.arange(count) + 0.5, np.arange(0, count + 1, PARTS))
    )
    curves = robust_fit(at_pieces, pieces.aside.T[..., None], (pieces.inner + pieces.outline).T, STIFF, WRONG)
    return np.asarray((at_nodes @ curves)[..., 0].T)
