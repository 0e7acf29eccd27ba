"""Doubtful letters weighed by what the player wrote around the grid.

A claim is weak evidence: players err, overlook words and use other dictionaries (`player_model.py`). A claim that fits
the letters settles small doubts; one that does not raises them; it cannot change a letter that was read clearly. The
verdict keeps the reading without claims.

Each row and column sends its cells a message: how well their letters fit the points beside it, given the messages that
the neighbours got from the other lines. A few rounds converge (belief propagation on the grid).
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from math import prod
from operator import itemgetter, mul

from lexicons import Lexicon
from referee.weigh.claim_likelihood import Likelihood, claim_likelihoods
from referee.weigh.player_model import claimed_lengths, missed_words
from scanner.values import Glyph, Reading
from scoring import Rules

CLEAR = 0.9999  # a letter this probable is left as it was read
READ_CLEARLY = 0.99  # a letter this probable is never changed; claims can only make it doubtful
FLOOR = 5e-4  # symbols less probable than this cannot win by outside evidence
TOGETHER = 1e-5  # two symbols less probable than this together are not looked at
ROUNDS = 2  # of messages between rows and columns
LINES = (*(range(5 * row, 5 * row + 5) for row in range(5)), *(range(column, 25, 5) for column in range(5)))

Belief = dict[str, float]
Change = tuple[int, str, float]  # place in a line, symbol, how likely it is against the likeliest one there
Fit = Callable[[str], float]  # how well the points written beside a line fit its letters


def weigh_by_claims(reading: Reading, lexicon: Lexicon, rules: Rules) -> tuple[Glyph, ...]:
    """The rankings of the letters after the points written beside every row and column, and the total."""
    priors = [_doubtful(glyph) for glyph in reading.letters]
    if all(len(prior) == 1 for prior in priors) or not (reading.rows or reading.columns or reading.total):
        return reading.letters
    lengths = cache(partial(claimed_lengths, lexicon=lexicon.words, missed=missed_words(lexicon.language)))
    letters = [glyph.symbol for glyph in reading.letters]
    likeliest = [lengths("".join(letters[cell] for cell in cells)) for cells in LINES]
    lines = [
        (number, LINES[number], _fit(written, lengths))
        for number, written in claim_likelihoods(reading, likeliest, rules).items()
        if any(len(priors[cell]) > 1 for cell in LINES[number])
    ]
    told: dict[tuple[int, int], Belief] = {}  # (line, cell) → what the line says of the cell
    for _ in range(ROUNDS):
        told = {
            (number, cell): belief
            for number, cells, fit in lines
            for cell, belief in _tell(number, cells, fit, priors, told).items()
        }
    return tuple(_updated(glyph, cell, priors[cell], told) for cell, glyph in enumerate(reading.letters))


def _doubtful(glyph: Glyph) -> Belief:
    """The symbols of a cell that evidence may choose from: one where the letter is clear."""
    if glyph.p >= CLEAR:
        return {glyph.symbol: 1.0}
    return {symbol: p for symbol, p in glyph.ranking if p >= FLOOR}


def _tell(
    number: int, cells: Sequence[int], fit: Fit, priors: Sequence[Belief], told: dict[tuple[int, int], Belief]
) -> dict[int, Belief]:
    """What a line says of each of its doubtful cells, from all readings with other symbols in at most two of them."""
    incoming = [_incoming(number, cell, priors, told) for cell in cells]
    best = [max(belief, key=belief.__getitem__) for belief in incoming]
    changes = [
        (place, symbol, p / belief[top])
        for place, (belief, top) in enumerate(zip(incoming, best, strict=True))
        for symbol, p in belief.items()
        if symbol != top
    ]
    whole = fit("".join(best))  # weight of all readings, against that of the likeliest symbols
    changed = {(place, symbol): 0.0 for place, symbol, _ in changes}  # weight of the readings with a change
    for change in (*((one,) for one in changes), *_pairs(changes)):
        letters, weight = best.copy(), 1.0
        for place, symbol, odds in change:
            letters[place] = symbol
            weight *= odds
        weight *= fit("".join(letters))
        whole += weight
        for place, symbol, _ in change:
            changed[place, symbol] += weight
    messages = {cell: {best[place]: whole} for place, cell in enumerate(cells) if len(incoming[place]) > 1}
    for place, symbol, odds in changes:
        messages[cells[place]][best[place]] -= changed[place, symbol]
        messages[cells[place]][symbol] = changed[place, symbol] / odds
    return messages


def _pairs(changes: Sequence[Change]) -> Iterator[tuple[Change, Change]]:
    """Changes of two places together, without the least likely."""
    likely = sorted(changes, key=itemgetter(2), reverse=True)
    for at, one in enumerate(likely):
        for two in likely[at + 1 :]:
            if one[2] * two[2] < TOGETHER:
                break
            if one[0] != two[0]:
                yield one, two


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


def _fit(written: Likelihood, lengths: Callable[[str], tuple[float, ...]]) -> Fit:
    """How well letters fit what is known of the claim in their line."""
    return cache(lambda letters: sum(map(mul, lengths(letters), written)))
