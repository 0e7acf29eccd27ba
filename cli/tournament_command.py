"""`qwords tournament`: score many sheets, review, rule, and rank the players."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

from cli.common import (
    game_option,
    gather,
    json_option,
    judging_options,
    one_of,
    print_json,
    text_language,
    translate_errors,
)
from cli.tournament_common import exit_code, open_session, out_argument, store_option, warn_of_columns
from cli.tournament_prints import COMMANDS as PRINT_COMMANDS
from cli.tournament_review import COMMANDS
from referee.scoring_spec import ScoringSpec
from referee.settings import Settings
from texts import plural, text

if TYPE_CHECKING:
    from tournament.overview import Overview
    from tournament.session import Session


Decorated = TypeVar("Decorated", bound=Callable[..., Any])


def agreement_options(command: Decorated) -> Decorated:
    """Add what is agreed for the whole tournament, and who plays."""
    for option in reversed(
        [
            click.option(
                "--roster",
                type=click.Path(exists=True, dir_okay=False, path_type=Path),
                help="CSV: player, team, table.",
            ),
            click.option("--name", default="", help="Name of the tournament; default the folder's name."),
            click.option(
                "--reader",
                type=one_of(["cnn", "tesseract"]),
                default=None,
                help="What reads the letters; default cnn.",
            ),
            click.option(
                "--keep-photos", is_flag=True, help="Keep the photos in the folder, by hash, without their metadata."
            ),
            click.option("--double-entry", is_flag=True, help="Corrections count when two arbiters agree."),
            click.option(
                "--tie-break",
                type=one_of(["shared", "best-round"]),
                default="shared",
                show_default=True,
                help="Equal totals share a place, or the better best round decides.",
            ),
            click.option(
                "--rounds", type=click.IntRange(0, 99), default=0, help="Rounds played; default those there are."
            ),
            game_option,
        ]
    ):
        command = option(command)
    return judging_options(command)


@click.group("tournament")
def command() -> None:
    """Score many sheets and rank the players.

    \b
    Examples:
      qwords tournament new cup --roster players.csv --lang de --rounds 3
      qwords tournament run scans/ round2.zip --out cup --roster players.csv --lang de
      qwords tournament run photos/ --out q4-cup --game q4 --words nwl.txt
      qwords tournament review cup
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
@agreement_options
@click.option("--retry-rejected", "retry", is_flag=True, help="Try pages again that could not be used before.")
@store_option
@json_option
@click.pass_context
@translate_errors
def run(
    context: click.Context, /, sources: tuple[Path, ...], out: Path, store: str, as_json: bool, **said: Any
) -> None:
    """Score folders, ZIP files, PDF files and photos. A run that was stopped goes on where it was.

    How sheets are judged is agreed at the first run and stays so; a later run that says otherwise is refused.
    """
    from tournament.progress import Progress

    if said["manifest"]:
        warn_of_columns(said["manifest"])
    with _begin(context, out, store, said) as session:
        scores = session.scores(said["jobs"], said["cluster"])
        missing = session.run(sources, said["manifest"], scores, Progress(sys.stderr), said["retry"])
        view = session.export()
    if said["roster"]:
        warn_of_same_names(view)
    for line in missing:
        click.echo(f"announced, not found: {line}", err=True)
    report(view, out, as_json)
    sys.exit(exit_code(view))


@command.command("new")
@click.argument("out", type=click.Path(file_okay=False, path_type=Path), metavar="DIR")
@agreement_options
@store_option
@click.pass_context
@translate_errors
def new(context: click.Context, /, out: Path, store: str, **said: Any) -> None:
    """Begin a tournament before there is a photo: agree how it is judged, give the roster, then print the sheets."""
    with _begin(context, out, store, said) as session:
        view = session.export()
    warn_of_same_names(view)
    click.echo(f"{view.tournament.name}: {plural('standings.players', len(view.roster), 'en')}", err=True)


def _begin(context: click.Context, out: Path, store: str, said: dict[str, Any]) -> "Session":
    """The tournament of a folder, begun or gone on with; what was said must not contradict what is agreed."""
    from tournament.roster import load_roster
    from tournament.session import start

    settings = Settings.from_environment()
    given = {name for name in said if context.get_parameter_source(name) == ParameterSource.COMMANDLINE}
    given = {name.removeprefix("chosen_") for name in given}
    roster = load_roster(said["roster"]) if said["roster"] else ()
    if said["roster"]:
        warn_of_columns(said["roster"])
    session = start(out, _agreed(settings, out, said), store or settings.store, given)
    if roster:
        session.set_roster(roster)
    return session


