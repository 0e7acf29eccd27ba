"""The built-in reader on drawn cells: what it must tell apart, however the cell was cut."""

import hashlib

import cv2
import numpy as np
import pytest

from scanner import make_reader
from scanner.readers import Reader
from scanner.readers.cnn import CLEAR, FIRST, LETTER_SAYS, MODELS, CnnReader
from scanner.readers.normalise import prepare_letters
from scanner.readers.ranking import log_softmax, surest
from scanner.scan_errors import ReaderUnavailable
from scanner.values import Pixels

CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@pytest.fixture(scope="module")
def reader() -> Reader:
    return make_reader("cnn")


def drawn(
    text: str, size: int = 76, paper: int = 240, ink: int = 40, scale: float = 1.3, dx: int = 0, dy: int = 0
) -> Pixels:
    """A cell with a printed-looking text in the middle."""
    cell = np.full((size, size), paper, np.uint8)
    scale = scale * size / 76
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, 3)
    where = ((size - width) // 2 + dx, (size + height) // 2 + dy)
    cv2.putText(cell, text, where, cv2.FONT_HERSHEY_SIMPLEX, scale, ink, max(round(3 * size / 76), 1), cv2.LINE_AA)
    return cell


def symbols(reader: Reader, cells: list[Pixels]) -> str:
    return "".join(glyph.symbol for glyph in reader.letters(cells))


def test_reads_every_capital(reader: Reader) -> None:
    assert symbols(reader, [drawn(letter) for letter in CAPITALS]) == CAPITALS


@pytest.mark.parametrize("size", [28, 40, 76, 200])
def test_size_of_the_crop_does_not_matter(reader: Reader, size: int) -> None:
    assert symbols(reader, [drawn(letter, size) for letter in "AEHKMRSTWXZ"]) == "AEHKMRSTWXZ"


@pytest.mark.parametrize(("dx", "dy", "scale"), [(-12, -10, 1.0), (12, 10, 1.0), (0, 0, 0.9), (0, 0, 2.2)])
def test_place_and_size_in_the_cell_do_not_matter(reader: Reader, dx: int, dy: int, scale: float) -> None:
    cells = [drawn(letter, dx=dx, dy=dy, scale=scale) for letter in "AEHKRSTX"]
    assert symbols(reader, cells) == "AEHKRSTX"


def test_light_ink_on_dark_reads_the_same(reader: Reader) -> None:
    assert symbols(reader, [255 - drawn(letter) for letter in CAPITALS]) == CAPITALS


def test_printed_lines_at_the_rim_are_not_read(reader: Reader) -> None:
    cells = [drawn(letter) for letter in "AEHKRSTX"]
    for cell in cells:
        cv2.rectangle(cell, (5, 5), (70, 70), 60, 2)
    assert symbols(reader, cells) == "AEHKRSTX"


def test_shaded_and_faint_cells(reader: Reader) -> None:
    shade = np.linspace(0.5, 1.0, 76)[None, :]
    cells = [(drawn(letter, paper=210, ink=130) * shade).astype(np.uint8) for letter in "AEHKRSTX"]
    assert symbols(reader, cells) == "AEHKRSTX"


def test_empty_cells_are_empty(reader: Reader) -> None:
    blank = np.full((76, 76), 235, np.uint8)
    noisy = np.clip(np.random.default_rng(3).normal(225, 4, (76, 76)), 0, 255).astype(np.uint8)
    framed = cv2.rectangle(blank.copy(), (5, 5), (70, 70), 60, 2)
    dotted = cv2.circle(blank.copy(), (36, 40), 4, 50, -1, cv2.LINE_AA)
    assert symbols(reader, [blank, noisy, framed, dotted]) == "...."


def test_a_bare_stroke_is_an_i(reader: Reader) -> None:
    cell = cv2.line(np.full((76, 76), 240, np.uint8), (38, 16), (37, 60), 40, 4, cv2.LINE_AA)
    assert symbols(reader, [cell]) == "I"


def test_a_struck_letter_is_not_read_as_a_letter(reader: Reader) -> None:
    zigzag = np.array([[16 + at % 2 * 44, 16 + at * 4] for at in range(12)])
    cell = cv2.polylines(drawn("E"), [zigzag], False, 40, 3, cv2.LINE_AA)
    assert symbols(reader, [cell]) == "#"


def test_rankings_hold_five_symbols_best_first_and_sum_to_one(reader: Reader) -> None:
    for glyph in [*reader.letters([drawn("Q")]), *reader.numbers([drawn("10")])]:
        chances = [p for _, p in glyph.ranking]
        assert len(glyph.ranking) >= 5
        assert chances == sorted(chances, reverse=True)
        assert 0.98 < sum(chances) <= 1.0001


@pytest.mark.parametrize("text", ["0", "1", "3", "6", "10", "12", "20"])
def test_numbers_in_circles(reader: Reader, text: str) -> None:
    plain = drawn(text, scale=1.2 if len(text) == 1 else 0.9)
    ringed = cv2.circle(plain.copy(), (38, 38), 33, 70, 2, cv2.LINE_AA)
    assert [glyph.symbol for glyph in reader.numbers([plain, ringed])] == [text, text]


@pytest.mark.parametrize("text", ["7", "57", "86", "110", "130"])
def test_numbers_in_boxes(reader: Reader, text: str) -> None:
    box = np.full((76, 150), 240, np.uint8)
    cv2.putText(box, text, (40, 54), cv2.FONT_HERSHEY_SIMPLEX, 1.2, 40, 3, cv2.LINE_AA)
    framed = cv2.rectangle(box.copy(), (3, 3), (146, 72), 60, 2)
    assert [glyph.symbol for glyph in reader.numbers([box, framed])] == [text, text]


def test_nothing_and_a_dash_are_numbers_too(reader: Reader) -> None:
    blank = np.full((56, 56), 240, np.uint8)
    ring = cv2.circle(blank.copy(), (28, 28), 24, 70, 2, cv2.LINE_AA)
    dash = cv2.line(ring.copy(), (18, 28), (38, 27), 40, 3, cv2.LINE_AA)
    assert [glyph.symbol for glyph in reader.numbers([blank, ring, dash])] == ["", "", "-"]


def test_marks(reader: Reader) -> None:
    open_badge = cv2.circle(drawn("10", 56, scale=0.8), (28, 28), 24, 90, 2, cv2.LINE_AA)
    struck = cv2.line(open_badge.copy(), (6, 50), (50, 8), 30, 3, cv2.LINE_AA)
    assert [glyph.symbol for glyph in reader.marks([open_badge, struck])] == ["open", "struck"]


def test_same_crops_same_answer(reader: Reader) -> None:
    cells = [drawn(letter) for letter in "QGSZ"]
    assert reader.letters(cells) == reader.letters(cells)


def test_no_crops_no_glyphs(reader: Reader) -> None:
    assert reader.letters([]) == reader.numbers([]) == reader.marks([]) == []


def test_unknown_reader_says_which_there_are() -> None:
    with pytest.raises(ReaderUnavailable, match="cnn, tesseract"):
        make_reader("crystal ball")


def test_missing_model_is_named(tmp_path) -> None:
    with pytest.raises(ReaderUnavailable, match=r"letters\.onnx"):
        CnnReader(tmp_path)


def test_models_are_small_and_have_cards() -> None:
    for kind in (*LETTER_SAYS, "likeness", "numbers", "marks"):
        assert (MODELS / f"{kind}.onnx").stat().st_size < 5_000_000
        digest = hashlib.sha256((MODELS / f"{kind}.onnx").read_bytes()).hexdigest()
        assert digest in (MODELS / f"{kind.partition('-')[0]}.md").read_text(encoding="utf-8")


def test_every_network_has_a_say_in_doubtful_letters_and_the_first_alone_in_clear_ones() -> None:
    reader = CnnReader()
    cells = [drawn("H"), np.minimum(drawn("O"), drawn("E"))]
    inputs = prepare_letters(cells, (32, 32))
    answers = {name: log_softmax(network.logits(inputs)) for name, network in reader._letters.items()}
    mean = sum(LETTER_SAYS[name] * answer for name, answer in answers.items())
    assert sum(LETTER_SAYS.values()) == pytest.approx(1)
    sure = surest(reader._letters[FIRST].symbols, answers[FIRST])
    assert sure[0] >= CLEAR > sure[1]
    found = reader.letter_logits(cells)
    assert np.allclose(found[0], answers[FIRST][0], atol=1e-4)
    assert np.allclose(found[1], mean[1], atol=1e-4)


def test_the_dot_of_a_small_i_is_seen() -> None:
    cell = cv2.line(np.full((64, 64), 240, np.uint8), (32, 30), (32, 50), 40, 2)
    cell[20:22, 31:33] = 40
    assert prepare_letters([cell], (32, 32))[0, 0, :8, 8:24].max() > 100


def test_tesseract_reads_a_sheet_in_one_call(tesseract: str) -> None:
    reader = make_reader("tesseract")
    cells = [drawn(letter) for letter in "HELMNRTEAZ"]
    cells.append(np.full((76, 76), 240, np.uint8))
    read = [glyph.symbol for glyph in reader.letters(cells)]
    assert len(read) == 11
    assert read[-1] == "."
    assert sum(a == b for a, b in zip(read, "HELMNRTEAZ", strict=False)) >= 6
