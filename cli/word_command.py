"""`qwords word`: is a word valid, and why."""

import sys
from functools import partial
from pathlib import Path

import click

from cli.colour import paint
from cli.common import json_option, one_of, policy_option, print_json, text_language, translate_errors
from lexicons import LANGUAGES, Entry, House, Lexicon, load, neighbours
from report.document import word_document
from report.sentences import source_names, why_text
from texts import number, percent, text

_COLOURS = {"valid": "green", "disputable": "yellow", "invalid": "red"}
_COMMON = (5, 4, 3, 2, 0)  # Zipf values from which a word is called so; the texts have a name for each


@click.command("word")
@click.argument("words", nargs=-1, required=True, metavar="WORD...")
@click.option("--lang", type=one_of(LANGUAGES), help="Language of the words; default QWORDS_LANG or en.")
@policy_option
@click.option(
    "--house", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="The table's own rulings on words."
)
@click.option("--judge", is_flag=True, help="Answer only whether the words, all together, are acceptable.")
@json_option
@translate_errors
def command(
    words: tuple[str, ...], lang: str | None, policy: str, house: Path | None, judge: bool, as_json: bool
) -> None:
    """Say of each WORD whether it is valid, disputable or invalid, and why.

    \b
    Examples:
      qwords word dach gäbe udon --lang de
      qwords word --judge strap urn pile
    """
    lexicon = load(text_language(lang), policy, House.load(house) if house else None)
    entries = [lexicon.explain(word) for word in words]
    if judge:
        acceptable = all(entry.valid for entry in entries)
        if as_json:
            print_json({"acceptable": acceptable})
        else:
            answer = text("word.acceptable" if acceptable else "word.not-acceptable", lexicon.language)
            click.echo(paint(answer, sys.stdout, fg=_COLOURS["valid" if acceptable else "invalid"], bold=True))
    elif as_json:
        print_json({"words": [word_document(entry, entry.language) for entry in entries]})
    else:
        click.echo("\n\n".join(_text(entry, lexicon) for entry in entries))


def _text(entry: Entry, lexicon: Lexicon) -> str:
    """The answer for a reader, in the language of the word."""
    say = partial(_say, entry.language)
    open_to_the_table = entry.tier == "B" and len(entry.word) > 2 and not entry.house
    status = "valid" if entry.valid else "disputable" if open_to_the_table else "invalid"
    heading = f"{entry.word}  {say(status)}" + (f"  ({say('house')})" if entry.house else "")
    facts = [
        ("why", why_text(entry, entry.language)),
        ("spelling", ", ".join(entry.spellings)),
        ("sources", "; ".join(source_names(entry, entry.language))),
        ("common", _how_common(entry)),
        ("fame", say("known-to", share=percent(entry.fame, entry.language)) if entry.sources else ""),
        ("look-up", entry.look_up),
    ]
    if not entry.valid:
        facts.append(("near", ", ".join(neighbours(entry.word, lexicon))))
    labelled = [(say(key), fact) for key, fact in facts if fact]
    width = max(len(label) for label, _ in labelled) + 2
    lines = [f"  {label:<{width}}{fact}" for label, fact in labelled]
    return "\n".join([paint(heading, sys.stdout, fg=_COLOURS[status], bold=True), *lines])


def _how_common(entry: Entry) -> str:
    floor = next(floor for floor in _COMMON if entry.frequency >= floor)
    name = _say(entry.language, f"common-{floor}")
    if not entry.frequency:
        return name
    return _say(entry.language, "zipf", name=name, zipf=number(entry.frequency, entry.language, 1))


def _say(language: str, key: str, **values: object) -> str:
    return text(f"word.{key}", language, **values)
