"""Every sample, scored for real: the sheet is found, and a wrong total is never given as certain."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

import lexicons
from benchmarks.truth import SAMPLES, PhotoTruth, load
from referee.answers import Answers
from referee.judge import judge
from referee.options import Options
from referee.referee import Referee
from referee.verdict import PhotoVerdict
from report.document import document
from scoring import Grid, rules_named, score

pytestmark = pytest.mark.slow
# Answers that each sample takes today; the others take none.
QUESTIONS = {"professional-en": 2}
TRUTHS = {truth.path.parent.name: truth for truth in load(SAMPLES)}


@cache
def referee() -> Referee:
    return Referee()


@cache
def judged(name: str) -> PhotoVerdict:
    truth = TRUTHS[name]
    return referee().photo(truth.path.read_bytes(), truth.path.name, Options(lang=truth.sheets[0].language))


@pytest.fixture(params=sorted(TRUTHS))
def sample(request: pytest.FixtureRequest) -> tuple[PhotoTruth, PhotoVerdict]:
    return TRUTHS[request.param], judged(request.param)


def test_the_sheet_is_found_upright(sample: tuple[PhotoTruth, PhotoVerdict]) -> None:
    truth, verdict = sample
    filled = [sheet for sheet in verdict.sheets if not sheet.empty]
    assert len(filled) == 1
    assert filled[0].scan
    corners, true = filled[0].scan.sheet.lattice.corners, truth.sheets[0].corners
    side = np.linalg.norm(true[0] - true[2]) / np.sqrt(2)
    ruled_by_hand = not truth.sheets[0].has_fields  # where a line drawn freely ends is itself uncertain
    assert np.linalg.norm(corners - true, axis=1).max() / side < (0.03 if ruled_by_hand else 0.02)


def test_a_wrong_total_is_never_given_as_certain(sample: tuple[PhotoTruth, PhotoVerdict]) -> None:
    truth, verdict = sample
    sheet = next(sheet for sheet in verdict.sheets if not sheet.empty)
    lexicon = lexicons.load(sheet.language)
    rules = rules_named("auto", truth.sheets[0].side)
    right = sheet.card.total == score(Grid(truth.sheets[0].grid), lexicon, rules).total
    assert right or sheet.needs_review


def test_letters_are_read(sample: tuple[PhotoTruth, PhotoVerdict]) -> None:
    truth, verdict = sample
    sheet = next(sheet for sheet in verdict.sheets if not sheet.empty)
    pairs = zip("".join(truth.sheets[0].grid), (glyph.symbol for glyph in sheet.glyphs), strict=True)
    assert all(true == read for true, read in pairs)


def test_few_answers_settle_it(sample: tuple[PhotoTruth, PhotoVerdict]) -> None:
    """Whoever answers the worst doubt with what stands there, and the next, soon has the right total."""
    truth, verdict = sample
    sheet = next(sheet for sheet in verdict.sheets if not sheet.empty)
    letters, rules = truth.sheets[0].grid, rules_named("auto", truth.sheets[0].side)
    options = replace(sheet.options, side=truth.sheets[0].side or "auto")
    told: dict[tuple[int, int], str] = {}
    now = judge(sheet.evidence, options)
    while now.needs_review:
        asked = next(doubt for doubt in now.doubts if doubt.row and (doubt.row, doubt.column) not in told)
        told[asked.row, asked.column] = letters[asked.row - 1][asked.column - 1]
        now = judge(sheet.evidence, options, Answers(told))
    assert len(told) <= QUESTIONS.get(truth.path.parent.name, 0)
    assert now.card.total == score(Grid(letters), lexicons.load(sheet.language), rules).total


def test_the_same_photo_gives_the_same_document() -> None:
    truth = TRUTHS["classic-en"]
    again = Referee().photo(truth.path.read_bytes(), truth.path.name, Options(lang="en"))
    assert document(again) == document(judged("classic-en"))