def warn_of_same_names(view: "Overview") -> None:
    """Name the players whose sheets cannot be told apart."""
    from tournament.roster import same_names

    for name in same_names(view.roster):
        click.echo(f"two players are called {name}: their sheets cannot be told apart", err=True)


def _agreed(settings: Settings, out: Path, said: dict[str, Any]) -> Any:
    """What the options agree on for the whole tournament."""
    from dataclasses import replace

    from tournament.entities import TournamentSpec

    settings = replace(settings, reader=said["reader"] or settings.reader)
    if said.get("chosen_fairness"):
        click.echo(text("fairness.prices", text_language(None)), err=True)
    return TournamentSpec(
        name=said["name"] or out.resolve().name,
        scoring=ScoringSpec.under(settings, gather(settings, said["lang"], said), said["game"], tournament=True),
        double_entry=said["double_entry"],
        keep_photos=said["keep_photos"],
        tie_break=said["tie_break"],
        rounds=said["rounds"],
    )


def report(view: "Overview", out: Path, as_json: bool) -> None:
    """Say what went in and out: words on stderr, the summary as JSON on stdout if asked."""
    from dataclasses import asdict

    click.echo(view.summary.sentence, err=True)
    for line in absent_lines(view):
        click.echo(line, err=True)
    if view.changed:
        click.echo("the standings have changed since they were published: `log` says how; publish them again", err=True)
    click.echo(f"results, standings and review queue are in {out}", err=True)
    if as_json:
        print_json(asdict(view.summary))


def absent_lines(view: "Overview") -> list[str]:
    """Who has no sheet, a line for each round; of a round that nobody has played yet only how many."""
    from tournament.standings import all_rounds

    begun, lacking = all_rounds(view.places), dict[str, list[str]]()
    for absence in view.missing:
        lacking.setdefault(absence.round, []).append(absence.player)
    return [
        f"no sheet in round {number}: " + (", ".join(names) if number in begun else f"{len(names)}, not begun")
        for number, names in lacking.items()
    ]


@command.command("status")
@out_argument
@store_option
@json_option
@translate_errors
def status(out: Path, store: str, as_json: bool) -> None:
    """Say how many pages are done, doubtful and rejected, and who is missing."""
    from dataclasses import asdict

    with open_session(out, store) as session:
        view = session.overview()
    if as_json:
        absent = [asdict(absence) for absence in view.missing]
        print_json({**asdict(view.summary), "absent": absent, "word_list_changed": view.outdated})
    else:
        click.echo(view.summary.sentence)
        for line in absent_lines(view):
            click.echo(line)
    sys.exit(exit_code(view))


@command.command("standings")
@out_argument
@click.option("--format", "form", type=one_of(["text", "csv", "json", "html"]), default="text", show_default=True)
@click.option("--teams", is_flag=True, help="The ranking of the teams.")
@store_option
@translate_errors
def standings(out: Path, form: str, teams: bool, store: str) -> None:
    """Print the ranking as it stands now."""
    from tournament.exports import csv_text, standings_table, teams_table
    from tournament.standings_page import standings_page

    with open_session(out, store) as session:
        view = session.overview()
    if form == "json":
        print_json(view.standings_document)
    elif form == "html":
        click.echo(standings_page(view), nl=False)
    elif form == "csv":
        click.echo(csv_text(teams_table(view) if teams else standings_table(view)), nl=False)
    elif teams:
        for team in view.teams:
            click.echo(f"{team.place:>4}  {team.team:<30} {team.total:>5}")
    else:
        for place in view.places:
            rounds = "  ".join(f"{total:>3}" for total in place.rounds.values())
            click.echo(f"{place.place:>4}  {place.player:<30} {rounds}  {place.total:>4}{' *' if place.open else ''}")
        if view.summary.doubtful:
            click.echo(f"* {plural('standings.waiting', view.summary.doubtful, 'en')}", err=True)


@command.command("roster")
@out_argument
@click.argument("players", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@store_option
@translate_errors
def roster(out: Path, players: Path | None, store: str) -> None:
    """Show who plays, or take the roster from a CSV file: player, team, table."""
    from tournament.roster import load_roster

    with open_session(out, store) as session:
        if players:
            session.set_roster(load_roster(players))
            warn_of_columns(players)
        view = session.export() if players else session.overview()
    for player in view.roster:
        click.echo("\t".join([player.name, player.team, player.table]).rstrip())
    warn_of_same_names(view)


for more in (*COMMANDS, *PRINT_COMMANDS):
    command.add_command(more)
