"""What the tests of scoring share: the rulebook's English example and random material with many words."""

from collections.abc import Callable
from random import Random

import pytest

from scoring import Grid

EXAMPLE = "SUPER/TRIPH/RNLOI/ATECT/PMHHE"
WORDS = frozenset(["SUPER", "TRIP", "RIP", "UP", "ATE", "HE", "STRAP", "TRAP", "URN", "PILE", "EPOCH", "HIT"])


@pytest.fixture
def grid() -> Grid:
    """The English example sheet."""
    return Grid.parse(EXAMPLE)


@pytest.fixture
def words() -> frozenset[str]:
    """The words of the English example sheet, and a few shorter ones inside them."""
    return WORDS


@pytest.fixture
def random_words() -> Callable[[Random, str], set[str]]:
    """Makes a small lexicon over a few letters, so that random grids are full of words."""

    def make(random: Random, letters: str) -> set[str]:
        lengths = random.choices((2, 3, 4, 5), (1, 3, 4, 4), k=random.choice((4, 15, 60)))
        return {"".join(random.choices(letters, k=length)) for length in lengths}

    return make
