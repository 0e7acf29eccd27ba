"""Sheets → ranking. The highest total wins; equal totals share a place, or the better best round decides."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from operator import attrgetter

from tournament.entities import Place, Player, Row, TeamPlace
from tournament.identity import player_key
from tournament.repeats import Spot, counts


@dataclass
class _Entry:
    """What a player has, by what it is ranked, and the place it had last."""

    entry: Place  # without a number
    strength: tuple[int, ...]
    name: str
    placed: Place


class Standings:
    """The places over all rounds, brought up to date by the sheets that changed.

    Where a player has two sheets in a round, the first counts until it is decided.
    """

    def __init__(self, tie_break: str = "shared") -> None:
        self._tie_break = tie_break
        self._rows: dict[Spot, Row] = {}
        self._played: dict[str, dict[Spot, Row]] = {}  # by player
        self._roster: Sequence[Player] = ()
        self._listed: dict[str, Player] = {}
        self._entries: dict[str, _Entry] = {}  # in the order of the names
        self._touched: set[str] = set()

    def take(self, changed: Mapping[Spot, Row | None]) -> None:
        """Take in the sheets that came, changed or went (None), with their marks."""
        for spot, row in changed.items():
            before = self._rows.pop(spot, None)
            if before is not None:
                player = player_key(before.identity.player)
                self._played[player].pop(spot)
                self._touched.add(player)
            if row is not None and counts(row):
                player = player_key(row.identity.player)
                self._rows[spot] = row
                self._played.setdefault(player, {})[spot] = row
                self._touched.add(player)

    def places(self, roster: Sequence[Player] = ()) -> tuple[Place, ...]:
        """The ranking; what has not changed is the very same value as before."""
        if roster is not self._roster:
            self._roster, self._listed = roster, {player_key(player.name): player for player in roster}
            self._touched |= self._played.keys()
        names = self._bring_up_to_date()
        if names:
            self._entries = dict(sorted(self._entries.items(), key=lambda item: item[1].name))
        return self._numbered()

    def _bring_up_to_date(self) -> bool:
        """Make the entries anew that may have changed; whether any came with a name."""
        names = False
        for player in self._touched:
            if self._played.get(player):
                before, now = self._entries.get(player), self._entry(player)
                names |= before is None or before.name != now.name
                self._entries[player] = now
            else:
                self._played.pop(player, None)
                self._entries.pop(player, None)
        self._touched = set()
        return names

    @property
    def rounds(self) -> dict[str, Mapping[str, int]]:
        """The rounds that each player of the ranking has played."""
        return {player: found.entry.rounds for player, found in self._entries.items()}

    def _entry(self, player: str) -> _Entry:
        rows = [row for _, row in sorted(self._played[player].items())]
        sheets: dict[str, Row] = {}
        for row in rows:
            sheets.setdefault(row.identity.round, row)
        entry = _place(sheets, self._listed.get(player), sum(bool(row.open) for row in rows))
        best = sorted(entry.rounds.values(), reverse=True) if self._tie_break == "best-round" else []
        return _Entry(entry, (entry.total, *best), entry.player.casefold(), entry)

    def _numbered(self) -> tuple[Place, ...]:
        """Number the places; those whose totals are equal, and by `best-round` also their rounds, share one."""
        firsts: dict[tuple[int, ...], int] = {}
        ranked = sorted(self._entries.values(), key=attrgetter("strength"), reverse=True)
        for number, found in enumerate(ranked, start=1):
            place = firsts.setdefault(found.strength, number)
            if found.placed.place != place:
                found.placed = replace(found.entry, place=place)
        return tuple([found.placed for found in ranked])


def _place(sheets: Mapping[str, Row], listed: Player | None, unsure: int) -> Place:
    rounds = round_names(sheets)
    first = next(iter(sheets.values())).identity
    return Place(
        place=0,
        player=listed.name if listed else first.player,
        total=sum(row.total for row in sheets.values()),
        rounds={number: sheets[number].total for number in rounds},
        open=unsure,
        team=listed.team if listed else "",
        table=listed.table if listed else first.table,
        sheets={number: sheets[number].id for number in rounds},
    )


def team_standings(places: Sequence[Place]) -> tuple[TeamPlace, ...]:
    """The teams by the totals of their players added up; equal totals share a place."""
    teams: dict[str, list[Place]] = {}
    for place in places:
        if place.team:
            teams.setdefault(place.team, []).append(place)
    rounds = {team: _sums(members) for team, members in teams.items()}
    totals = {team: sum([place.total for place in members]) for team, members in teams.items()}
    order = sorted(teams, key=lambda team: (-totals[team], team.casefold()))
    firsts: dict[int, int] = {}
    return tuple(
        TeamPlace(firsts.setdefault(totals[team], number), team, totals[team], len(teams[team]), rounds[team])
        for number, team in enumerate(order, start=1)
    )


def _sums(members: Iterable[Place]) -> dict[str, int]:
    """What the members of a team have in each round, together."""
    sums: dict[str, int] = {}
    for place in members:
        for name, points in place.rounds.items():
            sums[name] = sums.get(name, 0) + points
    return {name: sums[name] for name in round_names(sums)}


def round_names(names: Iterable[str]) -> list[str]:
    """Rounds in the order people expect: 2 before 10."""
    return sorted(set(names), key=_natural)


@lru_cache(maxsize=1000)
def _natural(name: str) -> tuple[list[int], str]:
    return [int(part) for part in re.findall(r"\d+", name)], name


def all_rounds(places: Sequence[Place]) -> list[str]:
    """The rounds anyone played."""
    return round_names(number for place in places for number in place.rounds)
