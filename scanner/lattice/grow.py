"""Points that may be cell centres to groups of neighbours with row and column numbers."""

from collections import deque
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[Any]  # of floating point numbers
Ints = NDArray[np.int64]

NEAR = 0.27  # of the shorter step: how far a neighbour may lie from where its fellows predict it
FEWEST = 4  # points that make a group worth a look
MOST = 700  # points; more is a texture, or paper squared so finely that it is not what is looked for
FILLED = 0.5  # share of an outer row or column that must be cells; less is a stray beside the lattice
KNOWN = 0.6  # share of all cells that must have been seen


@dataclass(frozen=True, eq=False)
class Group:
    """Points on one lattice: `at[i]` is the (column, row) of `points[i]`, counted from any cell."""

    points: Floats  # (k, 2)
    at: Ints  # (k, 2)

    @property
    def span(self) -> tuple[int, int]:
        """How many columns and rows the group covers."""
        columns, rows = np.ptp(self.at, axis=0) + 1
        return int(columns), int(rows)


def grow(points: Floats) -> list[Group]:
    """Sort points into lattices, the largest first; points that fit none are left out."""
    if not FEWEST <= len(points) <= MOST:
        return []
    gaps = points[None] - points[:, None]
    lengths = np.hypot(gaps[..., 0], gaps[..., 1])
    lengths[lengths == 0] = np.inf
    bases = [basis for index in range(len(points)) if (basis := _basis(index, gaps[index], lengths[index]))]
    free = np.ones(len(points), bool)
    groups = []
    for _, index, u, v in sorted(bases, key=lambda basis: -basis[0]):
        if not free[index]:
            continue
        places = _spread(points, free, index, u, v)
        if len(places) < FEWEST:
            continue
        members = list(places)
        free[members] = False
        group = Group(points[members], np.array([places[member] for member in members], np.int64))
        if min(group.span) > 1:
            groups.append(group)
    return sorted(groups, key=lambda group: -len(group.points))


def _basis(index: int, gaps: Floats, lengths: Floats) -> tuple[int, int, Floats, Floats] | None:
    """The two steps to the nearest neighbours across each other, and how many of the eight places around are taken."""
    near = np.argsort(lengths)[:8]
    near = near[np.isfinite(lengths[near])]
    near = near[lengths[near] <= 3 * lengths[near[:1]].sum()]
    if not len(near):
        return None
    u = gaps[near[0]]
    crossing = np.abs(u[0] * gaps[near, 1] - u[1] * gaps[near, 0]) > 0.6 * np.hypot(*u) * lengths[near]
    if not crossing.any():
        return None
    v = gaps[near[crossing][0]]
    if np.hypot(*v) > 2 * np.hypot(*u):
        return None
    ring = np.array([u, -u, v, -v, u + v, u - v, v - u, -u - v])
    miss = np.hypot(*(ring[:, None] - gaps[near][None]).transpose(2, 0, 1)).min(axis=1)
    return int((miss < NEAR * np.hypot(*u)).sum()), index, u, v


def _spread(points: Floats, free: NDArray[np.bool_], start: int, u: Floats, v: Floats) -> dict[int, tuple[int, int]]:
    """Walk from cell to cell; each step is predicted from the one before, so that curled paper is followed."""
    places = {start: (0, 0)}
    taken = {(0, 0)}
    queue = deque([(start, u, v)])
    while queue:
        index, u, v = queue.popleft()
        column, row = places[index]
        reach = NEAR * min(np.hypot(*u), np.hypot(*v))
        for step, (dc, dr) in ((u, (1, 0)), (-u, (-1, 0)), (v, (0, 1)), (-v, (0, -1))):
            place = (column + dc, row + dr)
            if place in taken:
                continue
            miss = points - (points[index] + step)
            distance = np.hypot(miss[:, 0], miss[:, 1])
            found = int(distance.argmin())
            if distance[found] > reach or not free[found] or found in places:
                continue
            places[found] = place
            taken.add(place)
            real = (points[found] - points[index]) * (dc + dr)
            queue.append((found, (u + real) / 2, v) if dc else (found, u, (v + real) / 2))
    return places


def sized(group: Group, columns: int, rows: int) -> Group | None:
    """The group without strays if it then spans just so many cells, turned if need be; None otherwise."""
    at, points = group.at, group.points
    while len(at):
        at = at - at.min(axis=0)
        span = at.max(axis=0) + 1
        keep = np.ones(len(at), bool)
        for axis in (0, 1):
            for end in (0, span[axis] - 1):
                line = at[:, axis] == end
                if line.sum() < FILLED * span[1 - axis]:
                    keep &= ~line
        if keep.all():
            break
        at, points = at[keep], points[keep]
    if len(at) < KNOWN * columns * rows:
        return None
    span = at.max(axis=0) + 1
    if tuple(span) == (columns, rows):
        return Group(points, at)
    if tuple(span) == (rows, columns):
        return Group(points, at[:, ::-1])
    return None
