"""The questions of `qwords score --review`: each doubt with its picture, until the total can stand."""

import sys
from collections.abc import Iterator
from dataclasses import replace

import click

from cli.colour import coloured, paint
from cli.common import AnyCase, one_of
from referee.game import Game, Question
from referee.referee_errors import UnusableInput
from referee.values import Answer, PhotoVerdict, SheetVerdict
from report.terminal_pictures import encode
from texts import FALLBACK, sentence


def review(verdict: PhotoVerdict, pictures: str) -> PhotoVerdict:
    """Ask about every doubt of every sheet; an empty answer keeps what was read, Ctrl-D ends the questions.

    Ctrl-C ends the command, as everywhere.
    """
    sheets = list(verdict.sheets)
    try:
        for number, read in enumerate(verdict.sheets):
            shown = verdict.game.text(replace(verdict, sheets=(read,)))
            click.echo("\n" + shown.partition("\n")[0], err=True)  # side and rules are to be seen, too
            for sheet in _after_each_answer(verdict.game, read, pictures):
                sheets[number] = sheet
    except click.Abort as ended:
        click.echo(err=True)
        if isinstance(ended.__context__, KeyboardInterrupt):
            raise
    return replace(verdict, sheets=tuple(sheets))


def _after_each_answer(game: Game, sheet: SheetVerdict, pictures: str) -> Iterator[SheetVerdict]:
    """The sheet judged again after each answer; its total is shown."""
    asked: set[object] = set()
    while question := next((q for q in game.questions(sheet) if (q.doubt.kind, q.doubt.place) not in asked), None):
        asked.add((question.doubt.kind, question.doubt.place))
        answers = (*sheet.answers, _ask(game, sheet, question, pictures))
        sheet = game.judge(sheet.evidence, sheet.options, answers, sheet.context, sheet.pictures)
        language = str(sheet.figures.columns.get("language", FALLBACK))
        click.echo(paint(sentence("report.total", language, n=sheet.figures.total), sys.stderr, bold=True), err=True)
        yield sheet


def _ask(game: Game, sheet: SheetVerdict, question: Question, pictures: str) -> Answer:
    """What a person answers, asked again until it is an answer."""
    click.echo(err=True)
    if question.picture is not None and (coloured(sys.stderr) or (sys.stderr.isatty() and pictures != "blocks")):
        click.echo(encode(question.picture, pictures), err=True)
    click.echo(question.text, err=True)
    shown = f"{question.place} [{'/'.join(question.choices)}]" if question.free else question.place
    kind: AnyCase | None = None if question.free else one_of(question.choices)
    while True:
        typed: str = click.prompt(shown, default=question.doubt.now, type=kind, err=True)
        try:
            return game.answer(Answer(question.doubt.kind, question.doubt.place, typed.strip()), sheet.figures)
        except UnusableInput:
            click.echo('A-Z, "."', err=True)
