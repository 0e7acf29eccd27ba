"""`qwords sheet`: printable sheets of our own design."""

from dataclasses import replace
from pathlib import Path

import click

from cli.common import translate_errors
from referee.settings import Settings
from texts import languages, plural


@click.command("sheet")
@click.option("--side", type=click.Choice(["A", "B"]), required=True, help="A: standard; B: professional, with joker.")
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), required=True, metavar="FILE.pdf", help="The PDF."
)
@click.option(
    "--players",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="CSV (player, round, table) or one name a line: one sheet each, with a QR code.",
)
@click.option("--paper", type=click.Choice(["A6", "A5", "A4"]), default="A6", show_default=True, help="Size of a page.")
@click.option("--per-page", type=click.IntRange(1, 4), default=1, show_default=True, help="Sheets on a page.")
@click.option(
    "--lang", type=click.Choice(languages()), help="Language of the printed words; default QWORDS_LANG or en."
)
@click.option("--round", "round_", default="", help="Round to print where the players file names none.")
@click.option(
    "--copies", type=click.IntRange(1, 1000), default=1, show_default=True, help="Blank sheets without players."
)
@translate_errors
def command(
    side: str, out: Path, players: Path | None, paper: str, per_page: int, lang: str | None, round_: str, copies: int
) -> None:
    """Print sheets that the scanner reads best: blank ones, or one for each player.

    \b
    Examples:
      qwords sheet --side A --out blank.pdf --paper A4 --per-page 4 --copies 40
      qwords sheet --side B --out round-2.pdf --players players.csv --round 2 --lang de
    """
    from referee.files import write_atomically
    from sheets.sheet_pdf import sheets_pdf
    from tournament.manifest import load_players

    named = load_players(players) if players else ()
    named = tuple(replace(who, round=who.round or round_) for who in named)
    language = lang or Settings.from_environment().lang
    write_atomically(out, sheets_pdf(side, named, paper, per_page, language, copies))
    printed = plural("standings.sheets", len(named) or copies, "en")
    click.echo(f"{out}: {printed}, side {side}", err=True)
