"""Sheets → ranking. The highest total wins; equal totals share a place, or the better best round decides."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from tournament.entities import Place, Player, Row, TeamPlace
from tournament.identity import player_key
from tournament.repeats import counts


def standings(rows: Iterable[Row], roster: Sequence[Player] = (), tie_break: str = "shared") -> tuple[Place, ...]:
    """The places over all rounds; where a player has two sheets in a round, the first counts until it is decided."""
    listed = {player_key(player.name): player for player in roster}
    played: dict[str, dict[str, Row]] = {}
    unsure: dict[str, int] = {}
    for row in rows:
        if counts(row):
            player = player_key(row.identity.player)
            played.setdefault(player, {}).setdefault(row.identity.round, row)
            unsure[player] = unsure.get(player, 0) + bool(row.open)
    entries = [_entry(sheets, listed.get(player), unsure[player]) for player, sheets in played.items()]
    return tuple(_placed(entries, tie_break))


def _entry(sheets: Mapping[str, Row], listed: Player | None, unsure: int) -> Place:
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


def _placed(entries: Iterable[Place], tie_break: str) -> Iterable[Place]:
    """Number the places; those whose totals are equal, and by `best-round` also their rounds, share one."""

    def strength(entry: Place) -> tuple[int, ...]:
        best = sorted(entry.rounds.values(), reverse=True) if tie_break == "best-round" else []
        return (entry.total, *best)

    firsts: dict[tuple[int, ...], int] = {}
    ordered = sorted(entries, key=lambda entry: entry.player.casefold())
    for number, entry in enumerate(sorted(ordered, key=strength, reverse=True), start=1):
        yield replace(entry, place=firsts.setdefault(strength(entry), number))


def team_standings(places: Sequence[Place]) -> tuple[TeamPlace, ...]:
    """The teams by the totals of their players added up; equal totals share a place."""
    teams: dict[str, list[Place]] = {}
    for place in places:
        if place.team:
            teams.setdefault(place.team, []).append(place)
    totals = {team: sum(place.total for place in members) for team, members in teams.items()}
    order = sorted(teams, key=lambda team: (-totals[team], team.casefold()))
    firsts: dict[int, int] = {}
    found = []
    for number, team in enumerate(order, start=1):
        rounds = all_rounds(teams[team])
        sums = {name: sum(place.rounds.get(name, 0) for place in teams[team]) for name in rounds}
        shared = firsts.setdefault(totals[team], number)
        found.append(TeamPlace(shared, team, totals[team], len(teams[team]), sums))
    return tuple(found)


def round_names(names: Iterable[str]) -> list[str]:
    """Rounds in the order people expect: 2 before 10."""
    return sorted(set(names), key=_natural)


@lru_cache(maxsize=1000)
def _natural(name: str) -> tuple[list[int], str]:
    return [int(part) for part in re.findall(r"\d+", name)], name


def all_rounds(places: Sequence[Place]) -> list[str]:
    """The rounds anyone played."""
    return round_names(number for place in places for number in place.rounds)
