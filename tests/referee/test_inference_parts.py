"""Each part of the inference on small cases whose outcome can be worked out by hand."""

from dataclasses import replace
from math import exp, log

import numpy as np
import pytest

import lexicons
from referee.inference import asking, hand, posterior
from referee.inference.beam import LINES, beam
from referee.inference.beliefs import Posterior, Seen, Table
from referee.inference.claims import ADDED_UP, STRUCK_RIGHTLY, TOTALS, total_chances, written
from referee.inference.posterior import infer
from referee.inference.vocabulary import LETTERS, vocabulary
from scanner.values import Glyph, Reading
from scoring import STANDARD, Grid, Roll, RollLog, score

ENGLISH = Table(lexicons.load, "en", side="A", languages=("en",))
SUPER = "SUPERTRIPHRNLOIATECTPMHHE"
A, B, C = (LETTERS.index(letter) for letter in "ABC")


def seen(letters: str, doubts: dict[int, dict[str, float]], **written: object) -> Seen:
    glyphs = [
        Glyph(tuple(sorted(doubts.get(cell, {letter: 1.0}).items(), key=lambda item: -item[1])))
        for cell, letter in enumerate(letters)
    ]
    return Seen(Reading(tuple(glyphs), **written))  # type: ignore[arg-type]


def chance(found: Posterior, cell: int, letter: str) -> float:
    return dict(found.letters[cell].ranking).get(letter, 0.0)


def odds(found: Posterior, cell: int, one: str, other: str) -> float:
    return log(chance(found, cell, one) / chance(found, cell, other))


def test_letters_misread_alike_go_together() -> None:
    shape = np.full((25, 27), 1e-9)
    shape[:, A] = 1.0
    shape[[3, 7], A], shape[[3, 7], B] = 0.9, 0.1
    digits = np.full((25, 3), A)
    digits[3, 1:], digits[7, 2] = B, B  # none, one, both misread
    found = hand.misread_alike(digits, np.array([3, 7]), shape)
    assert found[:2].tolist() == [0.0, 0.0]
    assert found[2] == pytest.approx(hand.OTHERWISE + hand.ALIKE, abs=1e-6)


@pytest.mark.parametrize("line", range(10))
def test_a_letter_that_only_its_row_or_column_asks_for_is_a_candidate(line: int) -> None:
    """By shape it is none."""
    place = line % 4
    cell = LINES[line][place]
    logs = np.full((25, 27), -np.inf)
    logs[:, A], logs[cell, B] = 0.0, log(1e-5)

    def weights(numbers: np.ndarray, digits: np.ndarray) -> np.ndarray:
        return np.where((numbers == line) & (digits[:, place] == B), 5.0, 0.0)

    assert B in beam(logs, weights).digits[cell]
    assert B not in beam(logs, lambda numbers, digits: np.zeros(len(numbers))).digits[cell]


def test_grids_are_proposed_half_by_shape_and_half_by_their_lines() -> None:
    logs = np.full((25, 27), -np.inf)
    logs[:, A], logs[12, A], logs[12, B] = 0.0, log(0.7), log(0.3)

    def weights(numbers: np.ndarray, digits: np.ndarray) -> np.ndarray:
        return np.where((numbers == 2) & (digits[:, 2] == B), log(7.0), 0.0)

    found = beam(logs, weights)
    given = 0.3 * 7 / (0.3 * 7 + 0.7)
    proposed = {int(digit): float(p) for digit, p in zip(found.digits[12], found.chances, strict=True)}
    assert proposed == pytest.approx({B: (0.3 + given) / 2, A: 1 - (0.3 + given) / 2})


def test_nearest_like_of_a_letter_speaks_for_it_once() -> None:
    pairs = hand.likes(((3, 7, 0.9), (3, 8, 0.99), (3, 9, 0.5)))
    assert pairs is not None
    digits = np.full((25, 3), A)
    digits[3, 1], digits[3, 2] = B, C
    digits[[7, 9]], digits[8] = B, C
    clear = hand.likeness(digits, np.array([3]), pairs)
    assert clear == pytest.approx([-hand.EXPECTED, *(-hand.NEAR * log(1 - p) - hand.EXPECTED for p in (0.9, 0.99))])
    # Where the like is itself in doubt, half of what it says is for each of the two.
    doubtful = hand.likeness(digits, np.array([3, 8]), pairs)
    each = -hand.NEAR * log(1 - 0.99) / 2 - hand.EXPECTED
    assert doubtful[2] == pytest.approx(2 * each)
    assert hand.likes(()) is None


