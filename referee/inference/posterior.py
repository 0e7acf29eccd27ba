"""One joint inference: whole grids, weighed by everything that is known of a sheet.

    weight(grid) = shape · words of each line · points beside each line and the total · nearest likes · rolls

under each hypothesis of language and side. Totals, letters and doubts are sums over the likeliest grids; a letter, a
language and a side are doubted alike. The parts add up as logarithms, and one temperature takes all of them back to how
often they are right (`python -m benchmarks.redealt`).
"""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from referee.inference import fairness, grids, hand
from referee.inference.asking import doubts_of
from referee.inference.beam import LINES, Beam, beam
from referee.inference.beliefs import AUTO, Hypothesis, Posterior, Seen, Table, Told
from referee.inference.claims import Written, line_chances, total_chances, written
from referee.inference.hand import Pair
from referee.inference.vocabulary import BASE, BLANK, LETTERS, UNIGRAM, Vocabulary, vocabulary
from referee.values import ALONE, Context
from scanner.values import Glyph
from scoring import Grid, RollLog, Rules, check_rolls, rules_named, score
from scoring.bulk import WEIGHTS, line_lengths

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]

SYMBOLS = LETTERS + "."
DIGIT = {symbol: number for number, symbol in enumerate(SYMBOLS)} | {"#": BLANK}
LEAST = 1e-9  # no symbol is less likely by shape: a reader is never that sure
# A symbol that is less likely by shape than this is rarer still: of six such letters that the readings of 125
# development sheets promise, one is there. Below it a chance falls with this power.
RARE, FALL = 0.01, 1.3
# The temperature of all evidence together, and how far one hand's likes are believed: they err where the readers err.
# Chosen with the power of words on 123 development photos, 480 re-dealt and 3,000 virtual sheets, for the most sheets
# that stand at two wrong ones in a thousand.
TEMPERATURE, TRUSTED = 0.9, 0.7
STATED = 0.9  # how likely a sheet is of the language that its table has chosen: many tables never chose one
LANGUAGE = 0.7  # power of what the words of lines say for a language; chosen on 62 photos and 120 re-dealt sheets
LOOKED_AT = 0.01  # hypotheses less likely than this are weighed by their likeliest grid alone
AGAINST_ROLLS = 0.02  # weight of a grid that the rolls do not allow: logs have slips too
MOST_ROLLED = 200  # different sets of letters that are held against the rolls
MENTIONED = 1e-4  # likelihood from which a language under the other side's rules is mentioned
NOTHING_TOLD = Told()
NOTED = 0.001  # by how much evidence must move a letter before the verdict mentions it


