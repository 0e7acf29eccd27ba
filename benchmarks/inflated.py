"""What a player gains who writes one letter so that it can be read two ways, and the points of the better one.

    python -m benchmarks.claims --cheat READINGS [--part choose|judge] [--attempts N]

Readings of photos, re-dealt into players' grids (see `benchmarks.redealt`). One letter is drawn as a mixture of itself
and of one of like shape that would bring at least five points more; its ranking and its likes are mixed in the same
share. All points are written as if the better letter stood there. An attempt succeeds where the higher total stands
unasked. The price: how many honest sheets stand in the same preset.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

import lexicons
from benchmarks.evidence import Read, stored
from benchmarks.redealt import Sheet, judged, redealt, stands
from referee.inference import fairness
from referee.inference.beliefs import Posterior
from referee.inference.fairness import Fairness
from scanner.values import Glyph, Reading
from scoring import STANDARD, Grid, score

ALIKE = "OQ UV IL EF PR CG MN DO BR HN AR SZ TI WM KR XY LC AH VY JI BD GO FP TF NW UO"
SHARES = (0.5, 0.3, 0.15, 0.05)
GAIN = 5  # points that make it worth while
CLEAR = 0.95  # the letter is one that was read clearly


@dataclass(frozen=True, eq=False)
class Attempt:
    """A sheet, the cell that is drawn between two letters, the better letter, and the totals with each."""

    sheet: Sheet
    cell: int
    letter: str
    honest: int
    inflated: int


def attempts(sheets: Sequence[Sheet]) -> Iterator[Attempt]:
    """For each sheet the letter of like shape that brings most, if it brings enough."""
    for sheet in sheets:
        lexicon, letters = lexicons.load(sheet.language), "".join(sheet.grid.rows)
        total, most = sheet.total, None
        for cell, letter in enumerate(letters):
            glyph = sheet.seen.reading.letters[cell]
            if glyph.symbol != letter or glyph.p < CLEAR:
                continue
            for other in sorted({pair.replace(letter, "") for pair in ALIKE.split() if letter in pair}):
                better = score(Grid.of(letters[:cell] + other + letters[cell + 1 :]), lexicon, STANDARD).total
                if better >= max(total + GAIN, most.inflated + 1 if most else 0):
                    most = Attempt(sheet, cell, other, total, better)
        if most:
            yield most


def drawn(attempt: Attempt, share: float) -> Sheet:
    """The sheet with the letter drawn so much like the better one, and its points written."""
    sheet, cell = attempt.sheet, attempt.cell
    letters = "".join(sheet.grid.rows)
    own, other = dict(sheet.seen.reading.letters[cell].ranking), _read_as(attempt)
    mixed = {symbol: (1 - share) * own.get(symbol, 0.0) + share * other.get(symbol, 0.0) for symbol in own | other}
    glyphs = list(sheet.seen.reading.letters)
    glyphs[cell] = Glyph(tuple(sorted(mixed.items(), key=lambda item: -item[1])))
    better = Grid.of(letters[:cell] + attempt.letter + letters[cell + 1 :])
    card = score(better, lexicons.load(sheet.language), STANDARD)
    texts = [Glyph(((str(line.points) if line.points else "-", 1.0),)) for line in card.lines]
    bonus = Glyph((("10" if card.bonus else "struck", 1.0),))
    reading = Reading(tuple(glyphs), tuple(texts[:5]), tuple(texts[5:]), Glyph(((str(card.total), 1.0),)), bonus)
    return replace(sheet, seen=replace(sheet.seen, reading=reading, alike=_likes(attempt, share)))


def _read_as(attempt: Attempt) -> dict[str, float]:
    """How this hand's better letter was read, or how it would be."""
    letters = "".join(attempt.sheet.grid.rows)
    found = [
        glyph
        for letter, glyph in zip(letters, attempt.sheet.seen.reading.letters, strict=True)
        if letter == attempt.letter == glyph.symbol
    ]
    return dict(found[0].ranking) if found else {attempt.letter: 0.99}


def _likes(attempt: Attempt, share: float) -> tuple[tuple[int, int, float], ...]:
    """The likes of the cell, those of its own letter and those of the better one in the same shares."""
    letters, alike = "".join(attempt.sheet.grid.rows), attempt.sheet.seen.alike
    of = {(one, two): p for pair in alike for one, two, p in (pair, (pair[1], pair[0], pair[2]))}
    like = next((cell for cell in range(25) if letters[cell] == attempt.letter), None)
    found = []
    for one, two, p in alike:
        if attempt.cell in (one, two):
            beside = two if one == attempt.cell else one
            other = 0.01 if like is None else 0.99 if beside == like else of.get((like, beside), 0.01)
            p = (1 - share) * p + share * other
        found.append((one, two, p))
    return tuple(found)


def succeeds(found: Posterior, attempt: Attempt, sheet: Sheet, preset: Fairness) -> bool:
    """Whether a higher total than the honest one stands."""
    return found.total > attempt.honest and stands(found, sheet, preset)


def report(readings: Path, part: str, count: int) -> None:
    """Print the curve."""
    reads: list[Read] = list(stored(readings, part))
    found: list[Attempt] = []
    honest: list[Sheet] = []
    for seed in range(100):
        sheets = list(redealt(reads, "ordinary", True, 1000 + seed))
        honest += sheets if seed < 2 else []
        found += attempts(sheets)
        if len(found) >= count:
            break
    found = found[:count]
    print(f"{len(found)} attempts, mean gain {np.mean([one.inflated - one.honest for one in found]):.1f}")
    results = {share: [(one, sheet := drawn(one, share), judged(sheet)) for one in found] for share in SHARES}
    truthful = [(sheet, judged(sheet)) for sheet in honest]
    presets = [Fairness("none", 0.0, 1), fairness.FRIENDLY, fairness.STRICT]
    presets += [
        Fairness(f"{s} from {g}", s, g) for s in (0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8) for g in (1, 3, 5)
    ]
    print("honest: re-dealt sheets with points that stand and are right; attempts that succeed, by share of the shape")
    for preset in presets:
        price = np.mean([stands(now, sheet, preset) and now.total == sheet.total for sheet, now in truthful])
        won = [sum(succeeds(now, one, sheet, preset) for one, sheet, now in results[share]) for share in SHARES]
        print(
            f"  {preset.name:<12} honest {price:6.1%}  "
            + "  ".join(f"{s:.0%}: {n}" for s, n in zip(SHARES, won, strict=True))
        )
