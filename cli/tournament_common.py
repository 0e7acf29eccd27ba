"""What the tournament commands share: the folder, the store, who signs, and the exit code."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from cli.common import CERTAIN, PHOTO, REVIEW
from referee.settings import Settings

if TYPE_CHECKING:
    from tournament.overview import Overview
    from tournament.session import Session

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

out_argument = click.argument("out", type=click.Path(exists=True, file_okay=False, path_type=Path), metavar="DIR")
store_option = click.option(
    "--store", default="", help="Database URL; default QWORDS_STORE, else SQLite in the folder."
)


def signed(command: Decorated) -> Decorated:
    """Add who says it and why."""
    command = click.option("--why", default="", help="The reason, for the log.")(command)
    return click.option("--who", required=True, help="Who says so: signs the log.")(command)


def warn_of_columns(path: Path) -> None:
    """Name what a list holds beyond what is taken from it."""
    from tournament.column_words import COLUMNS
    from tournament.manifest import passed_over

    if titles := passed_over(path):
        click.echo(f"{path.name}: columns not known, and left out: {', '.join(titles)}", err=True)
        click.echo(f"known, in any of the languages: {', '.join(COLUMNS)}", err=True)


def exit_code(view: "Overview") -> int:
    """0 certain, 3 when a human must look, 4 when not one page could be used."""
    summary = view.summary
    if summary.pages and summary.rejected == summary.pages:
        return PHOTO
    return REVIEW if summary.doubtful or summary.rejected else CERTAIN


def open_session(out: Path, store: str) -> "Session":
    """The tournament of a folder; whoever opens it hears that another word list is installed than its own."""
    from tournament.session import resume
    from tournament.word_list import list_changed

    session = resume(out, store or Settings.from_environment().store)
    if list_changed(session.tournament) and session.overview().outdated:
        click.echo(f"another word list is installed than the one that judged {out}: see `rejudge --preview`", err=True)
    return session
