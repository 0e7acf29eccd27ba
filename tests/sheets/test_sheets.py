"""Printed sheets: what they hold, how they lie on a page, and that the scanner reads them."""

import cv2
import numpy as np
import pypdfium2
import pytest
from click.testing import CliRunner
from filled_sheets import fill, photograph, rasterise
from reportlab.pdfbase.pdfmetrics import stringWidth

from cli.sheet_command import command
from referee.options import Options
from referee.referee import Referee
from scanner.decode import decode
from scanner.known_forms import forms
from scanner.locate import locate
from scanner.rectify import rectify
from sheets import design as d
from sheets.identity_code import Identity, decode_identity
from sheets.sheet_codes import read_code
from sheets.sheet_pdf import sheets_pdf
from texts import languages, text

PLAYER = Identity("Jörg Weber-Müller", "2", "7")
GRID = "SUPER/TRIPH/RNLOI/ATECT/PMHHE"


def text_of(pdf: bytes, page: int = 0) -> str:
    document = pypdfium2.PdfDocument(pdf)
    text = document[page].get_textpage().get_text_bounded()
    document.close()
    return str(text)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("side", ["A", "B"])
def test_a_sheet_names_its_player_side_and_language(side: str, language: str) -> None:
    shown = text_of(sheets_pdf(side, [PLAYER], language=language))
    assert all(text(f"sheet.{name}", language) in shown for name in ("round", "total"))
    assert "Jörg Weber-Müller" in shown and side in shown
    assert (text("sheet.joker", language) in shown) is (side == "B")


@pytest.mark.parametrize("language", languages())
def test_the_note_beside_the_bonus_does_not_reach_the_badge(language: str) -> None:
    width = stringWidth(text("sheet.bonus-note", language), "Helvetica", 1.75)
    assert d.BONUS_TEXT_X["A"] + width < d.BONUS_X - d.BONUS_R


@pytest.mark.parametrize("paper", d.PAPERS)
@pytest.mark.parametrize("per_page", [1, 2, 3, 4])
def test_sheets_lie_on_the_page_without_overlap_and_in_proportion(paper: str, per_page: int) -> None:
    arrangement = d.arrange(paper, per_page)
    taken = np.zeros((round(arrangement.height) + 1, round(arrangement.width) + 1), int)
    assert {arrangement.width, arrangement.height} == set(d.PAPERS[paper])
    assert len(arrangement.slots) == per_page
    for slot in arrangement.slots:
        width, height = d.WIDTH * slot.scale, d.HEIGHT * slot.scale
        assert slot.x >= -0.01 and slot.x + width <= arrangement.width + 0.01
        assert slot.y >= -0.01 and slot.y + height <= arrangement.height + 0.01
        taken[round(slot.y + 1) : round(slot.y + height - 1), round(slot.x + 1) : round(slot.x + width - 1)] += 1
    assert taken.max() == 1


def test_four_cards_on_a4_are_true_a6() -> None:
    assert d.arrange("A4", 4).slots[0].scale == pytest.approx(1.0, abs=0.005)


def test_one_page_for_each_four_players() -> None:
    pdf = sheets_pdf("A", [Identity(f"Player {number}", "1") for number in range(9)], "A4", 4)
    document = pypdfium2.PdfDocument(pdf)
    assert len(document) == 3
    document.close()
    assert "Player 8" in text_of(pdf, 2)


def test_the_same_sheets_are_the_same_bytes() -> None:
    assert sheets_pdf("B", [PLAYER]) == sheets_pdf("B", [PLAYER])


@pytest.mark.parametrize(
    "name",
    [
        "Łukasz Čapek",
        "Ægir Þórsson",
        "Őrsi Ñuñez",
        "Ελένη",
        "Юлия Щукина",
        "Nguyễn Thị Hương",
        "山田 雪",
        "ゆき",
        "İpek Şahin",
        "Ștefan Țurcanu",
    ],
)
def test_names_of_all_europe_and_beyond_are_printed_as_they_are(name: str) -> None:
    pdf = sheets_pdf("A", [Identity(name, "1")])
    assert name.replace(" ", "") in text_of(pdf).replace(" ", "")
    assert pdf.count(b"/FontFile2") >= 1 and b"/BaseFont /Helvetica" not in pdf, "all fonts are embedded"


