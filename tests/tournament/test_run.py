"""Runs: complete, repeatable, and not to be stopped by a bad page, a dead worker or a kill."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from planned_photos import ENGLISH, GRIDS, plan, planned_scorer

from referee.referee_errors import WorkerNotStarted
from referee.scoring_spec import ScoringSpec
from sheets.identity_code import Identity
from tournament.background import NICENESS
from tournament.entities import Outcome, Page, TournamentSpec
from tournament.run import Tally, only_run
from tournament.session import Session, resume, start
from tournament.tournament_errors import AlreadyRunning, SettingsDiffer, UnknownTournament
from tournament.work import work
from tournament.worker_pool import Job, Pool

CUP = TournamentSpec("Cup")


def inline(session: Session, sources: Iterable[Path], manifest: Path | None = None) -> list[str]:
    """Run in this process; gives the names of the pages that were really scored."""
    scored: list[str] = []
    scorer = planned_scorer(session.tournament.scoring)

    def scores(jobs: Iterable[Job]) -> Iterator[tuple[Job, Outcome]]:
        for page, content in jobs:
            scored.append(page.name)
            yield (page, content), work(scorer, page, content)

    session.run(sources, manifest, scores, lambda tally: None)
    return scored


def test_pages_in_are_results_out(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    plan(folder / "Anna.jpg")
    plan(folder / "Ben.jpg", GRIDS[1])
    (folder / "notes.txt").write_text("no photo")
    (folder / "torn.zip").write_text("no zip")
    with start(tmp_path / "out", CUP) as session:
        inline(session, [folder])
        view = session.export()
    assert view.summary.sentence.startswith("4 pages in = 2 scored + 2 rejected;")
    assert {page.page: page.code for page in view.rejected} == {
        "in/notes.txt": "not-an-image",
        "in/torn.zip": "bad-archive",
    }
    lines = (tmp_path / "out" / "results.jsonl").read_text(encoding="utf-8").splitlines()
    assert len({json.loads(line)["page"] for line in lines}) == 4


def test_a_second_run_scores_nothing_again_and_doubles_nothing(tmp_path: Path) -> None:
    plan(tmp_path / "in" / "Anna.jpg")
    plan(tmp_path / "in" / "Ben.jpg", GRIDS[1])
    with start(tmp_path / "out", CUP) as session:
        assert len(inline(session, [tmp_path / "in"])) == 2
        session.export()
    before = (tmp_path / "out" / "results.jsonl").read_bytes()
    plan(tmp_path / "in" / "Cleo.jpg", GRIDS[2])
    with start(tmp_path / "out", CUP) as session:
        assert inline(session, [tmp_path / "in"]) == ["in/Cleo.jpg"]
        session.export()
    after = (tmp_path / "out" / "results.jsonl").read_bytes()
    assert after.startswith(before) and len(after.splitlines()) == 3


def test_the_settings_of_the_first_run_hold_and_a_contradiction_is_refused(tmp_path: Path) -> None:
    plan(tmp_path / "in" / "Anna.jpg")
    german = TournamentSpec("Cup", ScoringSpec("de"))
    with start(tmp_path / "out", german) as session:
        inline(session, [tmp_path / "in"])
    with pytest.raises(SettingsDiffer, match="lang is de, asked for en") as refused:
        start(tmp_path / "out", CUP)
    assert refused.value.code == "settings-differ" and "--out" in refused.value.hint
    with start(tmp_path / "out", CUP, asked=()) as session:
        assert session.tournament.scoring.lang == "de", "what nobody asked for stays as it was"
        assert inline(session, [tmp_path / "in"]) == []
    with pytest.raises(SettingsDiffer, match="house is none, asked for deny orbit"):
        start(
            tmp_path / "out",
            TournamentSpec("Cup", ScoringSpec("de", choices=(("house", "deny orbit"),))),
            asked=("house",),
        )


def test_a_size_setting_reaches_the_workers_and_may_change(tmp_path: Path) -> None:
    photo = tmp_path / "Anna.jpg"
    photo.write_bytes((Path(__file__).parents[2] / "samples/corrected-en/photo.jpg").read_bytes())
    codes = []
    for megapixels, retry in ((1, False), (50, False), (50, True)):
        with start(tmp_path / "out", TournamentSpec("Cup", ScoringSpec(max_megapixels=megapixels))) as session:
            session.run([photo], None, session.scores(1), lambda tally: None, retry)
            codes.append([page.code for page in session.overview().rejected])
    assert codes == [["image-too-large"], ["image-too-large"], []], "rejected pages are tried again when asked"


def test_the_same_file_twice_is_scored_once_and_noticed(tmp_path: Path) -> None:
    plan(tmp_path / "in" / "Anna.jpg")
    (tmp_path / "in" / "Ben.jpg").write_bytes((tmp_path / "in" / "Anna.jpg").read_bytes())
    with start(tmp_path / "out", CUP) as session:
        assert inline(session, [tmp_path / "in"]) == ["in/Anna.jpg"]
        view = session.overview()
    assert view.summary.pages == view.summary.scored == 2 and view.summary.repeated == 1
    assert all("repeated" in row.open for row in view.rows)


def test_manifest_code_and_file_name_name_the_player_in_this_order(tmp_path: Path) -> None:
    plan(tmp_path / "in" / "Anna.jpg", GRIDS[0])
    plan(tmp_path / "in" / "Ben.jpg", GRIDS[1], code="QW1/2/A/7/Berta B")
    plan(tmp_path / "in" / "IMG_1.jpg", GRIDS[2])
    plan(tmp_path / "in" / "IMG_2.jpg", GRIDS[3])
    (tmp_path / "who.csv").write_text("file,player,round\nIMG_1.jpg,Cleo,3\nlost.jpg,Dora,1\n")
    with start(tmp_path / "out", CUP) as session:
        scores = session.scores(1, make_scorer=planned_scorer)
        missing = session.run([tmp_path / "in"], tmp_path / "who.csv", scores, lambda tally: None)
        rows = session.overview().rows
    assert missing == ("lost.jpg",)
    assert [(row.identity.player, row.identity.round, row.identity.how) for row in rows] == [
        ("Anna", "1", "name"),
        ("Berta B", "2", "qr"),
        ("Cleo", "3", "manifest"),
        ("", "1", ""),
    ]
    assert rows[3].open == ("nameless",)


@pytest.mark.parametrize(("code", "open"), [
    ("QW1/3/A/7/Dora", ("identity",)), ("QW1/2/A/7/Cleo", ("identity",)), ("QW1/3/A/7/cleo", ()), ("QW1//A//Cleo", ()),
])  # fmt: skip
def test_a_manifest_that_contradicts_the_code_waits_for_a_person(
    tmp_path: Path, code: str, open: tuple[str, ...]
) -> None:
    plan(tmp_path / "in" / "IMG_1.jpg", code=code)
    (tmp_path / "who.csv").write_text("file,player,round\nIMG_1.jpg,Cleo,3\n")
    with start(tmp_path / "out", CUP) as session:
        inline(session, [tmp_path / "in"], tmp_path / "who.csv")
        (row,) = session.overview().rows
        assert (row.identity.player, row.open) == ("Cleo", open)
        settled = session.arbiter("Eva").player(row, "Cleo", "3", why="she sat there")
    assert settled.open == () and settled.identity.how == "ruling"


def test_a_manifest_that_names_only_the_round_leaves_the_player_to_the_code(tmp_path: Path) -> None:
    plan(tmp_path / "in" / "IMG_1.jpg", code="QW1/2/A/7/Berta")
    (tmp_path / "who.csv").write_text("file,player,round\nIMG_1.jpg,,5\n")
    with start(tmp_path / "out", CUP) as session:
        inline(session, [tmp_path / "in"], tmp_path / "who.csv")
        (row,) = session.overview().rows
    assert row.identity == Identity("Berta", "5", "7", "qr")


def test_several_sheets_in_one_photo_are_several_results(tmp_path: Path) -> None:
    plan(tmp_path / "in" / "Anna + Ben.jpg", GRIDS[0], GRIDS[1])
    with start(tmp_path / "out", CUP) as session:
        inline(session, [tmp_path / "in"])
        assert [row.identity.player for row in session.overview().rows] == ["Anna", "Ben"]


def test_photos_are_kept_by_hash_only_if_asked(tmp_path: Path) -> None:
    photo = tmp_path / "Anna.jpg"
    photo.write_bytes((Path(__file__).parents[2] / "samples/corrected-en/photo.jpg").read_bytes())
    for keep in (False, True):
        out = tmp_path / f"out{keep}"
        with start(out, TournamentSpec("Cup", keep_photos=keep)) as session:
            inline(session, [photo])
            content = session.overview().rejected[0].content  # the planned scorer cannot read a real photo
        assert (out / "photos" / f"{content}.jpg").exists() is keep


def test_a_worker_that_dies_costs_its_page_and_no_other(tmp_path: Path) -> None:
    for number, grid in enumerate(GRIDS):
        plan(tmp_path / "in" / f"Player {number}a.jpg", grid)
    plan(tmp_path / "in" / "Bad Luck.jpg", die=True)
    with start(tmp_path / "out", CUP) as session:
        session.run([tmp_path / "in"], None, session.scores(1, make_scorer=planned_scorer), lambda tally: None)
        view = session.overview()
    assert [(page.page, page.code) for page in view.rejected] == [("in/Bad Luck.jpg", "worker-lost")]
    assert view.summary.scored == 4


def test_a_page_that_hangs_is_stopped(tmp_path: Path) -> None:
    pages = [
        Page(name, "file", str(plan(tmp_path / name, sleep=seconds))) for name, seconds in (("a.jpg", 60), ("b.jpg", 0))
    ]
    pool = Pool(ScoringSpec(), 1, page_seconds=4.0, make_scorer=planned_scorer)
    found = {job[0].name: outcome for job, outcome in pool.scores((page, page.name) for page in pages)}
    fault = found["a.jpg"].fault
    assert fault and fault.code == "took-too-long"
    assert found["b.jpg"].fault is None and found["b.jpg"].sheets[0].total == 52


def test_workers_of_the_service_leave_the_processor_to_whoever_asks(tmp_path: Path) -> None:
    page, own = Page("a.jpg", "file", str(plan(tmp_path / "a.jpg"))), os.getpriority(os.PRIO_PROCESS, 0)
    for niceness in (0, NICENESS):
        pool = Pool(ScoringSpec(), 1, make_scorer=planned_scorer, niceness=niceness)
        for _ in pool.scores([(page, "a")]):
            (worker,) = pool._workers
            process = worker._process
            assert process and os.getpriority(os.PRIO_PROCESS, process.pid or 0) == min(own + niceness, 19)


def test_workers_that_cannot_start_are_an_error_not_a_loop(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    page = Page("a.jpg", "file", str(plan(tmp_path / "a.jpg")))
    with pytest.raises(WorkerNotStarted):
        list(Pool(ScoringSpec(reader="none"), 1, make_scorer=planned_scorer).scores([(page, "a")]))
    assert "no reader here" in capfd.readouterr().err


def test_progress_counts_every_page(tmp_path: Path) -> None:
    plan(tmp_path / "in" / "a.jpg", GRIDS[0], doubts={"0": [["N", 0.9], ["S", 0.1]]})
    (tmp_path / "in" / "b.jpg").write_text("no")
    seen: list[Tally] = []
    with start(tmp_path / "out", CUP) as session:
        session.run([tmp_path / "in"], None, session.scores(1, make_scorer=planned_scorer), seen.append)
    assert (seen[-1].done, seen[-1].doubtful, seen[-1].failed, seen[-1].finished) == (1, 1, 1, 2)


def test_a_second_run_at_the_same_time_is_kept_out(tmp_path: Path) -> None:
    with only_run(tmp_path), pytest.raises(AlreadyRunning), only_run(tmp_path):
        pass
    with only_run(tmp_path):
        assert (tmp_path / ".lock").exists()


def test_what_a_killed_run_left_half_written_is_cleared_away(tmp_path: Path) -> None:
    old, young = tmp_path / ".results.csv.a.tmp", tmp_path / ".results.csv.b.tmp"
    for half in (old, young):
        half.write_text("half")
    os.utime(old, (0, 0))
    with only_run(tmp_path):
        assert not old.exists() and young.exists()


def test_a_folder_without_a_tournament_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UnknownTournament):
        resume(tmp_path)


RUN = """
import sys
from pathlib import Path
from planned_photos import planned_scorer
from tournament.entities import TournamentSpec
from tournament.session import start
if __name__ == "__main__":
    with start(Path(sys.argv[2]), TournamentSpec("Cup")) as session:
        scores = session.scores(2, make_scorer=planned_scorer)
        session.run([Path(sys.argv[1])], None, scores, lambda tally: None)
        print(session.export().summary.sentence)
