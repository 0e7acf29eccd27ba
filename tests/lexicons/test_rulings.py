"""Rulings of many tables joined: signed, exported, imported, contradictions named."""

import json

import pytest

from lexicons import BadHouseFile, House, HouseConflict, Ruling
from lexicons.rulings import from_json, join, to_json

EARLY, LATE = "2026-05-01T10:00:00+00:00", "2026-05-02T10:00:00+00:00"


def test_a_ruling_survives_the_house_file() -> None:
    ruling = Ruling("Gäbe", True, "we eat it", "Eva", EARLY)
    text = join([House((ruling,))], "de").text()
    assert text == f"allow Gäbe we eat it  # Eva, {EARLY}\n"
    assert House.parse(text).rulings == (ruling,)


@pytest.mark.parametrize(
    "line", ["allow UDON", "deny LOL not here", "allow UDON yes  # Eva, 2026-05-01T10:00:00+00:00"]
)
def test_a_line_says_what_was_ruled_and_no_more(line: str) -> None:
    (ruling,) = House.parse(line).rulings
    assert ruling.line() == line and join([House((ruling,))], "de").text() == f"{line}\n"


def test_a_note_cannot_break_its_line() -> None:
    text = join([House((Ruling("UDON", True, "one\n# two"),))], "de").text()
    assert [ruling.note for ruling in House.parse(text).rulings] == ["one two"]


def test_the_same_ruling_of_two_tables_stands_once() -> None:
    houses = [House((Ruling("udon", True, "", "Eva", EARLY),)), House((Ruling("UDON", True, "", "Max", LATE),))]
    assert join(houses, "de").standing == (Ruling("UDON", True, "", "Max", LATE),)


def test_contradictions_are_named_or_the_latest_stands() -> None:
    denied, allowed = Ruling("LOL", False, "no", "Eva", EARLY), Ruling("lol", True, "yes", "Max", LATE)
    with pytest.raises(HouseConflict, match=r"LOL is denied by Eva on 2026-05-01T.*, allowed by Max"):
        join([House((denied,)), House((allowed,))], "de")
    joined = join([House((denied,)), House((allowed,))], "de", latest=True)
    assert (joined.standing, joined.overruled) == ((allowed,), (denied,))
    assert "# overruled: deny LOL no" in joined.text()
    assert House.parse(joined.text()).rulings == (allowed,)


def test_json_carries_everything() -> None:
    ruling = Ruling("UDON", False, "nobody knows it", "Eva", EARLY)
    document = to_json([ruling], "de")
    assert document["schema"] == "qwords.house/1"
    assert from_json(json.dumps(document), "x.json").rulings == (ruling,)
    assert from_json('[{"word": "UDON", "allow": true}]', "x.json").rulings == (Ruling("UDON", True),)


@pytest.mark.parametrize("text", ["", "{}", "[1]", '[{"word": "UDON"}]', '[{"word": "UDON", "allow": "yes"}]'])
def test_what_holds_no_rulings_is_refused(text: str) -> None:
    with pytest.raises(BadHouseFile, match=r"x\.json"):
        from_json(text, "x.json")
