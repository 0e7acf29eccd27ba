"""`qwords grid`: score typed letters."""

import sys
from typing import Any

import click

from cli.colour import coloured
from cli.common import CERTAIN, REVIEW, gather, json_option, judging_options, print_json, translate_errors
from referee.referee import Referee
from referee.settings import Settings
from report.document import document
from report.terminal import render


@click.command("grid")
@click.argument("letters")
@judging_options
@json_option
@translate_errors
def command(letters: str, as_json: bool, **judging: Any) -> None:
    """Score the typed LETTERS of a grid: five rows with "/" between them, "." for an empty cell.

    Exit code 0: the total stands; 3: a person must look, as the dice cannot give these letters.

    \b
    Examples:
      qwords grid SUPER/TRIPH/RNLOI/ATECT/PMHHE
      qwords grid SUPER/TDACH/AOIHA/UNDSI/BRSER --lang de --side B --json
    """
    settings = Settings.from_environment()
    verdict = Referee(settings=settings).grid(letters, gather(settings, **judging))
    if as_json:
        print_json(document(verdict))
    else:
        click.echo(render(verdict, colour=coloured(sys.stdout)))
    sys.exit(REVIEW if verdict.needs_review else CERTAIN)
