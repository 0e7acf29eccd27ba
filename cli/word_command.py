"""`qwords word`: is a word valid, and why."""

import sys
from pathlib import Path
from typing import Any

import click

from cli.colour import paint
from cli.common import gather, json_option, one_of, policy_option, print_json, translate_errors
from lexicons import LANGUAGES, Entry, Lexicon, load, neighbours
from referee.settings import Settings
from report.sentences import source_names, why_text

_COLOURS = {"valid": "green", "disputable": "yellow", "invalid": "red"}
_COMMON = ((5.0, "very common"), (4.0, "common"), (3.0, "not rare"), (2.0, "rare"))


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
    options = gather(Settings.from_environment(), lang=lang, policy=policy, house=house)
    lexicon = load(options.lang, options.policy, options.house)
    entries = [lexicon.explain(word) for word in words]
    if judge:
        acceptable = all(entry.valid for entry in entries)
        if as_json:
            print_json({"acceptable": acceptable})
        else:
            answer = "acceptable" if acceptable else "not acceptable"
            click.echo(paint(answer, sys.stdout, fg=_COLOURS["valid" if acceptable else "invalid"], bold=True))
    elif as_json:
        print_json({"words": [_document(entry) for entry in entries]})
    else:
        click.echo("\n\n".join(_text(entry, lexicon) for entry in entries))


def _document(entry: Entry) -> dict[str, Any]:
    return {
        "word": entry.word,
        "language": entry.language,
        "valid": entry.valid,
        "tier": entry.tier,
        "category": entry.category,
        "spellings": list(entry.spellings),
        "sources": list(entry.sources),
        "frequency": entry.frequency,
        "why": why_text(entry, "en"),
        "why_code": entry.why_code,
        "fame": entry.fame,
        "known_as": source_names(entry, "en"),
        "look_up": entry.look_up,
    }


def _text(entry: Entry, lexicon: Lexicon) -> str:
    status = "valid" if entry.valid else "disputable" if entry.tier == "B" and len(entry.word) > 2 else "invalid"
    heading = f"{entry.word}  {status}" + ("  (house ruling)" if entry.house else "")
    facts = [
        ("why", why_text(entry, "en")),
        ("category", entry.category or ""),
        ("spelling", ", ".join(entry.spellings)),
        ("sources", "; ".join(source_names(entry, "en"))),
        ("how common", _how_common(entry.frequency)),
        ("known to", f"{entry.fame:.0%} of adults, as far as the evidence tells" if entry.sources else ""),
        ("look it up", entry.look_up),
    ]
    if not entry.valid:
        facts.append(("near, valid", ", ".join(neighbours(entry.word, lexicon))))
    lines = [f"  {name:<12}{text}" for name, text in facts if text]
    return "\n".join([paint(heading, sys.stdout, fg=_COLOURS[status], bold=True), *lines])


def _how_common(zipf: float) -> str:
    name = next((name for floor, name in _COMMON if zipf >= floor), "very rare: less than once in ten million words")
    return f"{name} (Zipf {zipf:.1f} of 8)" if zipf else name
