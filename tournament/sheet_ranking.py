"""All sheets of a tournament in order, marked and ranked; brought up to date by the pages that changed."""

from collections.abc import Mapping, Sequence

from tournament.entities import Place, Player, Row
from tournament.repeats import Marks, Spot, spot_of
from tournament.standings import Standings


class Ranking:
    """What is remembered from one look at a tournament to the next."""

    def __init__(self, tie_break: str = "shared") -> None:
        self.tie_break = tie_break
        self._pages: dict[str, tuple[Row, ...]] = {}
        self._came: dict[Spot, Row] = {}  # without marks
        self._stands: dict[Spot, Row] = {}  # with them
        self._marks = Marks()
        self._marked: dict[Spot, Row] = {}
        self._standings = Standings(tie_break)

    def take(self, pages: Mapping[str, tuple[Row, ...]]) -> tuple[Row, ...]:
        """Take in the sheets of all pages; gives them in order, with repeats and conflicts marked."""
        changed: dict[Spot, Row | None] = {}
        fresh = {location: rows for location, rows in pages.items() if self._pages.get(location) is not rows}
        for location in [*fresh, *(self._pages.keys() - pages.keys())]:
            changed.update((spot_of(row), None) for row in self._pages.get(location, ()))
        for rows in fresh.values():
            changed.update((spot_of(row), row) for row in rows)
        self._pages = dict(pages)
        if changed:
            self._apply(changed)
        return tuple(self._stands.values())

    def places(self, roster: Sequence[Player]) -> tuple[Place, ...]:
        """The ranking of the players."""
        return self._standings.places(roster)

    @property
    def rounds(self) -> Mapping[str, Mapping[str, int]]:
        """The rounds that each player of the ranking has played."""
        return self._standings.rounds

    def _apply(self, changed: Mapping[Spot, Row | None]) -> None:
        before, self._marked = self._marked, self._marks.take(changed)
        for spot, row in changed.items():
            if row is None:
                self._came.pop(spot, None)
            else:
                self._came[spot] = row
        concerned = changed.keys() | before.keys() | self._marked.keys()
        now = {spot: self._marked.get(spot) or self._came.get(spot) for spot in concerned}
        news = {spot: row for spot, row in now.items() if self._stands.get(spot) is not row}
        self._standings.take(news)
        stands = {**self._stands, **{spot: row for spot, row in news.items() if row is not None}}
        if len(stands) != len(self._stands) or None in news.values():  # else everything has its place already
            stands = {spot: stands[spot] for spot in sorted(stands) if news.get(spot, stands[spot]) is not None}
        self._stands = stands
