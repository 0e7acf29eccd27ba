"""The printed form and photos of it."""

import json
import tomllib
from html import unescape
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pypdfium2
import pytest
from click.testing import CliRunner

import report
from cli import main
from q4.board import CELLS, DOTS, dot_between
from q4.find import find
from q4.form import LETTERS, NUMBERS, code_bits, decode_bits, design, form
from q4.form_pdf import forms_pdf
from q4.games import Q4Verdict
from q4.sheet_document import sheet_values
from q4.sheet_reading import read_sheets
from q4.sheet_verdict import judge
from q4.words import english
from scanner.decode import decode
from scanner.readers import make_reader
from scanner.values import Photo
from texts import languages, text

SAMPLES = sorted((Path(__file__).resolve().parents[2] / "samples").glob("q4-*"))


def page(number: int, low_ink: bool = False, scale: float = 200 / 72) -> np.ndarray:
    document = pypdfium2.PdfDocument(forms_pdf([number], low_ink=low_ink))
    picture = np.array(document[0].render(scale=scale).to_numpy())[..., :3]
    document.close()
    return picture


def test_a_number_stands_for_one_design_for_ever() -> None:
    assert design(1).letter_grid == ("TCAYHI", "ROOASI", "EDWZEP", "ANMEJG", "XQNTSF", "LUKBVR")
    assert design(1).play_grid == (".#..", "*.*.", "....", "...#")
    assert (design(1).bonus_row, design(1).bonus_column) == (3, 1)
    for number in (0, 77, NUMBERS - 1):
        printed = design(number)
        assert sorted("".join(printed.letter_grid)) == sorted(LETTERS)
        signs = "".join(printed.play_grid)
        assert signs.count("#") == signs.count("*") == 2


def test_squares_hold_the_number_and_notice_one_wrong_square() -> None:
    for number in (0, 1, 4711, NUMBERS - 1):
        bits = code_bits(number)
        assert decode_bits(bits) == number
        for at in range(len(bits)):
            assert decode_bits((*bits[:at], 1 - bits[at], *bits[at + 1 :])) is None


def test_nothing_on_the_form_overlaps() -> None:
    own = form()
    taken = np.zeros((round(own.height * 10), round(own.width * 10)), int)
    squares = [(x - s / 2, y - s / 2, s, s) for (x, y), s in [*((c, own.corner_mark) for c in own.corners),
                                                              *((e, own.edge_mark) for e in own.edges)]]  # fmt: skip
    boxes = [(b.x, b.y, b.width, b.height) for b in (*own.cells, *own.letters, *own.scores, *own.code)]
    boxes += [(x - own.dot / 2, y - own.dot / 2, own.dot, own.dot) for x, y in own.dots]
    for x, y, width, height in (*squares, *boxes):
        assert x >= 0 and y >= 0 and x + width <= own.width and y + height <= own.height
        taken[round(y * 10 + 1) : round((y + height) * 10 - 1), round(x * 10 + 1) : round((x + width) * 10 - 1)] += 1
    assert taken.max() == 1
    assert (len(own.cells), len(own.dots), len(own.letters), len(own.blocks)) == (CELLS, DOTS, 36, 25)


@pytest.mark.parametrize("language", languages())
def test_the_form_speaks_every_language(language: str) -> None:
    document = pypdfium2.PdfDocument(forms_pdf([7], language))
    printed = document[0].get_textpage().get_text_bounded()
    document.close()
    assert text("q4.form.score", language) in printed


@pytest.mark.parametrize("turn", [None, cv2.ROTATE_90_CLOCKWISE, cv2.ROTATE_180, cv2.ROTATE_90_COUNTERCLOCKWISE])
def test_a_printed_form_is_found_any_way_up(turn: int | None) -> None:
    sheet = page(4711, low_ink=turn is None)
    picture = cv2.copyMakeBorder(sheet, 90, 90, 90, 90, cv2.BORDER_CONSTANT, value=(70, 80, 90))
    if turn is not None:
        picture = cv2.rotate(picture, turn)
    (found,) = find(Photo("page.png", "0" * 64, picture.shape[1], picture.shape[0], np.asarray(picture, np.uint8)))
    assert found is not None
    assert found.number == 4711


def test_a_form_whose_squares_are_covered_is_not_found() -> None:
    picture = page(4711)
    own, scale = form(), picture.shape[1] / form().width
    picture[: round(12 * scale), round(own.code[0].x * scale) : round(190 * scale)] = 255
    assert find(Photo("page.png", "0" * 64, picture.shape[1], picture.shape[0], picture)) == ()


