"""One word list judges a whole tournament: another one, installed later, changes nothing until someone says so."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from newer_list import install_newer
from planned_photos import ENGLISH, GRIDS, plan, planned_scorer
from test_arbiter import score

from cli.tournament_command import command
from tournament.entities import TournamentSpec
from tournament.overview import TournamentView
from tournament.rejudging import preview
from tournament.service import TournamentService
from tournament.session import Session, resume, start
from tournament.tournament_errors import BadCorrection, WordListChanged


@pytest.fixture
def newer(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Installs another list."""
    return lambda: install_newer(monkeypatch)


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    """Three sheets; of Anna's a letter was corrected, and a ruling concerns all."""
    for player, grid in zip(("Anna", "Ben", "Cleo"), (ENGLISH, GRIDS[1], GRIDS[2]), strict=True):
        plan(tmp_path / "in" / f"{player}.jpg", grid)
    with start(tmp_path / "out", TournamentSpec("Cup")) as session:
        score(session, tmp_path / "in")
        session.arbiter("Eva").letters("in/Anna.jpg", ["3,3=E"])
        session.arbiter("Eva").rule("trip", allow=False)
        session.export()
    return tmp_path / "out"


@pytest.fixture
def opened(cup: Path) -> Iterator[Session]:
    with resume(cup) as session:
        yield session


def totals(view: TournamentView) -> dict[str, int]:
    return {row.identity.player: row.total for row in view.overview().rows}


def test_what_stands_stays_also_where_people_spoke(cup: Path, newer: Callable[[], None]) -> None:
    with resume(cup) as session:
        before, documents = totals(session.view), (cup / "results.jsonl").read_text()
        assert not session.overview().outdated
    newer()
    with resume(cup) as session:  # nothing is remembered from before
        assert session.overview().outdated and totals(session.view) == before
        session.export()
        for row in session.overview().rows:
            assert session.view.sheet_document(row)["total"] == row.total
    assert (cup / "results.jsonl").read_text() == documents


def test_nothing_is_judged_by_two_lists(opened: Session, newer: Callable[[], None], tmp_path: Path) -> None:
    newer()
    arbiter, line = opened.arbiter("Eva"), opened.overview().log[0].id
    for act in (
        lambda: arbiter.letters("in/Ben.jpg", ["1,1=X"]),
        lambda: arbiter.confirm("in/Ben.jpg"),
        lambda: arbiter.rule("udon", allow=True),
        lambda: arbiter.preview("udon", allow=True),
        lambda: arbiter.undo(line),
        lambda: opened.run([tmp_path / "in"], None, lambda jobs: iter(()), lambda tally: None),
    ):
        with pytest.raises(WordListChanged):
            act()
    assert len(opened.store.log(opened.tournament.id)) == 2, "no line of what was refused"
    arbiter.player("in/Ben.jpg", "Benno")
    arbiter.withdraw("in/Cleo.jpg")
    arbiter.publish()
    assert {row.identity.player for row in opened.overview().rows if not row.withdrawn} == {"Anna", "Benno"}


def test_all_is_judged_again_at_once_with_what_people_said(opened: Session, newer: Callable[[], None]) -> None:
    before = totals(opened.view)
    newer()
    ahead = preview(opened.view)
    assert totals(opened.view) == before
    changed = opened.rejudge("Eva", "agreed with all tables")
    after = totals(opened.view)
    assert changed == ahead and len(changed) == 3, "SUPER stood on every sheet"
    assert all(after[change.player] == change.after < change.before == before[change.player] for change in changed)
    view = opened.overview()
    assert not view.outdated and view.rows[0].corrected and [entry.kind for entry in view.log][-1] == "rejudge"
    for row in view.rows:
        document = opened.view.sheet_document(row)
        assert document["total"] == row.total and "SUPER" not in [line["word"] for line in document["lines"]]
    assert opened.arbiter("Eva").letters("in/Ben.jpg", ["5,5=S"]).corrected
    with pytest.raises(BadCorrection):
        opened.arbiter("Eva").undo(view.log[-1].id)


