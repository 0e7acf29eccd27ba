"""`qwords sheet`: printable sheets of our own design."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from cli.common import choice_options, game_option, one_of, text_language, texts_of, translate_errors
from cli.tournament_common import warn_of_columns
from referee.game import Game
from referee.games import game as game_of
from texts import languages, plural


@click.command("sheet")
@game_option
@choice_options("prints")
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), required=True, metavar="FILE.pdf", help=".pdf or .png"
)
@click.option(
    "--players",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="CSV (player, round, table) or one name a line: one sheet each, with a QR code.",
)
@click.option("--lang", type=one_of(languages()), help="Language of the printed words; default QWORDS_LANG or en.")
@click.option("--round", "round_", default="", help="Round to print where the players file names none.")
@click.option(
    "--copies", type=click.IntRange(1, 1000), default=1, show_default=True, help="Blank sheets without players."
)
@translate_errors
def command(
    game: str, out: Path, players: Path | None, lang: str | None, round_: str, copies: int, **said: Any
) -> None:
    """Print sheets that the scanner reads best: blank ones, or one for each player.

    \b
    Examples:
      qwords sheet --side A --out blank.pdf --paper A4 --per-page 4 --copies 40
      qwords sheet --side B --out round-2.pdf --players players.csv --round 2 --lang de
      qwords sheet --game q4 --out q4.pdf --copies 4 --low-ink
    """
    from sheets.identity_code import Identity
    from tournament.manifest import load_players

    playing, language = game_of(game), text_language(lang)
    chosen = print_choices(playing, said)
    named = load_players(players) if players else ()
    if players:
        warn_of_columns(players)
    shown = [replace(who, round=who.round or round_) for who in named] or [Identity()] * copies
    write_sheets(out, playing.sheet_pdf(shown, chosen, language))
    click.echo(f"{out}: {plural('standings.sheets', len(shown), 'en')}, {game}", err=True)


def print_choices(playing: Game, said: Mapping[str, Any]) -> dict[str, str]:
    """What was chosen for printed sheets of a game; what it cannot do without must have been given."""
    chosen = texts_of("prints", said)
    for choice in playing.prints:
        if choice.values and not choice.default and choice.name not in chosen:
            raise click.UsageError(f"Missing option '--{choice.name}'. Choose from: {', '.join(choice.values)}")
    return chosen


def write_sheets(out: Path, pdf: bytes) -> None:
    """Write printed pages as a PDF, or as PNG pictures that are numbered where there are several."""
    from referee.files import write_atomically
    from sheets.sheet_pdf import sheets_png

    if out.suffix.lower() == ".pdf":
        write_atomically(out, pdf)
    elif out.suffix.lower() == ".png":
        pages = sheets_png(pdf)
        for number, page in enumerate(pages, start=1):
            write_atomically(out if len(pages) == 1 else out.with_stem(f"{out.stem}-{number}"), page)
    else:
        raise click.BadParameter("end the file's name in .pdf or .png", param_hint="--out")