def test_the_command_prints_sheets(tmp_path: Path) -> None:
    out = tmp_path / "q4.pdf"
    ran = CliRunner().invoke(main, ["sheet", "--game", "q4", "--out", str(out), "--copies", "3", "--low-ink"])
    assert ran.exit_code == 0, ran.output
    document = pypdfium2.PdfDocument(out.read_bytes())
    assert len(document) == 3
    document.close()
    assert CliRunner().invoke(main, ["sheet", "--out", str(out)]).exit_code == 2


@pytest.mark.parametrize(("paper", "copies", "pages"), [("auto", 1, 2), ("A4", 2, 1), ("A4", 4, 1), ("A6", 1, 2)])
def test_sheets_bear_names_and_are_found_on_every_paper(tmp_path: Path, paper: str, copies: int, pages: int) -> None:
    out, names = tmp_path / "q4.pdf", tmp_path / "names.csv"
    names.write_text("Łukasz\nNoriko 紀子\n", encoding="utf-8")
    said = ["--paper", paper, "--per-page", str(copies), "--players", str(names), "--number", "300"]
    ran = CliRunner().invoke(main, ["sheet", "--game", "q4", "--out", str(out), *said])
    assert ran.exit_code == 0, ran.output
    document = pypdfium2.PdfDocument(out.read_bytes())
    shown = [np.array(one.render(scale=250 / 72).to_numpy())[..., :3] for one in document]
    printed = "".join(one.get_textpage().get_text_bounded() for one in document)
    document.close()
    assert len(shown) == pages and "Łukasz" in printed and "Noriko 紀子" in printed
    found = []
    for picture in shown:
        picture = cv2.copyMakeBorder(picture, 90, 90, 90, 90, cv2.BORDER_CONSTANT, value=(70, 80, 90))
        height, width = picture.shape[:2]
        found += [one.number for one in find(Photo("p.png", "0" * 64, width, height, np.asarray(picture, np.uint8)))]
    assert sorted(found) == [300, 301]


def test_there_are_samples() -> None:
    assert len(SAMPLES) >= 4


