"""The commands of `qwords tournament`, as an organiser types them."""

import csv
import io
import json
import os
from pathlib import Path

import openpyxl
import pytest
from click.testing import CliRunner, Result
from planned_photos import ENGLISH, GRIDS, plan, plan_german, planned_scorer
from test_arbiter import score

from cli.tournament_command import command
from tournament.entities import TournamentSpec
from tournament.progress import Progress, bar, clock, text
from tournament.run import Tally
from tournament.session import start


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    """A folder with a scored tournament: one doubt, one nameless sheet, one rejected page."""
    plan(tmp_path / "in" / "Anna.jpg", ENGLISH, doubts={"0": [["N", 0.9], ["S", 0.1]]})
    plan(tmp_path / "in" / "Ben.jpg", GRIDS[1])
    plan(tmp_path / "in" / "IMG_1.jpg", GRIDS[2])
    (tmp_path / "in" / "bad.jpg").write_text("bad")
    with start(tmp_path / "cup", TournamentSpec("Cup")) as session:
        score(session, tmp_path / "in")
        session.export()
    return tmp_path / "cup"


def run(*arguments: object, answers: str = "") -> Result:
    return CliRunner().invoke(command, [str(argument) for argument in arguments], input=answers)


def test_status_and_standings(cup: Path) -> None:
    status = run("status", cup)
    assert status.exit_code == 3 and status.stdout.startswith("4 pages in = 3 scored + 1 rejected")
    assert json.loads(run("status", cup, "--json").stdout)["nameless"] == 1
    assert json.loads(run("standings", cup, "--format", "json").stdout)["places"][0]["player"] == "Anna"
    assert run("standings", cup, "--format", "csv").stdout.startswith(
        "place,player,round 1,total,open,team,table\n1,Anna,52,52,1,,\n"
    )
    assert run("standings", cup, "--format", "html").stdout.startswith("<!doctype html>")
    assert "Anna" in run("standings", cup).stdout


def test_the_queue_as_json(cup: Path) -> None:
    listed = run("review", cup, "--json")
    assert listed.exit_code == 3
    queue = json.loads(listed.stdout)
    assert {entry["why"][0] for entry in queue["queue"]} == {"doubt", "nameless"}
    assert [entry["or"] for case in queue["queue"] for entry in case["doubts"]] == ["N"]
    assert [page["code"] for page in queue["rejected"]] == ["not-an-image"]


def test_corrections_print_the_change_and_rewrite_the_files(cup: Path) -> None:
    result = run("correct", cup, "in/Anna.jpg", "1,1=N", "--who", "Eva", "--why", "seen")
    assert result.exit_code == 0 and ": 52 → " in result.stdout
    assert "1,Anna,52" not in (cup / "standings.csv").read_text()
    assert run("correct", cup, "in/Anna.jpg", "--who", "Eva").exit_code == 2
    assert run("correct", cup, "nobody", "--confirm", "--who", "Eva").exit_code == 1
    for more in (
        ["--grid", ENGLISH, "--settle"],
        ["--side", "B"],
        ["--withdraw"],
        ["--restore"],
        ["--round", "2"],
        ["--confirm"],
    ):
        assert run("correct", cup, "in/Ben.jpg", *more, "--who", "Eva").exit_code == 0


def test_the_organiser_settles_the_language_of_one_sheet(tmp_path: Path) -> None:
    plan_german(tmp_path / "in" / "Anna.jpg")
    with start(tmp_path / "cup", TournamentSpec("Cup")) as session:
        score(session, tmp_path / "in")
        session.export()
    cup = tmp_path / "cup"
    assert run("status", cup).exit_code == 3
    result = run("correct", cup, "in/Anna.jpg", "--lang", "de", "--who", "Eva", "--why", "she plays in German")
    assert result.exit_code == 0 and result.stdout.endswith(": 37 → 52\n"), result.output
    assert run("status", cup).exit_code == 0, "nobody is asked again"
    assert "Eva,language," in run("log", cup, "--csv").stdout
    kept = run("correct", cup, "in/Anna.jpg", "--lang", "en", "--confirm", "--who", "Eva")
    assert kept.stdout.endswith(": 52 → 37\n")
    assert run("status", cup).exit_code == 0, "the agreed language may be kept, too"


