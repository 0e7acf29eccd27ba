"""`qwords house`: the table's own rulings on words, collected into the file that `--house` takes."""

from pathlib import Path

import click

from cli.common import json_option, one_of, print_json, text_language, translate_errors
from lexicons import LANGUAGES, BadHouseFile, House
from lexicons.rulings import Joined, from_json, join, to_json
from referee.files import write_atomically

_SOURCE = click.Path(exists=True, path_type=Path)
_lang = click.option("--lang", type=one_of(LANGUAGES), help="Language of the words; default QWORDS_LANG or en.")
_latest = click.option("--latest", is_flag=True, help="Where rulings contradict each other, let the latest one stand.")


@click.group("house")
def command() -> None:
    """Collect, show, export and import the table's own rulings on words.

    \b
    Examples:
      qwords house collect cup/ friends.txt --to house.txt --lang de
      qwords house export house.txt --lang de
    """


@command.command("collect")
@click.argument("sources", nargs=-1, required=True, type=_SOURCE, metavar="SOURCE...")
@click.option("--to", "file", required=True, type=click.Path(dir_okay=False, path_type=Path), help="The house file.")
@_lang
@_latest
@translate_errors
def collect(sources: tuple[Path, ...], file: Path, lang: str | None, latest: bool) -> None:
    """Add the rulings of every SOURCE to a house file, with who, when and why.

    A SOURCE is the folder of a tournament, a house file, or rulings as JSON (`qwords house export`). Rulings already in
    the file are kept. If a word is both allowed and denied, the conflict is reported and nothing is written.

    \b
    Examples:
      qwords house collect cup/ --to house.txt --lang de
      qwords score sheet.jpg --lang de --house house.txt
    """
    houses = [House.load(file)] if file.exists() else []
    houses += [_read(source) for source in sources]
    joined = join(houses, language := text_language(lang), latest)
    House(joined.standing, file.name).folded(language)  # a word of six letters, say, must not reach the file
    write_atomically(file, joined.text().encode("utf-8"))
    click.echo(f"{file.name}: {_counts(joined)}", err=True)


@command.command("export")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@_lang
@translate_errors
def export(file: Path, lang: str | None) -> None:
    """Print the rulings of a house file as JSON, to carry them to another table."""
    house, language = _read(file), text_language(lang)
    house.folded(language)
    print_json(to_json(house.rulings, language))


@command.command("show")
@click.argument("sources", nargs=-1, required=True, type=_SOURCE, metavar="SOURCE...")
@_lang
@_latest
@json_option
@translate_errors
def show(sources: tuple[Path, ...], lang: str | None, latest: bool, as_json: bool) -> None:
    """Print all rulings of every SOURCE as the house file they would make; nothing is written."""
    joined = join([_read(source) for source in sources], language := text_language(lang), latest)
    if as_json:
        print_json(to_json(joined.standing, language))
    else:
        click.echo(joined.text(), nl=False)


def _read(source: Path) -> House:
    if source.is_dir():
        return _tournament(source)
    if source.suffix.lower() != ".json":
        return House.load(source)
    try:
        return from_json(source.read_text(encoding="utf-8-sig"), source.name)
    except (OSError, UnicodeDecodeError) as error:
        raise BadHouseFile(f"{source.name} cannot be read: {error}") from error


def _tournament(folder: Path) -> House:
    from cli.tournament_common import open_session
    from tournament.decisions import house_of_log

    with open_session(folder, "") as session:
        return house_of_log(session.store.log(session.tournament.id), folder.name)


def _counts(joined: Joined) -> str:
    allowed = sum(ruling.allow for ruling in joined.standing)
    overruled = f", {len(joined.overruled)} overruled" if joined.overruled else ""
    return f"{allowed} allowed, {len(joined.standing) - allowed} denied{overruled}"
