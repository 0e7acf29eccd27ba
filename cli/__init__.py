"""The `qwords` command. Each subcommand lives in `<name>_command.py` and is imported only when it is used."""

from importlib import import_module

import click

from referee.settings import use_one_thread

COMMANDS = {
    "score": "score a photo of a finished sheet",
    "grid": "score typed letters",
    "word": "look up words",
    "house": "collect the table's own rulings on words",
    "locate": "find the lattice in a photo",
    "tournament": "score many sheets and rank the players",
    "q4": "check games of Q4, the second game",
    "sheet": "print sheets",
    "verify": "check whether a report is genuine",
    "keys": "show the keys that reports are signed with",
    "sample": "write a folder that shows what is misread",
    "serve": "start the service and the phone page",
    "doctor": "show what is installed",
}


class LazyGroup(click.Group):
    """A group whose commands are imported on use, so that a quick command starts quickly."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name the commands in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Import the module of a command and give its `command`."""
        if name not in COMMANDS:
            return None
        command: click.Command = import_module(f"cli.{name}_command").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=LazyGroup)
@click.version_option(package_name="qwords-referee")
@click.pass_context
def main(context: click.Context) -> None:
    """Score Qwords sheets: from a photo, from typed letters, or a whole tournament.

    \b
    Examples:
      qwords score sheet.jpg --lang de
      qwords grid SUPER/TRIPH/RNLOI/ATECT/PMHHE
      qwords word dach --lang de
    """
    use_one_thread()
    if context.invoked_subcommand != "doctor":  # it says the same, with what to do
        _warn_of_unfinished_languages()


def _warn_of_unfinished_languages() -> None:
    from lexicons import UNFINISHED

    for code, lacking in UNFINISHED.items():
        click.echo(
            f"qwords: the language {code} cannot be played: {lacking} (`qwords doctor` says what to do)", err=True
        )