def test_rulings_name_what_they_changed(cup: Path) -> None:
    result = run("rule", cup, "urn", "--deny", "--who", "Eva", "--json")
    changed = json.loads(result.stdout)["changed"]
    assert [(change["player"], change["before"], change["after"]) for change in changed] == [("Anna", 52, 49)]
    assert "totals changed: 0" in run("rule", cup, "zzzz", "--allow", "--who", "Eva").stderr


def test_disagreements_and_publication(cup: Path) -> None:
    assert run("disagreements", cup).exit_code == 0
    for who, letter in (("Eva", "S"), ("Max", "N")):
        run("correct", cup, "in/Anna.jpg", f"1,1={letter}", "--who", who)
    found = run("disagreements", cup)
    assert found.exit_code == 3 and "row 1 column 1: Eva: S, Max: N" in found.stdout
    assert len(json.loads(run("disagreements", cup, "--json").stdout)["disagreements"]) == 1
    refused = run("publish", cup, "--who", "Eva")
    assert refused.exit_code == 1 and "Open sheets: 2;" in refused.stderr and "[still-open]" in refused.stderr
    assert run("publish", cup, "--anyway", "--who", "Eva").exit_code == 3
    assert json.loads((cup / "standings.json").read_text())["published"] is True


def test_what_changes_after_the_publication_ends_it_and_the_log_says_who_moved(tmp_path: Path) -> None:
    """A late sheet, a correction, a ruling: each makes the ranking provisional until it is published again."""
    cup, photos = tmp_path / "cup", tmp_path / "in"
    plan(photos / "Anna.jpg", ENGLISH)
    plan(photos / "Ben.jpg", GRIDS[2])

    def come() -> None:
        with start(cup, TournamentSpec("Cup")) as session:
            session.run([photos], None, session.scores(1, make_scorer=planned_scorer), lambda tally: None)
            session.export()

    def final() -> bool:
        found = json.loads(run("standings", cup, "--format", "json").stdout)
        assert ("provisional" in run("standings", cup, "--format", "html").stdout) != found["final"]
        assert json.loads((cup / "standings.json").read_text())["final"] == found["final"]
        assert found["published"]
        return bool(found["final"])

    def published() -> bool:
        run("publish", cup, "--who", "Eva")
        return final()

    def last() -> str:
        return run("log", cup).stdout.splitlines()[-1].split("  ")[-1]

    come()
    assert published()
    come()
    assert final(), "the same photos once more change nothing"
    plan(photos / "Cleo.jpg", GRIDS[1], salt=1)
    plan(photos / "Dora.jpg", "RNLOI/SUPER/ATECT/TRIPH/PMHHE")  # 30
    come()
    assert not final() and last() == "The ranking changed after it was published: Cleo – → 2; Ben 2 → 3; Dora – → 4."
    assert run("undo", cup, 2, "--who", "Eva").exit_code == 1, "only a change can be undone"
    assert published()
    run("correct", cup, "in/Dora.jpg", "--grid", GRIDS[3], "--who", "Eva")
    assert not final() and last() == "The ranking changed after it was published: Dora 4 → 2; Cleo 2 → 3; Ben 3 → 4."
    assert run("undo", cup, 4, "--who", "Eva").exit_code == 0
    assert final(), "what was published stands again"
    assert last() == "The ranking changed after it was published: Cleo 3 → 2; Ben 4 → 3; Dora 2 → 4."
    run("rule", cup, "triph", "--deny", "--who", "Eva")
    assert final(), "a ruling that changes nothing is no change"
    run("rule", cup, "super", "--deny", "--who", "Eva")
    assert not final()


def test_a_folder_without_a_tournament_is_said_plainly(tmp_path: Path) -> None:
    result = run("status", tmp_path)
    assert result.exit_code == 1 and "[tournament-not-found]" in result.stderr


