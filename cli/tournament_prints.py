"""What a tournament prints: sheets for its players, certificates, result slips, invitations; and a season's table."""

from pathlib import Path
from typing import Any

import click

from cli.common import choice_options, json_option, one_of, print_json, text_language, translate_errors
from cli.sheet_command import print_choices, write_sheets
from cli.tournament_common import open_session, out_argument, store_option
from texts import languages

file_option = click.option(
    "--out", "path", type=click.Path(dir_okay=False, path_type=Path), required=True, help=".pdf or .png"
)
lang_option = click.option("--lang", type=one_of(languages()), help="Language of what is printed.")


@click.command("sheets")
@out_argument
@choice_options("prints")
@click.option("--round", "round_", default="1", show_default=True, help="The round that is printed.")
@file_option
@lang_option
@store_option
@translate_errors
def sheets(out: Path, round_: str, path: Path, lang: str | None, store: str, **said: Any) -> None:
    """Print a sheet for each player of the roster, with QR code and the player's own code."""
    from tournament.roster_sheets import roster_sheets

    with open_session(out, store) as session:
        view = session.overview()
    chosen = {"paper": "A4", "per-page": "4", **print_choices(view.tournament.scoring.playing, said)}
    write_sheets(path, roster_sheets(view, round_, chosen, text_language(lang)))


@click.command("print")
@out_argument
@click.argument("what", type=one_of(["certificates", "slips", "invitations"]))
@click.option("--best", type=click.IntRange(0), default=0, help="Certificates for so many places only.")
@click.option("--address", default="http://localhost:8000/", help="Where phones reach the service, for invitations.")
@file_option
@lang_option
@store_option
@translate_errors
def prints(out: Path, what: str, best: int, address: str, path: Path, lang: str | None, store: str) -> None:
    """Print certificates, result slips, or the players' invitations to follow on their phones."""
    from tournament.prints import certificates, invitations, slips

    with open_session(out, store) as session:
        view = session.overview()
    language = text_language(lang)
    if what == "certificates":
        write_sheets(path, certificates(view, language, best))
    elif what == "slips":
        write_sheets(path, slips(view, language))
    else:
        write_sheets(path, invitations(view, language, address.rstrip("/") + "/"))


@click.command("league")
@click.argument("folders", nargs=-1, required=True, type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--by", type=one_of(["totals", "places"]), default="totals", show_default=True, help="What counts.")
@click.option("--best", type=click.IntRange(0), default=0, help="Only a player's best so many tournaments count.")
@store_option
@json_option
@translate_errors
def season(folders: tuple[Path, ...], by: str, best: int, store: str, as_json: bool) -> None:
    """The table of a season over the tournaments in several folders."""
    from dataclasses import asdict

    from tournament.league import league

    places = {}
    for folder in folders:
        with open_session(folder, store) as session:
            view = session.overview()
        places[f"{view.tournament.name} ({folder.name})"] = view.places
    table = league(places, by, best)
    if as_json:
        print_json({"league": [asdict(place) for place in table]})
        return
    for place in table:
        results = "  ".join(f"{place.by_tournament.get(title, '–'):>4}" for title in places)
        click.echo(f"{place.place:>4}  {place.player:<30} {results}  {place.points:>5}")


COMMANDS = (sheets, prints, season)
