"""Points that may be cell centres to groups of neighbours with row and column numbers."""

from collections import deque
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from scanner.values import Bools, Floats, Ints

# All chosen on render from 2000 on, before a network looked at lines.
NEAR = 0.27  # of the shorter step: how far a neighbour may lie from where its fellows predict it
AROUND = 12  # neighbours of a point that are looked at
CORNER = 3  # of the eight places around a point that must be taken for a lattice to be grown from it
FEWEST = 4  # points that make a group worth a look
MOST = 700  # points; more is a texture, or paper squared so finely that it is not what is looked for
FULL = 0.9  # share of its cells by which a part of a large group is known
PARTS = 3  # parts of a large group that are looked at


@dataclass(frozen=True, eq=False)
class Group:
    """Points on one lattice: `at[i]` is the (column, row) of `points[i]`, counted from any cell."""

    points: Floats  # (k, 2)
    at: Ints  # (k, 2)
    whole: bool = True  # and not a part of something larger

    @property
    def span(self) -> tuple[int, int]:
        """How many columns and rows the group covers."""
        columns, rows = np.ptp(self.at, axis=0) + 1
        return int(columns), int(rows)

    @property
    def pitch(self) -> float:
        """About how far apart its points are; 0 where they lie on one line."""
        steps, *_ = np.linalg.lstsq(self.at - self.at.mean(axis=0), self.points - self.points.mean(axis=0), rcond=None)
        return float(np.sqrt(np.abs(np.linalg.det(steps))))


def grow_lattices(points: Floats) -> list[Group]:
    """Sort points into lattices, the largest first; points that fit none are left out."""
    if not FEWEST <= len(points) <= MOST:
        return []
    near = _nearest(points)
    spots, others = [complex(x, y) for x, y in points.tolist()], near.tolist()
    free = np.ones(len(points), bool)
    groups = []
    for index, u, v in _bases(points, near):
        if not free[index]:
            continue
        places = _spread(spots, others, free, index, u, v)
        if len(places) < FEWEST:
            continue
        members = list(places)
        free[members] = False
        group = Group(points[members], np.array([places[member] for member in members], np.int64))
        if min(group.span) > 1:
            groups.append(group)
    return sorted(groups, key=lambda group: -len(group.points))


def _nearest(points: Floats) -> Ints:
    """For each point the others around it, the nearest first."""
    apart = ((points[:, None] - points[None]) ** 2).sum(axis=2)
    np.fill_diagonal(apart, np.inf)
    count = min(AROUND, len(points) - 1)
    near = np.argpartition(apart, count - 1, axis=1)[:, :count]
    order = np.take_along_axis(apart, near, axis=1).argsort(axis=1, kind="stable")
    return np.asarray(np.take_along_axis(near, order, axis=1), np.int64)


def _bases(points: Floats, near: Ints) -> list[tuple[int, complex, complex]]:
    """For each point that has them the steps to two neighbours across each other.

    First come the points most of whose eight places around are taken.
    """
    gaps = points[near] - points[:, None]
    lengths = np.hypot(gaps[..., 0], gaps[..., 1])
    u, short = gaps[:, 0], lengths[:, 0]
    turn = np.abs(u[:, None, 0] * gaps[..., 1] - u[:, None, 1] * gaps[..., 0])
    crossing = (turn > 0.6 * short[:, None] * lengths) & (lengths <= 2 * short[:, None])
    v = gaps[np.arange(len(points)), crossing.argmax(axis=1)]
    ring = np.stack([u, -u, v, -v, u + v, u - v, v - u, -u - v], axis=1)
    miss = ring[:, :, None] - gaps[:, None]
    taken = (np.hypot(miss[..., 0], miss[..., 1]).min(axis=2) < NEAR * short[:, None]).sum(axis=1)
    usable = crossing.any(axis=1) & (short > 0) & (taken >= CORNER)
    order = np.argsort(-taken, kind="stable")
    return [(int(index), complex(*u[index]), complex(*v[index])) for index in order[usable[order]]]


def _spread(
    spots: list[complex], near: list[list[int]], free: Bools, start: int, u: complex, v: complex
) -> dict[int, tuple[int, int]]:
    """Walk from cell to cell; each step is predicted from the one before, so that curled paper is followed."""
    places = {start: (0, 0)}
    taken = {(0, 0)}
    queue = deque([(start, u, v)])
    while queue:
        index, u, v = queue.popleft()
        column, row = places[index]
        here, around = spots[index], near[index]
        reach = NEAR * min(abs(u), abs(v))
        for dc, dr in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            place, there = (column + dc, row + dr), here + dc * u + dr * v
            if place in taken:
                continue
            miss, found = min([(abs(spots[other] - there), other) for other in around])
            if miss > reach or not free[found] or found in places:
                continue
            places[found] = place
            taken.add(place)
            real = (spots[found] - here) * (dc + dr)
            queue.append((found, (u + real) / 2, v) if dc else (found, u, (v + real) / 2))
    return places


def split(group: Group, columns: int, rows: int) -> list[Group]:
    """The group, or its likeliest parts where it is much larger than what is looked for.

    Lattices that lie in line with something else grow together with it; so a part is what has many cells inside and
    few beside it.
    """
    if max(group.span) <= max(columns, rows) + 2:
        return [group]
    at = group.at - group.at.min(axis=0)
    taken = np.zeros((group.span[1] + 2, group.span[0] + 2))
    taken[at[:, 1] + 1, at[:, 0] + 1] = 1
    parts = []
    for wide, high in {(columns, rows), (rows, columns)}:
        inside = _sums(taken[1:-1, 1:-1], wide, high)
        around = _sums(taken, wide + 2, high + 2) - inside
        for place in np.argsort(-(inside - around), axis=None)[:PARTS]:
            top, left = divmod(int(place), inside.shape[1])
            kept = ((at >= (left - 1, top - 1)) & (at <= (left + wide, top + high))).all(axis=1)
            own = ((at >= (left, top)) & (at < (left + wide, top + high))).all(axis=1)
            if own.sum() >= FULL * wide * high:  # then what lies beside and not in line with it is something else
                kept &= own | _in_line(at, group.points, own)
            parts.append(Group(group.points[kept], group.at[kept], whole=False))
    return parts


def _in_line(at: Ints, points: Floats, own: Bools) -> Bools:
    """Which points lie where some of them predict them."""
    homography: Any = cv2.findHomography(at[own].astype(float), points[own])[0]
    if homography is None:
        return own
    away = cv2.perspectiveTransform(at[:, None].astype(float), homography)[:, 0] - points
    return np.asarray(np.hypot(*away.T) < NEAR / 2 * Group(points[own], at[own]).pitch)


def _sums(taken: Floats, wide: int, high: int) -> Floats:
    """How much lies in each window of a given size; a window larger than all there is holds everything."""
    high, wide = min(high, taken.shape[0]), min(wide, taken.shape[1])
    windows = np.lib.stride_tricks.sliding_window_view(taken, (high, wide))
    return np.asarray(windows.sum(axis=(2, 3)))
