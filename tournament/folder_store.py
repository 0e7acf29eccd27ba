"""A tournament's folder remembers its store, so that no command writes into it what another store says."""

import json
from dataclasses import dataclass
from pathlib import Path

from referee.files import replacing_text
from tournament.database import address, same_database
from tournament.exports import FILES
from tournament.run import STORE_FILE, store_url
from tournament.tournament_errors import OtherStore, UnknownTournament

HEAD_FILE = "tournament.json"  # which tournament of which store this folder belongs to


@dataclass(frozen=True)
class Head:
    """What a folder says of its tournament."""

    id: str
    name: str
    store: str | None  # its address without a password; "": SQLite in the folder; None: an older version wrote it


def read_head(out: Path) -> Head | None:
    """What the folder says; None where no tournament was begun in it."""
    path = out / HEAD_FILE
    if not path.exists():
        return None
    try:
        said = json.loads(path.read_text(encoding="utf-8"))
        store = said.get("store")
        return Head(str(said["id"]), str(said.get("name", "")), None if store is None else str(store))
    except (OSError, ValueError, KeyError, AttributeError) as error:
        raise UnknownTournament(f"{path} is damaged") from error


def write_head(out: Path, id: str, name: str, url: str) -> None:
    """Remember which tournament of which store the folder belongs to."""
    store = "" if own(out, url) else address(url)
    with replacing_text(out / HEAD_FILE) as stream:
        stream.write(json.dumps({"id": id, "name": name, "store": store}))


def own(out: Path, url: str) -> bool:
    """Whether a store is the folder's own."""
    return same_database(url, store_url(out))


def chosen_store(out: Path, head: Head | None, url: str) -> str:
    """The store to open: the folder's, with the password of the one that was named; another one is refused."""
    named = store_url(out, url)
    if head is None or head.store is None:
        return named
    kept = store_url(out, head.store)
    if url and not same_database(url, kept):
        raise OtherStore(f"{out} belongs to the store {address(kept)}, not to {address(url)}.")
    return named if url else kept


def refuse_stranger(out: Path, head: Head | None, url: str) -> None:
    """Refuse a store that does not know the tournament whose results lie in the folder: they would be overwritten."""
    if head or any((out / name).exists() for name in FILES):
        of = f"the tournament {head.name or head.id}" if head else "a tournament"
        raise OtherStore(f"{out} holds {of}, which the store {address(url)} does not know.")


def is_there(out: Path, url: str) -> bool:
    """Whether there can be anything in the store; asked first, since opening SQLite makes a file."""
    return not own(out, url) or (out / STORE_FILE).exists()
