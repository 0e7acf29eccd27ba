"""`qwords sample`: a photo and what is really on it, as a folder for a report of a fault."""

import json
import re
from pathlib import Path
from typing import Any

import click

from cli.common import any_game_option, gather, judging_options, read_bytes, shown_name, translate_errors
from referee.files import make_folder, write_atomically
from referee.games import judge_photo
from referee.provenance import models
from referee.referee import Referee
from referee.referee_errors import UnusableInput
from referee.settings import Settings
from referee.values import Answer, PhotoVerdict
from scanner.photo_privacy import without_metadata

ANSWER = re.compile(r"(\d+),(\d+)=([A-Z.#])", re.IGNORECASE)


@click.command("sample")
@click.argument("photo", type=click.Path(path_type=Path), metavar="PHOTO")
@click.option("--answers", default="", help="What is really on the sheet where it was misread: 'ROW,COLUMN=LETTER …'.")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), required=True, help="Folder to write.")
@judging_options
@any_game_option
@translate_errors
def command(photo: Path, answers: str, out: Path, game: str, lang: str | None, **said: Any) -> None:
    """Write a folder that shows others what is read wrong on a PHOTO, to go with a report of the fault.

    It holds the photo without place, time and camera; what is really on the sheet, by what was read and the answers;
    the verdict with all that was read; and the versions. What stands on the sheet is in it: look before you send it.

    \b
    Example:
      qwords sample sheet.jpg --answers '3,2=N 4,5=E' --out misread-n
    """
    settings = Settings.from_environment()
    told = tuple(parsed(answer) for answer in answers.split())
    data, suffix = without_metadata(read_bytes(photo))
    chosen, referee = gather(settings, lang, said), Referee(settings=settings)
    name = f"photo{suffix}"
    read = judge_photo(referee, data, name, chosen, game)
    verdict = judge_photo(referee, data, name, chosen, read.game.code, answers={1: told}) if told else read
    make_folder(out)
    files = {
        name: data,
        "truth.toml": truth(verdict, told).encode(),
        "verdict.json": _json(read.game.document(read)),
        "versions.json": _json(models()),
    }
    for file, content in files.items():
        write_atomically(out / file, content)
    click.echo(f"{shown_name(out)}: {', '.join(files)}", err=True)


def parsed(text: str) -> Answer:
    """One answer, as it was typed."""
    found = ANSWER.fullmatch(text)
    if not found:
        raise UnusableInput(f"{text!r} is not like 3,2=N", "Say row and column from 1, and the letter; . is empty.")
    return Answer("letter", (int(found[1]), int(found[2])), found[3].upper())


def truth(verdict: PhotoVerdict, told: tuple[Answer, ...]) -> str:
    """What is on the sheet, as the samples have it; `answered` are the cells that a person told."""
    figures = verdict.sheets[0].figures
    lines = [
        ("game", verdict.game.code),
        *((name, figures.columns[name]) for name in ("language", "side") if figures.columns.get(name)),
        ("grid", list(figures.grid)),
        ("answered", [list(answer.place) for answer in told]),
    ]
    return "".join(f"{name} = {json.dumps(value, ensure_ascii=False)}\n" for name, value in lines)


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, indent=1).encode()
