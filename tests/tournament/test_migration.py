"""A tournament stored by the first layout opens, stands as it stood, and goes on."""

import json
import shutil
import sqlite3
from pathlib import Path

import pytest

from lexicons import House
from referee.options import Options
from referee.referee import Referee
from referee.scoring_spec import ScoringSpec
from tournament.entities import TournamentSpec
from tournament.run import fingerprint
from tournament.session import Session, resume, start
from tournament.store import Store
from tournament.tournament_errors import WordListChanged

OLD = Path(__file__).parent / "resources" / "layout-0001.sqlite"


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    """A folder as the first layout left it: four sheets, one rejected page; a correction, a ruling, a name."""
    shutil.copy(OLD, tmp_path / "tournament.sqlite")
    (tmp_path / "tournament.json").write_text(json.dumps({"id": "main", "name": "Old Cup"}))
    return tmp_path


ANNA, DORA = "AUROA/NOONR/ORBIT/TOWNS/FLOUR", "SPAIN/VALVE/TRIPS/LAYER/BITES"
READ = "EUROA/NOONR/ORBIT/TOWNS/FLOUR"  # what was read before a letter was corrected


def judged(house: str = "", letters: str = ANNA) -> int:
    """What Anna's corrected letters, or others, are worth by the word list of today, which re-judging uses."""
    options = Options("en", house=House.parse(house) if house else None)
    return Referee().grid(letters, options).sheets[0].card.total


def test_the_standings_are_what_they_were(cup: Path) -> None:
    with resume(cup) as session:
        view = session.export()
    totals = {"Ben": 65, "Dora": 65, "Cleo": 49, "Anna": judged("deny orbit")}
    assert {place.player: place.total for place in view.places} == totals
    assert view.summary.sentence.startswith("5 pages in = 4 scored + 1 rejected; 4 sheets, 2 to look at"), (
        "one is far from what was written"
    )
    assert [page.code for page in view.rejected] == ["not-an-image"]
    assert [(entry.who, entry.kind) for entry in view.log] == [("Eva", "letters"), ("Eva", "ruling"), ("Max", "player")]


def test_it_can_be_corrected_ruled_on_and_undone(cup: Path) -> None:
    with resume(cup) as session:
        ruling = next(entry for entry in session.overview().log if entry.kind == "ruling")
        with pytest.raises(WordListChanged):
            session.arbiter("Eva").undo(ruling.id)
        session.rejudge("Eva")
        session.arbiter("Eva").undo(ruling.id)
        assert _totals(session)["Anna"] == judged()
        session.arbiter("Eva").undo(session.overview().log[0].id)
        assert _totals(session)["Anna"] == judged(letters=READ), "as the program had read it"
        dora = session.arbiter("Max").confirm("photos/IMG_7.jpg")
        assert dora.open == () and dora.total == judged(letters=DORA)


def _totals(session: Session) -> dict[str, int]:
    return {place.player: place.total for place in session.overview().places}


def test_its_results_still_count_as_results_of_its_own_settings(cup: Path) -> None:
    store = Store.open(f"sqlite:///{cup / 'tournament.sqlite'}")
    tournament = store.tournament("main")
    assert store.pending("main", fingerprint(tournament)) == [], "a service would not score them again"
    assert tournament.scoring == ScoringSpec("en")
    store.close()


def test_no_import_path_is_left_in_the_database(cup: Path) -> None:
    resume(cup).store.close()
    connection = sqlite3.connect(cup / "tournament.sqlite")
    assert not [row for row in connection.execute("select * from tournaments") if "referee_scorer" in str(row)]
    connection.close()


def test_another_language_is_refused_as_for_every_tournament(cup: Path) -> None:
    from tournament.tournament_errors import SettingsDiffer

    with pytest.raises(SettingsDiffer):
        start(cup, TournamentSpec("Old Cup", ScoringSpec("de")), asked=("lang",))
