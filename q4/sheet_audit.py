"""A finished sheet audited: what its dots claim, what any order of play allows, and what does not fit."""

from collections import Counter
from collections.abc import Callable, Container
from dataclasses import dataclass

from q4.board import DOTS, Place, Run, neighbours_of, place_of
from q4.chains import chains_of, maximal_runs
from q4.coach import open_words
from q4.orders import bounds
from q4.record import ROUNDS, Design
from q4.results import Remark


@dataclass(frozen=True)
class Sheet:
    """What stands on a finished sheet, every doubt decided one way."""

    design: Design
    letters: dict[int, str]  # of filled cells
    dots: int
    crossed: frozenset[Place]
    blocks: frozenset[Place]
    circled: tuple[int, ...]
    has_scores: bool = True  # whether the numbers to circle were found


@dataclass(frozen=True)
class Claim:
    """Letters that filled dots connect, the words of the list in it, and whether they explain all its dots."""

    run: Run
    letters: str
    words: tuple[str, ...]
    explained: bool


@dataclass(frozen=True)
class Outcome:
    """What a sheet is worth: points of the words and bonus over all orders of play, penalties, the circled score."""

    least: int
    most: int
    penalty: int
    claimed: int | None

    @property
    def agrees(self) -> bool:
        """Whether some order of play gives the circled score."""
        return self.claimed is not None and self.least - self.penalty <= self.claimed <= self.most - self.penalty


def judge_sheet(sheet: Sheet, words: Container[str]) -> Outcome:
    """What a sheet is worth; dots that connect nothing are left aside."""
    found = bounds(chains_of(_sound_dots(sheet), sheet.letters, words, _bonus(sheet))[0])
    return Outcome(found.least, found.most, sum(_reused(sheet).values()), max(sheet.circled, default=None))


def claims_of(sheet: Sheet, words: Container[str]) -> tuple[Claim, ...]:
    """The letters that dots connect, and the words in them."""
    dots = _sound_dots(sheet)
    _, unlisted = chains_of(dots, sheet.letters, words, _bonus(sheet))
    claims = []
    for run in maximal_runs(dots):
        inside = [(text, part) for text, part in open_words(sheet.letters, 0, words) if not part.dots & ~run.dots]
        text = "".join(sheet.letters[cell] for cell in run.cells)
        claims.append(Claim(run, text, tuple(text for text, _ in inside), run not in unlisted))
    return tuple(claims)


WRITING = {"unfinished", "stray-dot", "unlisted", "uncrossed", "unplayed"}
REVIEWED = frozenset(WRITING | {"too-high", "too-low", "no-score", "several-scores"})


def audit(sheet: Sheet, outcome: Outcome, words: Container[str]) -> tuple[Remark, ...]:
    """What does not fit on a sheet."""
    found = []
    if len(sheet.letters) != ROUNDS:
        found.append(Remark(0, "unfinished", {"letters": len(sheet.letters), "most": ROUNDS}))
    for dot in range(DOTS):
        if sheet.dots >> dot & 1 and not _sound_dots(sheet) >> dot & 1:
            found.append(Remark(0, "stray-dot", {"cells": tuple(place_of(cell) for cell in neighbours_of(dot))}))
    found += [Remark(0, "unlisted", {"word": c.letters}) for c in claims_of(sheet, words) if not c.explained]
    found += _coverage(sheet) if sheet.design.letter_grid else []  # another print may lack the one or the other
    if len(sheet.circled) > 1:  # a mistake struck out leaves its circle, and which one counts is for people to say
        found.append(Remark(0, "several-scores", {"circled": sheet.circled}))
    return tuple(found + (_score_findings(outcome) if sheet.has_scores else []))


def _coverage(sheet: Sheet) -> list[Remark]:
    """Whether the crossed-off letters are those played."""
    played, crossed = Counter(sheet.letters.values()), _crossed_letters(sheet)
    found = [Remark(0, "uncrossed", {"letter": letter}) for letter in sorted(played) if not crossed[letter]]
    found += [Remark(0, "unplayed", {"letter": letter}) for letter in sorted((crossed - played).elements())]
    return found + [Remark(0, "reused", {"letter": letter}, times) for letter, times in sorted(_reused(sheet).items())]


def _score_findings(outcome: Outcome) -> list[Remark]:
    """Whether the circled score can be."""
    least, most = outcome.least - outcome.penalty, outcome.most - outcome.penalty
    values = {"claimed": outcome.claimed, "least": least, "most": most}
    if outcome.claimed is None:
        return [Remark(0, "no-score", values)]
    if outcome.claimed > most:
        return [Remark(0, "too-high", values)]
    return [Remark(0, "too-low", values)] if outcome.claimed < least else []


def _bonus(sheet: Sheet) -> Callable[[int], bool]:
    return lambda cell: sheet.design.is_bonus(place_of(cell))


def _sound_dots(sheet: Sheet) -> int:
    """The filled dots between two letters."""
    sound = (dot for dot in range(DOTS) if all(cell in sheet.letters for cell in neighbours_of(dot)))
    return sum(1 << dot for dot in sound) & sheet.dots


def _crossed_letters(sheet: Sheet) -> Counter[str]:
    return Counter(sheet.design.letter(place) or "" for place in sheet.crossed)


def _reused(sheet: Sheet) -> Counter[str]:
    """Letters that stand more often in the play grid than they are crossed off: each was used again."""
    crossed = _crossed_letters(sheet)
    again = Counter(sheet.letters.values()) - crossed
    return Counter({letter: times for letter, times in again.items() if crossed[letter]})
