import numpy as np

from tests import needs

with needs.installed("PIL", because="the training group is not installed"):
    from scanner import make_reader
    from training.flat_sheets import sheet_cells
    from training.glyphs import CAPITALS, SYMBOLS, label_of
    from training.hands import Style, write
    from training.strokes import lines_of

PLAIN = Style(pen=3.0, slant=0.0, aspect=1.0, haste=0, shake=0.0, pressure=0.0)


def plain_page(rng: np.random.Generator) -> tuple[np.ndarray, tuple[int, int]]:
    symbol = CAPITALS[rng.integers(26)]
    return write(lines_of(symbol, rng), PLAIN, rng, symbol), label_of(symbol)


def test_a_sheet_gives_25_labelled_crops_and_the_same_ones_again() -> None:
    crops, labels = sheet_cells(plain_page, np.random.default_rng(4))
    again, same = sheet_cells(plain_page, np.random.default_rng(4))
    assert len(crops) == len(labels) == 25
    assert labels == same
    assert all(np.array_equal(one, other) for one, other in zip(crops, again, strict=True))
    assert {crop.dtype for crop in crops} == {np.dtype(np.uint8)}


def test_most_letters_of_drawn_sheets_can_be_read() -> None:
    rng, reader, right, count = np.random.default_rng(9), make_reader("cnn"), 0, 0
    for _ in range(8):
        crops, labels = sheet_cells(plain_page, rng)
        read = [glyph.symbol for glyph in reader.letters(crops)]
        true = [SYMBOLS[label].upper() for label, _ in labels]
        right += sum(one == other for one, other in zip(read, true, strict=True))
        count += 25
    assert right > 0.75 * count


def test_empty_cells_stay_empty() -> None:
    rng = np.random.default_rng(1)
    found = [(crop, label) for _ in range(16) for crop, label in zip(*sheet_cells(plain_page, rng), strict=True)]
    empty = [np.mean(crop < 128) for crop, label in found if SYMBOLS[label[0]] == "."]
    written = [np.mean(crop < 128) for crop, label in found if SYMBOLS[label[0]] in CAPITALS]
    assert empty
    assert np.median(empty) < 0.01 < np.median(written)
