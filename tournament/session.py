"""A tournament in its output folder: start or resume it, score, look, write the files."""

import contextlib
import secrets
import shutil
from collections.abc import Collection, Iterable
from dataclasses import asdict, replace
from pathlib import Path
from types import TracebackType

from proof.keys import Signer
from referee.files import make_folder
from tournament import tournament_errors as errors
from tournament.arbiter import Arbiter, Change
from tournament.entities import Player, TournamentSpec
from tournament.exports import FILES, export_all
from tournament.folder_store import (
    HEAD_FILE,
    Head,
    chosen_store,
    is_there,
    own,
    read_head,
    refuse_stranger,
    write_head,
)
from tournament.intake import list_pages
from tournament.manifest import Manifest, load_manifest
from tournament.overview import Overview, TournamentView
from tournament.published import note_moves
from tournament.records import Tournament
from tournament.rejudging import rejudge
from tournament.run import (
    STORE_FILE,
    Scores,
    Tally,
    Watch,
    enter_pages,
    local_scores,
    only_run,
    score_pages,
    versions,
)
from tournament.store import Store
from tournament.work import MakeScorer, referee_scorer

DESK = "desk"  # what is sent to the desk of a folder waits in there
FREE = ("name", "max_megabytes", "max_megapixels", "house_name", "words_name")  # what a later run may say otherwise


class Session:
    """An open tournament."""

    def __init__(self, out: Path, store: Store, id: str) -> None:
        self.out, self.store = out, store
        self.view = TournamentView(store, id)
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
        self, sources: Iterable[Path], manifest: Path | None, scores: Scores, watch: Watch, retry: bool = False
    ) -> tuple[str, ...]:
        """Score all pages that have no result yet; give the manifest's files that did not come."""
        if self.overview().outdated:
            raise errors.WordListChanged
        listed = load_manifest(manifest) if manifest else Manifest()
        pages = list_pages(sources, skip=[self.out, *([manifest] if manifest else [])])
        if not pages:
            raise errors.NoPages
        with only_run(self.out):
            enter_pages(self.store, self._id, pages, listed)
            photos = self.out / "photos" if self.tournament.spec.keep_photos else None
            watch(Tally(len(pages)))
            score_pages(self.store, self.tournament, pages, scores, watch, photos, retry)
            note_moves(self.view)
        return tuple(line.file for line in listed.missing([page.name for page in pages]))

    def scores(self, jobs: int = 0, cluster: str = "", make_scorer: MakeScorer = referee_scorer) -> Scores:
        """Who scores: this machine or a cluster."""
        spec = self.tournament.scoring
        if not cluster:
            return local_scores(spec, jobs, make_scorer)
        from tournament.cluster import cluster_scores

        return cluster_scores(spec, cluster, make_scorer=make_scorer)

    def overview(self) -> Overview:
        """How the tournament stands."""
        return self.view.overview()

    def export(self) -> Overview:
        """Write all files anew."""
        return export_all(self.view, self.out)

    def arbiter(self, who: str) -> Arbiter:
        """What one person corrects and rules."""
        return Arbiter(self.view, who)

    def rejudge(self, who: str, why: str = "") -> tuple[Change, ...]:
        """Judge all sheets again by the word list that is installed; gives the totals that changed."""
        with only_run(self.out):
            return rejudge(self.view, who, why)

    def set_roster(self, roster: tuple[Player, ...]) -> None:
        """Say who plays."""
        self.store.set_players(self._id, roster)

    def delete(self) -> None:
        """Forget the tournament and remove its files; whatever else lies in the folder stays."""
        with contextlib.suppress(errors.UnknownTournament):  # deleted elsewhere: its files go all the same
            self.store.delete(self._id)
        for folder in ("photos", DESK):
            shutil.rmtree(self.out / folder, ignore_errors=True)
        own = [HEAD_FILE, *FILES, *(f"{STORE_FILE}{more}" for more in ("", "-wal", "-shm")), ".lock"]
        for name in own:
            (self.out / name).unlink(missing_ok=True)
        with contextlib.suppress(OSError):  # something else lies there
            self.out.rmdir()

    def report(self, sheet: str, path: Path, signer: Signer) -> None:
        """Write the evidence report of a sheet as it stands, with its pictures where the photo is still there."""
        from tournament.evidence_report import write_report

        write_report(self.view, sheet, self.out / "photos", path, signer)


def start(out: Path, agreed: TournamentSpec, url: str = "", asked: Collection[str] | None = None) -> Session:
    """Begin a tournament in a folder, or go on with the one that is there, by the settings it began with.

    `asked` names the settings that a person gave; those must not contradict the stored ones. By default all were given.
    """
    make_folder(out)
    head = read_head(out)
    url = chosen_store(out, head, url)
    id = head.id if head else ("main" if own(out, url) else secrets.token_hex(8))
    store = _opened(out, head, url, id)
    if store.has(id):
        stored = store.tournament(id)
        refuse_other(stored.spec, agreed, asked)
        named = stored.name if asked is not None and "name" not in asked else agreed.name
        now = agreed.scoring
        scoring = replace(stored.scoring, max_megabytes=now.max_megabytes, max_megapixels=now.max_megapixels)
        agreed = replace(stored.spec, name=named, scoring=scoring)
    store.save(Tournament(id, agreed, {**versions(agreed.scoring), **_own_list(store, id)}))
    write_head(out, id, agreed.name, url)  # last: a folder must not name what its store does not know yet
    return Session(out, store, id)


def _opened(out: Path, head: Head | None, url: str, id: str) -> Store:
    """The store, unless it does not know the tournament whose results are in the folder."""
    if not is_there(out, url):
        refuse_stranger(out, head, url)
    store = Store.open(url)
    if not store.has(id):
        try:
            refuse_stranger(out, head, url)
        except errors.OtherStore:
            store.close()
            raise
    return store


def _own_list(store: Store, id: str) -> dict[str, str]:
    """The word list that judged what is there; until there is something, the installed one."""
    judged = store.has(id) and store.counts(id)["done"]
    return {"lexicon": store.tournament(id).versions.get("lexicon", "")} if judged else {}


def refuse_other(stored: TournamentSpec, agreed: TournamentSpec, asked: Collection[str] | None) -> None:
    """Raise where a setting that was asked for is not the one the tournament began with."""
    before, now = _settings(stored), _settings(agreed)
    names = [*before, *(name for name in now if name not in before)]
    before, now = ({name: one.get(name, "") for name in names} for one in (before, now))
    differ = [name for name in names if before[name] != now[name] and (asked is None or name in asked)]
    if differ:
        told = "; ".join(f"{name} is {_shown(before[name])}, asked for {_shown(now[name])}" for name in differ)
        raise errors.SettingsDiffer(f"The tournament was begun with other settings: {told}.")


def _settings(spec: TournamentSpec) -> dict[str, object]:
    flat = {**asdict(spec), **spec.scoring.to_json()}
    return {name: value for name, value in flat.items() if name != "scoring" and name not in FREE}


def _shown(value: object) -> str:
    text = str(value).strip()
    if isinstance(value, bool):
        return "on" if value else "off"
    return (text.splitlines()[0][:40] + " …") if len(text) > 40 or "\n" in text else text or "none"


def resume(out: Path, url: str = "") -> Session:
    """Open the tournament of a folder."""
    head = read_head(out)
    if head is None:
        raise errors.UnknownTournament(
            f"{out} holds no tournament", "Begin one with `qwords tournament new`, or name the --out folder of a run."
        )
    return Session(out, _opened(out, head, chosen_store(out, head, url), head.id), head.id)
