"""Sheets → ranking. The highest total wins; equal totals share a place."""

import re
from collections.abc import Iterable, Sequence

from tournament.entities import Place, Row
from tournament.repeats import counts, player_key


def standings(rows: Iterable[Row]) -> tuple[Place, ...]:
    """The places over all rounds; where a player has two sheets in a round, the first counts until it is decided."""
    names: dict[str, str] = {}
    rounds: dict[str, dict[str, int]] = {}
    unsure: dict[str, int] = {}
    for row in rows:
        if not counts(row):
            continue
        player = player_key(row.identity.player)
        names.setdefault(player, row.identity.player)
        rounds.setdefault(player, {}).setdefault(row.identity.round, row.total)
        unsure[player] = unsure.get(player, 0) + bool(row.open)
    totals = {player: sum(scores.values()) for player, scores in rounds.items()}
    order = sorted(totals, key=lambda player: (-totals[player], names[player].casefold()))
    firsts: dict[int, int] = {}
    for place, player in enumerate(order, start=1):
        firsts.setdefault(totals[player], place)
    return tuple(
        Place(
            firsts[totals[player]],
            names[player],
            totals[player],
            {number: rounds[player][number] for number in round_names(rounds[player])},
            unsure[player],
        )
        for player in order
    )


def round_names(names: Iterable[str]) -> list[str]:
    """Rounds in the order people expect: 2 before 10."""
    return sorted(set(names), key=lambda name: ([int(part) for part in re.findall(r"\d+", name)], name))


def all_rounds(places: Sequence[Place]) -> list[str]:
    """The rounds anyone played."""
    return round_names(number for place in places for number in place.rounds)
