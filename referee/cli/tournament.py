"""`qwords tournament`: score many sheets, review, rule, and rank the players."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from referee.cli.options import (
    CERTAIN,
    PHOTO,
    REVIEW,
    gather,
    json_option,
    judging_options,
    print_json,
    translate_errors,
)
from referee.settings import Settings

if TYPE_CHECKING:
    from referee.tournament.desk import Desk
    from referee.tournament.overview import Overview
    from referee.tournament.session import Session
    from referee.tournament.values import Row

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

out_argument = click.argument("out", type=click.Path(exists=True, file_okay=False, path_type=Path), metavar="DIR")
store_option = click.option(
    "--store", default="", help="Database URL; default QWORDS_STORE, else SQLite in the folder."
)


def signed(command: Decorated) -> Decorated:
    """Add who says it and why."""
    command = click.option("--why", default="", help="The reason, for the log.")(command)
    return click.option("--who", required=True, help="Who says so: signs the log.")(command)


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
    from referee.tournament.progress import Progress
    from referee.tournament.session import Agreement, start

    settings = Settings.from_environment()
    options = gather(settings, **judging)
    agreement = Agreement(
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


def exit_code(view: "Overview") -> int:
    """0 certain, 3 when a human must look, 4 when not one page could be used."""
    summary = view.summary
    if summary.pages and summary.rejected == summary.pages:
        return PHOTO
    return REVIEW if summary.doubtful or summary.rejected else CERTAIN


@command.command("status")
@out_argument
@store_option
@json_option
@translate_errors
def status(out: Path, store: str, as_json: bool) -> None:
    """Say how many pages are done, doubtful and rejected."""
    from dataclasses import asdict

    with _open(out, store) as session:
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
    from referee.tournament.exports import csv_text, standings_document, standings_table
    from referee.tournament.wall import wall_sheet

    with _open(out, store) as session:
        view = session.overview()
    if form == "json":
        print_json(standings_document(view))
    elif form == "html":
        click.echo(wall_sheet(view), nl=False)
    elif form == "csv":
        click.echo(csv_text(standings_table(view)), nl=False)
    else:
        for place in view.places:
            rounds = "  ".join(f"{total:>3}" for total in place.rounds.values())
            click.echo(f"{place.place:>4}  {place.player:<30} {rounds}  {place.total:>4}{' *' if place.open else ''}")
        if view.summary.doubtful:
            click.echo(f"* {view.summary.doubtful} sheets are still under review", err=True)


@command.command("review")
@out_argument
@click.option("--who", default="", help="Who answers: signs the log. Without it the queue is only listed.")
@click.option("--limit", type=click.IntRange(1), default=None, help="Stop after so many sheets.")
@store_option
@json_option
@translate_errors
def review(out: Path, who: str, limit: int | None, store: str, as_json: bool) -> None:
    """Go through the sheets a human must look at, the one with the greatest expected damage first."""
    from referee.tournament.dialogue import ask_all, queue_document, show_queue

    with _open(out, store) as session:
        view = session.overview()
        if as_json:
            print_json(queue_document(view))
        elif not who:
            show_queue(view)
        else:
            ask_all(session, who, limit)
            view = session.export()
    sys.exit(exit_code(view))


@command.command("correct")
@out_argument
@click.argument("sheet")
@click.argument("cells", nargs=-1, metavar="[ROW,COLUMN=LETTER...]")
@click.option("--grid", default="", help="All 25 letters: SUPER/TRIPH/RNLOI/ATECT/PMHHE.")
@click.option("--settle", is_flag=True, help="With --grid: the final word on a disagreement.")
@click.option("--confirm", is_flag=True, help="The sheet says what stands there.")
@click.option("--player", default="", help="Who played it.")
@click.option("--round", "round_", default="", help="In which round.")
@click.option("--side", type=click.Choice(["A", "B"]), default=None, help="Which side it shows.")
@click.option(
    "--rules", type=click.Choice(["standard", "professional"]), default=None, help="Which rules it was played by."
)
@click.option("--withdraw", is_flag=True, help="Take it out of the standings.")
@click.option("--restore", is_flag=True, help="Bring it back.")
@signed
@store_option
@translate_errors
def correct(out: Path, sheet: str, who: str, store: str, **said: Any) -> None:
    """Correct one sheet: letters, player, side. Everything is appended to the log; nothing is overwritten."""
    with _open(out, store) as session:
        desk = session.desk(who)
        before = desk.find(sheet)
        after = _correct(desk, before, said)
        session.export()
    click.echo(f"{after.id} {after.identity.player or '(no name)'}: {before.total} → {after.total}")


def _correct(desk: "Desk", row: "Row", said: dict[str, Any]) -> "Row":
    why, before = said["why"], row
    if said["grid"]:
        row = desk.grid(row, said["grid"], why, said["settle"])
    if said["cells"]:
        row = desk.letters(row, said["cells"], why)
    if said["player"] or said["round_"]:
        row = desk.player(row, said["player"], said["round_"], why=why)
    if said["side"] or said["rules"]:
        row = desk.side(row, said["side"], said["rules"], why)
    if said["withdraw"] or said["restore"]:
        row = desk.withdraw(row, why, restore=said["restore"])
    if said["confirm"]:
        row = desk.confirm(row, why)
    if row is before:
        raise click.UsageError("Say what to correct: cells, --grid, --confirm, --player, --side, --withdraw …")
    return row


@command.command("rule")
@out_argument
@click.argument("word")
@click.option("--allow/--deny", "allow", required=True, default=None, help="Whether the word counts.")
@signed
@store_option
@json_option
@translate_errors
def rule(out: Path, word: str, allow: bool, who: str, why: str, store: str, as_json: bool) -> None:
    """Rule on a word for all sheets, and see which totals that changes."""
    from dataclasses import asdict

    with _open(out, store) as session:
        changes = session.desk(who).rule(word, allow, why)
        session.export()
    if as_json:
        print_json({"word": word, "allow": allow, "changed": [asdict(change) for change in changes]})
        return
    for change in changes:
        click.echo(f"{change.sheet} {change.player or '(no name)'}: {change.before} → {change.after}")
    click.echo(f"{word} is {'allowed' if allow else 'denied'}; {len(changes)} totals changed", err=True)


@command.command("disagreements")
@out_argument
@store_option
@json_option
@translate_errors
def disagreements(out: Path, store: str, as_json: bool) -> None:
    """List every cell that two arbiters see differently."""
    from dataclasses import asdict

    with _open(out, store) as session:
        found = session.disagreements()
    if as_json:
        print_json({"disagreements": [asdict(item) for item in found]})
    else:
        for item in found:
            said = ", ".join(f"{who}: {letter}" for who, letter in item.letters.items())
            click.echo(f"{item.sheet} {item.player or '(no name)'} row {item.row} column {item.column}: {said}")
    sys.exit(REVIEW if found else CERTAIN)


@command.command("log")
@out_argument
@store_option
@translate_errors
def log(out: Path, store: str) -> None:
    """Print the log of corrections and rulings as CSV."""
    from referee.tournament.exports import csv_text, log_table

    with _open(out, store) as session:
        click.echo(csv_text(log_table(session.store, session.tournament.id)), nl=False)


@command.command("publish")
@out_argument
@click.option("--undo", is_flag=True, help="Take it back.")
@signed
@store_option
@translate_errors
def publish(out: Path, undo: bool, who: str, why: str, store: str) -> None:
    """Declare the standings final; the wall sheet says so once nothing is open."""
    with _open(out, store) as session:
        session.desk(who).publish(not undo, why)
        view = session.export()
    sys.exit(exit_code(view))


@command.command("report")
@out_argument
@click.argument("sheet")
@click.option(
    "--report", "path", required=True, type=click.Path(dir_okay=False, path_type=Path), help=".html, .pdf or .png"
)
@store_option
@translate_errors
def evidence(out: Path, sheet: str, path: Path, store: str) -> None:
    """Write the evidence of one sheet's photo: every letter, its probabilities, every word and its source."""
    with _open(out, store) as session:
        session.report(sheet, path)
    click.echo(str(path), err=True)


def _open(out: Path, store: str) -> "Session":
    from referee.tournament.session import resume

    return resume(out, store or Settings.from_environment().store)
