"""What a player gains who writes claims for a better reading of one ambiguous letter; and what honest players pay.

    python -m benchmarks.claims --cheat [--sheets N]

Sheets exist as letters only: rows that hold words players know. One cell is read as the letter that is written, or as
another one of like shape that would bring more points. The cheat writes all points as if the other letter stood there.
A sheet counts as lost where the higher total is given as certain. An honest player writes what the letters give,
whichever of the two was written; the price is the share of such sheets that a person must look at because of the rule.
"""

from dataclasses import dataclass, replace

import numpy as np

import lexicons
from benchmarks.certainty import any_grid, words_played
from referee.evidence import Evidence
from referee.judge import judge
from referee.options import Options
from referee.weigh import without_claims
from scanner.values import Glyph, Reading
from scoring import STANDARD, Grid, score

ALIKE = "OQ UV IL EF PR CG MN DO BR HN AR SZ TI WM KR XY LC AH VY JI BD GO FP TF NW UO"
CHANCES = (0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 0.95)
THRESHOLDS = (0.0, 0.51, 0.6, 0.7, 0.9)


@dataclass(frozen=True)
class Cheat:
    """A grid, the same with one letter that brings more points, and where."""

    language: str
    written: Grid
    better: Grid
    cell: int


def best_cheat(language: str, grid: Grid) -> Cheat | None:
    """The letter of like shape that brings most."""
    lexicon, letters = lexicons.load(language), "".join(grid.rows)
    most, found = score(grid, lexicon, STANDARD).total, None
    for cell, letter in enumerate(letters):
        for other in {pair.replace(letter, "") for pair in ALIKE.split() if letter in pair}:
            better = Grid.of(letters[:cell] + other + letters[cell + 1 :])
            total = score(better, lexicon, STANDARD).total
            if total > most:
                most, found = total, Cheat(language, grid, better, cell)
    return found


def reading(cheat: Cheat, chance: float, claimed: Grid) -> Reading:
    """The sheet as it is read: the better letter with this chance, and the points of one of the two grids beside it."""
    card = score(claimed, lexicons.load(cheat.language), STANDARD)
    texts = [str(line.points) if line.points else "-" for line in card.lines]
    sure = [Glyph(((text, 1.0),)) for text in (*"".join(cheat.written.rows), *texts, str(card.total))]
    letters = [("".join(cheat.better.rows)[cheat.cell], chance), ("".join(cheat.written.rows)[cheat.cell], 1 - chance)]
    sure[cheat.cell] = Glyph(tuple(sorted(letters, key=lambda item: -item[1])))
    return Reading(tuple(sure[:25]), tuple(sure[25:30]), tuple(sure[30:35]), sure[35])


def outcome(cheat: Cheat, chance: float, claimed: Grid) -> tuple[int, tuple[str, ...]]:
    """The total, and why a person must look."""
    evidence = replace(Evidence(reading(cheat, chance, claimed)), corners=((0, 0), (1, 0), (1, 1), (0, 1)))
    verdict = judge(evidence, Options(cheat.language, side="A"))
    return verdict.card.total, verdict.reasons


def report(count: int, seed: int = 1) -> None:
    """Print what is lost and what it costs, by the reader's chance and by the threshold."""
    cheats: list[Cheat] = []
    rng = np.random.default_rng(seed)
    words = {language: words_played(language) for language in lexicons.LANGUAGES}
    while len(cheats) < count:
        language = lexicons.LANGUAGES[len(cheats) % len(lexicons.LANGUAGES)]
        if cheat := best_cheat(language, any_grid(*words[language], rng)):
            cheats.append(cheat)
    chosen = without_claims.MIN_ALONE
    print(f"{count} sheets; least chance of the total by letters alone (in use: {chosen})")
    print("chance of the better letter " + " ".join(f"{chance:>11.0%}" for chance in CHANCES))
    for threshold in THRESHOLDS:
        without_claims.MIN_ALONE = threshold
        cells = []
        for chance in CHANCES:
            lost = asked = 0.0
            for cheat in cheats:
                total, reasons = outcome(cheat, chance, cheat.better)
                higher = total > score(cheat.written, lexicons.load(cheat.language), STANDARD).total
                lost += higher and not reasons
                asked += chance * bool(reasons)  # the honest player who wrote the better letter claims the same
                asked += (1 - chance) * bool(outcome(cheat, chance, cheat.written)[1])
            cells.append(f"{lost / count:5.1%}/{asked / count:5.1%}")
        print(f"  {threshold:4.2f}   lost/honest asked     " + " ".join(cells))
    without_claims.MIN_ALONE = chosen
