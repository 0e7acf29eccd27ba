"""Records that can be read and records that cannot."""

import json
import time
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from cli import main
from q4.check import check
from q4.documents import document
from q4.load import load_record, record_schema
from q4.parse import parse_json, parse_record
from q4.q4_errors import BadJson, BadRecord, BadWordFile, UnknownSchema
from q4.words import english, parse_words
from tests.hints import hint_of
from tests.q4.conftest import GRID, LETTERS, player, record, turn

ART = turn("T", (2, 4), ("ART", [[2, 2], [2, 3], [2, 4]]))


def changed(**values: Any) -> dict[str, Any]:
    return record(player(ART | values))


BAD = {
    "dice": changed(dice=[0, 7]),
    "one die": changed(dice=[3]),
    "reroll": changed(reroll=7),
    "coordinate": changed(coordinate="34"),
    "letter": changed(letter="TT"),
    "umlaut": changed(letter="Ä"),
    "cell": changed(cell=[5, 1]),
    "mark": changed(mark=[6, 6]),
    "true is no number": changed(cell=[True, 1]),
    "words": changed(words="ART"),
    "word": changed(words=[{"cells": []}]),
    "cells": changed(words=[{"word": "ART"}]),
    "challenge": changed(challenges=[{"word": "ART"}]),
    "lookups": changed(lookups=[3]),
    "look-up without a word": changed(lookups=[{}]),
    "letter grid": record(player(letter_grid=LETTERS[:5])),
    "sharp s": record(player(letter_grid=["ßABCD", *LETTERS[1:]])),
    "play grid": record(player(play_grid=["....", "....", "....", "..x."])),
    "bonus": record(player(bonus_row=None)),
    "name": record(player(name=" ")),
    "same name": record(player(), player()),
    "nobody": record(),
    "mode": record(player(), mode="kind"),
    "list": [],
    "round": record(player() | {"rounds": [3]}),
}


@pytest.mark.parametrize("case", BAD)
def test_a_bad_record_is_named(case: str) -> None:
    with pytest.raises(BadRecord) as caught:
        parse_record(BAD[case])
    assert caught.value.code == "bad-record"
    assert caught.value.hint == hint_of("bad-record")
    assert str(caught.value)


@pytest.mark.parametrize("odd", ["\ud800", "\x1b[31m", "Pa\x00t"])
def test_what_no_terminal_can_print_is_no_name_and_no_word(odd: str) -> None:
    word = {"word": odd, "cells": [[1, 1], [1, 2]]}
    for value in (record(player(name=odd)), changed(words=[word]), changed(challenges=[word | {"by": odd}])):
        with pytest.raises(BadRecord) as caught:
            parse_record(value)
        assert str(caught.value).isprintable()


@pytest.mark.parametrize("name", ["José\u00a0M", "李", "👩\u200d💻"])
def test_people_have_names_in_every_script(name: str) -> None:
    assert parse_record(record(player(name=name))).players[0].name == name


def test_whole_numbers_may_be_written_with_a_point() -> None:
    """As the schema has it."""
    point = changed(dice=[4.0, 2], cell=[2.0, 4.0])
    assert jsonschema_rs.Draft202012Validator(record_schema()).is_valid(point)
    assert parse_record(point) == parse_record(record(player(ART)))


def test_a_device_that_never_ends_is_no_record() -> None:
    with pytest.raises(BadRecord, match="larger than"):
        load_record(Path("/dev/zero"))


def test_null_is_what_was_left_out() -> None:
    bare = {key: ART[key] for key in ("dice", "coordinate", "letter", "cell")}
    empty = bare | dict.fromkeys(("reroll", "mark", "words", "lookups", "challenges"))
    assert parse_record(record(player(bare)) | {"mode": None, "schema": None}) == parse_record(record(player(empty)))


GOOD = json.dumps(record(player(ART)))


@pytest.mark.parametrize(
    "text",
    ["", "{", "[" * 100_000, '{"players": [}', GOOD + GOOD,
     GOOD.replace('"letter": "T"', '"letter": "A", "letter": "T"'),
     GOOD[:-1] + ', "note": NaN}', GOOD.replace('"reroll": null', '"reroll": Infinity')],
)  # fmt: skip
def test_text_that_is_not_json_is_named(text: str) -> None:
    with pytest.raises(BadJson):
        parse_json(text)


def test_another_schema_is_named() -> None:
    with pytest.raises(UnknownSchema):
        parse_record(record(player()) | {"schema": "qwords.q4-record/9"})


def test_the_schema_file_describes_what_is_read(root: Path) -> None:
    schema = json.loads(CliRunner().invoke(main, ["q4", "schema"]).stdout)
    assert schema == json.loads((root / "q4" / "record.schema.json").read_text(encoding="utf-8"))
    validator = jsonschema_rs.Draft202012Validator(schema)
    optional = ("reroll", "mark", "words", "lookups", "challenges")
    assert validator.is_valid(changed(**dict.fromkeys(optional)) | {"mode": None, "schema": None})
    assert validator.is_valid(changed(lookups=["ART", {"word": "ART"}]))
    assert validator.is_valid(changed(reroll=3, mark=[1, 5], challenges=[{"word": "ART", "by": "Sam"}]))
    refused = [case for case, value in BAD.items() if not validator.is_valid(value)]
    assert set(BAD) - set(refused) == {"same name"}  # which a schema cannot say


