"""A tournament in its output folder: start or resume it, score, look, write the files."""

import json
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from tournament import errors
from tournament.arbiter import Arbiter, Disagreement, disagreements, find_one
from tournament.entities import Recipe
from tournament.exports import export_all
from tournament.intake import list_pages
from tournament.manifest import Manifest, load_manifest
from tournament.overview import Overview, overview
from tournament.records import Tournament
from tournament.run import (
    STORE_FILE,
    Scores,
    Tally,
    Watch,
    enter_pages,
    local_scores,
    only_run,
    score_pages,
    store_url,
    versions,
)
from tournament.store import Store
from tournament.text_files import replacing

HEAD_FILE = "tournament.json"  # which tournament of the store this folder belongs to


@dataclass(frozen=True)
class TournamentSpec:
    """What is agreed at the start of a tournament."""

    name: str
    lang: str = "en"
    side: str = "auto"
    rules: str = "auto"
    policy: str = "official"
    reader: str = "cnn"
    house: str = ""
    rolls: str = ""
    keep_photos: bool = False
    double_entry: bool = False
    factory: str = Recipe.factory

    def recipe(self) -> Recipe:
        """How every page is scored, with the versions of all that decides it."""
        plain = Recipe(self.lang, self.side, self.rules, self.policy, self.reader, self.house, self.rolls, self.factory)
        return Recipe(**{**plain.as_dict(), "versions": versions(plain)})


class Session:
    """An open tournament."""

    def __init__(self, out: Path, store: Store, id: str) -> None:
        self.out, self.store = out, store
        self._id = id

    def __enter__(self) -> "Session":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.store.close()

    @property
    def tournament(self) -> Tournament:
        """What is agreed."""
        return self.store.tournament(self._id)

    def run(
        self, sources: Iterable[Path], manifest: Path | None, jobs: int, cluster: str, watch: Watch
    ) -> tuple[str, ...]:
        """Score all pages that have no result yet; give the manifest's files that did not come."""
        listed = load_manifest(manifest) if manifest else Manifest()
        pages = list_pages(sources, skip=[self.out, *([manifest] if manifest else [])])
        with only_run(self.out):
            enter_pages(self.store, self._id, pages, listed)
            photos = self.out / "photos" if self.tournament.keep_photos else None
            watch(Tally(len(pages)))
            score_pages(self.store, self.tournament, pages, self.scores(jobs, cluster), watch, photos)
        return tuple(line.file for line in listed.missing([page.name for page in pages]))

    def scores(self, jobs: int, cluster: str) -> Scores:
        """Who scores: this machine or a cluster."""
        if not cluster:
            return local_scores(self.tournament.recipe, jobs)
        from tournament.cluster import cluster_scores

        return cluster_scores(self.tournament.recipe, cluster)

    def overview(self) -> Overview:
        """How the tournament stands."""
        return overview(self.store, self._id)

    def export(self) -> Overview:
        """Write all files anew."""
        return export_all(self.store, self._id, self.out)

    def arbiter(self, who: str) -> Arbiter:
        """The arbiter at which one person corrects and rules."""
        return Arbiter(self.store, self._id, who)

    def disagreements(self) -> tuple[Disagreement, ...]:
        """What two arbiters see differently."""
        return disagreements(self.store, self._id)

    def report(self, sheet: str, path: Path) -> None:
        """Write the evidence report of the photo a sheet is on, from the kept photo or the source."""
        from tournament.evidence_report import write_report

        row = find_one(self.overview().rows, sheet)
        write_report(self.store, self.tournament, row, self.out / "photos", path)


def start(out: Path, agreement: TournamentSpec, url: str = "") -> Session:
    """Begin a tournament in a folder, or go on with the one that is there."""
    out.mkdir(parents=True, exist_ok=True)
    store = Store.open(store_url(out, url))
    head = out / HEAD_FILE
    if head.exists():
        id = _head_id(head)
    else:
        id = "main" if not url else secrets.token_hex(8)
        with replacing(head) as stream:
            stream.write(json.dumps({"id": id, "name": agreement.name}))
    store.save(Tournament(id, agreement.name, agreement.recipe(), agreement.double_entry, agreement.keep_photos))
    return Session(out, store, id)


def resume(out: Path, url: str = "") -> Session:
    """Open the tournament of a folder."""
    head = out / HEAD_FILE
    if not head.exists() or not (url or (out / STORE_FILE).exists()):
        raise errors.UnknownTournament(
            f"{out} holds no tournament", "Name the --out folder of `qwords tournament run`."
        )
    store = Store.open(store_url(out, url))
    store.tournament(_head_id(head))
    return Session(out, store, _head_id(head))


def _head_id(head: Path) -> str:
    try:
        return str(json.loads(head.read_text(encoding="utf-8"))["id"])
    except (OSError, ValueError, KeyError) as error:
        raise errors.UnknownTournament(f"{head} is damaged") from error