"""


def test_a_run_killed_in_the_middle_goes_on_where_it_stopped(tmp_path: Path, root: Path) -> None:
    count = 24
    for number in range(count):
        rows = GRIDS[number % 4].split("/")
        plan(
            tmp_path / "in" / f"Player{'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[number]}.jpg",
            "/".join(rows),
            sleep=0.12,
            salt=number,
        )
    script = tmp_path / "run.py"
    script.write_text(RUN)
    paths = (root, root / "tests", root / "tests/tournament")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, paths))}
    command = [sys.executable, str(script), str(tmp_path / "in"), str(tmp_path / "out")]
    first = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    stored = _wait_for_results(tmp_path / "out" / "tournament.sqlite", first)
    first.send_signal(signal.SIGKILL)
    first.wait()
    assert 0 < stored < count, "the kill came too late to prove anything"
    assert not (tmp_path / "out" / "results.jsonl").exists()
    second = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=120)
    assert second.stdout.startswith(f"{count} pages in = {count} scored + 0 rejected")
    pages = [json.loads(line)["page"] for line in (tmp_path / "out" / "results.jsonl").read_text().splitlines()]
    assert len(pages) == len(set(pages)) == count


def _wait_for_results(path: Path, process: subprocess.Popen[bytes]) -> int:
    """How many results were written when the first ones appeared."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and process.poll() is None:
        if path.exists():
            connection = sqlite3.connect(path, timeout=5)
            try:
                (stored,) = connection.execute("select count(*) from results").fetchone()
            except sqlite3.OperationalError:
                stored = 0
            finally:
                connection.close()
            if stored:
                return int(stored)
        time.sleep(0.02)
    return 0


def test_the_planned_english_sheet_is_the_rulebook_s(tmp_path: Path) -> None:
    page = Page("a.jpg", "file", str(plan(tmp_path / "a.jpg", ENGLISH)))
    outcome = work(planned_scorer(ScoringSpec()), page, "hash")
    assert json.loads(outcome.document)["sheets"][0]["total"] == outcome.sheets[0].total == 52
