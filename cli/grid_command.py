"""`qwords grid`: score typed letters."""

import sys
from typing import Any

import click

from cli.colour import coloured
from cli.common import (
    CERTAIN,
    REVIEW,
    game_option,
    gather,
    json_option,
    judging_options,
    print_json,
    translate_errors,
)
from referee.games import game as game_of
from referee.settings import Settings
from referee.values import PhotoVerdict


@click.command("grid")
@click.argument("letters")
@judging_options
@game_option
@json_option
@translate_errors
def command(letters: str, game: str, lang: str | None, as_json: bool, **said: Any) -> None:
    """Score the typed LETTERS of a grid: five rows with "/" between them, "." for an empty cell.

    Exit code 0: the total stands; 3: a person must look, as the dice cannot give these letters.

    \b
    Examples:
      qwords grid SUPER/TRIPH/RNLOI/ATECT/PMHHE
      qwords grid SUPER/TDACH/AOIHA/UNDSI/BRSER --lang de --side B --json
    """
    playing = game_of(game)
    options = playing.options(gather(Settings.from_environment(), lang, said))
    verdict = PhotoVerdict(playing, None, (playing.judge(playing.typed(letters, options), options),))
    if as_json:
        print_json(playing.document(verdict))
    else:
        click.echo(playing.text(verdict, colour=coloured(sys.stdout)))
    sys.exit(REVIEW if verdict.needs_review else CERTAIN)