def test_hand_is_believed_in_part() -> None:
    """However sure a like is, the share in which likes are not believed is left to the rest."""
    sheet = seen("QVQQQQQQQQQQQQQQQQQVQQQUQ", {19: {"V": 0.5, "U": 0.5}})
    plain = chance(infer(sheet, ENGLISH), 19, "V")
    like = chance(infer(replace(sheet, alike=((1, 19, 0.9999),)), ENGLISH), 19, "V")
    assert like == pytest.approx(posterior.TRUSTED + (1 - posterior.TRUSTED) * plain, abs=0.12)
    assert like > plain + 0.1


def test_bonus_counts_where_all_lines_have_points() -> None:
    """A total with the bonus in it speaks for a letter that gives every line a word."""
    full = "STARTTALESARENALENDSTREES"
    lexicon = lexicons.load("en")
    card = score(Grid.of(full), lexicon, STANDARD)
    assert card.bonus == STANDARD.full_house
    cell = 12
    doubts = {cell: {full[cell]: 0.5, "Q": 0.5}}
    blank = (Glyph((("", 1.0),)),) * 5
    total, mark = Glyph(((str(card.total), 1.0),)), Glyph((("10", 1.0),))
    without = infer(seen(full, doubts, rows=blank, columns=blank), ENGLISH)
    with_bonus = infer(seen(full, doubts, rows=blank, columns=blank, total=total, bonus=mark), ENGLISH)
    struck = infer(seen(full, doubts, rows=blank, columns=blank, total=total, bonus=Glyph((("struck", 1.0),))), ENGLISH)
    assert odds(with_bonus, cell, full[cell], "Q") > odds(without, cell, full[cell], "Q")
    assert odds(with_bonus, cell, full[cell], "Q") > odds(struck, cell, full[cell], "Q")


def test_total_tells_what_an_illegible_circle_says() -> None:
    """All circles but one are read: what is left of the total is that line's."""
    doubts = {12: {"L": 0.5, "N": 0.5}}
    lexicon, found = lexicons.load("en"), {}
    for letter in "LN":
        card = score(Grid.of(SUPER[:12] + letter + SUPER[13:]), lexicon, STANDARD)
        texts = [Glyph(((str(line.points) if line.points else "-", 1.0),)) for line in card.lines]
        texts[7] = texts[2] = Glyph((("", 1.0),))  # the lines through the doubtful cell
        written = {"rows": tuple(texts[:5]), "columns": tuple(texts[5:])}
        alone = infer(seen(SUPER, doubts, **written), ENGLISH)
        told = infer(seen(SUPER, doubts, **written, total=Glyph(((str(card.total), 1.0),))), ENGLISH)
        other = "N" if letter == "L" else "L"
        found[letter] = odds(told, 12, letter, other) - odds(alone, 12, letter, other)
    assert min(found.values()) > -0.05
    assert max(found.values()) > 0.3


def test_rolls_leave_what_they_allow_alone() -> None:
    valve = "SPAINVALVETRIPSLAYERBITES"
    sheet = seen(valve, {5: {"V": 0.5, "U": 0.5}})
    log_ = RollLog(tuple(Roll(letter, letter) for letter in valve))
    plain, rolled = infer(sheet, ENGLISH), infer(sheet, replace(ENGLISH, rolls=log_))
    more = odds(rolled, 5, "V", "U") - odds(plain, 5, "V", "U")
    assert more == pytest.approx(-log(posterior.AGAINST_ROLLS) / posterior.TEMPERATURE, rel=0.02)


def test_first_question_is_the_one_that_leaves_least_doubt() -> None:
    """Of two doubtful letters the one that decides more comes first, and its value is what is certain after it."""
    found = infer(seen(SUPER, {2: {"P": 0.6, "F": 0.4}, 20: {"P": 0.97, "F": 0.03}}), ENGLISH)
    values = [doubt.value for doubt in found.doubts]
    assert values == sorted(values, reverse=True)
    assert all(found.certainty - 1e-9 <= value <= 1 + 1e-9 for value in values)
    low = [doubt for doubt in infer(seen(SUPER, {2: {"P": 0.99, "F": 0.01}}), ENGLISH).doubts]
    assert all(doubt.p < 0.5 for doubt in low)


def test_a_small_doubt_is_named_too() -> None:
    sheet = seen("QQQQQQQQQQQQATQQQQQQQQQQQ", {12: {"A": 0.9, "Q": 0.1}})
    found = infer(sheet, ENGLISH)
    assert [doubt.cell for doubt in found.doubts][:1] == [12]
    assert found.doubts[0].p < 0.5


def test_likes_in_one_doubt_are_one_question() -> None:
    two = {cell: {"D": 0.95, "O": 0.05} for cell in (0, 20)}
    two[20] = {"D": 0.94, "O": 0.06}
    letters = "DFQQQQQQQQQQQQQQQQQQDFQQQ"  # OF in both rows, or no word
    sheet = seen(letters, two)
    found = infer(replace(sheet, alike=((0, 20, 0.9999),)), ENGLISH)
    asked = {doubt.cell: doubt.alike for doubt in found.doubts if doubt.kind == "letter"}
    assert asked == {0: (20,), 20: (0,)}
    two[20] = {"D": 0.6, "O": 0.05, "B": 0.35}  # read otherwise, and no like
    found = infer(replace(seen(letters, two), alike=((0, 20, 0.01),)), ENGLISH)
    assert not any(doubt.alike for doubt in found.doubts)


