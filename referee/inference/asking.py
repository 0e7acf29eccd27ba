"""Which questions are worth asking, and which first: the one whose answer leaves least doubt, its likes counted."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from referee.inference.beam import Beam
from referee.inference.beliefs import Doubt, Hypothesis, Posterior, Seen, Told
from referee.inference.vocabulary import BASE, LETTERS
from scoring import PROFESSIONAL

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]

SYMBOLS = LETTERS + "."
WORTH_ASKING = 2e-3  # probability of another letter below which nobody is asked about it
OTHERWISE = 0.03  # of another language or side
TOGETHER = 0.5  # probability that a cell is another letter too, once its like is, from which both are one question
FEWEST, MANY = 3, 0.01  # doubts named even so, where small doubts add up to this much
MOST_DOUBTS = 25


def doubts_of(
    found: Posterior, grids: Beam, totals: Ints, mass: Floats, share: float, seen: Seen, told: Told
) -> tuple[Doubt, ...]:
    """The doubts that would change the total, the one that settles most first."""
    letters = [
        doubt
        for cell in grids.cells.tolist()
        if cell not in told.cells
        for doubt in _of_cell(found, cell, grids.digits[cell], totals, mass, share)
    ]
    worth = [doubt for doubt in letters if doubt.p >= WORTH_ASKING]
    asked = [*worth, *_of_hypotheses(found, OTHERWISE)]
    if not asked and found.certainty < 1 - MANY:  # small doubts that add up
        letters.sort(key=lambda doubt: (-doubt.value, -doubt.p, doubt.cell, doubt.other))
        asked = [*letters[:FEWEST], *_of_hypotheses(found, WORTH_ASKING)]
    asked.sort(key=lambda doubt: (-doubt.value, -doubt.p, doubt.kind, doubt.cell or 0, doubt.other))
    return tuple(_with_likes(doubt, asked, grids, mass) for doubt in asked[:MOST_DOUBTS])


def _of_cell(found: Posterior, cell: int, digits: Ints, totals: Ints, mass: Floats, share: float) -> list[Doubt]:
    """The other letters of a cell with which the total is likeliest another one."""
    here = SYMBOLS.index("".join(found.grid)[cell])
    width = int(totals.max()) + 1
    joint = np.bincount(digits * width + totals, mass, BASE * width).reshape(BASE, width)
    value = share * float(joint.max(axis=1).sum())
    chances = joint.sum(axis=1)
    return [
        Doubt("letter", cell, SYMBOLS[here], SYMBOLS[other], share * float(chances[other]), total, value)
        for other in np.flatnonzero(chances > 0).tolist()
        if other != here and (total := int(joint[other].argmax())) != found.total
    ]


def _of_hypotheses(found: Posterior, least: float) -> list[Doubt]:
    """Another language, and another side, that would give another total."""
    doubts = []
    language: dict[str, Hypothesis] = {}
    rules: dict[str, Hypothesis] = {}
    shares: dict[tuple[str, str], float] = {}
    for one in found.hypotheses:
        for kind, name, best in (("language", one.language, language), ("side", one.rules, rules)):
            shares[kind, name] = shares.get((kind, name), 0.0) + one.p
            matches = (one.rules == found.rules) if kind == "language" else (one.language == found.language)
            if matches:
                best.setdefault(name, one)
    for kind, own, best in (("language", found.language, language), ("side", found.rules, rules)):
        for name, other in best.items():
            p = shares[kind, name]
            if name != own and p >= least and other.total != found.total:
                # Once told, what is left is the doubt about the letters: that of the sheet as it is judged.
                value = min(1.0, found.certainty / max(shares[kind, own], 1e-9))
                texts = (own, name) if kind == "language" else (_side(own), _side(name))
                doubts.append(Doubt(kind, None, *texts, p, other.total, value))
    return doubts


def _side(rules: str) -> str:
    return "B" if rules == PROFESSIONAL.name else "A"


def _with_likes(doubt: Doubt, asked: list[Doubt], grids: Beam, mass: Floats) -> Doubt:
    """The doubt with the cells that are in the same doubt and hold the same letter."""
    if doubt.cell is None:
        return doubt
    same = {
        other.cell
        for other in asked
        if other.cell not in (None, doubt.cell) and {other.letter, other.other} == {doubt.letter, doubt.other}
    }
    own = grids.digits[doubt.cell] == SYMBOLS.index(doubt.other)
    alike = tuple(
        cell
        for cell in sorted(cell for cell in same if cell is not None)
        if mass[own & (grids.digits[cell] == SYMBOLS.index(doubt.other))].sum() >= TOGETHER * mass[own].sum()
    )
    return replace(doubt, alike=alike)
