"""The letters after all evidence, for one lexicon, and which evidence moved them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from lexicons import Lexicon
from referee.weigh.by_claims import weigh_by_claims
from referee.weigh.by_rolls import weigh_by_rolls
from referee.weigh.letter_prior import weigh_by_prior
from referee.weigh.without_claims import capped, claim_driven_cells
from scanner.values import Glyph, Reading
from scoring import Grid, RollLog, Rules

NOTED = 0.001  # by how much outside evidence must move a letter's probability before the verdict mentions it


@dataclass(frozen=True)
class WeighedLetters:
    """The rankings by shape and prior alone, the rankings with all evidence, and what moved them: claims, rolls."""

    read: tuple[Glyph, ...]
    glyphs: tuple[Glyph, ...]
    by: tuple[str, ...]
    claim_driven: frozenset[int] = frozenset()  # cells, from 0, where the total rests on claims more than on the shape

    @property
    def grid(self) -> Grid:
        """The likeliest letters with all evidence."""
        return Grid.of(glyph.symbol for glyph in self.glyphs)

    @property
    def read_grid(self) -> Grid:
        """The likeliest letters without claims and rolls."""
        return Grid.of(glyph.symbol for glyph in self.read)


def weigh_letters(
    reading: Reading, lexicon: Lexicon, rules: Rules, rolls: RollLog | None, joker: bool
) -> WeighedLetters:
    """Weigh the letters by prior, claims and rolls; `joker`: one letter needs no roll."""
    read = weigh_by_prior(reading.letters)
    glyphs, by, claim_driven = read, [], frozenset[int]()
    weighed = weigh_by_claims(replace(reading, letters=read), lexicon, rules)
    if _differ(weighed, glyphs):
        claim_driven = claim_driven_cells(reading.letters, weighed, lexicon, rules)
        glyphs, by = capped(read, weighed, claim_driven), ["claims"]
    if rolls:
        weighed = weigh_by_rolls(glyphs, rolls, joker)
        if _differ(weighed, glyphs):
            glyphs, by = weighed, [*by, "rolls"]
    return WeighedLetters(read, glyphs, tuple(by), claim_driven)


def _differ(some: Sequence[Glyph], others: Sequence[Glyph]) -> bool:
    return any(new.symbol != old.symbol or abs(new.p - old.p) > NOTED for new, old in zip(some, others, strict=True))
