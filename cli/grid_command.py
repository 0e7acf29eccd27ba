"""`qwords grid`: score typed letters."""

import sys
from pathlib import Path

import click

from cli.colour import coloured
from cli.common import gather, json_option, judging_options, print_json, translate_errors
from referee.referee import Referee
from referee.settings import Settings
from report.document import document
from report.terminal import render


@click.command("grid")
@click.argument("letters")
@judging_options
@json_option
@translate_errors
def command(
    letters: str,
    lang: str | None,
    side: str,
    rules: str,
    policy: str,
    house: Path | None,
    rolls: Path | None,
    as_json: bool,
) -> None:
    """Score the typed LETTERS of a grid: five rows with "/" between them, "." for an empty cell.

    \b
    Examples:
      qwords grid SUPER/TRIPH/RNLOI/ATECT/PMHHE
      qwords grid SUPER/TDACH/AOIHA/UNDSI/BRSER --lang de --side B --json
    """
    settings = Settings.from_environment()
    options = gather(settings, lang, side, rules, policy, house, rolls)
    verdict = Referee(settings=settings).grid(letters, options)
    if as_json:
        print_json(document(verdict))
    else:
        click.echo(render(verdict, colour=coloured(sys.stdout)))