def test_run_names_a_source_that_is_not_there(tmp_path: Path) -> None:
    result = run("run", tmp_path / "none", "--out", tmp_path / "out")
    assert result.exit_code == 1 and "[source-not-found]" in result.stderr


@pytest.mark.parametrize(("mask", "mode"), [(0o022, 0o644), (0o077, 0o600)])
def test_files_that_were_asked_for_follow_the_user_s_umask_and_the_store_is_private(
    tmp_path: Path, mask: int, mode: int
) -> None:
    plan(tmp_path / "in" / "Anna.jpg", ENGLISH)
    before = os.umask(mask)
    try:
        with start(tmp_path / "cup", TournamentSpec("Cup")) as session:
            score(session, tmp_path / "in")
        assert run("rule", tmp_path / "cup", "urn", "--deny", "--who", "Eva").exit_code == 0  # writes all files
        told = run("report", tmp_path / "cup", "in/Anna.jpg", "--report", tmp_path / "anna.html")
        assert told.exit_code == 0, told.stderr
    finally:
        os.umask(before)
    files = [tmp_path / "anna.html", *(tmp_path / "cup" / name for name in ("standings.csv", "results.xlsx"))]
    assert {file.stat().st_mode & 0o777 for file in files} == {mode}
    assert (tmp_path / "cup" / "tournament.sqlite").stat().st_mode & 0o777 == 0o600, "it holds the players' codes"


def test_a_spanish_roster_names_its_players_and_columns_that_are_not_known_are_named(tmp_path: Path) -> None:
    roster = tmp_path / "jugadores.csv"
    roster.write_text("Jugador;Equipo;Mesa;Correo\nLucía;Rojos;3;lucia@example.org\n", encoding="utf-8")
    begun = run("new", tmp_path / "cup", "--roster", roster)
    assert begun.exit_code == 0 and "jugadores.csv: columns not known, and left out: Correo" in begun.stderr
    assert run("roster", tmp_path / "cup").stdout == "Lucía\tRojos\t3\n"
    roster.write_text("Ana,Rojos,3\nBea,Azules,4\n", encoding="utf-8")
    untitled = run("roster", tmp_path / "cup", roster)
    assert untitled.stdout == "Ana\nBea\n" and "left out: Rojos, 3" in untitled.stderr
    roster.write_text("hráč,team\nAna,Rojos\n", encoding="utf-8")
    refused = run("roster", tmp_path / "cup", roster)
    assert refused.exit_code == 1 and "no column of players; these are not known: hráč" in refused.stderr
    sheets = run("sheets", tmp_path / "cup", "--side", "A", "--out", tmp_path / "s.pdf")
    assert sheets.exit_code == 0, "what was there stays"
    manifest = tmp_path / "quien.csv"
    manifest.write_text("archivo,jugador,ronda,notas\nbad.jpg,Ana,2,ok\n", encoding="utf-8")
    plan(tmp_path / "in" / "bad.jpg").write_text("no photo")
    told = run("run", tmp_path / "in", "--out", tmp_path / "cup", "--manifest", manifest, "--jobs", "1").stderr
    assert "quien.csv: columns not known, and left out: notas" in told and "announced" not in told


