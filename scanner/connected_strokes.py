"""Which cell each stroke belongs to: the writing of each cell without what reaches in from its neighbours."""

import cv2
import numpy as np

from scanner.values import Pixels

INK = 40  # darkness from which on pixels are joined to strokes
LARGE = 0.03  # squared pitches that a stroke covers at least to be taken from one cell and given to another
SHARE = 0.25  # of a stroke that lies in a cell, from which on it is the cell's too
PRINTED = 0.12  # pitches inside a cell's edge that what is left of its printed outline may take


def by_cell(dark: Pixels, pitch: int, rim: int, rows: int, columns: int, margin: int) -> Pixels:
    """The darkness of a grid, `rim` pixels beyond it, as cells (n, side, side) with `margin` pixels around each.

    Strokes that leave their cell stay whole, and are missing in the cells that they reach into.
    """
    side, first = pitch + 2 * margin, rim - margin
    windows = np.lib.stride_tricks.sliding_window_view(dark, (side, side))
    cells = windows[first : first + rows * pitch : pitch, first : first + columns * pitch : pitch].copy()
    _, labels, stats, _ = cv2.connectedComponentsWithStats(
        (dark > INK).view(np.uint8), connectivity=8, ltype=cv2.CV_16U
    )
    large = LARGE * pitch * pitch
    start, size = stats[:, [1, 0]] - rim, stats[:, [3, 2]]  # row and column
    limit = (rows - 1, columns - 1)
    crossing = (stats[:, cv2.CC_STAT_AREA] >= large) & (start // pitch < (start + size - 1) // pitch).any(axis=1)
    low = np.clip((start - margin) // pitch, 0, limit)  # the first and last cell whose crop a stroke is in
    high = np.clip((start + size - 1 + margin) // pitch, 0, limit)
    crossing[0] = False
    for stroke in np.flatnonzero(crossing):
        most = min(SHARE * stats[stroke, cv2.CC_STAT_AREA], large)
        for row in range(low[stroke, 0], high[stroke, 0] + 1):
            for column in range(low[stroke, 1], high[stroke, 1] + 1):
                top, left = first + row * pitch, first + column * pitch
                mine = labels[top : top + side, left : left + side] == stroke
                if np.count_nonzero(mine[margin:-margin, margin:-margin]) < most:
                    cells[row, column][cv2.dilate(mine.view(np.uint8), np.ones((3, 3), np.uint8)) > 0] = 0
    return np.asarray(cells.reshape(rows * columns, side, side), np.uint8)


def from_inside(letters: Pixels, margin: int, pitch: int) -> Pixels:
    """The darkness of all cells (n, side, side) where near the cells' edges only strokes that come from inside stay."""
    edge = margin + round(PRINTED * pitch)
    count, side = letters.shape[:2]
    whole = np.zeros(
        (side, count, side + 2), np.uint8
    )  # side by side, as OpenCV likes long rows; none reaches the next
    whole[..., :-2] = letters.transpose(1, 0, 2)
    reached = np.zeros_like(whole)
    inner = slice(edge, -edge), slice(None), slice(edge, -edge - 2)
    reached[inner] = whole[inner]
    mask: Pixels = whole.reshape(side, -1)
    pile: Pixels = reached.reshape(mask.shape)
    kernel = np.ones((5, 5), np.uint8)
    for _ in range(0, edge, 2):
        pile = np.asarray(cv2.min(cv2.dilate(pile, kernel), mask), np.uint8)
    return np.ascontiguousarray(pile.reshape(whole.shape)[..., :-2].transpose(1, 0, 2))
