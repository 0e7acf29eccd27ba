"""The same sheet photographed twice, and two sheets for one player's round. Both are noticed, neither is decided."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from tournament.entities import Row
from tournament.identity import player_key

DIFFERENT = 3  # letters; photos of one sheet may be read differently in a cell or two, two players never agree so far
PARTS = 4  # one more than letters may differ
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
    usable = [place for place, row in enumerate(rows) if not (row.result.empty or row.withdrawn)]
    found: dict[int, int] = {}
    for group in _groups(tuple((place, "".join(rows[place].result.grid)) for place in usable)):
        first = min(group, key=lambda place: _rank(rows[place]))
        found |= {place: first for place in group if place != first}
    return found


@lru_cache(maxsize=4)  # most corrections leave the letters of all other sheets, and often of all, as they were
def _groups(sheets: tuple[tuple[int, str], ...]) -> list[list[int]]:
    """Sheets that agree in all but a few letters, by the first of them.

    Where at most three letters differ, at least one of four parts is the same: only those are compared.
    """
    grids = dict(sheets)
    alike: dict[tuple[int, str], list[int]] = {}
    groups: dict[int, list[int]] = {}
    for place, letters in grids.items():
        if sum(map(str.isalpha, letters)) < MIN_LETTERS:
            continue
        parts = [(number, letters[number::PARTS]) for number in range(PARTS)]
        near = sorted({other for part in parts for other in alike.get(part, ())})
        first = next((other for other in near if _same(grids[other], letters)), None)
        if first is not None:
            groups.setdefault(first, [first]).append(place)
            continue
        for part in parts:
            alike.setdefault(part, []).append(place)
    return list(groups.values())


def _same(some: str, others: str) -> bool:
    return sum(a != b for a, b in zip(some, others, strict=True)) <= DIFFERENT


def _rank(row: Row) -> tuple[bool, bool, int, int]:
    return (not row.identity.player, not row.corrected and bool(row.open), row.order, row.index)


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
    return bool(row.identity.player) and not (row.result.empty or row.withdrawn or row.same_as)