def test_judging_one_tournament_again_leaves_the_others_of_its_store_alone(
    tmp_path: Path, newer: Callable[[], None]
) -> None:
    plan(tmp_path / "in" / "Anna.jpg", ENGLISH)
    places = [tmp_path / "mine", tmp_path / "theirs"]
    for place in places:
        with start(place, TournamentSpec("Cup"), f"sqlite:///{tmp_path / 'both.sqlite'}") as session:
            score(session, tmp_path / "in")
    newer()
    run = CliRunner()
    before = [run.invoke(command, ["standings", str(place)]).stdout for place in places]
    assert before[0] == before[1] and "Anna" in before[0]
    assert run.invoke(command, ["rejudge", str(places[0]), "--who", "Eva"]).exit_code == 0
    after = [run.invoke(command, ["standings", str(place)]).stdout for place in places]
    assert after[0] != before[0] and after[1] == before[1]


def test_a_run_cut_short_while_judging_again_changes_nothing(
    opened: Session, newer: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = totals(opened.view)
    newer()
    monkeypatch.setattr(opened.store, "adopt", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        opened.rejudge("Eva")
    assert opened.overview().outdated and totals(opened.view) == before


def test_a_tournament_without_results_takes_the_new_list(tmp_path: Path, newer: Callable[[], None]) -> None:
    start(tmp_path / "out", TournamentSpec("Cup")).store.close()
    newer()
    plan(tmp_path / "in" / "Anna.jpg", ENGLISH)
    with start(tmp_path / "out", TournamentSpec("Cup")) as session:
        score(session, tmp_path / "in")
        assert not session.overview().outdated and session.arbiter("Eva").confirm("in/Anna.jpg")


def test_the_command_says_so_and_judges_again(cup: Path, newer: Callable[[], None]) -> None:
    newer()
    run = CliRunner()
    refused = run.invoke(command, ["correct", str(cup), "in/Ben.jpg", "1,1=X", "--who", "Eva"])
    assert refused.exit_code == 1 and "[word-list-changed]" in refused.stderr and "rejudge" in refused.stderr
    shown = run.invoke(command, ["standings", str(cup)])
    assert shown.exit_code == 0 and "another word list" in shown.stderr
    told = run.invoke(command, ["rejudge", str(cup), "--who", "Eva", "--preview"])
    assert told.stdout.count("→") == 3 and "another word list" in run.invoke(command, ["status", str(cup)]).stderr
    done = run.invoke(command, ["rejudge", str(cup), "--who", "Eva"])
    assert done.stdout == told.stdout
    assert run.invoke(command, ["correct", str(cup), "in/Ben.jpg", "1,1=X", "--who", "Eva"]).exit_code == 0
    assert "judged by a newer word list" in run.invoke(command, ["log", str(cup), "--lang", "en"]).stdout


def test_the_service_lets_photos_wait_until_all_is_judged_by_one_list(
    tmp_path: Path, newer: Callable[[], None]
) -> None:
    photo, later = plan(tmp_path / "Anna.jpg", ENGLISH), plan(tmp_path / "Ben.jpg", ENGLISH, total="52")
    service = TournamentService(tmp_path / "data", jobs=1, make_scorer=planned_scorer)
    made, _ = service.create(TournamentSpec("Cup"))
    pages = service.inbox(made.id)
    with pages, photo.open("rb") as stream:
        pages.open("Anna.jpg").write(stream.read())
        pages.accept()
    view = service.view(made.id)
    turn = service._background._turn
    assert turn(service.store.tournament(made.id)) and len(view.overview().rows) == 1
    with later.open("rb") as stream:
        service.add(made.id, [("Ben.jpg", stream)])
    newer()
    service.store.set_players(made.id, [])  # any change, so that it is read again
    with pytest.raises(WordListChanged), photo.open("rb") as stream:
        service.add(made.id, [("Cleo.jpg", stream)])
    assert not turn(service.store.tournament(made.id)) and view.overview().summary.pending == 1
    assert len(service.rejudge(made.id, "Eva")) == 1
    assert turn(service.store.tournament(made.id)) and view.overview().summary.pending == 0
    service.close()
