"""The questions of `qwords score --review`: all doubts on one screen, until the total can stand."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import click

import lexicons
from cli.colour import coloured, paint
from referee.answers import Answers
from referee.judge import judge
from referee.options import Options
from referee.verdict import LETTER, SIDE, PhotoVerdict, SheetVerdict
from report.pictures import crop
from report.sentences import doubt_place, doubt_value
from report.terminal_pictures import encode
from report.view import headline
from texts import sentence, text

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ.#"
Place = tuple[int, int]


@dataclass(frozen=True)
class Question:
    """What is asked: the cells that one answer may settle, and the total with each answer, as it is now first."""

    kind: str
    name: str
    places: tuple[Place, ...]
    totals: dict[str, int]


def review(verdict: PhotoVerdict, options: Options, pictures: str) -> PhotoVerdict:
    """Ask about every doubt of every sheet; an empty answer keeps what was read, Ctrl-D ends the questions.

    Ctrl-C ends the command, as everywhere.
    """
    sheets = list(verdict.sheets)
    try:
        for number, read in enumerate(verdict.sheets):
            for sheet in _after_each_screen(read, options, pictures):
                sheets[number] = sheet
    except click.Abort as ended:
        click.echo(err=True)
        if isinstance(ended.__context__, KeyboardInterrupt):
            raise
    return replace(verdict, sheets=tuple(sheets))


def _after_each_screen(sheet: SheetVerdict, options: Options, pictures: str) -> Iterator[SheetVerdict]:
    answers = Answers()
    click.echo("\n" + " · ".join(headline(sheet, sheet.language)), err=True)  # side and rules are to be seen, too
    while asked := questions(sheet):
        answers = answered(answers, asked, _ask(sheet, asked, pictures))
        sheet = judge(sheet.evidence, options, answers, sheet.scan, sheet.context)
        click.echo(paint(sentence("report.total", sheet.language, n=sheet.card.total), sys.stderr, bold=True), err=True)
        yield sheet
        if not sheet.needs_review:
            break


def questions(sheet: SheetVerdict) -> list[Question]:
    """The doubts of a sheet as questions: those about one cell together, and cells that look alike together."""
    found: list[Question] = []
    for doubt in sheet.doubts:
        place = (doubt.row, doubt.column) if doubt.row and doubt.column else None
        same = next((one for one in found if one.kind == doubt.kind and (not place or place in one.places)), None)
        if same is None:
            taken = {taken for one in found for taken in one.places}
            places = (place, *(cell for cell in doubt.alike if cell not in taken)) if place else ()
            name = doubt_place(replace(doubt, alike=places[1:]), sheet.language)
            same = Question(doubt.kind, name, places, {doubt.letter: sheet.card.total})
            found.append(same)
        same.totals.setdefault(doubt.other, doubt.total_if)
    return found


def answered(answers: Answers, asked: Sequence[Question], told: Sequence[str]) -> Answers:
    """The answers with what was told: for each question a letter for all its cells, or one for each."""
    for question, value in zip(asked, told, strict=True):
        if question.kind == LETTER:
            letters = value * len(question.places) if len(value) == 1 else value
            cells = {**answers.cells, **dict(zip(question.places, letters, strict=True))}
            answers = replace(answers, cells=cells)
        else:
            answers = replace(answers, side=value) if question.kind == SIDE else replace(answers, language=value)
    return answers


def _ask(sheet: SheetVerdict, asked: Sequence[Question], pictures: str) -> list[str]:
    """What a person answers to the questions of one screen: each value as it is now, or what was typed over it."""
    language = sheet.language
    for position, question in enumerate(asked, 1):
        click.echo(err=True)
        if coloured(sys.stderr) or (sys.stderr.isatty() and pictures != "blocks"):
            for row, column in question.places:
                click.echo(encode(crop(sheet, row, column), pictures), err=True)
        choices = " / ".join(
            f"{doubt_value(question.kind, value, language)} ({total})" for value, total in question.totals.items()
        )
        click.echo(f"{position}  {question.name}: {choices}", err=True)
    told = [next(iter(question.totals)) for question in asked]
    while True:
        typed = click.prompt(text("report.review-keep", language), default="", show_default=False, err=True)
        refused = ""
        for change in typed.split():
            number, _, value = change.rpartition("=")
            at = int(number) - 1 if number.isdecimal() else 0 if not number and len(asked) == 1 else -1
            value = _understood(asked[at], value, language) if 0 <= at < len(asked) else ""
            if value:
                told[at] = value
            else:
                refused = change
        if not refused:
            return told
        click.echo(text("report.review-refused", language, answer=refused), err=True)


def _understood(question: Question, value: str, language: str) -> str:
    """An answer as it is stored; empty where it is none."""
    if question.kind == LETTER:
        letters = "".join(lexicons.fold(letter, language) if letter.isalpha() else letter for letter in value)
        return letters if len(letters) in (1, len(question.places)) and set(letters) <= set(LETTERS) else ""
    named = value.upper() if question.kind == SIDE else value.lower()
    return named if named in question.totals else ""