def test_a_letter_that_no_font_has_becomes_a_plain_one() -> None:
    from sheets.fonts import runs

    assert "".join(part for _, part in runs("a\U000fffff")) == "a?"


def test_marks_stay_inside_what_printers_can_print() -> None:
    pixels = rasterise(sheets_pdf("A", [PLAYER], "A4", 4), dpi=100)
    edge = round(5 / 25.4 * 100)
    inner = np.full(pixels.shape[:2], False)
    inner[edge:-edge, edge:-edge] = True
    dark = pixels.min(axis=2) < 120
    assert not (dark & ~inner).any() and dark.any()


def test_the_back_of_every_card_lies_behind_its_front() -> None:
    players = [Identity(f"Player {name}", "1") for name in "ABCD"]
    pdf = sheets_pdf("AB", players, "A4", 4)
    document = pypdfium2.PdfDocument(pdf)
    assert len(document) == 2
    document.close()
    codes = []
    for number in (0, 1):
        page = rasterise(pdf, number, dpi=200)
        if number:
            page = page[:, ::-1]  # seen through the paper
        tall, wide = page.shape[0] // 2, page.shape[1] // 2
        quarters = [page[:tall, :wide], page[:tall, wide:], page[tall:, :wide], page[tall:, wide:]]
        texts = [cv2.QRCodeDetector().detectAndDecode(q[:, ::-1] if number else q)[0] for q in quarters]
        codes.append([who.player for who in map(decode_identity, texts) if who])
    assert codes[0] == codes[1] == [player.player for player in players]


@pytest.mark.parametrize(("paper", "per_page", "edge"), [("A4", 4, "Short"), ("A4", 2, "Long"), ("A6", 1, "Short")])
def test_the_printer_is_told_how_to_turn_the_paper(paper: str, per_page: int, edge: str) -> None:
    assert f"/Duplex /DuplexFlip{edge}Edge".encode() in sheets_pdf("AB", [PLAYER], paper, per_page)
    assert b"/Duplex" not in sheets_pdf("A", [PLAYER], paper, per_page)


