"""What stands beside a case, and the desk at the terminal: numbered answers for every question."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from planned_photos import GRIDS, plan, plan_german
from test_arbiter import score
from test_run import inline

from cli.tournament_command import command
from texts import text
from tournament.cases import cases
from tournament.entities import Player, TournamentSpec
from tournament.session import Session, start

ROSTER = tuple(Player(name) for name in ("Anna", "Ben", "Cleo", "Dora"))
LETTER = {"0": [["P", 0.7], ["F", 0.3]]}  # PMHHE or FMHHE


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """Anna has two sheets, one sheet has no name, Cleo's code says another round than the list, Dora is missing."""
    photos = tmp_path / "in"
    plan(photos / "Anna.jpg", GRIDS[0])
    plan(photos / "anna.jpg", GRIDS[1])
    plan(photos / "IMG_1.jpg", GRIDS[2])
    plan(photos / "IMG_2.jpg", GRIDS[3], code="QW1/2/A//Cleo")
    (tmp_path / "who.csv").write_text("file,player,round\nIMG_2.jpg,Cleo,1\n")
    with start(tmp_path / "cup", TournamentSpec("Cup")) as opened:
        opened.set_roster(ROSTER)
        inline(opened, [photos], tmp_path / "who.csv")
        opened.export()
        yield opened


def desk(folder: Path, *answers: str) -> Result:
    arguments = ["review", str(folder), "--who", "Eva"]
    return CliRunner().invoke(command, arguments, input="\n".join([*answers, "q", ""]))


def test_a_case_comes_with_who_may_be_meant_and_what_it_is_in_conflict_with(session: Session) -> None:
    found = {case.row.page: case for case in cases(session.overview())}
    assert found["in/IMG_1.jpg"].offers == ("Ben", "Dora"), "who has no sheet in this round"
    first, second = found["in/Anna.jpg"], found["in/anna.jpg"]
    assert (first.rivals, second.rivals) == ((second.row,), (first.row,))
    coded = found["in/IMG_2.jpg"].row.coded
    assert coded and (coded.player, coded.round) == ("Cleo", "2")


@pytest.mark.parametrize(
    ("page", "answer", "shown", "place"),
    [
        ("IMG_1.jpg", "2", "2  played by Dora", {"Dora": {"1"}}),
        ("IMG_2.jpg", "2", "2  code: Cleo, round 2", {"Cleo": {"2"}}),
        ("/anna.jpg", "1", "1  this sheet counts", {"Anna": {"1"}}),
    ],
)
def test_every_question_has_a_number_for_each_answer(
    session: Session, page: str, answer: str, shown: str, place: dict[str, set[str]]
) -> None:
    pages = [case.row.page for case in cases(session.overview())]
    steps = [""] * next(n for n, name in enumerate(pages) if name.endswith(page))
    told = desk(session.out, *steps, answer).stderr
    assert shown in told and "[4 to look at]" in told
    view = session.overview()
    assert {p.player: set(p.rounds) for p in view.places if p.player in place} == place
    assert not next(row for row in view.rows if row.page.endswith(page)).open


def test_the_desk_says_why_a_person_must_look(tmp_path: Path) -> None:
    plan_german(tmp_path / "in" / "Anna.jpg")
    plan(tmp_path / "in" / "Ben.jpg", GRIDS[0], doubts={"0": [["S", 0.7], ["N", 0.3]]})
    with start(tmp_path / "cup", TournamentSpec("Cup")) as session:
        inline(session, [tmp_path / "in"])
    told = desk(tmp_path / "cup", "").stderr
    assert text("reason.language", "en", name="German", total=52) in told and text("reason.certainty", "en") in told


def test_what_arbiters_see_differently_is_settled_by_number(tmp_path: Path) -> None:
    plan(tmp_path / "in" / "Anna.jpg", GRIDS[3], doubts=LETTER)
    with start(tmp_path / "cup", TournamentSpec("Cup", double_entry=True)) as opened:
        score(opened, tmp_path / "in")
        opened.arbiter("Ben").letters("in/Anna.jpg", ["1,1=F"])
        seen = desk(opened.out, "1,1=P").stderr
        assert "Ben has looked at this sheet." in seen, "but not what he saw"
        (row,) = opened.overview().rows
        assert "disputed" in row.open
        told = desk(opened.out, "2").stderr
        assert "row 1 column 1: Ben F, Eva P" in told and "1  it is F" in told
        (row,) = opened.overview().rows
        assert (row.open, row.result.grid[0]) == ((), "PMHHE")
        again = opened.arbiter("Cleo").settle(row, ["1,1=F"])
        assert again.result.grid[0] == "FMHHE"


