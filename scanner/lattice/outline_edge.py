"""Where the outer line of a lattice ends, or its outer row of tinted cells: the edge nearest to where it was seen."""

import cv2
import numpy as np

from scanner.frame import Frame
from scanner.image_pyramid import Pyramid
from scanner.lattice_network import FINE, PARTS, Lines, Pieces
from scanner.light import bare_paper, strongest
from scanner.values import Floats, Pixels

# Chosen on render from 2000 on and drawn photos 1000 to 1059, where all but LINE and TINT may differ by half.
PITCH = 32  # pixels to a cell of the patch in which edges are measured
SAMPLE = 4  # pixels of it to a sample of its paper, and at either end of a piece, where crossings and corners are
GROUND = 16  # added to the paper's brightness, so that noise on black is not taken for ink
NEAR = 2  # pixels from the expected edge within which it is looked for
BEYOND = 6  # pixels to either side in which the paper outside and the cell inside are seen
RIDGE = 0.5  # of its darkness against the paper outside: a line is darker by this than the cell, too; else a tint ends
LINE = 0.8  # of a line's darkness against the paper outside: where it is taken to end
TINT = 0.65  # the same of a tinted cell


def with_edges(pyramid: Pyramid, frame: Frame, lines: Lines) -> Lines:
    """The lines of a frame with those of its outline moved to the edges seen near them."""
    wide = frame.resized(1, 1, 1, 1)
    size = wide.size[0] * PITCH, wide.size[1] * PITCH
    dark = _darkness(pyramid.flat(wide, (0.0, 0.0), PITCH, size, FINE))
    return Lines(_edged(lines.upright, dark), _edged(lines.level, dark.T))


def _darkness(patch: Pixels) -> Pixels:
    """A flat patch as darkness against the paper around, 0 to 255."""
    height, width = patch.shape[:2]
    paper = bare_paper(patch, (width // SAMPLE, height // SAMPLE), PITCH // SAMPLE + 1, SAMPLE + 1)
    paper = np.asarray(cv2.resize(paper, (width, height), interpolation=cv2.INTER_LINEAR), np.uint8)
    return strongest(cv2.divide(cv2.subtract(paper, patch), cv2.convertScaleAbs(paper, beta=GROUND), scale=255))


def _edged(pieces: Pieces, dark: Pixels) -> Pieces:
    """The pieces of upright lines, the first and the last of which end somewhere; a line of cells lies all around."""
    parts, lines = pieces.aside.shape
    cells = dark[PITCH : PITCH * (1 + parts // PARTS)].reshape(parts // PARTS, PITCH, -1)[:, SAMPLE:-SAMPLE]
    rows = cells.reshape(parts, -1, dark.shape[1]).mean(axis=1)
    aside = pieces.aside.copy()
    for line, outward in ((0, -1), (lines - 1, 1)):
        expected = (line + 1 + aside[:, line]) * PITCH - 0.5
        aside[:, line] += outward * _edges(rows, expected, outward) / PITCH
    return Pieces(pieces.inner, pieces.outline, aside)


def _edges(rows: Floats, expected: Floats, outward: int) -> Floats:
    """How many pixels farther out than expected each piece ends; 0 where it does not."""
    places = np.arange(-NEAR - BEYOND, NEAR + BEYOND + 1)
    at = expected[:, None] + outward * places
    profile = np.stack([np.interp(x, np.arange(rows.shape[1]), row) for x, row in zip(at, rows, strict=True)])
    peak = BEYOND + profile[:, BEYOND:-BEYOND].argmax(axis=1)[:, None]
    top = np.take_along_axis(profile, peak, 1)
    away = np.arange(len(places)) - peak
    inside = np.where((away <= 0) & (away >= -BEYOND), profile, np.inf).min(axis=1, keepdims=True)
    outside = np.where((away >= 0) & (away <= BEYOND), profile, np.inf).min(axis=1, keepdims=True)
    lined = top - inside >= RIDGE * (top - outside)
    level = outside + np.where(lined, LINE * (top - outside), TINT * (inside - outside))
    below = (away > 0) & (profile < level)
    after = np.maximum(below.argmax(axis=1), 1)[:, None]
    inner, outer = np.take_along_axis(profile, after - 1, 1), np.take_along_axis(profile, after, 1)
    edge = (places[after - 1] + (inner - level) / np.maximum(inner - outer, 1e-9))[:, 0]
    return np.where(below.any(axis=1) & (edge < NEAR), edge, 0)
