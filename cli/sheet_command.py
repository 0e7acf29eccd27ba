"""`qwords sheet`: printable sheets of our own design."""

from dataclasses import replace
from pathlib import Path

import click

from cli.common import one_of, text_language, translate_errors
from cli.tournament_common import warn_of_columns
from texts import languages, plural


@click.command("sheet")
@click.option("--game", type=one_of(["qwords", "q4"]), default="qwords", show_default=True, help="Game to print for.")
@click.option(
    "--side",
    type=one_of(["A", "B", "AB"]),
    help="Qwords: A standard; B professional, with joker; AB both, back to back.",
)
@click.option("--low-ink", is_flag=True, help="Q4: stars instead of yellow, hatched instead of black.")
@click.option(
    "--number", type=click.IntRange(0, 65535), default=1, show_default=True, help="Q4: the first sheet's number."
)
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), required=True, metavar="FILE.pdf", help=".pdf or .png"
)
@click.option(
    "--players",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="CSV (player, round, table) or one name a line: one sheet each, with a QR code.",
)
@click.option("--paper", type=one_of(["A6", "A5", "A4"]), default="A6", show_default=True, help="Size of a page.")
@click.option("--per-page", type=click.IntRange(1, 4), default=1, show_default=True, help="Sheets on a page.")
@click.option("--lang", type=one_of(languages()), help="Language of the printed words; default QWORDS_LANG or en.")
@click.option("--round", "round_", default="", help="Round to print where the players file names none.")
@click.option(
    "--copies", type=click.IntRange(1, 1000), default=1, show_default=True, help="Blank sheets without players."
)
@translate_errors
def command(
    game: str,
    side: str | None,
    low_ink: bool,
    number: int,
    out: Path,
    players: Path | None,
    paper: str,
    per_page: int,
    lang: str | None,
    round_: str,
    copies: int,
) -> None:
    """Print sheets that the scanner reads best: blank ones, or one for each player.

    \b
    Examples:
      qwords sheet --side A --out blank.pdf --paper A4 --per-page 4 --copies 40
      qwords sheet --side B --out round-2.pdf --players players.csv --round 2 --lang de
      qwords sheet --game q4 --out q4.pdf --copies 4 --low-ink
    """
    from sheets.sheet_pdf import sheets_pdf
    from tournament.manifest import load_players

    language = text_language(lang)
    if game == "q4":
        print_q4(out, number, copies, language, low_ink)
        return
    if side is None:
        raise click.UsageError("Missing option '--side'. Choose from: A, B, AB")
    named = load_players(players) if players else ()
    if players:
        warn_of_columns(players)
    named = tuple(replace(who, round=who.round or round_) for who in named)
    write_sheets(out, sheets_pdf(side, named, paper, per_page, language, copies))
    printed = plural("standings.sheets", len(named) or copies, "en")
    click.echo(f"{out}: {printed}, side {side}", err=True)


def print_q4(out: Path, first: int, copies: int, language: str, low_ink: bool) -> None:
    """Write Q4 sheets; each has a number, and the number decides what is printed on it."""
    from q4.form import NUMBERS
    from q4.form_pdf import forms_pdf

    numbers = [number % NUMBERS for number in range(first, first + copies)]
    write_sheets(out, forms_pdf(numbers, language, low_ink))
    click.echo(f"{out}: {plural('standings.sheets', copies, 'en')}, Q4", err=True)


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
