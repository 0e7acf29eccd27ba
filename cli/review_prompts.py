"""The questions of `qwords score --review`: all doubts on one screen, until the total can stand."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace

import click

from cli.colour import coloured, paint
from referee.game import Game, Question
from referee.referee_errors import UnusableInput
from referee.values import Answer, PhotoVerdict, SheetVerdict
from report.terminal_pictures import encode
from texts import FALLBACK, sentence, text


def review(verdict: PhotoVerdict, pictures: str) -> PhotoVerdict:
    """Ask about every doubt of every sheet; an empty answer keeps what was read, Ctrl-D ends the questions.

    Ctrl-C ends the command, as everywhere.
    """
    sheets = list(verdict.sheets)
    try:
        for number, read in enumerate(verdict.sheets):
            shown = verdict.game.text(replace(verdict, sheets=(read,)))
            click.echo("\n" + shown.partition("\n")[0], err=True)  # side and rules are to be seen, too
            for sheet in _after_each_screen(verdict.game, read, pictures):
                sheets[number] = sheet
    except click.Abort as ended:
        click.echo(err=True)
        if isinstance(ended.__context__, KeyboardInterrupt):
            raise
    return replace(verdict, sheets=tuple(sheets))


def _after_each_screen(game: Game, sheet: SheetVerdict, pictures: str) -> Iterator[SheetVerdict]:
    """The sheet judged again after each screen of answers; its total is shown."""
    asked: set[object] = set()
    while questions := [q for q in game.questions(sheet) if (q.doubt.kind, q.doubt.place) not in asked]:
        asked.update((question.doubt.kind, question.doubt.place) for question in questions)
        answers = (*sheet.answers, *_ask(game, sheet, questions, pictures))
        sheet = game.judge(sheet.evidence, sheet.options, answers, sheet.context, sheet.pictures)
        total = sentence("report.total", _language(sheet), n=sheet.figures.total)
        click.echo(paint(total, sys.stderr, bold=True), err=True)
        yield sheet
        if not sheet.needs_review:
            break


def _language(sheet: SheetVerdict) -> str:
    return str(sheet.figures.columns.get("language", FALLBACK))


def _ask(game: Game, sheet: SheetVerdict, questions: Sequence[Question], pictures: str) -> list[Answer]:
    """What a person answers to the questions of one screen: what is there now, but for what is typed over it."""
    for position, question in enumerate(questions, 1):
        click.echo(err=True)
        if question.picture is not None and (coloured(sys.stderr) or (sys.stderr.isatty() and pictures != "blocks")):
            click.echo(encode(question.picture, pictures), err=True)
        click.echo(f"{position}  {question.text}", err=True)
    language = _language(sheet)
    told = [_understood(game, sheet, question, question.doubt.now) for question in questions]
    while True:
        typed: str = click.prompt(text("report.review-keep", language), default="", show_default=False, err=True)
        refused = ""
        for change in typed.split():
            number, _, value = change.rpartition("=")
            at = int(number) - 1 if number.isdecimal() else 0 if not number and len(questions) == 1 else -1
            if answers := _understood(game, sheet, questions[at], value) if 0 <= at < len(questions) else []:
                told[at] = answers
            else:
                refused = change
        if not refused:
            return [answer for answers in told for answer in answers]
        click.echo(text("report.review-refused", language, answer=refused), err=True)


def _understood(game: Game, sheet: SheetVerdict, question: Question, value: str) -> list[Answer]:
    """The answers that a text gives: one for all cells of a question, or one letter for each; nothing if it is none."""
    if not question.free:
        value = next((choice for choice in question.choices if choice.lower() == value.lower()), value)
    places = (question.doubt.place, *question.doubt.alike)
    values = list(value) if len(value) == len(places) else [value] * len(places)
    said = [Answer(question.doubt.kind, place, one) for place, one in zip(places, values, strict=True)]
    try:
        return [game.answer(one, sheet.figures) for one in said]
    except UnusableInput:
        return []
