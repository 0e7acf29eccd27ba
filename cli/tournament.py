"""`qwords tournament`: score many sheets, review, rule, and rank the players."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.common import gather, json_option, judging_options, print_json, translate_errors
from cli.tournament_common import exit_code, open_session, out_argument, store_option
from cli.tournament_review import COMMANDS
from referee.settings import Settings
from texts import plural

if TYPE_CHECKING:
    from tournament.overview import Overview


@click.group("tournament")
def command() -> None:
    """Score many sheets and rank the players.

    \b
    Examples:
      qwords tournament run scans/ round2.zip --out cup --manifest who.csv --lang de
      qwords tournament review cup --who Anna
      qwords tournament rule cup UDON --allow --who Anna --why "in the dictionary on the table"
      qwords tournament standings cup
    """


@command.command("run")
@click.argument("sources", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="SOURCE...")
@click.option(
    "--out", required=True, type=click.Path(file_okay=False, path_type=Path), metavar="DIR", help="Output folder."
)
@click.option("--jobs", type=click.IntRange(0), default=0, help="Worker processes; default one for each core.")
@click.option("--cluster", default="", metavar="ADDRESS", help="Score on a dask cluster: tcp://host:8786.")
@click.option(
    "--manifest", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="CSV: file, player, round, table."
)
@click.option("--name", default="", help="Name of the tournament; default the folder's name.")
@click.option(
    "--reader", type=click.Choice(["cnn", "tesseract"]), default=None, help="What reads the letters; default cnn."
)
@click.option("--keep-photos", is_flag=True, help="Keep the photos in the folder, by hash.")
@click.option("--double-entry", is_flag=True, help="Corrections count when two arbiters agree.")
@store_option
@judging_options
@json_option
@translate_errors
def run(
    sources: tuple[Path, ...], out: Path, jobs: int, cluster: str, manifest: Path | None, name: str, reader: str | None,
    keep_photos: bool, double_entry: bool, store: str, as_json: bool, **judging: Any,
) -> None:  # fmt: skip
    """Score folders, ZIP files, PDF files and photos. A run that was stopped goes on where it was."""
    from tournament.progress import Progress
    from tournament.session import TournamentSpec, start

    settings = Settings.from_environment()
    options = gather(settings, **judging)
    agreement = TournamentSpec(
        name=name or out.resolve().name,
        lang=options.lang,
        side=options.side,
        rules=options.rules,
        policy=options.policy,
        reader=reader or settings.reader,
        house=judging["house"].read_text(encoding="utf-8-sig") if judging["house"] else "",
        rolls=judging["rolls"].read_text(encoding="utf-8-sig") if judging["rolls"] else "",
        keep_photos=keep_photos,
        double_entry=double_entry,
    )
    with start(out, agreement, store or settings.store) as session:
        missing = session.run(sources, manifest, jobs, cluster, Progress(sys.stderr))
        view = session.export()
    for line in missing:
        click.echo(f"announced, not found: {line}", err=True)
    report(view, out, as_json)
    sys.exit(exit_code(view))


def report(view: "Overview", out: Path, as_json: bool) -> None:
    """Say what went in and out: words on stderr, the summary as JSON on stdout if asked."""
    from dataclasses import asdict

    click.echo(view.summary.sentence, err=True)
    click.echo(f"results, standings and review queue are in {out}", err=True)
    if as_json:
        print_json(asdict(view.summary))


@command.command("status")
@out_argument
@store_option
@json_option
@translate_errors
def status(out: Path, store: str, as_json: bool) -> None:
    """Say how many pages are done, doubtful and rejected."""
    from dataclasses import asdict

    with open_session(out, store) as session:
        view = session.overview()
    if as_json:
        print_json(asdict(view.summary))
    else:
        click.echo(view.summary.sentence)
    sys.exit(exit_code(view))


@command.command("standings")
@out_argument
@click.option("--format", "form", type=click.Choice(["text", "csv", "json", "html"]), default="text", show_default=True)
@store_option
@translate_errors
def standings(out: Path, form: str, store: str) -> None:
    """Print the ranking as it stands now."""
    from tournament.exports import csv_text, standings_document, standings_table
    from tournament.standings_page import standings_page

    with open_session(out, store) as session:
        view = session.overview()
    if form == "json":
        print_json(standings_document(view))
    elif form == "html":
        click.echo(standings_page(view), nl=False)
    elif form == "csv":
        click.echo(csv_text(standings_table(view)), nl=False)
    else:
        for place in view.places:
            rounds = "  ".join(f"{total:>3}" for total in place.rounds.values())
            click.echo(f"{place.place:>4}  {place.player:<30} {rounds}  {place.total:>4}{' *' if place.open else ''}")
        if view.summary.doubtful:
            click.echo(f"* {plural('standings.waiting', view.summary.doubtful, 'en')}", err=True)


for review_command in COMMANDS:
    command.add_command(review_command)
