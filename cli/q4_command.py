"""`qwords q4`: the second game, from records of its moves."""

import sys
from pathlib import Path

import click

from cli.common import CERTAIN, REVIEW, json_option, one_of, print_json, text_language, translate_errors
from texts import languages


@click.group("q4")
def command() -> None:
    """Check games of Q4, the dice game with a 4 x 4 grid.

    Photos of its sheets are scored by `qwords score --game q4`, blank sheets printed by `qwords sheet --game q4`.

    \b
    Example:
      qwords q4 check game.json
    """


@command.command("check")
@click.argument("record", type=click.Path(path_type=Path))
@click.option("--words", type=click.Path(path_type=Path), help="Word list, one word a line; default: the English list.")
@click.option("--coach", is_flag=True, help="Also say the best move of each round and the best score in hindsight.")
@click.option("--lang", type=one_of(languages()), help="Language of the sentences; default QWORDS_LANG or en.")
@json_option
@translate_errors
def check_command(record: Path, words: Path | None, coach: bool, lang: str | None, as_json: bool) -> None:
    """Check the RECORD of a game, a JSON file, move by move.

    Exit code 0: no rule was broken; 3: some were; 5: the record cannot be read.

    \b
    Examples:
      qwords q4 check game.json
      qwords q4 check game.json --words nwl.txt --json
      qwords q4 check game.json --coach
    """
    from q4.advice import advice_document, advise, render_advice
    from q4.check import check
    from q4.documents import document, render
    from q4.load import load_record
    from q4.words import load_words

    language = text_language(lang)
    game, listed = load_record(record), load_words(words)
    result = check(game, listed)
    advice = advise(game, listed) if coach else None
    if as_json:
        print_json(document(result, language) | ({"coach": advice_document(advice)} if advice else {}))
    else:
        click.echo("\n\n".join([render(result, language), *([render_advice(advice, language)] if advice else [])]))
    sys.exit(CERTAIN if result.clean else REVIEW)


@command.command("schema")
@translate_errors
def schema_command() -> None:
    """Print the JSON Schema of a record.

    \b
    Example:
      qwords q4 schema > record.schema.json
    """
    from q4.load import record_schema

    print_json(record_schema())
