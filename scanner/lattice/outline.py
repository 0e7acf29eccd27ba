"""Where a lattice ends: the outer edge of its outer line, or of its outer row of separate boxes."""

import numpy as np

from scanner.lattice.flat_patch import PARTS, PITCH, median, part_places
from scanner.lattice.robust_fit import robust_fit
from scanner.values import Bools, Floats, Ints

INSIDE, OUTSIDE = 0.2, 0.1  # cells from where the inner lines predict the outline: how far its line is looked for
STRAY = 10.0  # what it costs a line to lie aside of where it typically is, by the square of cells, of its darkness
TURN = 0.03  # what it costs a line to go aside by a pixel from part to part, of its darkness
NEAR = 0.06  # cells from the outline so far within which the edge of each part is looked for
TERMS, TERMS_LIGHT = 5, 2  # of the curve through the parts of a side; edges of tinted cells are faint
STIFF = (1e-3, 1e-2, 1e-1, 1e-1, 1e-1)  # how little the terms of the curve are believed
WRONG = 0.012  # cells off the curve from which on a part counts less than half
BEYOND = int(0.2 * PITCH)  # pixels outside the line in which the paper beside it is seen
EDGE = 0.7  # of the line's darkness against the paper outside: where it is taken to end
FAR = int(0.1 * PITCH)  # pixels at either end of an inner line's profile that show the tint beside the gap
LINE = 0.02  # how much darker than the paper beside it a line is at least
LOCAL = 0.5  # how much of a part's own deviation is followed


def outline_shifts(profiles: Floats, expected: Floats, light: bool) -> Floats:
    """How far the nodes of the first and the last line have to move from where they are expected, in cells.

    The outline is where the outer line ends, or the outer tiles where cells are tinted and lines are light gaps.
    Takes profiles, (n, parts, lines, samples), and where in them the lines are expected, in cells from their middles,
    (n, parts, lines); gives (n, rows + 1, lines). Inner nodes stay.
    """
    rows, lines = profiles.shape[1] // PARTS, profiles.shape[2]
    outward = np.stack([profiles[:, :, 0, ::-1], profiles[:, :, -1]], axis=1)
    outward = outward.reshape(-1, *outward.shape[2:])
    cells = _cells(outward) - np.stack([-expected[..., 0], expected[..., -1]], axis=1).reshape(*outward.shape[:2], 1)
    if light:
        level, half, there = (np.repeat(value, 2, axis=0) for value in _gaps(profiles[:, :, 1:-1]))
        sides = _tile_sides(outward, cells, level, half, there)
    else:
        sides = _line_sides(outward, cells)
    shifts = np.zeros((len(profiles), rows + 1, lines))
    shifts[..., 0], shifts[..., -1] = -sides[::2], sides[1::2]
    return shifts


def _line_sides(outward: Floats, cells: Floats) -> Floats:
    """How far outward the outer line of each side ends at each of its nodes; profiles run outward, at these cells."""
    expected = np.zeros((len(outward), 1))
    usual = median(outward, axis=1)[:, None]
    common = _line_edges(usual, _cells(outward), expected - INSIDE, expected + OUTSIDE)
    away = cells - np.nan_to_num(common)[..., None]
    middle = np.take_along_axis(cells, _clearest(outward, away)[..., None], 2)[..., 0]
    own = _line_edges(outward, cells, middle - NEAR, middle + NEAR)
    return np.where(np.isnan(common), 0, _curves(own - common, TERMS) + common)


def _tile_sides(outward: Floats, cells: Floats, level: Floats, half: Floats, there: Bools) -> Floats:
    """The same where cells are tinted: half a gap inside of where nodes would be, or not far from there."""
    usual = median(outward, axis=1)[:, None]
    common = _tile_edges(usual, _cells(outward), -half - NEAR, -half + NEAR, level, there)
    own = _tile_edges(outward, cells, common - NEAR, common + NEAR, level, there)
    own = np.where(np.abs(own - common) < NEAR, own, np.nan)
    sides = np.clip(_curves(own - common, TERMS_LIGHT) + common, -half - NEAR, -half + NEAR)
    return np.where(np.isnan(common), -half, sides)


def _cells(outward: Floats) -> Floats:
    """Where the samples of profiles lie, in cells from the expected outline."""
    count = outward.shape[2]
    return np.asarray((np.arange(count) + 0.5 - count / 2) / PITCH)[None, None]


