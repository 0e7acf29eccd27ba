"""Doubtful letters weighed by what else is known: the points the player wrote, and the log of the rolls.

A claim is weak evidence: players err, overlook words and use other dictionaries (`players.py`). Where it fits the
letters it settles small doubts; where it does not, it raises them; a letter that was read clearly it cannot turn. The
verdict keeps what was read without it.

Each row and each column tells its cells how well their letters fit the points written beside it, given what the other
lines say of the neighbours; a few rounds of this settle (belief propagation on the grid). A blank circle says nothing.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations, product
from math import prod

from lexicons import Lexicon
from referee.certainty import best_grid
from referee.players import claimed_lengths, missed_words
from scanner.values import Glyph, Reading
from scoring import Grid, RollLog, Rules, check_rolls

CLEAR = 0.9999  # a letter this probable is left as it was read
READ_CLEARLY = 0.99  # a letter this probable stays what it is, however doubtful the evidence makes it
FLOOR = 5e-4  # symbols less probable than this cannot win by outside evidence
ODD = 0.01  # chance that points are written which the line cannot have
IMPOSSIBLE = 0.02  # how much of a letter's probability remains where the rolls do not allow it: logs have slips too
ROUNDS = 2  # of messages between rows and columns

Belief = dict[str, float]
Fit = Callable[[str], float]  # how well the points written beside a line fit its letters


def weigh_by_claims(reading: Reading, lexicon: Lexicon, rules: Rules) -> tuple[Glyph, ...]:
    """The rankings of the letters after the points written beside every row and column."""
    priors = [_doubtful(glyph) for glyph in reading.letters]
    if all(len(prior) == 1 for prior in priors) or not (reading.rows or reading.columns):
        return reading.letters
    lines = [
        (number, cells, _fit(claims[number % 5], number, lexicon, rules))
        for number, cells, claims in _lines(reading)
        if any(len(priors[cell]) > 1 for cell in cells) and claims and claims[number % 5].symbol
    ]
    told: dict[tuple[int, int], Belief] = {}  # (line, cell) → what the line says of the cell
    for _ in range(ROUNDS):
        told = {
            (number, cell): belief
            for number, cells, fit in lines
            for cell, belief in _tell(number, cells, fit, priors, told).items()
        }
    return tuple(_updated(glyph, cell, priors[cell], told) for cell, glyph in enumerate(reading.letters))


def _lines(reading: Reading) -> Iterator[tuple[int, range, tuple[Glyph, ...]]]:
    """The number of each line, rows first, its cells, and what is written beside the rows or below the columns."""
    for index in range(5):
        yield index, range(5 * index, 5 * index + 5), reading.rows
    for index in range(5):
        yield 5 + index, range(index, 25, 5), reading.columns


def _doubtful(glyph: Glyph) -> Belief:
    """The symbols of a cell that evidence may choose from: one where the letter is clear."""
    if glyph.p >= CLEAR:
        return {glyph.symbol: 1.0}
    return {symbol: p for symbol, p in glyph.ranking if p >= FLOOR}


def _tell(
    number: int, cells: Sequence[int], fit: Fit, priors: Sequence[Belief], told: dict[tuple[int, int], Belief]
) -> dict[int, Belief]:
    """What a line says of each of its doubtful cells."""
    incoming = [_incoming(number, cell, priors, told) for cell in cells]
    messages: list[Belief] = [dict.fromkeys(belief, 0.0) for belief in incoming]
    for symbols in _readings(incoming):
        chance = fit("".join(symbols)) * prod(belief[symbol] for belief, symbol in zip(incoming, symbols, strict=True))
        for place, symbol in enumerate(symbols):
            messages[place][symbol] += chance / incoming[place][symbol]
    return {cell: messages[place] for place, cell in enumerate(cells) if len(incoming[place]) > 1}


def _readings(beliefs: Sequence[Belief]) -> Iterator[tuple[str, ...]]:
    """The readings of a line that differ from the likeliest one in at most two cells."""
    best = [max(belief, key=lambda symbol: belief[symbol]) for belief in beliefs]
    others = [[symbol for symbol in belief if symbol != top] for belief, top in zip(beliefs, best, strict=True)]
    yield tuple(best)
    for place, symbols in enumerate(others):
        for symbol in symbols:
            yield (*best[:place], symbol, *best[place + 1 :])
    for one, two in combinations(range(len(beliefs)), 2):
        for first, second in product(others[one], others[two]):
            yield (*best[:one], first, *best[one + 1 : two], second, *best[two + 1 :])


def _incoming(number: int, cell: int, priors: Sequence[Belief], told: dict[tuple[int, int], Belief]) -> Belief:
    """What is believed of a cell without the line that asks."""
    other = 5 + cell % 5 if number < 5 else cell // 5
    message = told.get((other, cell))
    belief = {symbol: p * (message.get(symbol, 0.0) if message else 1.0) for symbol, p in priors[cell].items()}
    mass = sum(belief.values())
    return {symbol: p / mass for symbol, p in belief.items()} if mass else dict(priors[cell])


def _updated(glyph: Glyph, cell: int, prior: Belief, told: dict[tuple[int, int], Belief]) -> Glyph:
    messages = [told[line, cell] for line in (cell // 5, 5 + cell % 5) if (line, cell) in told]
    if not messages:
        return glyph
    belief = {symbol: p * prod(message.get(symbol, 0.0) for message in messages) for symbol, p in prior.items()}
    mass = sum(belief.values())
    if not mass:
        return glyph
    if glyph.p >= READ_CLEARLY and belief[glyph.symbol] < mass / 2:  # ask, do not turn
        belief[glyph.symbol] = mass - belief[glyph.symbol]
        mass = sum(belief.values())
    ranking = sorted(((symbol, p / mass) for symbol, p in belief.items()), key=lambda item: -item[1])
    rest = [(symbol, 0.0) for symbol, _ in glyph.ranking if symbol not in belief]
    return Glyph((*ranking, *rest))


def _fit(claim: Glyph, number: int, lexicon: Lexicon, rules: Rules) -> Fit:
    """How well letters fit the points written beside the line of that number."""
    read = dict(claim.ranking)
    read["0"] = read.get("0", 0.0) + read.get("-", 0.0)
    seen = [read.get(str(points * rules.factor(number % 5 + 1)), 0.0) for points in rules.points[1:]]
    other = ODD * max(0.0, 1 - sum(seen))
    missed = missed_words(lexicon.language)

    @cache
    def fit(letters: str) -> float:
        chances = claimed_lengths(letters, lexicon, missed)
        return other + sum([chance * p for chance, p in zip(chances, seen, strict=True)])

    return fit


def weigh_by_rolls(glyphs: Sequence[Glyph], log: RollLog, joker: bool) -> tuple[Glyph, ...]:
    """The rankings after the rolls, the most doubtful cell first, each with the others at their best."""
    weighed = list(glyphs)
    for cell in sorted(range(len(glyphs)), key=lambda cell: glyphs[cell].p):
        if weighed[cell].p >= CLEAR:
            break
        belief = {
            symbol: p * (1.0 if check_rolls(_with(weighed, cell, symbol), log, joker).possible else IMPOSSIBLE)
            for symbol, p in weighed[cell].ranking
        }
        mass = sum(belief.values())
        weighed[cell] = Glyph(tuple(sorted(((s, p / mass) for s, p in belief.items()), key=lambda item: -item[1])))
    return tuple(weighed)


def _with(glyphs: Sequence[Glyph], cell: int, symbol: str) -> Grid:
    return best_grid([*glyphs[:cell], Glyph(((symbol, 1.0),)), *glyphs[cell + 1 :]])
