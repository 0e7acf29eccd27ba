"""Corrections, rulings, double entry: appended, applied at once, and never disturbing what they do not touch."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from planned_photos import ENGLISH, GRIDS, plan, planned_scorer

from tournament.arbiter import disagreements, find_one
from tournament.entities import Player, Row, TournamentSpec
from tournament.intake import list_pages
from tournament.judged_sheets import judged_sheet
from tournament.manifest import Manifest
from tournament.overview import TournamentView, weight
from tournament.run import enter_pages, score_pages
from tournament.session import Session, resume, start
from tournament.tournament_errors import BadCorrection, UnknownSheet
from tournament.work import work

DOUBT = {"0": [["N", 0.9], ["S", 0.1]]}  # SUPER or NUPER, STRAP or NTRAP


def score(session: Session, folder: Path) -> None:
    pages = list_pages([folder])
    scorer = planned_scorer(session.tournament.scoring)
    enter_pages(session.store, session.tournament.id, pages, Manifest())

    def scores(jobs):
        return ((job, work(scorer, *job)) for job in jobs)

    score_pages(session.store, session.tournament, pages, scores, lambda tally: None)


@pytest.fixture
def session(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Session]:
    plan(tmp_path / "in" / "Anna.jpg", ENGLISH, doubts=DOUBT)
    plan(tmp_path / "in" / "Ben.jpg", GRIDS[1])
    plan(tmp_path / "in" / "Cleo.jpg", GRIDS[2])
    double = getattr(request, "param", "") == "double"
    with start(tmp_path / "out", TournamentSpec("Cup", double_entry=double)) as opened:
        score(opened, tmp_path / "in")
        yield opened


def row_of(session: Session, player: str) -> Row:
    return next(row for row in session.overview().rows if row.identity.player == player)


def test_an_answered_doubt_changes_the_total_and_leaves_the_queue(session: Session) -> None:
    anna = row_of(session, "Anna")
    assert (anna.total, anna.open) == (52, ("doubt",)) and anna.result.expected_error > 0
    after = session.arbiter("Eva").letters(anna.id, ["1,1=N"], "clearly an N")
    assert after.total < 52 and after.read.total == 52 and after.corrected and after.open == ()
    assert {place.player: place.total for place in session.overview().places}["Anna"] == after.total
    entry = session.store.log(session.tournament.id)[-1]
    assert (entry.who, entry.kind, entry.why) == ("Eva", "letters", "clearly an N") and entry.at.endswith("+00:00")


def test_an_arbiter_knows_the_own_line_also_when_another_speaks_of_the_same_sheet(session: Session) -> None:
    eva, sheet = session.arbiter("Eva"), row_of(session, "Anna").id
    eva.letters(sheet, ["1,1=N"])
    session.arbiter("Max").letters(sheet, ["1,1=S"])
    assert [(line.who, line.what["cells"]) for line in eva.said] == [("Eva", [[1, 1, "N"]])]
    eva.undo(eva.said[0].id)
    assert [line.who for line in session.overview().log] == ["Max"], "an undo takes back the own word, not the last"


def test_a_sheet_s_whole_id_means_this_sheet(session: Session) -> None:
    view, anna = session.overview(), row_of(session, "Anna")
    twelfth = replace(anna, id=f"{anna.id}2", key=f"{anna.key}2", index=12)  # a photo of twelve sheets
    crowd = replace(view, rows=(*view.rows, twelfth))
    assert find_one(crowd, anna.id) is anna and find_one(crowd, twelfth.id) is twelfth
    with pytest.raises(UnknownSheet):
        find_one(crowd, anna.id[:5])


def test_a_confirmed_sheet_is_certain(session: Session) -> None:
    after = session.arbiter("Eva").confirm("in/Anna.jpg")
    assert (after.total, after.open, after.corrected) == (52, (), False) and after.result.certainty > 0.999


def test_correcting_one_sheet_leaves_all_others_as_they_were(session: Session) -> None:
    others = [row for row in session.overview().rows if row.identity.player != "Anna"]
    session.arbiter("Eva").letters(row_of(session, "Anna").id, ["3,3=E", "3,4=R"])
    session.arbiter("Eva").player(row_of(session, "Anna").id, "Annabel")
    assert [row for row in session.overview().rows if row.identity.player != "Annabel"] == others


def test_naming_the_player_keeps_the_letters_as_they_were(session: Session) -> None:
    before = row_of(session, "Ben")
    after = session.arbiter("Eva").player(before.id, "Benno", "2")
    assert (after.identity.player, after.identity.round, after.identity.how) == ("Benno", "2", "ruling")
    assert after.result == before.result


def test_a_ruling_applies_to_all_sheets_and_names_the_totals_it_changed(session: Session) -> None:
    before = {row.id: row.total for row in session.overview().rows}
    changes = session.arbiter("Eva").rule("super", allow=False, why="house rule")
    after = {row.id: row.total for row in session.overview().rows}
    assert {change.sheet for change in changes} == {id for id in before if before[id] != after[id]} != set()
    assert all(change.after < change.before for change in changes)
    back = session.arbiter("Eva").rule("SUPER", allow=True)
    assert {row.id: row.total for row in session.overview().rows} == before and len(back) == len(changes)


def test_a_ruling_on_a_word_nobody_wrote_changes_nothing(session: Session) -> None:
    assert session.arbiter("Eva").rule("ZZZZZ", allow=True) == ()


def test_nobody_waits_for_a_ruling_that_concerns_many_sheets(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def slowly(*given: object) -> object:
        begun.set()
        assert go_on.wait(30)
        return judged_sheet(*given)  # type: ignore[arg-type]

    monkeypatch.setattr("tournament.judged_sheets.judged_sheet", slowly)
    with ThreadPoolExecutor(1) as other:
        ruling = other.submit(session.arbiter("Eva").rule, "super", False)
        assert begun.wait(30)
        session.arbiter("Max").withdraw("in/Ben.jpg")
        assert "Ben" not in {place.player for place in session.overview().places} and not ruling.done()
        go_on.set()
        changes = ruling.result(30)
    assert {change.player for change in changes} == {"Anna", "Ben", "Cleo"}, "the word is on every sheet"
    kept, fresh = session.overview(), TournamentView(session.store, session.view.id).overview()
    assert kept.rows == fresh.rows and [entry.kind for entry in kept.log] == ["withdraw", "ruling"]


def test_what_a_preview_has_judged_a_ruling_need_not_judge_again(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged: list[object] = []

    def counted(*given: object) -> object:
        judged.append(given)
        return judged_sheet(*given)  # type: ignore[arg-type]

    monkeypatch.setattr("tournament.judged_sheets.judged_sheet", counted)
    eva = session.arbiter("Eva")
    seen = eva.preview("super", False, "house rule")
    assert len(judged) == len(seen) == 3
    assert eva.rule("super", False, "house rule") == seen and len(judged) == 3
    assert session.store.judged(session.view.id), "and it is kept for the next start"
    eva.undo(1)
    assert row_of(session, "Anna").total == 52


def test_a_withdrawn_sheet_leaves_the_standings_and_can_come_back(session: Session) -> None:
    session.arbiter("Eva").withdraw("in/Ben.jpg", "left early")
    assert "Ben" not in {place.player for place in session.overview().places}
    session.arbiter("Eva").withdraw("in/Ben.jpg", restore=True)
    assert "Ben" in {place.player for place in session.overview().places}


def test_the_rules_of_a_sheet_can_be_ruled(session: Session) -> None:
    before = row_of(session, "Ben")
    after = session.arbiter("Eva").side(before.id, "B", None)
    assert (after.result.columns["side"], after.result.columns["rules"]) == (
        "B",
        "professional",
    ) and after.total >= before.total


def test_two_who_differ_are_listed_until_it_is_settled(session: Session) -> None:
    sheet = row_of(session, "Anna").id
    session.arbiter("Eva").letters(sheet, ["1,1=N"])
    after = session.arbiter("Max").letters(sheet, ["1,1=S"])
    assert "disputed" in after.open
    (found,) = disagreements(session.overview())
    assert (found.row, found.column, dict(found.letters)) == (1, 1, {"Eva": "N", "Max": "S"})
    settled = session.arbiter("Chief").grid(sheet, ENGLISH, "seen on paper", settle=True)
    assert (settled.total, settled.open) == (52, ()) and not disagreements(session.overview())


@pytest.mark.parametrize("session", ["double"], indirect=True)
def test_with_double_entry_a_correction_counts_when_two_agree(session: Session) -> None:
    sheet = row_of(session, "Anna").id
    typed = ENGLISH.replace("SUPER", "NUPER")
    first = session.arbiter("Eva").grid(sheet, typed)
    assert first.total == 52 and {"doubt", "second-arbiter"} <= set(first.open)
    same = session.arbiter("Eva").grid(sheet, typed)
    assert same.total == 52, "one person is not two"
    second = session.arbiter("Max").grid(sheet, typed)
    assert second.total < 52 and second.open == ()


@pytest.mark.parametrize("session", ["double"], indirect=True)
def test_with_double_entry_the_second_does_not_inherit_from_the_first(session: Session) -> None:
    sheet = row_of(session, "Anna").id
    session.arbiter("Eva").grid(sheet, ENGLISH.replace("SUPER", "NUPER"))
    after = session.arbiter("Max").confirm(sheet)
    assert "disputed" in after.open and after.total == 52


def test_what_cannot_be_understood_is_refused_and_not_logged(session: Session) -> None:
    arbiter = session.arbiter("Eva")
    for cells in (["6,1=A"], ["1,1=AB"], ["1,1=7"], [], ["A"]):
        with pytest.raises(BadCorrection):
            arbiter.letters("in/Anna.jpg", cells)
    with pytest.raises(BadCorrection):
        arbiter.grid("in/Anna.jpg", "SUPER/TRIP")
    with pytest.raises(BadCorrection):
        arbiter.rule("X", allow=True)
    with pytest.raises(BadCorrection):
        session.arbiter("  ")
    with pytest.raises(UnknownSheet):
        arbiter.confirm("ffffffffff-1")
    assert session.store.log(session.tournament.id) == []


def test_two_sheets_for_one_round_are_a_conflict_a_human_decides(session: Session) -> None:
    session.arbiter("Eva").player("in/Cleo.jpg", "ben")
    rows = {row.page: row for row in session.overview().rows}
    assert "conflict" in rows["in/Ben.jpg"].open and "conflict" in rows["in/Cleo.jpg"].open
    session.arbiter("Eva").player("in/Cleo.jpg", "ben", "2")
    ben = next(place for place in session.overview().places if place.player == "Ben")
    assert list(ben.rounds) == ["1", "2"] and ben.open == 0 and ben.total == sum(ben.rounds.values())


def test_the_queue_begins_with_the_greatest_expected_damage(session: Session, tmp_path: Path) -> None:
    plan(tmp_path / "more" / "Dora.jpg", GRIDS[3], doubts={"0": [["P", 0.7], ["S", 0.3]]})
    plan(tmp_path / "more" / "IMG_7.jpg", "ABBAS/XXXXX/XXXXX/XXXXX/XXXXX")
    score(session, tmp_path / "more")
    queue = session.overview().queue
    assert [weight(row) for row in queue] == sorted((weight(row) for row in queue), reverse=True)
    players = [row.identity.player for row in queue]
    assert sorted(players) == ["", "Anna", "Dora"] and players.index("Anna") < players.index("Dora")


def test_what_is_remembered_of_a_tournament_is_what_a_fresh_look_finds(tmp_path: Path) -> None:
    """Pages, answers, names, rulings and rosters come in any order; a view that reads only what changed misses none."""
    with start(tmp_path / "cup", TournamentSpec("Cup")) as session:
        eva, number = session.arbiter("Eva"), 0

        def photos(*names: str) -> None:
            nonlocal number
            for name in names:
                number += 1
                plan(tmp_path / f"in{number}" / f"{name}.jpg", GRIDS[number % 4], salt=number % 5)
                score(session, tmp_path / f"in{number}")

        def first() -> Row:
            return session.overview().rows[0]

        steps: list[Callable[[], object]] = [
            lambda: photos("Anna", "Ben r2"),
            lambda: eva.letters(first(), ["1,1=X"]),
            lambda: photos("Anna r2", "IMG_1"),
            lambda: eva.rule("SUPER", False),
            lambda: session.set_roster((Player("Anna", "Reds"), Player("Bem"))),
            lambda: eva.player(first(), "Cleo", "3"),
            lambda: eva.undo(next(line.id for line in session.store.log("main") if line.kind == "player")),
            lambda: eva.withdraw(first()),
            lambda: photos("Anna"),
            lambda: eva.preview("TRIP", False),
            lambda: eva.publish(anyway=True),
        ]
        for step in steps:
            step()
            kept, fresh = session.overview(), TournamentView(session.store, session.view.id).overview()
            assert kept.rows == fresh.rows and kept.places == fresh.places and kept.summary == fresh.summary
            assert kept.rejected == fresh.rejected and kept.standings_json == fresh.standings_json


def test_one_correction_judges_once_and_writes_only_what_it_changes(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    session.arbiter("Eva").confirm("in/Ben.jpg")
    session.export()
    stood = {path.name: path.stat().st_ino for path in session.out.iterdir()}
    judged: list[object] = []
    real = judged_sheet

    def counted(*given: object) -> object:
        judged.append(given)
        return real(*given)  # type: ignore[arg-type]

    monkeypatch.setattr("tournament.judged_sheets.judged_sheet", counted)
    monkeypatch.setattr("tournament.overview.judged_sheet", counted)
    with resume(session.out) as later:
        later.arbiter("Eva").letters("in/Anna.jpg", ["1,1=N"])
        later.export()
    assert len(judged) == 1
    written = {path.name for path in session.out.iterdir() if stood.get(path.name) != path.stat().st_ino}
    assert {"results.csv", "results.jsonl", "log.csv"} <= written
    assert not {"rejected.csv", "nameless.csv", "missing.csv", "teams.csv"} & written
