"""What was published, and who has moved since: no change after a publication goes unsaid."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tournament.entities import LogEntry, Place, Row
from tournament.identity import player_key
from tournament.repeats import counts

if TYPE_CHECKING:
    from tournament.overview import TournamentView

PUBLISH, MOVED = "publish", "moved"
HARMLESS = ("confirm", "forget", MOVED)  # kinds of lines that change no points


def publication(log: Sequence[LogEntry]) -> LogEntry | None:
    """The line by which the standings are public, of the lines that stand."""
    latest = next((entry for entry in reversed(log) if PUBLISH in entry.kind), None)
    return latest if latest and latest.kind == PUBLISH else None


def what_is_published(places: Sequence[Place], rows: Iterable[Row]) -> dict[str, Any]:
    """What the line of a publication keeps: a hash of all that counts, and the places."""
    return {"standings": fingerprint(places, rows), "places": [[place.player, place.place] for place in places]}


def fingerprint(places: Sequence[Place], rows: Iterable[Row]) -> str:
    """One hash for the ranking and the letters it comes from; what is only looked at and confirmed changes nothing."""
    ranking = [(place.place, place.player, place.team, place.total, *place.rounds.items()) for place in places]
    told = [(row.key, row.result.grid, row.result.columns) for row in rows if counts(row)]
    sheets = sorted((key, grid, columns.get("side", ""), columns.get("rules", "")) for key, grid, columns in told)
    return hashlib.sha256(repr((ranking, sheets)).encode()).hexdigest()


def changed_since(said: LogEntry, log: Iterable[LogEntry], places: Sequence[Place], rows: Iterable[Row]) -> bool:
    """Whether what stands is not what was published.

    Publications of earlier versions did not keep what that was: after those, whatever was said of sheets counts.
    """
    if "standings" in said.what:
        return bool(said.what["standings"] != fingerprint(places, rows))
    return any(entry.id > said.id and entry.kind not in HARMLESS for entry in log)


def note_moves(view: "TournamentView", who: str = "") -> None:
    """Write into the log who has moved, from which place to which, since the publication or the last such line."""
    with view.noting:
        now = view.overview()
        said = publication(now.log)
        if said is None or "places" not in said.what:
            return
        moves = _moves(_places_told(said, now.log), now.places)
        if moves:
            view.store.append(view.id, who, MOVED, "", {"moves": moves}, "")
            view.overview()


def _places_told(said: LogEntry, log: Iterable[LogEntry]) -> dict[str, tuple[str, int]]:
    """The places that a reader of the log knows of, by the players' keys."""
    told = {player_key(player): (str(player), int(place)) for player, place in said.what["places"]}
    for entry in log:
        if entry.kind == MOVED and entry.id > said.id:
            for player, _, place in entry.what["moves"]:
                told.pop(player_key(player), None)
                if place is not None:
                    told[player_key(player)] = (str(player), int(place))
    return told


def _moves(told: Mapping[str, tuple[str, int]], places: Iterable[Place]) -> list[list[object]]:
    """Each player whose place is another, with both; a place that there was not, or is not any more, is null."""
    now = {player_key(place.player): (place.player, place.place) for place in places}
    nowhere = ("", None)
    return [
        [(now.get(key) or told[key])[0], told.get(key, nowhere)[1], now.get(key, nowhere)[1]]
        for key in [*now, *(key for key in told if key not in now)]
        if told.get(key, nowhere)[1] != now.get(key, nowhere)[1]
    ]