@pytest.mark.parametrize("turned", [False, True])
def test_a_photo_goes_to_whom_the_most_exact_line_of_the_manifest_names(tmp_path: Path, turned: bool) -> None:
    plan(tmp_path / "in" / "r1" / "IMG_1.jpg", ENGLISH)
    plan(tmp_path / "in" / "r2" / "IMG_1.jpg", GRIDS[1])
    who, cup = tmp_path / "who.csv", tmp_path / "cup"

    def come(*lines: str) -> list[str]:
        who.write_text("\n".join(["file,player", *(reversed(lines) if turned else lines)]))
        with start(cup, TournamentSpec("Cup")) as session:
            scores = session.scores(1, make_scorer=planned_scorer)
            session.run([tmp_path / "in"], who, scores, lambda tally: None)
        return [place["player"] for place in json.loads(run("standings", cup, "--format", "json").stdout)["places"]]

    assert come("r1/IMG_1.jpg,Anna", "IMG_1.jpg,Ben") == ["Anna", "Ben"]
    who.write_text("file,player\nr1/IMG_1.jpg,Anna\nIMG_1.jpg,Ben\nIMG_1.jpg,Cleo\n")
    told = run("run", tmp_path / "in", "--out", cup, "--manifest", who, "--jobs", "1")
    assert told.exit_code == 1 and "[bad-manifest]" in told.stderr
    assert "in/r2/IMG_1.jpg is named by line 3 (IMG_1.jpg: Ben), line 4 (IMG_1.jpg: Cleo)" in told.stderr
    assert '"Ben"' in run("standings", cup, "--format", "json").stdout, "what was known stays"


def test_a_name_like_a_formula_in_wide_signs_is_text_in_every_list(cup: Path) -> None:
    assert run("correct", cup, "in/Ben.jpg", "--player", "＝1+1", "--who", "＠SUM(A1)").exit_code == 0
    for name in ("standings", "results", "log"):
        text = (cup / f"{name}.csv").read_text(encoding="utf-8-sig")
        cells = [cell for line in csv.reader(io.StringIO(text)) for cell in line]
        assert not any(cell.startswith(("＝", "＠")) for cell in cells), name
        assert "'＠SUM(A1)" in cells if name == "log" else "'＝1+1" in cells
    assert "'＝1+1" in run("standings", cup, "--format", "csv").stdout
    book = openpyxl.load_workbook(cup / "results.xlsx")
    (named,) = [cell for line in book["standings"].iter_rows() for cell in line if "＝" in str(cell.value)]
    assert named.data_type == "s" and named.quotePrefix
    book.close()


