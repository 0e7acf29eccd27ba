import numpy as np

from tests import needs

with needs.installed("PIL", because="the training group is not installed"):
    from scanner import make_reader
    from training.hands import Style, write
    from training.number_sheets import FIELDS, sheet_numbers
    from training.strokes import digit_ways, lines_of, ways
    from training.written import written

PLAIN = Style(pen=4.0, slant=0.0, aspect=1.0, haste=0, shake=0.0, pressure=0.0)
WRITTEN = ("12", "3", "6", "20")


def digit_of(digit: str) -> np.ndarray:
    return write(lines_of(digit, np.random.default_rng(3), ways(digit)[0]), PLAIN, np.random.default_rng(3))


def text_of(wide: bool, rng: np.random.Generator) -> str:
    return "68" if wide else str(rng.choice(["", *WRITTEN]))


def test_a_sheet_gives_labelled_circles_and_boxes_and_the_same_ones_again() -> None:
    fields, again = (sheet_numbers(digit_of, text_of, np.random.default_rng(4)) for _ in range(2))
    assert len(fields) == FIELDS
    assert [text for _, text in fields] == [text for _, text in again]
    assert all(np.array_equal(one, other) for (one, _), (other, _) in zip(fields, again, strict=True))
    assert {text for crop, text in fields if crop.shape[0] == crop.shape[1]} <= {"", *WRITTEN}
    assert [text for crop, text in fields if crop.shape[1] > 1.3 * crop.shape[0]] == ["68", "68"]


def test_most_numbers_of_drawn_sheets_can_be_read() -> None:
    rng, reader, right = np.random.default_rng(9), make_reader("cnn"), []
    for _ in range(10):
        crops, texts = zip(*sheet_numbers(digit_of, text_of, rng), strict=True)
        right += [glyph.symbol == text for glyph, text in zip(reader.numbers(crops), texts, strict=True)]
    assert np.mean(right) > 0.6


def test_no_digit_lies_on_the_one_before() -> None:
    rng, bar = np.random.default_rng(1), np.pad(np.full((52, 6), 255, np.uint8), ((6, 6), (29, 29)))

    def ink(text: str) -> int:
        return int((written(lambda digit: bar, text, 24.0, (48, 64), rng) > 100).sum())

    assert min(ink("11") for _ in range(300)) > 1.35 * min(ink("1") for _ in range(300))


def test_whoever_begins_a_1_with_a_long_stroke_mostly_bars_the_7() -> None:
    rng = np.random.default_rng(2)
    people = [digit_ways(rng) for _ in range(400)]
    long = [own for own in people if own["1"][0][0][0][1] > 0.33 and own["1"][0][0][0][0] < 0.2]
    others = [own for own in people if own not in long]

    def barred(some: list) -> float:
        return float(np.mean([len(own["7"]) > 1 for own in some]))

    assert len(long) > 50
    assert barred(long) > 0.85 > 0.6 > barred(others)
