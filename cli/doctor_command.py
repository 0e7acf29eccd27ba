"""`qwords doctor`: what is installed, which models and lexicons, by version and hash."""

import shutil
import sys
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from typing import Any

import click

import lexicons
from cli.colour import paint
from cli.common import SETUP, json_option, print_json, translate_errors
from cli.extras import EXTRAS
from proof.keys import fingerprint, folder_of, own_key
from referee.provenance import models
from referee.referee_errors import RefereeError, install
from referee.settings import Settings
from scanner.known_forms import forms
from scanner.scan_errors import BrokenForm

NOT_USABLE = "not usable"


@click.command("doctor")
@json_option
@translate_errors
def command(as_json: bool) -> None:
    """Show what is installed: versions, models, lexicons, forms, programs. Exit code 1 if what is needed is missing.

    \b
    Example:
      qwords doctor
    """
    state = examine()
    if as_json:
        print_json(state)
    else:
        for section, rows in state.items():
            click.echo(paint(section, sys.stdout, bold=True))
            for name, value in rows.items():
                click.echo(f"  {name:<24} {value}")
    needed = [*state["lexicons"].values(), *state["forms"].values()]
    broken = [said for said in needed if said.startswith(NOT_USABLE)]
    sys.exit(0 if state["models"] and state["lexicons"] and not broken else SETUP)


def examine() -> dict[str, dict[str, Any]]:
    """The state of the installation, by section."""
    packages = ("qwords-referee", "numpy", "opencv-python-headless", "onnxruntime", "scikit-image", "wordfreq")
    return {
        "versions": {"python": sys.version.split()[0]} | {name: _version(name) for name in packages},
        "models": models(),
        "lexicons": {language: _lexicon(language) for language in (*lexicons.LANGUAGES, *lexicons.UNFINISHED)},
        "forms": _forms(),
        "programs": {"tesseract": shutil.which("tesseract") or "not installed (only --reader tesseract needs it)"},
        "signing": {"key": _key()},
        "extras": {name: _extra(name, modules) for name, modules in EXTRAS.items()},
    }


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def _lexicon(language: str) -> str:
    """A word list and its hash, or what is wrong with it and what to do."""
    if lacking := lexicons.UNFINISHED.get(language):
        return f"{NOT_USABLE}: {lacking}. {lexicons.BrokenLexicon.hint}"
    try:
        lexicon = lexicons.load(language)
        lexicons.frequencies(language)
    except lexicons.LexiconError as error:
        return f"{NOT_USABLE}: {error} {error.hint}"
    return f"{len(lexicon)} words, {lexicon.version}"


def _key() -> str:
    """The key that reports are signed with, in short, or what is wrong with it."""
    settings = Settings.from_environment()
    try:
        key = own_key(settings)
    except RefereeError as error:
        return f"{NOT_USABLE}: {error} {error.hint}"
    where = f"in {folder_of(settings)}"
    return f"{fingerprint(key)} {where}" if key else f"none yet: it is made when the first report is signed, {where}"


def _forms() -> dict[str, str]:
    """The known forms of sheets, or what is wrong with one of them, for want of which no photo is read."""
    try:
        return {form.name: "usable" for form in forms()}
    except BrokenForm as error:
        return {"all": f"{NOT_USABLE}: {error}. {error.hint}"}


def _extra(name: str, modules: tuple[str, ...]) -> str:
    missing = [module for module in modules if find_spec(module) is None]
    return f"not installed. {install(name)}" if missing else "installed"