def test_a_folder_without_photos_is_no_success(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    result = run("run", tmp_path / "in", "--out", tmp_path / "cup", "--jobs", "1", "--json")
    assert (result.exit_code, json.loads(result.stdout)["error"]["code"]) == (4, "no-pages")


def test_one_sheet_is_one_sheet(tmp_path: Path) -> None:
    plan(tmp_path / "in" / "Anna.jpg", ENGLISH)
    with start(tmp_path / "cup", TournamentSpec("Cup")) as session:
        score(session, tmp_path / "in")
        assert session.overview().summary.sentence.startswith("1 page in = 1 scored + 0 rejected; 1 sheet, ")


class Terminal:
    """A stream that says whether anyone watches."""

    def __init__(self, live: bool) -> None:
        self.live, self.text = live, ""

    def isatty(self) -> bool:
        return self.live

    def write(self, text: str) -> None:
        self.text += text

    def flush(self) -> None:
        pass


def test_progress_shows_bar_rate_time_left_and_counts() -> None:
    tally = Tally(total=300, known=20, done=100, doubtful=7, failed=5, seconds=21.0)
    assert text(tally) == "125/300 · 300 a minute · 0:35 left · 100 done, 7 doubtful, 5 failed · 20 known before"
    assert bar(tally).count("█") == 10 and clock(125) == "2:05"
    watched, piped = Terminal(True), Terminal(False)
    for stream in (watched, piped):
        progress = Progress(stream)  # type: ignore[arg-type]
        progress(tally)
        progress(Tally(300, 0, 300, 0, 0, 60.0))
    assert watched.text.count("\r") == 2 and watched.text.endswith("\n")
    assert piped.text.count("\n") == 2 and "█" not in piped.text


def test_the_extra_all_holds_every_other() -> None:
    import re
    import tomllib

    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    named = re.fullmatch(r"qwords-referee\[(.*)\]", extras["all"][0])
    assert named and set(named.group(1).split(",")) == set(extras) - {"all"}


def test_a_later_run_that_contradicts_the_first_is_refused_by_name(cup: Path, tmp_path: Path) -> None:
    result = run("run", tmp_path / "in", "--out", cup, "--lang", "de", "--policy", "open")
    assert result.exit_code == 1 and "[settings-differ]" in result.stderr
    assert "lang is en, asked for de; policy is official, asked for open" in result.stderr


def test_a_ruling_is_previewed_and_undone(cup: Path) -> None:
    assert "Anna: 52 → 49" in run("rule", cup, "urn", "--deny", "--preview", "--who", "Eva").stdout
    assert json.loads(run("standings", cup, "--format", "json").stdout)["places"][0]["total"] == 52
    run("rule", cup, "urn", "--deny", "--who", "Eva")
    assert run("undo", cup, "1", "--who", "Eva").exit_code == 0
    assert json.loads(run("standings", cup, "--format", "json").stdout)["places"][0]["total"] == 52
    assert run("undo", cup, "1", "--who", "Eva").exit_code == 1


def test_the_roster_names_who_is_missing_and_whom_a_sheet_may_mean(cup: Path, tmp_path: Path) -> None:
    (tmp_path / "players.csv").write_text("name;team\nAna;Reds\nBen;Reds\nCleo;Blues\nBEN;Blues\n", encoding="utf-8")
    shown = run("roster", cup, tmp_path / "players.csv")
    assert shown.exit_code == 0 and "two players are called Ben" in shown.stderr
    assert run("status", cup).stdout.splitlines()[1:] == ["no sheet in round 1: Ana, Cleo"]
    status = json.loads(run("status", cup, "--json").stdout)
    assert {(absence["player"], absence["round"]) for absence in status["absent"]} == {("Ana", "1"), ("Cleo", "1")}
    waiting = {entry["player"]: entry for entry in json.loads(run("review", cup, "--json").stdout)["queue"]}
    assert "unknown-player" in waiting["Anna"]["why"] and waiting["Anna"]["suggestions"] == ["Ana"]
    run("correct", cup, "in/Anna.jpg", "--player", "Ana", "--who", "Eva")
    assert (cup / "missing.csv").read_text(encoding="utf-8-sig").splitlines()[1:] == ["1,Cleo,Blues,"]


def test_of_a_round_that_nobody_has_played_only_the_number_of_sheets_is_told(tmp_path: Path) -> None:
    (tmp_path / "players.csv").write_text("Anna\nBen\n", encoding="utf-8")
    run("new", tmp_path / "cup", "--roster", tmp_path / "players.csv", "--rounds", "2")
    told = ["no sheet in round 1: 2, not begun", "no sheet in round 2: 2, not begun"]
    assert run("status", tmp_path / "cup").stdout.splitlines()[1:] == told


def test_photos_and_the_tournament_are_deleted_when_asked_twice(cup: Path) -> None:
    photos = cup / "photos"
    photos.mkdir()
    (photos / "aa.jpg").write_bytes(b"x")
    (cup / "mine.txt").write_text("not the program's")
    assert run("delete", cup, "--photos").exit_code == 2, "who deletes them is noted"
    assert run("delete", cup, "--photos", "--who", "Eva", answers="n\n").exit_code == 1 and list(photos.iterdir())
    assert run("delete", cup, "--photos", "--who", "Eva", answers="y\n").exit_code == 0 and not list(photos.iterdir())
    assert "Eva deleted all photos." in run("log", cup).stdout
    assert run("delete", cup, "--yes").exit_code == 0
    assert [path.name for path in cup.iterdir()] == ["mine.txt"], "whatever else lies there stays"


@pytest.fixture
def apart(tmp_path: Path) -> tuple[Path, str]:
    """A folder whose tournament lies in a database elsewhere, and the address of that."""
    plan(tmp_path / "in" / "Anna.jpg", ENGLISH)
    plan(tmp_path / "in" / "Ben.jpg", GRIDS[1])
    url = f"sqlite:///{tmp_path / 'elsewhere.sqlite'}"
    with start(tmp_path / "cup", TournamentSpec("Cup"), url) as session:
        score(session, tmp_path / "in")
        session.export()
    return tmp_path / "cup", url


def files_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file() and path.name != ".lock"}


