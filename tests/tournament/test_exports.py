"""The files an organiser gets: complete, safe in a spreadsheet, ready to print, never half written."""

import csv
import io
import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import openpyxl
import pytest
from planned_photos import GRIDS, plan
from test_arbiter import score

from referee.files import replacing_text
from referee.scoring_spec import ScoringSpec
from referee.values import Figures
from sheets.identity_code import Identity
from tournament.entities import Place, Row, TournamentSpec
from tournament.exports import csv_text, disarm
from tournament.session import start
from tournament.sheet_ranking import Ranking


def row(player: str, total: int, number: str = "1", grid: str = "", order: int = 0, **more: object) -> Row:
    letters = grid or "".join(chr(65 + (order * 7 + place * (order + 1)) % 26) for place in range(25))
    values = {
        "key": f"{order:064x}-1", "id": f"{order}-1", "page": f"{order}.jpg", "index": 1, "order": order,
        "identity": Identity(player, number),
    }  # fmt: skip
    rows = tuple(letters[start : start + 5] for start in range(0, 25, 5))
    told = {"language": "en", "side": "A", "rules": "standard", "bonus": 0}
    read = Figures(total, 1.0, 0.0, (), (), rows, tuple(letters), "", "", not letters.strip("."), 0, told)
    return Row(**{**values, "result": read, "read": read, **more})  # type: ignore[arg-type]


def mark(rows: Iterable[Row]) -> tuple[Row, ...]:
    return Ranking().take({entry.page: (entry,) for entry in rows})


def standings(rows: Iterable[Row]) -> tuple[Place, ...]:
    ranking = Ranking()
    ranking.take({entry.page: (entry,) for entry in rows})
    return ranking.places(())


def test_equal_totals_share_a_place_and_the_next_place_is_left_out() -> None:
    totals = (("Cleo", 40), ("Anna", 52), ("Ben", 40), ("Dora", 39))
    places = standings(row(player, total, order=order) for order, (player, total) in enumerate(totals))
    assert [(place.place, place.player) for place in places] == [(1, "Anna"), (2, "Ben"), (2, "Cleo"), (4, "Dora")]


def test_rounds_add_up_and_are_in_order() -> None:
    rows = [row("Anna", 10, "10"), row("anna ", 20, "2", order=1), row("ANNA", 5, "1", order=2)]
    (anna,) = standings(rows)
    assert (anna.total, list(anna.rounds.items())) == (35, [("1", 5), ("2", 20), ("10", 10)])


def test_a_second_photo_of_a_sheet_is_noticed_even_when_read_a_little_differently() -> None:
    grid = "SUPERTRIPHRNLOIATECTPMHHE"
    rows = [row("", 52, grid=grid), row("Anna", 50, grid="Z" + grid[1:], order=1), row("Ben", 9, order=2)]
    marked = mark(rows)
    assert [entry.same_as for entry in marked] == ["1-1", "", ""]
    assert [entry.open for entry in marked] == [("repeated",), ("repeated",), ()], "which of the two is true?"
    corrected = replace(rows[1], result=rows[0].result, corrected=True)
    assert [entry.open for entry in mark([rows[0], corrected])] == [(), ()], "a person said what stands there"


def test_one_sheet_under_two_names_is_for_a_human_to_decide() -> None:
    grid = "SUPERTRIPHRNLOIATECTPMHHE"
    marked = mark([row("Anna", 52, grid=grid), row("Ben", 52, grid=grid, order=1)])
    assert [entry.open for entry in marked] == [("repeated",), ("repeated",)]


def test_empty_sheets_resemble_nothing() -> None:
    marked = mark([row("Anna", 0, grid="." * 25), row("Ben", 0, grid="." * 25, order=1)])
    assert [entry.same_as for entry in marked] == ["", ""]


