"""A finished sheet audited: what its dots claim, what any order of play allows, and what does not fit."""

from collections import Counter
from collections.abc import Callable, Container
from dataclasses import dataclass

from q4.board import DOTS, Place, Run, neighbours_of, place_of
from q4.chains import Chain, chains_of, maximal_runs
from q4.coach import open_words
from q4.friendly import friendly_totals
from q4.orders import chain_ends, totals
from q4.record import COMPETITIVE, FRIENDLY, ROUNDS, Design
from q4.results import Remark
from q4.scores import Steps, ends_of_any_rounds

CHALLENGES = 2  # points lost by challenges, which a sheet does not show, that a chain of circles may tell of


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
    mode: str = COMPETITIVE


@dataclass(frozen=True)
class Claim:
    """Letters that filled dots connect, the words of the list in it, and whether they explain all its dots."""

    run: Run
    letters: str
    words: tuple[str, ...]
    explained: bool


@dataclass(frozen=True)
class Outcome:
    """What a sheet is worth: every total that the rules allow, the circled score, and what speaks for it."""

    possible: tuple[int, ...]  # penalties taken off
    penalty: int
    claimed: int | None  # the circled number; of several the one at which their chain ends, else the highest
    chained: bool | None = None  # whether several circles are the scores of all rounds, with one end; None: not several
    reached: int | None = None  # where no chain explains them, the highest that one reaches

    @property
    def least(self) -> int:
        """The lowest total."""
        return self.possible[0]

    @property
    def most(self) -> int:
        """The highest total."""
        return self.possible[-1]

    @property
    def proven(self) -> str | None:
        """Whether the rules or the chain of circles force the claimed score (yes), allow it (possible) or not
        (impossible); None where none is circled."""
        if self.claimed is None:
            return None
        if self.claimed not in self.possible:
            return "impossible"
        return "yes" if self.chained or len(self.possible) == 1 else "possible"

    @property
    def total(self) -> int | None:
        """The claimed score where it can be, else None."""
        return None if self.proven == "impossible" else self.claimed

    @property
    def counted(self) -> int:
        """What counts for the time being: the circled score, or the nearest that can be; with none the lowest."""
        claimed = self.least if self.claimed is None else self.claimed
        return min(self.possible, key=lambda total: (abs(total - claimed), total))


def judge_sheet(sheet: Sheet, words: Container[str]) -> Outcome:
    """What a sheet is worth; dots that connect nothing are left aside."""
    chains = tuple(chains_of(_sound_dots(sheet), sheet.letters, words, _bonus(sheet))[0])
    friendly = sheet.mode == FRIENDLY
    points = friendly_totals(chains, len(sheet.letters)) if friendly else totals(chains)
    reused, reached = sum(_reused(sheet).values()), None
    for penalty in range(reused, reused + CHALLENGES + 1) if len(sheet.circled) > 1 else ():
        ends, highest = _ends(sheet, chains, points, penalty)
        if ends:  # a challenge lost in the last round must not lead to another end
            if len(ends | _ends(sheet, chains, points, penalty + 1)[0]) == 1:
                return Outcome(tuple(one - penalty for one in points), penalty, min(ends), True)
            reached = None
            break
        reached = highest if reached is None else reached
    claimed = max(sheet.circled, default=None)
    possible = tuple(one - reused for one in points)
    return Outcome(possible, reused, claimed, None if len(sheet.circled) < 2 else False, reached)


def _ends(sheet: Sheet, chains: tuple[Chain, ...], points: tuple[int, ...], penalty: int) -> tuple[frozenset[int], int]:
    """At which circled numbers a game can end that lost so many points, and the highest score on the way."""
    steps, idle = Steps(sheet.circled, penalty), len(sheet.letters) - len({c for chain in chains for c in chain.cells})
    if sheet.mode == FRIENDLY:
        found, highest = ends_of_any_rounds(steps, len(sheet.letters))
    else:
        found, highest = chain_ends(chains, steps, idle)
    return frozenset(one for one in found if one in sheet.circled and one + penalty in points), highest


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
REVIEWED = frozenset(WRITING | {"too-high", "too-low", "not-possible", "no-score", "several-scores"})


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
    if outcome.chained is False:
        found.append(Remark(0, "several-scores", {"circled": sheet.circled}))
    if outcome.reached is not None and not outcome.chained:
        found.append(Remark(0, "chain-breaks", {"after": outcome.reached}))
    if outcome.chained and (lost := outcome.penalty - sum(_reused(sheet).values())):
        found.append(Remark(0, "points-lost", {"points": lost}, lost))
    return tuple(found + (_score_findings(outcome) if sheet.has_scores else []))


def _coverage(sheet: Sheet) -> list[Remark]:
    """Whether the crossed-off letters are those played."""
    played, crossed = Counter(sheet.letters.values()), _crossed_letters(sheet)
    found = [Remark(0, "uncrossed", {"letter": letter}) for letter in sorted(played) if not crossed[letter]]
    found += [Remark(0, "unplayed", {"letter": letter}) for letter in sorted((crossed - played).elements())]
    return found + [Remark(0, "reused", {"letter": letter}, times) for letter, times in sorted(_reused(sheet).items())]


def _score_findings(outcome: Outcome) -> list[Remark]:
    """Whether the circled score can be."""
    values = {"claimed": outcome.claimed, "least": outcome.least, "most": outcome.most, "possible": outcome.possible}
    if outcome.claimed is None:
        return [Remark(0, "no-score", values)]
    if outcome.proven != "impossible":
        return []
    below, above = outcome.claimed < outcome.least, outcome.claimed > outcome.most
    return [Remark(0, "too-low" if below else "too-high" if above else "not-possible", values)]


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