def test_with_double_entry_a_correction_says_that_it_waits_and_the_next_sheet_is_asked(tmp_path: Path) -> None:
    plan(tmp_path / "in" / "Anna.jpg", GRIDS[0], doubts={"0": [["S", 0.7], ["F", 0.3]]})
    with start(tmp_path / "cup", TournamentSpec("Cup", double_entry=True)) as opened:
        score(opened, tmp_path / "in")
    said = ["correct", str(tmp_path / "cup"), "in/Anna.jpg", "1,1=F", "--who"]
    first = CliRunner().invoke(command, [*said, " Eva "])
    assert first.stdout.endswith(", waits for a second arbiter\n"), first.stdout
    told = CliRunner().invoke(command, ["review", str(tmp_path / "cup"), "--who", " Eva "], input="\n").stderr
    assert "1 wait for a second arbiter" in told, "however the name is typed"
    second = CliRunner().invoke(command, [*said, "Max"])
    assert "waits" not in second.stdout


def test_one_arbiter_who_spells_the_name_otherwise_is_still_one(tmp_path: Path) -> None:
    plan(tmp_path / "in" / "Anna.jpg", GRIDS[3], doubts=LETTER)
    with start(tmp_path / "cup", TournamentSpec("Cup", double_entry=True)) as opened:
        score(opened, tmp_path / "in")
        read = opened.overview().rows[0].total
    said = ["correct", str(tmp_path / "cup"), "in/Anna.jpg", "--grid", GRIDS[0], "--who"]
    for who in ("Zoë_Lang", "zoë lang", " ZOE\u0308  LANG "):  # also with the accent beside its letter
        told = CliRunner().invoke(command, [*said, who]).stdout
        assert f": {read} → {read}, waits for a second arbiter" in told, who
    second = CliRunner().invoke(command, [*said, "Max"]).stdout
    assert "waits" not in second and f"{read} → 52" in second
    assert CliRunner().invoke(command, ["disagreements", str(tmp_path / "cup")]).exit_code == 0


def test_a_tournament_begins_before_there_is_a_photo(tmp_path: Path) -> None:
    (tmp_path / "players.csv").write_text("player,team\nAnna,Reds\nBen,Reds\nanna,Blues\n")
    folder = tmp_path / "cup"

    def run(*arguments: object) -> Result:
        return CliRunner().invoke(command, [str(argument) for argument in arguments])

    begun = run("new", folder, "--roster", tmp_path / "players.csv", "--lang", "de", "--rounds", 2)
    assert begun.exit_code == 0 and "two players are called Anna" in begun.stderr
    assert json.loads(run("status", folder, "--json").stdout)["missing"] == 6
    assert run("sheets", folder, "--side", "A", "--out", tmp_path / "sheets.pdf").exit_code == 0
    refused = run("new", folder, "--lang", "en")
    assert refused.exit_code != 0 and "lang is de, asked for en" in refused.stderr


def test_the_log_speaks_in_sentences_of_the_organiser_s_language(session: Session) -> None:
    arbiter = session.arbiter("Eva")
    arbiter.rule("urn", allow=False, why="not at this table")
    arbiter.undo_last()

    def log(*more: str) -> list[str]:
        return CliRunner().invoke(command, ["log", str(session.out), *more]).stdout.splitlines()

    ruled, undone = log("--lang", "de")
    assert " × " in ruled and "URN" in ruled and "(not at this table)" in ruled
    assert "1" in undone and "Eva" in undone and ruled != log()[0]
    assert log("--csv")[0].startswith("number,at,who")


def test_the_card_says_side_rules_and_the_other_language_with_both_totals(tmp_path: Path) -> None:
    """Nobody seals a sheet at the desk without seeing by what it was judged."""
    plan_german(tmp_path / "in" / "Anna.jpg")
    with start(tmp_path / "cup", TournamentSpec("Cup")) as opened:
        inline(opened, [tmp_path / "in"])
        opened.export()
    shown = desk(tmp_path / "cup").stderr
    assert "English · side A · standard" in shown and "German" in shown
    assert "1  it is English: 37" in shown and "2  it is German: 52" in shown
    settled = desk(tmp_path / "cup", "2")  # German
    assert settled.exit_code == 0, "nothing stays open"
    standings = json.loads((tmp_path / "cup" / "standings.json").read_text(encoding="utf-8"))
    assert standings["places"][0]["total"] == 52