def _clearest(outward: Floats, away: Floats) -> Ints:
    """The sample of each part through which the clearest line goes that neither turns sharply nor leads far away."""
    places = np.arange(outward.shape[2])
    ahead = places[:, None] + np.arange(BEYOND)
    padded = np.pad(outward, ((0, 0), (0, 0), (BEYOND - 1, BEYOND - 1)), mode="edge")
    beside = np.maximum(padded[:, :, ahead].min(axis=3), padded[:, :, ahead + BEYOND - 1].min(axis=3))
    near = (away >= -INSIDE) & (away <= OUTSIDE)
    line = np.where(near, outward - beside, 0)  # against the darker side: where something dark begins is no line
    line = np.minimum(line / np.maximum(median(line.max(axis=2), axis=1), LINE)[:, None, None], 1)
    gain = line - STRAY * away**2
    cost = TURN * (places[:, None] - places) ** 2.0
    best, came = gain[:, 0], []
    for part in range(1, outward.shape[1]):
        ways = best[:, None, :] - cost
        came.append(ways.argmax(axis=2))
        best = gain[:, part] + ways.max(axis=2)
    path = [best.argmax(axis=1)]
    for back in reversed(came):
        path.append(np.take_along_axis(back, path[-1][:, None], 1)[:, 0])
    return np.stack(path[::-1], axis=1)


def _curves(own: Floats, terms: int) -> Floats:
    """Values at the nodes of each side from those of its parts, of which some are nan and some are wrong."""
    rows = own.shape[1] // PARTS
    places, nodes = part_places(rows) / rows * 2 - 1, np.arange(rows + 1.0) / rows * 2 - 1
    at_parts, at_nodes = (np.vander(at, terms, increasing=True) for at in (places, nodes))
    known = ~np.isnan(own)
    stiff = np.diag(STIFF[:terms])
    curve = robust_fit(at_parts, np.nan_to_num(own)[..., None], known.astype(float), stiff, WRONG)
    rest = np.where(known, own - (at_parts @ curve)[..., 0], 0)
    around = [rest[:, :1], (rest[:, PARTS - 1 : -1 : PARTS] + rest[:, PARTS::PARTS]) / 2, rest[:, -1:]]
    return np.asarray((at_nodes @ curve)[..., 0] + LOCAL * np.concatenate(around, axis=1))


def _gaps(inner: Floats) -> tuple[Floats, Floats, Bools]:
    """Of light gaps between tinted cells: the darkness at their edges, half their width in cells, if they are there.

    Letters are darker than the tint; so the lighter part of what lies beside the gaps is taken for it.
    """
    typical = np.median(inner, axis=(1, 2))
    gap = typical.min(axis=1, keepdims=True)
    beside = np.concatenate([inner[..., :FAR], inner[..., -FAR:]], axis=3)
    tint = np.percentile(beside, 30, axis=(1, 2, 3))[:, None]
    level = (tint + gap) / 2
    return level, (typical < level).sum(axis=1, keepdims=True) / PITCH / 2, tint - gap >= LINE / 2


def _tile_edges(profiles: Floats, cells: Floats, low: Floats, high: Floats, level: Floats, there: Bools) -> Floats:
    """Where tinted cells end between two places of each profile; nan where they do not."""
    window = (cells >= low[..., None]) & (cells <= high[..., None])
    return _crossings(profiles, cells, level[..., None], window, there[..., None])


def _line_edges(profiles: Floats, cells: Floats, low: Floats, high: Floats) -> Floats:
    """Where the darkest line between two places of each profile ends on its outer side; nan where there is none."""
    places = np.arange(profiles.shape[2])
    window = (cells >= low[..., None]) & (cells <= high[..., None])
    peak = np.where(window, profiles, -1).argmax(axis=2)[..., None]
    top = np.take_along_axis(profiles, peak, 2)
    beyond = (places >= peak) & (places < peak + BEYOND)
    base = np.where(beyond, profiles, np.inf).min(axis=2, keepdims=True)
    there = (top - base >= LINE) & window.any(axis=2, keepdims=True)
    return _crossings(profiles, cells, base + EDGE * (top - base), places > peak, there)


def _crossings(profiles: Floats, cells: Floats, level: Floats, window: Bools, there: Bools) -> Floats:
    """Where each profile first falls below its level within a window; nan where it never does or is not there."""
    below = window & (profiles < level)
    after = np.maximum(below.argmax(axis=2), 1)[..., None]
    inner, outer = np.take_along_axis(profiles, after - 1, 2), np.take_along_axis(profiles, after, 2)
    share = np.clip((inner - level) / np.maximum(inner - outer, 1e-9), 0, 1)
    edge = np.take_along_axis(np.broadcast_to(cells, profiles.shape), after - 1, 2) + share / PITCH
    return np.where(there & below.any(axis=2, keepdims=True), edge, np.nan)[..., 0]