@pytest.fixture
def out(tmp_path: Path) -> Path:
    plan(tmp_path / "in" / "=cmd()_r1.jpg", GRIDS[0])
    plan(tmp_path / "in" / "Anna <b> r1.jpg", GRIDS[1], doubts={"0": [["T", 0.6], ["H", 0.4]]})
    plan(tmp_path / "in" / "Anna <b> r2.jpg", GRIDS[2])
    plan(tmp_path / "in" / "IMG_1.jpg", GRIDS[3])
    (tmp_path / "in" / "bad.jpg").write_text("bad")
    with start(tmp_path / "out", TournamentSpec("Cup & Co", ScoringSpec("en"))) as session:
        score(session, tmp_path / "in")
        session.export()
    return tmp_path / "out"


def read_csv(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8-sig"))))


def test_every_list_has_its_file(out: Path) -> None:
    assert len(read_csv(out / "results.csv")) == 4
    assert [line["code"] for line in read_csv(out / "rejected.csv")] == ["not-an-image"]
    assert [line["page"] for line in read_csv(out / "nameless.csv")] == ["in/IMG_1.jpg"]
    assert {line["why"] for line in read_csv(out / "review.csv")} == {"doubt", "nameless"}
    assert json.loads((out / "summary.json").read_text())["pages"] == 5
    assert not list(out.glob("*.tmp"))


def test_names_like_formulas_stay_text_in_csv_and_excel(out: Path) -> None:
    assert {line["player"] for line in read_csv(out / "standings.csv")} == {"'=cmd()", "Anna <b>"}
    book = openpyxl.load_workbook(out / "results.xlsx")
    assert book.sheetnames == ["standings", "results", "review", "rejected"]
    cells = [cell for line in book["results"].iter_rows() for cell in line]
    assert any(cell.value == "=cmd()" and cell.data_type == "s" for cell in cells)
    assert not any(cell.data_type == "f" for cell in cells)
    assert {cell.value for cell in cells if cell.quotePrefix} == {"=cmd()"}
    book.close()


def test_the_wall_sheet_is_whole_escaped_and_says_what_is_open(out: Path) -> None:
    page = (out / "standings.html").read_text(encoding="utf-8")
    assert "Cup &amp; Co" in page and "Anna &lt;b&gt;" in page and "<b>" not in page
    assert "provisional" in page and "2 sheets still under review" in page
    assert "http" not in page and "@page { size: A4" in page


def test_standings_as_json_say_whether_they_are_final(out: Path) -> None:
    found = json.loads((out / "standings.json").read_text())
    assert found["final"] is False and found["rounds"] == ["1", "2"]
    assert found["places"][0]["total"] == max(place["total"] for place in found["places"])


@pytest.mark.parametrize(
    "text",
    ["=1+1", "+49 30", "-2+3", "@SUM(A1)", "\tx", "\n=1", " =1", "＝1+1", "＋1", "－2", "＠SUM(A1)", "\u3000＝1"],
)
def test_disarm(text: str) -> None:
    assert str(disarm(text)).startswith("'")
    assert disarm("-") == "-" and disarm(-3) == -3 and disarm("Anna") == "Anna"


@pytest.mark.parametrize("text", ["Anna;=1+1", "Anna\t@SUM(A1)", "a;b;-2+3", "Anna;＝1+1"])
def test_no_formula_begins_where_a_spreadsheet_ends_cells_at_semicolons(text: str) -> None:
    cells = str(disarm(text)).replace("\t", ";").split(";")
    assert not any(cell.startswith(("=", "+", "-", "@", "＝")) for cell in cells)
    assert disarm("row 1; row 2") == "row 1; row 2"


def test_csv_quotes_what_needs_quotes() -> None:
    assert csv_text((("a", "b"), [['x,"y"', 1]])) == 'a,b\n"x,""y""",1\n'


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text("old")
    with pytest.raises(ZeroDivisionError), replacing_text(path) as stream:
        stream.write("half")
        raise ZeroDivisionError
    assert path.read_text() == "old" and [file.name for file in tmp_path.iterdir()] == ["x.csv"]
