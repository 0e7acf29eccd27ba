"""Writes the generated pages of docs/: commands, error codes, settings.

python -m scripts.docs [--check]
"""

import re
import sys
from dataclasses import fields
from http import HTTPStatus
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from api.problems import HTTP_CODES, HTTP_HINT
from cli import COMMANDS, main
from referee.settings import PREFIX, Settings

DOCS = Path(__file__).resolve().parent.parent / "docs"
ERROR_MODULES = (
    "scanner.scan_errors",
    "lexicons.lexicon_errors",
    "lexicons.build.build_errors",
    "scoring.scoring_errors",
    "q4.q4_errors",
    "referee.referee_errors",
    "referee.files",
    "report",
    "proof.proof_errors",
    "sheets.qr_code",
    "tournament.tournament_errors",
    "api.problems",
    "api.tournament_deps",
)
HTTP_MEANINGS = {
    code: f"The service answers {status} {HTTPStatus(status).phrase}." for status, code in HTTP_CODES.items()
}


def commands_page() -> str:
    """The help of every command."""
    parts = ["# Commands", "", "Data goes to stdout, everything else to stderr.", ""]
    parts += ["| exit code | meaning |", "|---|---|"]
    meanings = (
        "certain",
        "set-up",
        "usage",
        "done, but a person must look",
        "a photo cannot be used",
        "bad letters or words",
    )
    parts += [f"| {code} | {meaning} |" for code, meaning in enumerate(meanings)]
    context = click.Context(main, info_name="qwords", max_content_width=100, terminal_width=100)
    for name in COMMANDS:
        command = main.get_command(context, name)
        assert command
        parts += _help(command, click.Context(command, info_name=name, parent=context), depth=2)
    return "\n".join(parts) + "\n"


def _help(command: click.Command, context: click.Context, depth: int) -> list[str]:
    context.terminal_width = 100
    parts = ["", f"{'#' * depth} `{context.command_path}`", "", "```", command.get_help(context).rstrip(), "```"]
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            child = command.get_command(context, name)
            assert child
            parts += _help(child, click.Context(child, info_name=name, parent=context), depth + 1)
    return parts


def error_classes() -> list[Any]:
    """Every error class with a code of its own."""
    found = [value for module in map(import_module, ERROR_MODULES) for value in vars(module).values()]
    return [value for value in found if isinstance(value, type) and "code" in vars(value)]


def _meaning(error: type) -> str:
    return (error.__doc__ or "").splitlines()[0]


def errors_page() -> str:
    """Every error code with its meaning and hint."""
    rows = {code: f"| `{code}` | {meaning} | {HTTP_HINT} |" for code, meaning in HTTP_MEANINGS.items()}
    for value in error_classes():
        rows.setdefault(value.code, f"| `{value.code}` | {_meaning(value)} | {value.hint} |")
    table = [rows[code] for code in sorted(rows)]
    return "\n".join(["# Error codes", "", "| code | meaning | what to do |", "|---|---|---|", *table]) + "\n"


def settings_page() -> str:
    """Every setting with its default, from the comments of the Settings class."""
    source = Path(import_module("referee.settings").__file__ or "").read_text(encoding="utf-8")
    head = ["# Settings", "", "Read from the environment once, at start. A flag wins over a variable.", ""]
    rows = ["| variable | default | meaning |", "|---|---|---|"]
    for field in fields(Settings):
        comment = re.search(rf"^    {field.name}: .*?# (.*)$", source, re.MULTILINE)
        rows.append(f"| `{PREFIX}{field.name.upper()}` | `{field.default}` | {comment[1] if comment else ''} |")
    return "\n".join(head + rows) + "\n"


PAGES = {"commands.md": commands_page, "errors.md": errors_page, "settings.md": settings_page}


if __name__ == "__main__":
    for name, make in PAGES.items():
        (DOCS / name).write_text(make(), encoding="utf-8")
    sys.stderr.write(f"wrote {', '.join(PAGES)}\n")
