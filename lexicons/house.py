"""A table's own rulings on words, which win over every list and are shown as such."""

import re
from dataclasses import dataclass
from pathlib import Path

from lexicons.fold import fold
from lexicons.lexicon_errors import BadHouseFile, BadWord

_VERBS = {"allow": True, "deny": False}
_SIGNED = re.compile(r"(.*?),\s*(\d{4}-\d\d-\d\dT\S+)")  # the comment that says who ruled, and when


@dataclass(frozen=True)
class Ruling:
    """One decision of the table about one word: why, by whom and when."""

    word: str
    allow: bool
    note: str = ""
    who: str = ""
    at: str = ""

    def line(self) -> str:
        """The line of a house file that says the same."""
        signed = f"  # {self.who}, {self.at}" if self.who or self.at else ""
        return f"{'allow' if self.allow else 'deny'} {self.word} {_one_line(self.note)}".rstrip() + signed


@dataclass(frozen=True)
class House:
    """All rulings of a table, in the order in which they were written."""

    rulings: tuple[Ruling, ...] = ()
    name: str = "house rules"

    @classmethod
    def parse(cls, text: str, name: str = "house rules") -> "House":
        """Read rulings from text: `allow WORD note` or `deny WORD note` a line; `# who, when` may sign it."""
        rulings = []
        for number, line in enumerate(text.splitlines(), start=1):
            ruling, _, comment = line.partition("#")
            fields = ruling.split(maxsplit=2)
            if not fields:
                continue
            if len(fields) < 2 or fields[0].lower() not in _VERBS:
                raise BadHouseFile(f"{name}, line {number}: {line.strip()!r} is not a ruling.")
            signed = _SIGNED.fullmatch(comment.strip())
            who, at = signed.groups() if signed else ("", "")
            note = fields[2].strip() if len(fields) > 2 else ""
            rulings.append(Ruling(fields[1], _VERBS[fields[0].lower()], note, who, at))
        return cls(tuple(rulings), name)

    @classmethod
    def load(cls, path: Path | str) -> "House":
        """Read rulings from a file."""
        return cls.parse(cls.read(path), Path(path).name)

    @staticmethod
    def read(path: Path | str) -> str:
        """The text of a house file."""
        path = Path(path)
        try:
            return path.read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            raise BadHouseFile(f"{path.name} cannot be read: {error}") from error

    def folded(self, language: str) -> dict[str, Ruling]:
        """Give the rulings by the letters on the sheet; a word ruled both ways is an error."""
        table: dict[str, Ruling] = {}
        for ruling in self.rulings:
            try:
                word = fold(ruling.word, language)
            except BadWord as error:
                raise BadHouseFile(f"{self.name}: {error}") from error
            if not 2 <= len(word) <= 5:
                raise BadHouseFile(f"{self.name}: a word has 2 to 5 letters, {ruling.word} has {len(word)}.")
            if word in table and table[word].allow != ruling.allow:
                raise BadHouseFile(f"{self.name}: {word} is both allowed and denied.")
            table[word] = ruling
        return table


def _one_line(text: str) -> str:
    return " ".join(text.replace("#", "").split())
