"""A verdict as text for a terminal."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import click

from referee.verdict import PhotoVerdict, SheetVerdict
from report.sentences import doubt_text
from report.view import Item, certainty, headline, items, must_look, remarks, sections
from texts import sentence, text

DOUBTS = 5  # how many are shown, worst first


def render(verdict: PhotoVerdict, colour: bool, texts_language: str | None = None) -> str:
    """All sheets of a verdict, itemized. Without colour, words are set in brackets and doubts marked with a star."""
    name = verdict.photo.name if verdict.photo else ""
    several = len(verdict.sheets) > 1
    blocks = []
    for number, sheet in enumerate(verdict.sheets, start=1):
        view = _View(sheet, texts_language or sheet.language, colour)
        title = f"{name} · {text('report.sheet', view.language, n=number)}" if several else name
        blocks.append(view.block(title))
    return "\n\n".join(blocks)


@dataclass(frozen=True)
class _View:
    """One sheet for one reader."""

    sheet: SheetVerdict
    language: str
    colour: bool

    def paint(self, words: str, **style: Any) -> str:
        return click.style(words, **style) if self.colour else words

    def block(self, title: str) -> str:
        head = self.paint(" · ".join(filter(None, [title, *headline(self.sheet, self.language)])), bold=True)
        if self.sheet.empty:
            return "\n".join([head, text("report.empty-sheet", self.language), *self._must_look()])
        sheet, language = self.sheet, self.language
        parts = [head, "", *self._grid(), "", *self._table(), "", *self._total()]
        for heading, lines in sections(sheet, language):
            parts += self._list(heading, lines)
        doubts = [doubt_text(doubt, language) for doubt in sheet.doubts[:DOUBTS]]
        parts += self._list(text("report.doubts", language), doubts) if doubts else []
        return "\n".join(parts)

    def _list(self, heading: str, lines: Sequence[str]) -> list[str]:
        return ["", self.paint(heading, bold=True), *(f"  - {line}" for line in lines)]

    def _grid(self) -> list[str]:
        doubtful = {(doubt.row, doubt.column) for doubt in self.sheet.doubts}
        rows = []
        for row, letters in enumerate(self.sheet.card.grid.rows, start=1):
            cells = []
            for column, letter in enumerate(letters, start=1):
                if (row, column) in doubtful:
                    cells.append(self.paint(letter + ("" if self.colour else "*"), fg="yellow", bold=True).ljust(2))
                else:
                    cells.append(letter + " ")
            rows.append("    " + " ".join(cells).rstrip())
        return rows

    def _table(self) -> list[str]:
        shown = items(self.sheet, self.language)
        width = max(len(item.place) for item in shown)
        names = ["letters", "word", "points", *(["claimed"] if self.sheet.claims else [])]
        heads = [text(f"report.{name}", self.language) for name in names]
        lines = [f"    {'':{width}} {heads[0]:<12} {heads[1]:<6} {heads[2]:>6} {' '.join(['', *heads[3:]])}".rstrip()]
        for item in shown:
            word, points = item.word or "–", item.points
            lines.append(
                f"    {item.place:<{width}} {self._letters(item)} {word:<6} {points:>6} {self._mark(item)}".rstrip()
            )
        return lines

    def _letters(self, item: Item) -> str:
        if not self.colour:
            word = f"[{item.word}]" if item.word else ""
            return f"{item.before}{word}{item.after}".ljust(12)
        inside = self.paint(" ".join(item.word), underline=True, bold=True) if item.word else ""
        return " ".join(filter(None, [" ".join(item.before), inside, " ".join(item.after)])) + " " * 3

    def _mark(self, item: Item) -> str:
        if not item.claim:
            return ""
        tick = self.paint("✓", fg="green") if item.right else self.paint("✗", fg="red", bold=True)
        return f" {item.claim:>3} {tick}"

    def _total(self) -> list[str]:
        sheet, language = self.sheet, self.language
        review = sheet.needs_review
        total = sentence("report.total", language, n=sheet.card.total)
        lines = [self.paint(f"    {total}", bold=True, fg="yellow" if review else "green")]
        lines += [f"    {line[0].upper()}{line[1:]}" for line in remarks(sheet, language)]
        sure = certainty(sheet, language)
        lines += [f"    {sure[0].upper()}{sure[1:]}"] if sheet.scan else []
        return lines + self._must_look()

    def _must_look(self) -> list[str]:
        return [self.paint(f"    {line}", fg="yellow", bold=True) for line in must_look(self.sheet, self.language)]
