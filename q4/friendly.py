"""What any order of play allows at a friendly table, where a word may be scored in any round once its letters stand.

Letters may come in any order, so what counts is the order of the words: each must fill a dot, and of the bonus points
there is one a round. Words that share a round share the point; words in rounds of their own need the letters of all
words so far to stand by then. The search goes back from the end, where as many rounds are left as bonus points follow.
"""

from collections.abc import Sequence
from functools import cache
from math import prod

from q4.chains import Chain
from q4.scores import members

ROUND = 128  # bits for the points, in a number whose higher bits say how many rounds with a bonus follow
MOST_STATES = 20_000  # sets of dots that are searched within a second; larger boards leave out when letters came


def friendly_totals(chains: Sequence[Chain], letters: int) -> tuple[int, ...]:
    """Every sum of points, bonus included, penalties not; `letters` is how many were played, one a round."""
    if prod(len(_dot_sets(chain)) for chain in chains) > MOST_STATES:
        return without_letters(chains, letters)
    words, full, offset = [], 0, 0
    cells: list[frozenset[int]] = []  # of each dot, the letters beside it
    for chain in chains:
        words += [(word.dots << offset, word.points, word.bonus) for word in chain.words]
        cells += [frozenset(pair) for pair in zip(chain.cells, chain.cells[1:], strict=False)]
        full, offset = full | chain.all_dots << offset, offset + len(chain.cells) - 1

    @cache
    def following(dots: int, open_round: bool) -> int:
        """What may follow when these dots are filled; in an open round a word shares the bonus point."""
        if dots == full:
            found = 1
        else:
            found = 0
            for own, points, bonus in words:
                if own & ~dots and bonus:
                    found |= following(dots | own, True) << points + (0 if open_round else ROUND + 1)
                elif own & ~dots:
                    found |= following(dots | own, open_round) << points
        if not open_round or dots == full:
            return found
        standing = len(frozenset().union(*(pair for at, pair in enumerate(cells) if dots >> at & 1)))
        return found | following(dots, False) & (1 << ROUND * (letters - standing + 1)) - 1

    found, scores = following(0, False), 0
    while found:  # however many rounds with a bonus there were
        scores, found = scores | found & (1 << ROUND) - 1, found >> ROUND
    return members(scores)


def _dot_sets(chain: Chain) -> set[int]:
    """The sets of dots that words of a chain can fill."""
    found, waiting = {0}, [0]
    while waiting:
        dots = waiting.pop()
        new = {dots | word.dots for word in chain.words} - found
        found |= new
        waiting += new
    return found


def without_letters(chains: Sequence[Chain], letters: int) -> tuple[int, ...]:
    """The same, but for when the letters of each word came: every chain alone, then all sums of them."""
    sums = {(0, 0)}
    for chain in chains:
        own: set[tuple[int, int, int]] = {(0, 0, 0)}  # dots, words with bonus, points
        for _ in range(len(chain.cells) - 1):
            own |= {
                (dots | word.dots, earned + word.bonus, points + word.points)
                for dots, earned, points in own for word in chain.words if word.dots & ~dots
            }  # fmt: skip
        whole = {(earned, points) for dots, earned, points in own if dots == chain.all_dots}
        sums = {(one + more, points + other) for one, points in sums for more, other in whole}
    most = max(letters - 1, 1)
    return tuple(sorted({p + bonus for b, p in sums for bonus in range(min(b, 1), min(b, most) + 1)}))
