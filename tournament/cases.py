"""What a person needs beside a sheet that waits: who may have played it, and which other sheets claim its place."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from tournament.entities import Row
from tournament.overview import Overview
from tournament.repeats import Claim, claim_of

OFFERED = 8  # names offered at most; more are not a choice but the roster


@dataclass(frozen=True)
class Case:
    """A sheet of the queue."""

    row: Row
    offers: tuple[str, ...]  # who may have played it
    rivals: tuple[Row, ...]  # the sheets it is in conflict with, or the same as


def cases(view: Overview) -> tuple[Case, ...]:
    """The queue, the greatest expected damage first."""
    beside = _Beside(view)
    return tuple(Case(row, beside.offers(row), beside.rivals(row)) for row in view.queue)


def case_of(view: Overview, row: Row) -> Case:
    """One sheet as a case."""
    beside = _Beside(view)
    return Case(row, beside.offers(row), beside.rivals(row))


class _Beside:
    """Looks up what stands beside a sheet."""

    def __init__(self, view: Overview) -> None:
        self._view = view
        self._claims: dict[Claim, list[Row]] = {}
        for row in view.rows:
            if "conflict" in row.open:  # so are all sheets of its player's round
                self._claims.setdefault(claim_of(row), []).append(row)

    @cached_property
    def _absent(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for absence in self._view.missing:
            found.setdefault(absence.round, []).append(absence.player)
        return found

    @cached_property
    def _same(self) -> dict[str, list[Row]]:
        found: dict[str, list[Row]] = {}
        for row in self._view.rows:
            if row.same_as:
                found.setdefault(row.same_as, []).append(row)
        return found

    def offers(self, row: Row) -> tuple[str, ...]:
        """Names that resemble the one on the sheet, else those of whom this round's sheet has not come."""
        if row.suggestions or not {"nameless", "unknown-player"} & set(row.open):
            return row.suggestions
        absent = self._absent.get(row.identity.round, [])
        return tuple(absent) if len(absent) <= OFFERED else ()

    def rivals(self, row: Row) -> tuple[Row, ...]:
        """The sheets a person must compare it with."""
        found: Sequence[Row] = ()
        if "conflict" in row.open:
            found = self._claims[claim_of(row)]
        elif "repeated" in row.open:
            found = [self._view.by_id[row.same_as]] if row.same_as else self._same.get(row.id, ())
        return tuple(other for other in found if other is not row)