@dataclass(frozen=True, eq=False)
class Weighing:
    """The grids of a sheet under one hypothesis: what each part of the evidence says of them, and their totals."""

    language: str
    rules: Rules
    words: Container[str]  # the list in force
    beam: Beam
    parts: Mapping[str, Floats]  # logarithms, by kind of evidence
    totals: Ints

    def chances(self, *without: str) -> Floats:
        """The probabilities of the grids, from all evidence or without some; the hand is believed in part."""
        whole, plain = self._sum(*without), self._sum(*without, "hand")
        found: Floats = TRUSTED * _softmax(whole / TEMPERATURE) + (1 - TRUSTED) * _softmax(plain / TEMPERATURE)
        return found

    def _sum(self, *without: str) -> Floats:
        parts = (part for name, part in self.parts.items() if name not in without)
        found: Floats = sum(parts, np.zeros(len(self.totals)))
        return found

    @property
    def left_out(self) -> float:
        """How much of the probability the grids that were not looked at may have, by the last of those that were."""
        mass, proposed = self.chances(), self.beam.chances
        last = slice(-max(len(mass) // 5, 1), None)
        tail = self.beam.cut * float(mass[last].sum() / proposed[last].sum()) if self.beam.cut > 0 else 0.0
        return min(1.0, self.beam.missed + tail / (1 + tail))


def infer(seen: Seen, table: Table, told: Told = NOTHING_TOLD, context: Context = ALONE) -> Posterior:
    """What is believed of a sheet, from all that is known of it. The same input gives the same answer."""
    answers = {cell: DIGIT[letter] for cell, letter in told.cells.items()}
    shape = hand.taught(_by_shape(seen), answers)
    logs = np.log(np.maximum(shape, LEAST))
    for cell, digit in answers.items():
        logs[cell] = np.where(np.arange(BASE) == digit, logs[cell], -1e3)
    priors = _priors(seen, table, told, context)
    claims = {name: written(seen.reading, rules_named(name)) for name in {name for _, name in priors}}
    likeliest = {language: _likeliest(logs, language) for language in {language for language, _ in priors}}
    quick = {key: np.log(prior) + _evidence(likeliest[key[0]], claims[key[1]]) for key, prior in priors.items()}
    main = _chosen(quick, table, told)
    p = _normal(quick)
    weighings = {key: _weighed(seen, logs, table, key) for key in quick if key == main or p[key] >= LOOKED_AT}
    return _posterior(seen, table, told, context, weighings, main, quick, logs, answers)


Key = tuple[str, str]  # language and rules


def _softmax(logs: Floats) -> Floats:
    weights = np.exp(logs - logs.max())
    found: Floats = weights / weights.sum()
    return found


def _by_shape(seen: Seen) -> Floats:
    """The chances (25, 27) of each symbol of the cells, as read."""
    chances = np.zeros((25, BASE))
    for cell, glyph in enumerate(seen.reading.letters):
        for symbol, p in glyph.ranking:
            chances[cell, DIGIT[symbol]] += p
    chances = np.where(chances < RARE, RARE * (chances / RARE) ** FALL, chances)
    chances = np.maximum(chances, LEAST)
    found: Floats = chances / chances.sum(axis=1, keepdims=True)
    return found


def _priors(seen: Seen, table: Table, told: Told, context: Context) -> dict[Key, float]:
    """The hypotheses of language and rules that are open, and how likely each is before the sheet is read."""
    languages = {told.language: 1.0} if told.language else _languages(table, context)
    side = told.side or (table.side if table.side != AUTO else None)
    if side or table.rules != AUTO or seen.side is None:
        sides = {rules_named(table.rules, side or seen.side).name: 1.0}
    else:
        other = "B" if seen.side == "A" else "A"
        beside = dict(context.sides)
        sides = {
            rules_named(AUTO, seen.side).name: seen.side_p * beside.get(seen.side, 1.0),
            rules_named(AUTO, other).name: max(1 - seen.side_p, 1e-9) * beside.get(other, 1.0),
        }
    both = {(code, name): one * two for code, one in languages.items() for name, two in sides.items()}
    whole = sum(both.values()) or 1.0
    return {key: max(value / whole, 1e-12) for key, value in both.items()}


def _languages(table: Table, context: Context) -> dict[str, float]:
    """How likely each language is before the sheet is read: mostly that which the table has chosen."""
    rest = (1 - STATED) / max(len(table.languages) - 1, 1)
    own = {code: 1.0 if table.language == AUTO else rest for code in table.languages}
    if table.language != AUTO:
        own[table.language] = STATED
    beside = dict(context.languages)
    return {code: p * beside.get(code, 1.0) for code, p in own.items()}


def _likeliest(logs: Floats, language: str) -> tuple[float, Floats]:
    """What the likeliest letters by shape say for a language, and the claims that they lead to in each line."""
    words = vocabulary(language)
    digits = (logs + np.log(words.unigram)).argmax(axis=1)
    letters = np.log(words.unigram / UNIGRAM)[digits].sum()
    lines = words.lines(digits[LINES])
    odds = grids.line_odds(lines)
    said = LANGUAGE * grids.mixed(odds, grids.strengths(odds)).sum() / grids.POWER
    return float(letters + said), lines.claimed


def _evidence(likeliest: tuple[float, Floats], claims: Written) -> float:
    """What the likeliest letters by shape, and what is written around them, say for a language and rules."""
    said, claimed = likeliest
    return said + (float(line_chances(claims, np.arange(10), claimed).sum()) if claims.any else 0.0)


def _chosen(quick: Mapping[Key, float], table: Table, told: Told) -> Key:
    """The hypothesis that the sheet is judged by: the table's language, the likeliest side."""
    stated = told.language or table.language
    of_language = {key: value for key, value in quick.items() if stated in (AUTO, key[0])}
    return max(sorted(of_language), key=lambda key: of_language[key])


def _normal(logs: Mapping[Key, float]) -> dict[Key, float]:
    top = max(logs.values())
    weights = {key: float(np.exp(value - top)) for key, value in logs.items()}
    whole = sum(weights.values())
    return {key: weight / whole for key, weight in weights.items()}


def _weighed(seen: Seen, logs: Floats, table: Table, key: Key) -> Weighing:
    """The likeliest grids in a language, under the rules of a side."""
    language, rules = key[0], rules_named(key[1])
    words, claims = vocabulary(language), written(seen.reading, rules)
    shape = np.exp(logs)
    shape /= shape.sum(axis=1, keepdims=True)
    logs = logs + np.log(words.unigram)
    first = grids.line_odds(words.lines(logs.argmax(axis=1)[LINES]))
    strengths = grids.strengths(first)

    def proposing(line: Ints, digits: Ints) -> Floats:
        known = words.lines(digits)
        odds = grids.mixed(grids.line_odds(known), strengths)
        return odds + line_chances(claims, line, known.claimed) if claims.any else odds

    found = beam(logs, proposing)
    known = words.lines(found.patterns)
    parts = {"shape": found.shape, "hand": hand.misread_alike(found.digits, found.cells, shape)}
    likes = hand.likes(seen.alike)
    if likes is not None:
        parts["hand"] = parts["hand"] + hand.likeness(found.digits, found.cells, likes)
    parts["words"] = grids.mixed(grids.line_odds(known), strengths)[found.pattern].sum(axis=0)
    if claims.any:
        parts["claims"] = line_chances(claims, found.line, known.claimed)[found.pattern].sum(axis=0)
        before = sum(parts.values(), np.zeros(len(found.shape)))
        parts["claims"] = parts["claims"] + total_chances(claims, found, known.claimed, before)
    if table.rolls:
        before = sum(parts.values(), np.zeros(len(found.shape)))
        parts["rolls"] = _by_rolls(found, table.rolls, _joker_free(seen, rules), before)
    list_ = table.words(language)
    return Weighing(language, rules, list_, found, parts, _totals(found, list_, rules))


def _joker_free(seen: Seen, rules: Rules) -> bool:
    """Whether one letter may have come from the joker instead of a roll."""
    joker = seen.reading.joker
    return rules.jokers > 0 and (joker is None or joker.symbol == "crossed")


def _by_rolls(found: Beam, log: RollLog, joker: bool, weights: Floats) -> Floats:
    """What the log of the rolls says of each grid; the same letters in other places are looked at once."""
    sets = np.sort(found.digits, axis=0).T
    _, first, where = np.unique(sets, axis=0, return_index=True, return_inverse=True)
    likeliest = np.full(len(first), -np.inf)
    np.maximum.at(likeliest, where.ravel(), weights)
    said = np.full(len(first), np.log(AGAINST_ROLLS))
    for number in np.argsort(-likeliest, kind="stable")[:MOST_ROLLED].tolist():
        grid = Grid.of(SYMBOLS[digit] for digit in found.digits[:, first[number]].tolist())
        if check_rolls(grid, log, joker).possible:
            said[number] = 0.0
    return said[where.ravel()]


def _totals(found: Beam, words: Container[str], rules: Rules) -> Ints:
    """What each grid is worth."""
    lengths = line_lengths(words)(found.patterns @ WEIGHTS)
    factors = np.array([rules.factor(line % 5 + 1) for line in range(10)])
    points = np.array(rules.points)[lengths] * factors[found.line]
    full = (lengths > 0)[found.pattern].all(axis=0)
    totals: Ints = points[found.pattern].sum(axis=0) + np.where(full, rules.full_house, 0)
    return totals


def _posterior(
    seen: Seen,
    table: Table,
    told: Told,
    context: Context,
    weighings: Mapping[Key, Weighing],
    main: Key,
    quick: Mapping[Key, float],
    logs: Floats,
    answers: Mapping[int, int],
) -> Posterior:
    """Everything that is said of the sheet, from its grids under each hypothesis."""
    chances = {key: one.chances() for key, one in weighings.items()}
    shares = _normal(quick)
    own, mass = weighings[main], chances[main]
    by_total = np.bincount(own.totals, mass)
    total = int(by_total.argmax())
    best = int(np.where(own.totals == total, mass, -1.0).argmax())
    totals: dict[int, float] = {}
    hypotheses = []
    for key, share in shares.items():
        if key in weighings:
            there = np.bincount(weighings[key].totals, chances[key])
            left = 1 - weighings[key].left_out
            for value in np.flatnonzero(there).tolist():
                totals[value] = totals.get(value, 0.0) + share * left * float(there[value])
            hypotheses.append(Hypothesis(*key, share, int(there.argmax())))
        elif key[1] == main[1] or share >= MENTIONED:
            value = _total_of(own.beam.digits[:, best], table.words(key[0]), rules_named(key[1]))
            totals[value] = totals.get(value, 0.0) + share
            hypotheses.append(Hypothesis(*key, share, value))
    ordered = tuple(sorted(totals.items(), key=lambda item: (-item[1], item[0])))
    hypotheses.sort(key=lambda one: (-one.p, one.language, one.rules))
    symbols = own.beam.digits[:, best]
    plain = (logs + np.log(vocabulary(main[0]).unigram)).argmax(axis=1)
    found = Posterior(
        language=main[0],
        rules=main[1],
        grid=_rows(symbols),
        total=total,
        certainty=totals[total],
        totals=ordered,
        letters=_letters(own.beam, mass, symbols),
        doubts=(),
        hypotheses=tuple(hypotheses),
        weighed_by=_weighed_by(own, context),
        unweighed=_rows(plain),
        unweighed_total=_total_of(plain, own.words, own.rules),
        weighed=fairness.weighed(own.beam, logs, seen.alike, symbols, total, own.words, own.rules, answers),
        notes=_notes(own, vocabulary(main[0]), seen.alike),
    )
    return replace(found, doubts=doubts_of(found, own.beam, own.totals, mass, shares[main], seen, told))


def _rows(digits: Ints) -> tuple[str, ...]:
    letters = "".join(SYMBOLS[digit] for digit in digits.tolist())
    return tuple(letters[start : start + 5] for start in range(0, 25, 5))


def _total_of(digits: Ints, words: Container[str], rules: Rules) -> int:
    return score(Grid.of(SYMBOLS[digit] for digit in digits.tolist()), words, rules).total


def _letters(found: Beam, mass: Floats, best: Ints) -> tuple[Glyph, ...]:
    """The symbols of each cell with their probabilities, the one that counts first."""
    glyphs = [Glyph(((SYMBOLS[digit], 1.0),)) for digit in best.tolist()]
    for cell in found.cells.tolist():
        chances = np.bincount(found.digits[cell], mass, BASE)
        order = sorted(np.flatnonzero(chances).tolist(), key=lambda digit: (-chances[digit], digit))
        glyphs[cell] = Glyph(tuple((SYMBOLS[digit], float(chances[digit])) for digit in order))
    return tuple(glyphs)


def _weighed_by(own: Weighing, context: Context) -> tuple[str, ...]:
    """Which kinds of evidence move a letter: without the others, or where they alone are left out."""
    kinds = [name for name in ("words", "hand", "claims", "rolls") if name in own.parts and np.ptp(own.parts[name]) > 0]
    whole, shape = own.chances(), own.chances(*kinds)
    cells = own.beam.digits[own.beam.cells]

    def apart(one: Floats, other: Floats) -> bool:
        return any(np.abs(np.bincount(row, one - other, BASE)).max() > NOTED for row in cells)

    moved = [
        name
        for name in kinds
        if apart(whole, own.chances(name)) or apart(shape, own.chances(*(kind for kind in kinds if kind != name)))
    ]
    return (*moved, *(["neighbours"] if context.languages or context.sides else []))


def _notes(own: Weighing, words: Vocabulary, alike: Sequence[Pair]) -> tuple[str, ...]:
    """What the weighing lacked, as codes."""
    missing = {"no-vocabulary": words.empty, "no-likes": not alike, "cut-short": own.left_out > 0.01}
    return tuple(note for note, holds in missing.items() if holds)
