"""The options that several commands share, and the translation of errors into exit codes."""

import functools
import json
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import click

from cli.colour import paint
from cli.extras import missing_extra
from lexicons import LANGUAGES, POLICIES, UNFINISHED, BrokenLexicon, LexiconError
from proof.proof_errors import NoReport
from referee.coded import coded, has_code
from referee.files import NotWritable
from referee.games import AUTO, choices, codes
from referee.referee_errors import BadSetting, RefereeError, UnreadableChoice, UnusableInput
from referee.settings import Settings
from scanner.scan_errors import ReaderUnavailable, ScanError, UnreadableFile
from scoring import ScoringError
from texts import FALLBACK, languages
from tournament.tournament_errors import NoPages

FILE_BYTES = 500_000_000  # more than any photo or report; devices never end
CERTAIN, SETUP, USAGE, REVIEW, PHOTO, LETTERS = 0, 1, 2, 3, 4, 5
EXIT_CODES: dict[type[Exception], int] = {
    RefereeError: SETUP,
    UnusableInput: LETTERS,
    ReaderUnavailable: SETUP,
    ScanError: PHOTO,
    NoPages: PHOTO,
    NoReport: PHOTO,
    ScoringError: LETTERS,
    LexiconError: LETTERS,
}
Decorated = TypeVar("Decorated", bound=Callable[..., Any])


class AnyCase(click.Choice[str]):
    """A choice in any case: DE is de. Refusals name the choices as they are written, not in small letters."""

    def get_invalid_choice_message(self, value: object, ctx: click.Context | None) -> str:
        """What is said of a value that is none of them."""
        return f"{value!r} is not one of {', '.join(map(repr, self.choices))}."


def one_of(values: Iterable[str]) -> AnyCase:
    """A choice among these."""
    return AnyCase(tuple(values), case_sensitive=False)


json_option = click.option("--json", "as_json", is_flag=True, help="Print the JSON document.")
policy_option = click.option(
    "--policy",
    type=one_of(POLICIES),
    default="official",
    show_default=True,
    help="official: valid words; open: disputable ones too.",
)
game_option = click.option(
    "--game", type=one_of(codes()), default=codes()[0], show_default=True, help="What is played."
)
any_game_option = click.option(
    "--game", type=one_of((AUTO, *codes())), default=AUTO, show_default=True, help="auto: as the sheet looks."
)


def choice_options(kind: str) -> Callable[[Decorated], Decorated]:
    """Add an option for everything that may be chosen in any game: `choices` or `prints`."""

    def add(command: Decorated) -> Decorated:
        for choice in reversed(choices(kind).values()):
            values: dict[str, Any] = {"show_default": choice.default or False}  # the game itself puts it in
            if choice.file:
                values["type"] = click.Path(exists=True, dir_okay=False, path_type=Path)
            elif choice.flag:
                values = {"is_flag": True}
            elif choice.most:
                values["type"] = click.IntRange(choice.least, choice.most)
            elif choice.values:
                values["type"] = one_of(choice.values)
            name = f"chosen_{choice.name}".replace("-", "_")
            command = click.option(f"--{choice.name}", name, **values, help=choice.help)(command)
        return command

    return add


def judging_options(command: Decorated) -> Decorated:
    """Add the options on how to judge: --lang, and what may be chosen in any game."""
    lang = click.option(
        "--lang",
        type=one_of((*LANGUAGES, AUTO)),
        help="Language of the words; auto: by letters and claims; default QWORDS_LANG or en.",
    )
    return lang(choice_options("choices")(command))


def gather(settings: Settings, lang: str | None, said: Mapping[str, Any]) -> dict[str, str]:
    """What was chosen on the command line, as texts."""
    refuse_lost_lists()
    return {"lang": chosen_language(lang, settings), **texts_of("choices", said)}


def texts_of(kind: str, said: Mapping[str, Any]) -> dict[str, str]:
    """What was given of the choices of a kind, as texts; of a file also its name."""
    found: dict[str, str] = {}
    for name, choice in choices(kind).items():
        value = said.get(f"chosen_{name}".replace("-", "_"))
        if isinstance(value, Path):
            try:
                found[name] = choice.stored(value.read_text(encoding="utf-8-sig") or "\n", value.name)
            except (OSError, UnicodeDecodeError) as error:
                raise UnreadableChoice(f"{value.name} cannot be read: {error}") from error
            found[f"{name}_name"] = value.name
        elif value:
            found[name] = "yes" if choice.flag else str(value)
    return found


