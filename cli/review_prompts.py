"""The questions of `qwords score --review`: each doubt with its picture, until the total can stand."""

import sys
from collections.abc import Iterator
from dataclasses import replace

import click

import lexicons
from cli.colour import coloured, paint
from cli.common import one_of
from referee.judge import Answers, judge
from referee.options import Options
from referee.verdict import PhotoVerdict, SheetVerdict
from report.pictures import crop
from report.sentences import doubt_text, language_text, place_name, symbol_name
from report.terminal_pictures import encode
from report.view import headline
from scoring import Doubt
from texts import sentence, text

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def review(verdict: PhotoVerdict, options: Options, pictures: str) -> PhotoVerdict:
    """Ask about every doubt of every sheet; an empty answer keeps what was read, Ctrl-D ends the questions.

    Ctrl-C ends the command, as everywhere.
    """
    sheets = list(verdict.sheets)
    try:
        for number, read in enumerate(verdict.sheets):
            for sheet in _after_each_answer(read, options, pictures):
                sheets[number] = sheet
    except click.Abort as ended:
        click.echo(err=True)
        if isinstance(ended.__context__, KeyboardInterrupt):
            raise
    return replace(verdict, sheets=tuple(sheets))


def _after_each_answer(sheet: SheetVerdict, options: Options, pictures: str) -> Iterator[SheetVerdict]:
    asked: set[tuple[int | None, int | None]] = set()
    answers = Answers()
    click.echo("\n" + " · ".join(headline(sheet, sheet.language)), err=True)  # side and rules are to be seen, too
    if "language" in sheet.reasons:
        answers = replace(answers, language=_ask_language(sheet))
        yield (sheet := _judged(sheet, options, answers))
    while doubt := next((d for d in sheet.doubts if (d.row, d.column) not in asked), None):
        asked.add((doubt.row, doubt.column))
        answer = _ask(sheet, doubt, pictures)
        if doubt.row is None or doubt.column is None:
            answers = replace(answers, side=answer)
        else:
            answers = replace(answers, cells={**answers.cells, (doubt.row, doubt.column): answer})
        yield (sheet := _judged(sheet, options, answers))


def _judged(sheet: SheetVerdict, options: Options, answers: Answers) -> SheetVerdict:
    """The sheet with these answers; its total is shown."""
    sheet = judge(sheet.evidence, options, answers, sheet.scan)
    total = sentence("report.total", sheet.language, n=sheet.card.total)
    click.echo(paint(total, sys.stderr, bold=True), err=True)
    return sheet


def _ask_language(sheet: SheetVerdict) -> str:
    """The language in use or the other one, with the total in each."""
    language, other = sheet.language, sheet.other_language
    click.echo(sentence("report.total", language, n=sheet.card.total), err=True)
    click.echo(language_text(other, language), err=True)
    choice: str = click.prompt(
        text("report.which-language", language), default=language, type=one_of([language, other.language]), err=True
    )
    return choice


def _ask(sheet: SheetVerdict, doubt: Doubt, pictures: str) -> str:
    language = sheet.language
    click.echo(err=True)
    if doubt.row is None or doubt.column is None:
        click.echo(doubt_text(doubt, language), err=True)
        choice: str = click.prompt(
            place_name(None, None, language), default=doubt.letter, type=one_of(["A", "B"]), err=True
        )
        return choice
    if coloured(sys.stderr) or (sys.stderr.isatty() and pictures != "blocks"):
        click.echo(encode(crop(sheet, doubt.row, doubt.column), pictures), err=True)
    click.echo(doubt_text(doubt, language), err=True)
    ranking = sheet.glyphs[(doubt.row - 1) * 5 + doubt.column - 1].ranking[:4]
    shown = "/".join(symbol_name(symbol, language) for symbol, _ in ranking)
    while True:
        answer: str = click.prompt(
            f"{place_name(doubt.row, doubt.column, language)} [{shown}]", default=doubt.letter, err=True
        )
        answer = lexicons.fold(answer.strip(), language) if answer.strip().isalpha() else answer.strip()
        if answer in (".", "#") or (len(answer) == 1 and answer in LETTERS):
            return answer
        click.echo('A-Z, "."', err=True)
