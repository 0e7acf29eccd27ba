"""The same sheet photographed twice, and two sheets for one player's round. Both are noticed, neither is decided."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from tournament.entities import Row

SAME_LETTERS = (
    22  # of 25; two photos of one sheet may be read differently in a cell or two, two players never agree so far
)
MIN_LETTERS = 10  # a nearly empty sheet resembles every other


def mark(rows: Sequence[Row]) -> list[Row]:
    """The rows with repeats pointing at the sheet that counts, and everything undecided marked as open."""
    firsts = repeats(rows)
    claimed = {first for place, first in firsts.items() if _other_player(rows[place], rows[first])}
    marked = []
    for place, row in enumerate(rows):
        first = firsts.get(place)
        if first is not None:
            row = _repeat(row, rows[first])
        elif place in claimed:
            row = replace(row, open=(*row.open, "repeated"))
        marked.append(row)
    return _conflicts(marked)


def _repeat(row: Row, first: Row) -> Row:
    reasons = tuple(reason for reason in row.open if reason not in ("doubt", "nameless"))
    if _other_player(row, first):
        reasons = (*reasons, "repeated")
    return replace(row, same_as=first.id, open=reasons)


def _other_player(row: Row, first: Row) -> bool:
    if not row.identity.player:
        return False
    return (player_key(row.identity.player), row.identity.round) != (
        player_key(first.identity.player),
        first.identity.round,
    )


def repeats(rows: Sequence[Row]) -> dict[int, int]:
    """Place of every repeated sheet → place of the one that counts: named before nameless, sure before doubtful."""
    usable = [place for place, row in enumerate(rows) if not (row.empty or row.withdrawn)]
    letters = np.frombuffer("".join("".join(rows[place].grid) for place in usable).encode("ascii"), np.uint8)
    grids = letters.reshape(len(usable), 25)
    groups = _groups(grids)
    found: dict[int, int] = {}
    for group in groups:
        places = [usable[number] for number in group]
        first = min(places, key=lambda place: _rank(rows[place]))
        found |= {place: first for place in places if place != first}
    return found


def _groups(grids: NDArray[np.uint8]) -> list[list[int]]:
    written = (grids != ord(".")).sum(axis=1) >= MIN_LETTERS
    taken: set[int] = set()
    groups = []
    for number in range(len(grids) - 1):
        if number in taken or not written[number]:
            continue
        alike = (grids[number + 1 :] == grids[number]).sum(axis=1) >= SAME_LETTERS
        others = [number + 1 + int(step) for step in np.flatnonzero(alike) if number + 1 + int(step) not in taken]
        if others:
            groups.append([number, *others])
            taken.update(others)
    return groups


def _rank(row: Row) -> tuple[bool, bool, int, int]:
    return (not row.identity.player, not row.corrected and bool(row.open), row.order, row.index)


def player_key(player: str) -> str:
    """One spelling of a name for comparing: case and spaces do not matter."""
    return " ".join(player.casefold().replace("_", " ").split())


def _conflicts(rows: list[Row]) -> list[Row]:
    seen: dict[tuple[str, str], list[int]] = {}
    for place, row in enumerate(rows):
        if counts(row):
            seen.setdefault((player_key(row.identity.player), row.identity.round), []).append(place)
    for places in seen.values():
        if len(places) > 1:
            for place in places:
                rows[place] = replace(rows[place], open=(*rows[place].open, "conflict"))
    return rows


def counts(row: Row) -> bool:
    """Whether a sheet counts in the standings."""
    return bool(row.identity.player) and not (row.empty or row.withdrawn or row.same_as)
