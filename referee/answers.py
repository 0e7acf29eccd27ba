"""What people said of a sheet."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from referee.options import Options


@dataclass(frozen=True)
class Answers:
    """What people said of one sheet: letters by row and column from 1, its side, rules and language."""

    cells: Mapping[tuple[int, int], str] = field(default_factory=dict)
    side: str | None = None
    rules: str | None = None
    language: str | None = None  # that its words are of

    @property
    def complete(self) -> bool:
        """Whether a person has told every letter, and so has looked at the whole sheet."""
        return len(self.cells) == 25

    def over(self, options: Options) -> Options:
        """The options with what was told of this sheet."""
        return replace(
            options,
            lang=self.language or options.lang,
            side=self.side or options.side,
            rules=self.rules or options.rules,
        )


NO_ANSWERS = Answers()