def truth_of(folder: Path) -> dict[str, Any]:
    return tomllib.loads((folder / "truth.toml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def verdicts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What `qwords score` says of every sample, by a list of the words that were scored on them."""
    words = tmp_path_factory.mktemp("words") / "scored.txt"
    words.write_text("\n".join(word for folder in SAMPLES for word in truth_of(folder)["words"]), encoding="utf-8")
    photos = [str(folder / "photo.jpg") for folder in SAMPLES]
    ran = CliRunner().invoke(main, ["score", *photos, "--game", "q4", "--json", "--words", str(words)])
    assert ran.exit_code in (0, 3), ran.output
    documents = json.loads(ran.stdout)
    return {folder.name: one["sheets"][0] for folder, one in zip(SAMPLES, documents, strict=True)}


@pytest.mark.parametrize("folder", SAMPLES, ids=lambda folder: folder.name)
def test_a_sample_is_read_as_it_was_drawn(folder: Path, verdicts: dict[str, Any]) -> None:
    truth, sheet = truth_of(folder), verdicts[folder.name]
    assert sheet["number"] == truth["number"]
    assert sheet["grid"] == truth["grid"]
    for marks in ("dots", "crossed", "blocks", "circled"):
        assert sheet[marks] == truth[marks], marks
    assert sheet["words"] == "scored.txt"
    if mistake := truth["mistake"]:
        assert mistake in [finding["kind"] for finding in sheet["findings"]]
        assert sheet["needs_review"]
    else:
        assert sheet["total"] == truth["circled"][-1] and sheet["total"] in sheet["possible"]
        assert sheet["proven"] == ("yes" if len(truth["circled"]) > 1 else "possible"), "running scores are a chain"
        assert sheet["reasons"] == []
        assert sheet["read"] > 0.97 and sheet["certainty"] > 0.97


def test_dots_are_where_the_form_says() -> None:
    own = form()
    x, y = own.dots[dot_between(0, 1)]
    assert own.cells[0].x + own.cells[0].width < x < own.cells[1].x
    assert y == own.cells[0].middle[1]


def test_the_game_is_told_by_the_sheet(root: Path, tmp_path: Path) -> None:
    photo, report, words = SAMPLES[0] / "photo.jpg", tmp_path / "report.html", tmp_path / "scored.txt"
    words.write_text("\n".join(truth_of(SAMPLES[0])["words"]), encoding="utf-8")
    ran = CliRunner().invoke(main, ["score", str(photo), "--json", "--report", str(report), "--words", str(words)])
    answer = json.loads(ran.stdout)
    assert answer["game"] == "q4"
    (sheet,) = answer["sheets"]
    assert sheet["best_order"] >= sheet["most"]
    assert f"allow {sheet['best_order']} points" in report.read_text(encoding="utf-8")
    other = CliRunner().invoke(main, ["score", str(photo), "--json", "--game", "qwords"])
    assert other.exit_code == 4
    blank = CliRunner().invoke(main, ["score", str(root / "samples" / "classic-en" / "photo.jpg"), "--game", "q4"])
    assert blank.exit_code == 4
    assert "sheet-not-found" in blank.stderr


@pytest.mark.parametrize("language", ["en", "de", "fr", "it", "es"])
def test_the_report_says_the_same_on_paper_and_on_the_page(tmp_path: Path, language: str) -> None:
    """Score, bounds, findings, every claim and every word, however long the list."""
    photo = decode(next(path for path in SAMPLES if path.name == "q4-too-high").joinpath("photo.jpg").read_bytes())
    verdict = Q4Verdict(photo, (judge(read_sheets(photo, make_reader("cnn"))[0], english()),), language)
    html = unescape(report.render(verdict, ".html").decode())
    with pypdfium2.PdfDocument(report.render(verdict, ".pdf")) as document:
        paper = " ".join(" ".join(page.get_textpage().get_text_range() for page in document).split())
    values = sheet_values("p", verdict.sheets[0], language)
    told = [one["text"] for one in values["findings"]] + [" · ".join(one["words"]) for one in values["claims"]]
    for line in [*told, text("page.q4-impossible", language), photo.sha256]:
        assert line in html, line
        assert line.replace("’", "'") in paper.replace("’", "'").replace("\xa0", " "), line


def test_the_command_asks_which_of_several_circles_counts(tmp_path: Path) -> None:
    photo = str(next(path for path in SAMPLES if path.name == "q4-not-crossed") / "photo.jpg")
    asked = CliRunner().invoke(main, ["score", photo, "--game", "q4", "--json"])
    doubts = [one for one in json.loads(asked.stdout)["sheets"][0]["doubts"] if one["kind"] == "score"]
    assert [one["or"] for one in doubts][:2] == ["29", "26"]
    told = CliRunner().invoke(main, ["score", photo, "--game", "q4", "--json", "--review"], input="29\n")
    sheet = json.loads(told.stdout)["sheets"][0]
    assert sheet["claimed"] == 29 and "several-scores" not in sheet["reasons"]


def test_every_sheet_of_a_photo_is_judged(tmp_path: Path) -> None:
    """Two sheets side by side and one below: each with its own total, and in the report."""
    one, two, three = (cv2.imread(str(SAMPLES[0].parent / f"q4-{name}" / "photo.jpg"))
                       for name in ("colour", "font", "too-high"))  # fmt: skip
    height, width = one.shape[:2]
    table = np.full((2 * height, 2 * width, 3), 90, np.uint8)
    for picture, (row, column) in ((one, (0, 0)), (two, (0, 1)), (three, (1, 0))):
        part = cv2.resize(picture, (width, height))
        table[row * height : (row + 1) * height, column * width : (column + 1) * width] = part
    photo, report = tmp_path / "three.jpg", tmp_path / "report.html"
    cv2.imwrite(str(photo), table)
    ran = CliRunner().invoke(main, ["score", str(photo), "--json", "--report", str(report)])
    sheets = json.loads(ran.stdout)["sheets"]
    assert [(sheet["number"], sheet["claimed"]) for sheet in sheets] == [(54316, 44), (26300, 27), (53678, 79)]
    assert ran.exit_code == 3 and report.read_text(encoding="utf-8").count('class="whole"') == 3
    shown = CliRunner().invoke(main, ["score", str(photo)]).stdout
    assert all(f"{number:05d}" in shown for number in (54316, 26300, 53678))


def test_a_friendly_table_is_judged_by_its_own_rules() -> None:
    photo = str(SAMPLES[0] / "photo.jpg")
    competitive, friendly = (
        json.loads(CliRunner().invoke(main, ["score", photo, "--json", "--mode", mode]).stdout)["sheets"][0]
        for mode in ("competitive", "friendly")
    )
    assert (competitive["mode"], friendly["mode"]) == ("competitive", "friendly")
    assert set(friendly["possible"]) > set(competitive["possible"])


def test_a_report_is_a_page_and_never_a_picture(tmp_path: Path) -> None:
    out = tmp_path / "report.pdf"
    scored = ["score", str(SAMPLES[0] / "photo.jpg"), "--game", "q4", "--report"]
    CliRunner().invoke(main, [*scored, str(out)])
    assert out.read_bytes()[:4] == b"%PDF"
    refused = CliRunner().invoke(main, [*scored, str(tmp_path / "report.png")])
    assert refused.exit_code == 1 and "unknown-report" in refused.stderr and not list(tmp_path.glob("*.png"))