def test_sheet_with_many_small_doubts_always_has_a_question() -> None:
    doubts = {cell: {letter: 0.99, "A": 0.005, "S": 0.005} for cell, letter in enumerate(SUPER) if letter not in "AS"}
    found = infer(seen(SUPER, doubts), ENGLISH)
    assert found.certainty < 0.99
    assert found.doubts


def test_candidates_are_found_by_several_passes() -> None:
    """A letter that its lines ask for only once another one is set right is a candidate all the same."""
    logs = np.full((25, 27), -20.0)
    logs[:, A] = 0.0
    logs[0, B], logs[1, B] = -1.0, -8.0

    def weights(line: np.ndarray, digits: np.ndarray) -> np.ndarray:
        first = (line == 0) & (digits[:, 0] == B)
        return np.where(first, 4.0, 0.0) + np.where(first & (digits[:, 1] == B), 9.0, 0.0)

    found = beam(logs, weights)
    assert {0, 1} <= set(found.cells.tolist())
    best = found.shape + weights(np.zeros(len(found.shape), int), found.digits[:5].T)
    assert found.digits[:2, int(best.argmax())].tolist() == [B, B]
    assert exp(-found.missed) > 0.99


def test_total_is_the_sum_of_what_may_be_claimed() -> None:
    """The chance of a written total, from blank circles and from clear ones, against sums worked out one by one."""
    doubts = {12: {"L": 0.5, "N": 0.5}}
    blank = (Glyph((("", 1.0),)),) * 5
    rows = (*(Glyph(((text, 1.0),)) for text in ("10", "6")), *blank[2:])
    mark, total = Glyph((("10", 0.9), ("struck", 0.1))), Glyph((("62", 0.8), ("52", 0.2)))
    reading = replace(seen(SUPER, doubts).reading, rows=rows, columns=blank, total=total, bonus=mark)
    claims, words = written(reading, STANDARD), vocabulary("en")
    logs = np.full((25, 27), -30.0)
    for cell, letter in enumerate(SUPER):
        logs[cell, LETTERS.index(letter)] = 0.0
    logs[12, LETTERS.index("N")] = 0.0
    found = beam(logs, lambda line, digits: np.zeros(len(line)))
    claimed = words.lines(found.patterns).claimed
    chances = np.exp(total_chances(claims, found, claimed, np.zeros(len(found.shape))))
    for grid in range(len(found.shape)):
        sums = {(0, True): 1.0}  # points so far, and whether every line has some
        for number in range(10):
            own = claimed[found.pattern[number, grid]] * claims.circles[number]
            after: dict[tuple[int, bool], float] = {}
            for (points, full), p in sums.items():
                for length, share in enumerate(own / own.sum()):
                    if number in claims.open or share == own.max() / own.sum():
                        key = (points + STANDARD.points[length + 1], full and length > 0)
                        after[key] = after.get(key, 0.0) + p * (share if number in claims.open else 1.0)
            sums = after
        rightly = STRUCK_RIGHTLY * 0.9 + (1 - STRUCK_RIGHTLY) * 0.1
        fits = sum(
            p * 2 * (rightly * sums.get((number - 10, True), 0.0) + (1 - rightly) * sums.get((number, False), 0.0))
            for number, p in ((62, 0.8), (52, 0.2))
        )
        assert chances[grid] == pytest.approx(ADDED_UP * fits + (1 - ADDED_UP) / TOTALS, rel=1e-3)


def test_questions_come_in_the_order_of_what_they_settle() -> None:
    doubts = {cell: {"D": 0.95 - cell / 100, "O": 0.05 + cell / 100} for cell in (0, 10, 20)}
    found = infer(seen("DFQQQQQQQQDFQQQQQQQQDFQQQ", doubts), ENGLISH)
    cells = [doubt.cell for doubt in found.doubts if doubt.kind == "letter"]
    assert cells[0] == 20
    assert set(cells) == {0, 10, 20}
    assert found.doubts[0].value > found.doubts[-1].value


def test_small_doubts_that_add_up_are_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "WORTH_ASKING", 0.5)  # every doubt is a small one
    found = infer(seen("DFQQQQQQQQQQQQQQQQQQQQQQQ", {0: {"D": 0.9, "O": 0.1}}), ENGLISH)
    assert found.certainty < 1 - asking.MANY
    assert [doubt.cell for doubt in found.doubts] == [0]
