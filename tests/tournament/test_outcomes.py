"""How good the program really is where it is used: what people made of its own word is counted, and nothing else."""

from pathlib import Path

import pytest
from planned_photos import ENGLISH, GRIDS, plan
from test_arbiter import row_of, score

from tournament.entities import TournamentSpec
from tournament.overview import TournamentView
from tournament.service import TournamentService
from tournament.session import Session, start

DOUBT = {"0": [["N", 0.9], ["S", 0.1]]}  # SUPER or NUPER, STRAP or NTRAP


@pytest.fixture
def session(tmp_path: Path):
    for player in ("Anna", "Dora"):
        plan(tmp_path / "in" / f"{player}.jpg", ENGLISH if player == "Anna" else GRIDS[3], doubts=DOUBT)
    plan(tmp_path / "in" / "Ben.jpg", GRIDS[1])
    plan(tmp_path / "in" / "Cleo.jpg", GRIDS[2])
    with start(tmp_path / "out", TournamentSpec("Cup")) as opened:
        score(opened, tmp_path / "in")
        yield opened


def counted(session: Session) -> tuple[int, int]:
    summary = session.overview().summary
    return summary.certain_then_corrected, summary.asked_but_right


def test_sheets_are_counted_by_what_people_made_of_them(session: Session) -> None:
    anna, ben, cleo = (row_of(session, player) for player in ("Anna", "Ben", "Cleo"))
    assert anna.read.reasons and not ben.read.reasons and not cleo.read.reasons
    assert counted(session) == (0, 0) and "asked but right" not in session.overview().summary.sentence
    eva = session.arbiter("Eva")
    eva.letters(anna.id, ["1,1=S"])  # as it was read
    assert counted(session) == (0, 1)
    eva.letters(ben.id, ["1,1=Q"])  # certain, and wrong
    assert row_of(session, "Ben").total != ben.read.total and counted(session) == (1, 1)
    eva.rule("ATECT", allow=False)
    eva.player(cleo.id, "Clea")  # neither is a word about what was read
    assert counted(session) == (1, 1)
    assert "; 1 certain and then corrected, 1 asked but right" in session.overview().summary.sentence
    eva.letters(anna.id, ["1,1=N"])  # asked, and rightly
    assert row_of(session, "Anna").total != anna.read.total and counted(session) == (1, 0)
    eva.letters(ben.id, ["1,1=" + ben.read.grid[0][0]])
    assert counted(session) == (0, 0)


def test_a_service_adds_up_the_tournaments_that_were_looked_at(session: Session, tmp_path: Path) -> None:
    session.arbiter("Eva").letters(row_of(session, "Ben").id, ["1,1=Q"])
    view, service = session.view, TournamentService(tmp_path / "data")
    service._views = {"one": view, "two": view, "unseen": TournamentView(session.store, "unseen")}
    view.overview()
    assert service.outcomes() == {"certain_then_corrected": 2, "asked_but_right": 0}
