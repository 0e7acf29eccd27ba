"""A season: several tournaments, one table. Points are totals, or what a place is worth."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournament.entities import Place
from tournament.exports import Table
from tournament.identity import player_key

PLACE_POINTS = (25, 18, 15, 12, 10, 8, 6, 4, 2, 1)  # first to tenth; all who played get one


@dataclass(frozen=True)
class LeaguePlace:
    """One player's place in the season."""

    place: int
    player: str
    points: int
    played: int
    by_tournament: Mapping[str, int]


def league(
    tournaments: Mapping[str, Sequence[Place]], system: str = "totals", best: int = 0
) -> tuple[LeaguePlace, ...]:
    """The season's table; `best` counts only so many of a player's results. Equal points share a place."""
    names: dict[str, str] = {}
    won: dict[str, dict[str, int]] = {}
    for title, places in tournaments.items():
        for place in places:
            key = player_key(place.player)
            names.setdefault(key, place.player)
            won.setdefault(key, {})[title] = place.total if system == "totals" else place_points(place.place)
    points = {key: sum(sorted(results.values(), reverse=True)[: best or None]) for key, results in won.items()}
    order = sorted(points, key=lambda key: (-points[key], names[key].casefold()))
    firsts: dict[int, int] = {}
    return tuple(
        LeaguePlace(firsts.setdefault(points[key], number), names[key], points[key], len(won[key]), won[key])
        for number, key in enumerate(order, start=1)
    )


def place_points(place: int) -> int:
    """What a place is worth."""
    return PLACE_POINTS[place - 1] if place <= len(PLACE_POINTS) else PLACE_POINTS[-1]


def league_table(places: Sequence[LeaguePlace], titles: Mapping[str, str]) -> Table:
    """The season's table for a spreadsheet: a column for each tournament, by its key and the name people give it."""
    head = ("place", "player", *titles.values(), "points", "played")
    return head, [
        [p.place, p.player, *(p.by_tournament.get(key, "") for key in titles), p.points, p.played] for p in places
    ]
