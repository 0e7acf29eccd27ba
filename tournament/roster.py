"""The roster: who plays, in which team, at which table; who is missing, and whose name was probably meant."""

from collections.abc import Container, Iterable, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path

from sheets.identity_code import tidy
from tournament.entities import Absence, Player
from tournament.identity import player_key
from tournament.manifest import instead, passed_over, passed_over_in, read_table, table_of
from tournament.standings import round_names
from tournament.tournament_errors import BadManifest

RESEMBLES = 0.6  # share of letters in common from which a name is suggested: "Bem" for "Ben", not "Max"
SUGGESTED = 3  # names offered at most
LIMIT = 20_000  # players of one tournament


def load_roster(path: Path) -> tuple[Player, ...]:
    """Read a roster: CSV with the columns player, team, table, or one name a line."""
    return _players(*read_table(path), path.name, passed_over(path))


def parse_roster(text: str) -> tuple[Player, ...]:
    """The roster in a text of the same form."""
    return _players(*table_of(text, "the roster"), "the roster", passed_over_in(text, "the roster"))


def _players(rows: list[list[str]], columns: dict[str, int], name: str, unknown: Sequence[str]) -> tuple[Player, ...]:
    if "player" not in columns:
        told = f"{name} has no column of players{instead(unknown)}"
        raise BadManifest(told, "Write one name a line, or a CSV: player,team,table.")
    found: dict[Player, None] = {}  # a player with a line for each round is one player
    for row in rows:
        value = {column: tidy(row[place]) if place < len(row) else "" for column, place in columns.items()}
        if player := value.get("player", ""):
            found[Player(player, value.get("team", ""), value.get("table", ""))] = None
    if not found or len(found) > LIMIT:
        raise BadManifest(f"{name} names {len(found)} players", "Write one name a line, or a CSV: player,team,table.")
    return tuple(found)


def same_names(roster: Sequence[Player]) -> tuple[str, ...]:
    """Names that two players share; sheets cannot tell them apart."""
    seen: dict[str, str] = {}
    doubled: dict[str, str] = {}
    for player in roster:
        key = player_key(player.name)
        if key in seen:
            doubled[key] = seen[key]
        seen.setdefault(key, player.name)
    return tuple(doubled.values())


def suggestions(name: str, roster: Sequence[Player]) -> tuple[str, ...]:
    """Players of the roster whose names resemble this one, the nearest first; nobody where it is on the roster."""
    names = {player_key(player.name): player.name for player in roster}
    key = player_key(name)
    if not key or key in names:
        return ()
    return tuple(names[near] for near in get_close_matches(key, list(names), SUGGESTED, RESEMBLES))


def absences(
    played: Mapping[str, Container[str]], begun: Iterable[str], roster: Iterable[tuple[str, Player]], rounds: int = 0
) -> tuple[Absence, ...]:
    """Who has no sheet in a round that has begun or is agreed; `played` tells the rounds by the players' keys."""
    numbers = round_names([*begun, *(str(number) for number in range(1, rounds + 1))])
    listed = [(player, played.get(key, ())) for key, player in roster]
    return tuple(
        Absence(player.name, number, player.table, player.team)
        for number in numbers
        for player, own in listed
        if number not in own
    )
