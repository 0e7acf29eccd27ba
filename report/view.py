"""The ten lines of a verdict as people see them, for the terminal and the reports."""

from dataclasses import dataclass

from referee.verdict import SheetVerdict
from report.sentences import text


@dataclass(frozen=True)
class Item:
    """One line: where, the letters around the word, the points, what the player wrote, and why the word counts."""

    place: str
    before: str
    word: str
    after: str
    points: str
    claim: str
    right: bool
    source: str


def items(sheet: SheetVerdict) -> list[Item]:
    """The ten lines, rows first."""
    claims = sheet.claims
    written: list[str] = [*claims.rows, *claims.columns] if claims else [""] * 10
    rows = []
    for scored, claim in zip(sheet.card.lines, written, strict=True):
        letters, word, first = scored.line.letters, scored.word or "", (scored.start or 1) - 1
        entry = sheet.entries.get(word)
        category = text(entry.category, sheet.language) if entry and entry.category else ""
        reasons = [category, ", ".join(entry.spellings), ", ".join(entry.sources)] if entry else []
        rows.append(
            Item(
                place=f"{text(scored.line.axis, sheet.language)} {scored.line.index}",
                before=letters[:first],
                word=word,
                after=letters[first + len(word) :],
                points=f"{scored.points} (×2)" if scored.doubled and scored.points else str(scored.points),
                claim=claim,
                right=claim == str(scored.points) or (claim == "-" and not scored.points),
                source="; ".join(filter(None, reasons)),
            )
        )
    return rows