def test_a_folder_remembers_its_store(apart: tuple[Path, str], tmp_path: Path) -> None:
    cup, _ = apart
    assert len(json.loads(run("standings", cup, "--format", "json").stdout)["places"]) == 2
    assert run("correct", cup, "in/Ben.jpg", "--player", "Bea", "--who", "Eva").exit_code == 0
    assert "Bea" in (cup / "standings.csv").read_text(encoding="utf-8")
    sample = Path(__file__).parents[2] / "samples/corrected-en/photo.jpg"
    assert run("run", sample, "--out", cup, "--jobs", "1").exit_code in (0, 3)
    assert json.loads(run("status", cup, "--json").stdout)["pages"] == 3, "the tournament went on where it was"
    assert not (cup / "tournament.sqlite").exists()


@pytest.mark.parametrize("command", [
    ("run", "{photo}", "--out", "{cup}"), ("new", "{cup}"), ("standings", "{cup}"), ("review", "{cup}"),
    ("correct", "{cup}", "in/Ben.jpg", "--withdraw", "--who", "Eva"), ("publish", "{cup}", "--anyway", "--who", "Eva"),
])  # fmt: skip
def test_a_command_that_names_another_store_is_refused_and_overwrites_nothing(
    apart: tuple[Path, str], tmp_path: Path, command: tuple[str, ...]
) -> None:
    cup, _ = apart
    before = files_of(cup)
    photo = tmp_path / "in" / "Anna.jpg"
    said = [part.format(cup=cup, photo=photo) for part in command]
    for other in (f"sqlite:///{cup / 'tournament.sqlite'}", f"sqlite:///{tmp_path / 'other.sqlite'}"):
        refused = run(*said, "--store", other)
        assert refused.exit_code == 1 and "[other-store]" in refused.stderr
        assert "elsewhere.sqlite" in refused.stderr and other.rpartition("/")[2] in refused.stderr
    assert files_of(cup) == before and not (tmp_path / "other.sqlite").exists()


@pytest.mark.parametrize("head", [{"id": "0f1e2d3c4b5a6978", "name": "Cup"}, None], ids=["of an older version", "lost"])
@pytest.mark.parametrize("elsewhere", [False, True])
def test_results_that_a_store_does_not_know_are_not_overwritten(
    apart: tuple[Path, str], tmp_path: Path, head: dict[str, str] | None, elsewhere: bool
) -> None:
    cup, _ = apart
    (cup / "tournament.json").unlink()
    if head:
        (cup / "tournament.json").write_text(json.dumps(head), encoding="utf-8")
    before = files_of(cup)
    named = tmp_path / "other.sqlite" if elsewhere else cup / "tournament.sqlite"
    more = ["--store", f"sqlite:///{named}"] if elsewhere else []
    refused = run("run", tmp_path / "in" / "Anna.jpg", "--out", cup, *more)
    assert refused.exit_code == 1 and "[other-store]" in refused.stderr
    assert str(named) in refused.stderr and str(cup) in refused.stderr
    assert files_of(cup) == before
    if head:
        assert "[other-store]" in run("standings", cup, *more).stderr


def test_a_folder_of_an_older_version_goes_on_where_it_is_and_then_remembers(apart: tuple[Path, str]) -> None:
    cup, url = apart
    (cup / "tournament.json").write_text(
        json.dumps({k: v for k, v in json.loads((cup / "tournament.json").read_text()).items() if k != "store"})
    )
    assert run("standings", cup, "--store", url).exit_code == 0
    assert run("new", cup, "--store", url).exit_code == 0
    assert len(json.loads(run("standings", cup, "--format", "json").stdout)["places"]) == 2


def test_a_folder_that_was_moved_still_has_its_own_store(cup: Path) -> None:
    moved = cup.rename(cup.with_name("moved"))
    assert run("standings", moved).exit_code == 0 and run("new", moved).exit_code == 0