def refuse_lost_lists() -> None:
    """A language that people can choose and that lost a list would be overlooked on every sheet, without a question.

    One that is being added has no texts yet: it is only left out, and `main` says so.
    """
    for code, lacking in UNFINISHED.items():
        if code in languages():
            raise BrokenLexicon(f"The language {code} cannot be played: {lacking}")


def chosen_language(lang: str | None, settings: Settings) -> str:
    """The language asked for, else QWORDS_LANG; it may be `auto`."""
    if (language := lang or settings.lang.lower()) not in (*LANGUAGES, AUTO):
        raise BadSetting(f"QWORDS_LANG is {language!r}", f"Choose one of {', '.join(LANGUAGES)} or auto.")
    return language


def text_language(lang: str | None) -> str:
    """The language asked for, else QWORDS_LANG; English where that is `auto` and no sheet can tell."""
    language = chosen_language(lang, Settings.from_environment())
    return FALLBACK if language == AUTO else language


def read_bytes(path: Path) -> bytes:
    """The content of a file, up to the size of any photo or report."""
    try:
        return read_without_waiting(path)
    except OSError as error:
        raise UnreadableFile(f"{shown_name(path)}: {error.strerror}") from error


def read_without_waiting(path: Path) -> bytes:
    """The same, raising the system's own error; a pipe without a writer is empty."""
    with os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb") as file:  # to open it would wait for ever
        os.set_blocking(file.fileno(), True)
        return file.read(FILE_BYTES)


def shown_name(path: Path) -> str:
    """The name of a file as valid text; file systems allow names that are not."""
    return os.fsencode(path.name or path).decode("utf-8", "replace")


def exit_code(error: Exception) -> int | None:
    """The exit code of one of our own errors, by its nearest listed class."""
    return next((EXIT_CODES[kind] for kind in type(error).__mro__ if kind in EXIT_CODES), None)


def explain(error: Exception) -> str:
    """An error as people read it: what is wrong, and what to do next."""
    return f"{error} [{getattr(error, 'code', 'error')}]\n{getattr(error, 'hint', '')}".strip()


def translate_errors(command: Decorated) -> Decorated:
    """Turn our own errors into a message on stderr, a JSON error where JSON was asked for, and an exit code."""

    @functools.wraps(command)
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        try:
            return command(*args, **kwargs)
        except (click.ClickException, click.Abort, click.exceptions.Exit):
            raise
        except Exception as error:  # a traceback helps nobody at a table
            if isinstance(error, BrokenPipeError):  # whoever reads our output has stopped
                raise
            fail(_ours(error), as_json=bool(kwargs.get("as_json")))

    return wrapped  # type: ignore[return-value]


def _ours(error: Exception) -> Exception:
    """The error as one with a code: a part to install, a place where nothing can be written, or one of our own."""
    if isinstance(error, ModuleNotFoundError) and (missing := missing_extra(error)):
        return missing
    if isinstance(error, OSError) and not has_code(error):
        return NotWritable(f"{error.filename or 'the disk'}: {error.strerror or error}")
    return coded(error)


def fail(error: Exception, as_json: bool) -> NoReturn:
    """Report an error and leave with its exit code."""
    try:
        if as_json:
            detail = {
                "code": getattr(error, "code", "error"),
                "message": str(error),
                "hint": getattr(error, "hint", ""),
            }
            print_json({"error": detail})
        sys.stdout.flush()
    except OSError:  # stdout itself cannot be written: its buffer would fail again at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    for place in getattr(error, "places", ()):
        click.echo(f"  at {place}", err=True)
    click.echo(paint(f"qwords: {explain(error)}", sys.stderr, fg="red"), err=True)
    sys.exit(exit_code(error) or SETUP)


def print_json(value: Any) -> None:
    """Print a document on stdout, the same bytes for the same value."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=1))