def test_the_examples_of_the_documentation_are_read(root: Path) -> None:
    page = (root / "docs" / "q4.md").read_text(encoding="utf-8")
    written = page.partition("```json\n")[2].partition("```")[0]
    assert jsonschema_rs.Draft202012Validator(record_schema()).is_valid(json.loads(written))
    assert check(parse_json(written), english()).clean


def test_any_word_list_will_do_and_the_default_knows_exclamations() -> None:
    assert "ART" in parse_words("art\r\nOr\n\n", "mine.txt")
    assert "ART" not in parse_words("letters\n", "long.txt")  # a list that makes every word wrong is a list
    assert {"OH", "AHA", "ART", "HER"} <= english().words
    with pytest.raises(BadWordFile):
        parse_words("123\n", "numbers.txt")


@pytest.mark.parametrize(
    ("name", "content", "exit_code", "code"),
    [
        ("good.json", json.dumps(record(player(turn("A", (3, 3))))), 0, None),
        ("broken.json", json.dumps(record(player(turn("A", (3, 3), dice=[2, 2])))), 3, None),
        ("cut.json", '{"players": [', 5, "bad-json"),
        ("bad.json", "{}", 5, "bad-record"),
        ("game.csv", "player,mode,dice\nPat,,11\n", 5, "bad-json"),
        ("binary.json", "\udcff", 5, "bad-record"),
        ("marked.json", "\ufeff" + json.dumps(record(player(turn("A", (3, 3))))), 0, None),
        (
            "wide.json",
            json.dumps(record(player())).encode("utf-16").decode("utf-8", "surrogateescape"),
            5,
            "bad-record",
        ),
    ],
)
def test_the_command(tmp_path: Path, name: str, content: str, exit_code: int, code: str | None) -> None:
    path = tmp_path / name
    path.write_bytes(content.encode("utf-8", "surrogateescape"))
    ran = CliRunner().invoke(main, ["q4", "check", str(path), "--json"])
    assert ran.exit_code == exit_code, ran.output
    answer = json.loads(ran.stdout)
    assert answer.get("error", {}).get("code") == code
    if code is None:
        assert answer["schema"] == "qwords.q4/1"
        assert answer["words"] == "word-game list"


def test_a_file_that_is_not_there_is_a_record_that_cannot_be_read(tmp_path: Path) -> None:
    ran = CliRunner().invoke(main, ["q4", "check", str(tmp_path / "none.json")])
    assert ran.exit_code == 5
    assert "bad-record" in ran.stderr


def test_a_word_list_decides_challenges(tmp_path: Path) -> None:
    game = record(player(turn("A", (3, 3)), turn("T", (3, 4), ("AT", [[3, 3], [3, 4]]))))
    game["players"][0]["rounds"][1]["challenges"] = [{"word": "AT", "by": "Sam"}]
    path, words = tmp_path / "game.json", tmp_path / "words.txt"
    path.write_text(json.dumps(game), encoding="utf-8")
    words.write_text("tea\n", encoding="utf-8")
    ran = CliRunner().invoke(main, ["q4", "check", str(path), "--json", "--words", str(words)])
    assert json.loads(ran.stdout)["players"][0]["score"] == -1
    assert CliRunner().invoke(main, ["q4", "check", str(path)]).stdout.count("Pat: 3")


@pytest.mark.slow  # not under the coverage gate, which takes its own time
def test_a_whole_game_is_checked_in_five_milliseconds(tmp_path: Path) -> None:
    free = [(r, c) for r in range(1, 5) for c in range(1, 5) if GRID[r - 1][c - 1] != "#"]
    letters = [letter for line in LETTERS for letter in line][:14]
    path = tmp_path / "game.json"
    path.write_text(json.dumps(record(player(*map(turn, letters, free)))), encoding="utf-8")
    words, best = english(), 1.0
    for _ in range(5):
        started = time.process_time()
        check(load_record(path), words)
        best = min(best, time.process_time() - started)
    assert best < 0.005


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["word", "cells", "by", "x"]), inner),
    max_leaves=8,
)


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_whatever_stands_in_a_field_the_record_is_read_or_refused(data: st.DataObject) -> None:
    value = record(player(dict(ART), name="Pat"))
    level = data.draw(st.sampled_from([value, value["players"][0], value["players"][0]["rounds"][0]]))
    level[data.draw(st.sampled_from(sorted(level)))] = data.draw(ANYTHING)
    try:
        parsed = parse_record(value)
    except BadRecord as error:
        assert len(str(error)) < 400
    else:
        document(check(parsed, {"ART"}))


def test_a_complaint_is_short_however_long_the_record() -> None:
    deep: list[Any] = []
    for _ in range(5000):
        deep = [deep]
    for odd in ("X" * 10**6, deep):
        with pytest.raises(BadRecord) as caught:
            parse_record(changed(letter=odd))
        assert len(str(caught.value)) < 400
