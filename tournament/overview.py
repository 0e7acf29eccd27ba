"""Everything an organiser asks at once: sheets, standings, what is open, and whether pages in equals results out."""

from dataclasses import dataclass

from tournament.entities import Place, Rejected, Row, Summary
from tournament.records import Tournament
from tournament.repeats import mark
from tournament.standings import standings
from tournament.state import TournamentState
from tournament.store import Store


@dataclass(frozen=True)
class Overview:
    """A tournament as it stands at one moment."""

    tournament: Tournament
    rows: tuple[Row, ...]
    rejected: tuple[Rejected, ...]
    places: tuple[Place, ...]
    summary: Summary
    published: bool

    @property
    def final(self) -> bool:
        """Whether the standings were published and nothing is open any more."""
        return self.published and not (self.summary.doubtful or self.summary.pending)

    @property
    def queue(self) -> tuple[Row, ...]:
        """The sheets a human must look at, the one with the greatest expected damage first."""
        waiting = [row for row in self.rows if row.open]
        return tuple(sorted(waiting, key=lambda row: (-weight(row), row.order, row.index)))


def weight(row: Row) -> float:
    """How much a sheet left unreviewed may cost: whole totals where player or letters are undecided."""
    whole = {"disputed", "conflict", "repeated", "nameless"} & set(row.open)
    return row.damage + (row.total if whole else 0)


def overview(store: Store, id: str) -> Overview:
    """How a tournament stands now."""
    tournament = store.tournament(id)
    state = TournamentState(store, tournament)
    rows = tuple(mark([row for row, _ in state.sheets()]))
    counts = store.counts(id)
    summary = Summary(
        pages=sum(counts.values()),
        scored=counts["done"],
        rejected=counts["rejected"],
        pending=counts["pending"],
        sheets=len(rows),
        doubtful=sum(bool(row.open) for row in rows),
        nameless=sum("nameless" in row.open for row in rows),
        repeated=sum(bool(row.same_as) for row in rows),
        empty=sum(row.empty for row in rows),
    )
    published = next((entry.kind == "publish" for entry in reversed(state.log) if "publish" in entry.kind), False)
    return Overview(tournament, rows, tuple(state.rejected()), standings(rows), summary, published)
