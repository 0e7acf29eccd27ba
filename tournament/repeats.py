"""The same sheet photographed twice, and two sheets for one player's round. Both are noticed, neither is decided.

Photos of one sheet that say different things are two sheets for one round: nobody knows yet which of them is true.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from tournament.entities import Row
from tournament.identity import player_key

DIFFERENT = 3  # letters; photos of one sheet may be read differently in a cell or two, two players never agree so far
PARTS = 4  # one more than letters may differ
MIN_LETTERS = 10  # a nearly empty sheet resembles every other

Spot = tuple[int, int]  # the place of a sheet among all: that of its page, and its number there
Claim = tuple[str, str]  # a player's round


def spot_of(row: Row) -> Spot:
    """Where a sheet stands among all."""
    return row.order, row.index


def counts(row: Row) -> bool:
    """Whether a sheet counts in the standings."""
    return bool(row.identity.player) and not (row.result.empty or row.withdrawn or row.same_as)


def claim_of(row: Row) -> Claim:
    """Whose round a sheet is."""
    return player_key(row.identity.player), row.identity.round


class Marks:
    """Repeats that point at the sheet that counts, and all that is undecided between sheets.

    It is brought up to date by the sheets that came, changed or went: one correction among thousands costs little.
    """

    def __init__(self) -> None:
        self._rows: dict[Spot, Row] = {}
        self._likeness = _Likeness()
        self._claims: dict[Claim, set[Spot]] = {}
        self._crowded: set[Claim] = set()  # those of more than one sheet
        self._marked: dict[Spot, tuple[Row, Row]] = {}  # as it came, and marked

    def take(self, changed: Mapping[Spot, Row | None]) -> dict[Spot, Row]:
        """Take in what changed (None: it is gone); gives every sheet that bears a mark, with it."""
        for spot, row in changed.items():
            self._forget(spot)
            if row is not None:
                self._rows[spot] = row
                self._note(spot, row)
        marks = self._repeated()
        self._conflicts(marks)
        self._marked = {spot: (self._rows[spot], self._with(spot, *mark)) for spot, mark in marks.items()}
        return {spot: row for spot, (_, row) in self._marked.items()}

    def _note(self, spot: Spot, row: Row) -> None:
        if not (row.result.empty or row.withdrawn):
            self._likeness.add(spot, "".join(row.result.grid))
        if counts(row):
            claim = claim_of(row)
            self._claims.setdefault(claim, set()).add(spot)
            if len(self._claims[claim]) > 1:
                self._crowded.add(claim)

    def _forget(self, spot: Spot) -> None:
        row = self._rows.pop(spot, None)
        if row is None:
            return
        self._likeness.remove(spot, "".join(row.result.grid))
        claim = claim_of(row)
        claimed = self._claims.get(claim, set())
        claimed.discard(spot)
        if len(claimed) < 2:
            self._crowded.discard(claim)
        if not claimed:
            self._claims.pop(claim, None)

    def _repeated(self) -> dict[Spot, tuple[str, tuple[str, ...]]]:
        """Of sheets that show the same: which sheet each repeats, and why a person must look at it."""
        marks: dict[Spot, tuple[str, tuple[str, ...]]] = {}
        for group in self._likeness.groups():
            spots = sorted(group, key=lambda spot: _rank(self._rows[spot]))
            counted = self._rows[spots[0]]
            stand = [counted]  # of the photos of one player's round, those that say something else; a person decides
            case = False
            for spot in spots[1:]:
                row = self._rows[spot]
                if row.identity.player and not _other_player(row, counted):
                    same = next((other for other in stand if _agree(row, other)), None)
                    if same:
                        marks[spot] = same.id, _left_open(row, same)
                    else:
                        stand.append(row)
                elif _other_player(row, counted) or not _agree(row, counted):
                    marks[spot], case = (counted.id, (*_left_open(row, counted), "repeated")), True
                else:
                    marks[spot] = counted.id, _left_open(row, counted)
            if case:
                marks[spots[0]] = "", (*counted.open, "repeated")
        return marks

    def _conflicts(self, marks: dict[Spot, tuple[str, tuple[str, ...]]]) -> None:
        for claim in self._crowded:
            rivals = [spot for spot in self._claims[claim] if not (spot in marks and marks[spot][0])]
            if len(rivals) > 1:
                for spot in rivals:
                    marks[spot] = "", (*(marks[spot][1] if spot in marks else self._rows[spot].open), "conflict")

    def _with(self, spot: Spot, same_as: str, open: tuple[str, ...]) -> Row:
        """The sheet with its mark; the very same value as long as nothing about it changes."""
        row = self._rows[spot]
        came, marked = self._marked.get(spot, (None, row))
        if came is row and (marked.same_as, marked.open) == (same_as, open):
            return marked
        return replace(row, same_as=same_as, open=open)


class _Likeness:
    """Sheets that agree in all but a few letters.

    Where at most three letters differ, at least one of four parts is the same: only those are compared.
    """

    def __init__(self) -> None:
        self._spots: dict[str, set[Spot]] = {}  # letters → the sheets that show them
        self._parts: dict[tuple[int, str], set[str]] = {}  # a part → the letters that hold it
        self._near: dict[str, set[str]] = {}  # letters → others that nearly agree, where there are any
        self._shared: set[str] = set()  # letters of more than one sheet
        self._groups: list[list[Spot]] | None = []

    def add(self, spot: Spot, letters: str) -> None:
        """Take in a sheet."""
        if sum(map(str.isalpha, letters)) < MIN_LETTERS:
            return
        if letters not in self._spots:
            self._compare(letters)
        spots = self._spots.setdefault(letters, set())
        spots.add(spot)
        if len(spots) > 1:
            self._shared.add(letters)
        if len(spots) > 1 or letters in self._near:
            self._groups = None

    def remove(self, spot: Spot, letters: str) -> None:
        """Forget a sheet, if it was taken in."""
        spots = self._spots.get(letters, set())
        if spot not in spots:
            return
        if len(spots) > 1 or letters in self._near:
            self._groups = None
        spots.remove(spot)
        if len(spots) < 2:
            self._shared.discard(letters)
        if not spots:
            self._drop(letters)

    def groups(self) -> list[list[Spot]]:
        """The sheets that show the same, by the first of them: each is compared with those that resemble no earlier."""
        if self._groups is None:
            firsts: dict[str, Spot] = {}
            found: dict[Spot, list[Spot]] = {}
            alike = self._shared | self._near.keys()
            for spot, shown in sorted((spot, letters) for letters in alike for spot in self._spots[letters]):
                near = [firsts[other] for other in (shown, *self._near.get(shown, ())) if other in firsts]
                if near:
                    found.setdefault(min(near), [min(near)]).append(spot)
                else:
                    firsts[shown] = spot
            self._groups = list(found.values())
        return self._groups

    def _compare(self, letters: str) -> None:
        for part in _parts(letters):
            holders = self._parts.setdefault(part, set())
            for other in holders:
                if _same(other, letters):
                    self._near.setdefault(letters, set()).add(other)
                    self._near.setdefault(other, set()).add(letters)
            holders.add(letters)

    def _drop(self, letters: str) -> None:
        del self._spots[letters]
        for part in _parts(letters):
            self._parts[part].discard(letters)
            if not self._parts[part]:
                del self._parts[part]
        for other in self._near.pop(letters, ()):
            self._near[other].discard(letters)
            if not self._near[other]:
                del self._near[other]


def _parts(letters: str) -> Iterable[tuple[int, str]]:
    return ((number, letters[number::PARTS]) for number in range(PARTS))


def _same(some: str, others: str) -> bool:
    return sum(a != b for a, b in zip(some, others, strict=True)) <= DIFFERENT


def _rank(row: Row) -> tuple[bool, bool, int, int]:
    """Which of several photos counts: named before nameless, those a person spoke of before others, the first."""
    return (not row.identity.player, not _spoken(row), row.order, row.index)


def _spoken(row: Row) -> bool:
    """Whether a person said what stands on the sheet."""
    return row.corrected or bool(row.seen_by)


def _agree(row: Row, other: Row) -> bool:
    """Whether two photos of a sheet say the same; a person who corrected one of them explains a later difference."""
    if (row.result.grid, row.total) == (other.result.grid, other.total):
        return True
    both = _spoken(row) and _spoken(other)
    return not both and (row.read.grid, row.read.total) == (other.read.grid, other.read.total)


def _left_open(repeat: Row, counted: Row) -> tuple[str, ...]:
    """What stays open of a photo that repeats another: no photo clears the doubt of another, only a person does."""
    seen = _spoken(counted) or "doubt" in counted.open or repeat.key == counted.key
    return tuple(reason for reason in repeat.open if reason != "nameless" and not (seen and reason == "doubt"))


def _other_player(row: Row, first: Row) -> bool:
    return bool(row.identity.player) and claim_of(row) != claim_of(first)
