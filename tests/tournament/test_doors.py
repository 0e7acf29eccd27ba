"""One sheet, one verdict: standings, report, results.jsonl and the sheet itself agree after people have spoken."""

import json
import re
from pathlib import Path

from planned_photos import ENGLISH, GRIDS, plan
from test_arbiter import score

from proof.keys import signer
from referee.settings import Settings
from tournament.entities import TournamentSpec
from tournament.evidence_report import sheet_verdict
from tournament.session import start


def test_a_denied_word_and_a_corrected_letter_count_at_every_door(tmp_path: Path) -> None:
    plan(tmp_path / "in" / "Anna.jpg", ENGLISH, total="52")
    plan(tmp_path / "in" / "Ben.jpg", GRIDS[1])
    with start(tmp_path / "out", TournamentSpec("Cup")) as session:
        score(session, tmp_path / "in")
        session.arbiter("Eva").letters("in/Anna.jpg", ["1,1=N"], "two strokes")
        session.arbiter("Max").rule("urn", allow=False, why="not in the book")
        view = session.export()
        row = next(row for row in view.rows if row.identity.player == "Anna")
        session.report(row.id, tmp_path / "report.html", signer(Settings()))
        verdict = sheet_verdict(session.view, row, tmp_path / "none")
        session.report(row.id, tmp_path / "report.pdf", signer(Settings()))
    total = row.total
    assert total < 49, "both changes count"
    assert next(place.total for place in view.places if place.player == "Anna") == total
    assert verdict.sheets[0].figures.total == total
    lines = [json.loads(line) for line in (tmp_path / "out" / "results.jsonl").read_text().splitlines()]
    stored = next(line for line in lines if line["player"] == "Anna")
    assert stored["total"] == total and stored["grid"][0] == "NUPER" and stored["read_total"] == 52
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert re.search(r'class="total \w+">(\d+)<', page).group(1) == str(total)  # type: ignore[union-attr]
    assert re.search(r"<title>[^<]*Anna, round 1[^<]*</title>", page)
    assert (tmp_path / "report.pdf").read_bytes().startswith(b"%PDF")
    for told in ("Eva corrected Anna, round 1: row 1, column 1: N.", "Max denied the word URN.", "not in the book"):
        assert told in page


def test_an_undone_correction_leaves_no_trace_but_the_log(tmp_path: Path) -> None:
    plan(tmp_path / "in" / "Anna.jpg", ENGLISH)
    with start(tmp_path / "out", TournamentSpec("Cup")) as session:
        score(session, tmp_path / "in")
        before = session.overview().rows
        arbiter = session.arbiter("Eva")
        arbiter.letters("in/Anna.jpg", ["1,1=N"])
        arbiter.undo(1)
        assert session.overview().rows == before
        assert [entry.kind for entry in session.store.log("main")] == ["letters", "undo"]
        undone = session.store.log("main")[-1]
        arbiter.rule("urn", allow=False)
        assert session.overview().rows[0].total == 49
        assert [change.after for change in arbiter.preview("urn", allow=True)] == [52], "a preview changes nothing"
        assert session.overview().rows[0].total == 49
    assert undone.what["entry"] == 1