@pytest.mark.parametrize("cut", ["corner", "stripe"])
def test_a_code_that_is_partly_cut_is_still_read(cut: str) -> None:
    paper = rasterise(sheets_pdf("A", [PLAYER]))
    unit = paper.shape[1] / d.WIDTH
    x, y, size, _ = (round(value * unit) for value in d.CODE_MM)
    if cut == "corner":
        paper[y + size * 7 // 10 : y + size, x + size * 7 // 10 : x + size] = 255
    else:
        paper[y + size * 45 // 100 : y + size * 55 // 100, x : x + size] = 60
    photo = decode(photograph(paper, seed=3), "x.jpg")
    assert decode_identity(read_code(photo, rectify(photo, locate(photo)[0]))) is not None


def test_sheets_are_written_as_pdf_or_png_by_their_suffix(tmp_path) -> None:
    run = CliRunner().invoke
    assert run(command, ["--side", "AB", "--out", str(tmp_path / "s.png")]).exit_code == 0
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["s-1.png", "s-2.png"]
    assert cv2.imread(str(tmp_path / "s-1.png")).shape[1] > 1700
    assert run(command, ["--side", "A", "--out", str(tmp_path / "s.doc")]).exit_code == 2


def test_the_scanner_s_form_is_the_printed_one() -> None:
    form = next(form for form in forms() if form.name == "own-card")
    for box, (x, y, width, height) in ((form.total, d.TOTAL), (form.joker, d.JOKER)):
        place = ((x - d.GRID_X) / d.PITCH, (y - d.GRID_Y) / d.PITCH, width / d.PITCH, height / d.PITCH)
        assert (box.x, box.y, box.width, box.height) == pytest.approx(place, abs=0.01)
    middle = ((d.BONUS_X - d.GRID_X) / d.PITCH, (d.BONUS_Y - d.GRID_Y) / d.PITCH)
    assert (form.bonus.x + form.bonus.width / 2, form.bonus.y + form.bonus.height / 2) == pytest.approx(
        middle, abs=0.02
    )


@pytest.mark.parametrize("share", [0.72, 0.4])
def test_the_code_is_read_from_a_photo_of_the_sheet(share: float) -> None:
    photo = decode(photograph(rasterise(sheets_pdf("B", [PLAYER])), fill_share=share, seed=3), "x.jpg")
    (lattice,) = locate(photo)
    sheet = rectify(photo, lattice)
    who = decode_identity(read_code(photo, sheet))
    assert who == Identity(PLAYER.player, PLAYER.round, PLAYER.table, "qr")


def test_a_sheet_without_a_code_has_none() -> None:
    photo = decode(photograph(rasterise(sheets_pdf("A"))), "x.jpg")
    assert read_code(photo, rectify(photo, locate(photo)[0])) == ""


@pytest.mark.parametrize("side", ["A", "B"])
def test_the_scanner_finds_every_field_of_a_printed_sheet(side: str) -> None:
    photo = decode(photograph(fill(rasterise(sheets_pdf(side)), GRID, total="52"), seed=5), "x.jpg")
    sheet = rectify(photo, locate(photo)[0])
    assert sheet.side == side and sheet.turn_p > 0.98
    assert len(sheet.fields.rows) == len(sheet.fields.columns) == 5
    assert sheet.fields.total and sheet.fields.bonus and bool(sheet.fields.joker) is (side == "B")


def test_what_is_printed_and_filled_in_is_read_and_scored() -> None:
    """Print, fill in, photograph, score: the rulebook's own sheet gives its 52 points, and the player's name."""
    rows, columns = ("10", "6", "-", "3", "1"), ("10", "3", "6", "10", "3")
    paper = fill(rasterise(sheets_pdf("A", [PLAYER])), GRID, rows, columns, "52", seed=1)
    verdict = Referee().photo(photograph(paper, seed=1), "x.jpg", Options("en"))
    (sheet,) = verdict.sheets
    assert "/".join(sheet.card.grid.rows) == GRID and sheet.card.total == 52 and sheet.side == "A"
    code = read_code(sheet.scan.photo, sheet.scan.sheet)
    assert decode_identity(code) == Identity(PLAYER.player, PLAYER.round, PLAYER.table, "qr")


def test_four_on_a_page_are_read_as_four(tmp_path) -> None:
    players = [Identity(f"Player {name}", "1") for name in "ABCD"]
    page = rasterise(sheets_pdf("A", players, "A4", 4), dpi=200)
    verdict = Referee().photo(cv2.imencode(".png", page)[1].tobytes(), "scan.png", Options("en"))
    named = [decode_identity(read_code(sheet.scan.photo, sheet.scan.sheet)) for sheet in verdict.sheets]
    assert [who.player for who in named if who] == ["Player A", "Player B", "Player C", "Player D"]
    assert all(sheet.empty for sheet in verdict.sheets)


def test_the_command_writes_the_file(tmp_path) -> None:
    players = tmp_path / "players.csv"
    players.write_text("name,table\nAnna,1\nBen,2\n")
    out = tmp_path / "sheets.pdf"
    arguments = ["--side", "B", "--out", str(out), "--players", str(players), "--round", "4", "--lang", "fr"]
    result = CliRunner().invoke(command, arguments)
    assert result.exit_code == 0, result.output
    assert "Anna" in text_of(out.read_bytes()) and "Manche" in text_of(out.read_bytes(), 1)
    assert CliRunner().invoke(command, ["--side", "C", "--out", str(out)]).exit_code == 2
