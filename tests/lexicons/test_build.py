"""The build, on small inputs: lists, affixes, rules, decisions."""

import subprocess
import sys

import pytest

from lexicons.build.build_errors import BuildError
from lexicons.build.criteria import Criteria, Rule
from lexicons.build.hunspell import expand, parse_rules
from lexicons.build.list_evidence import Evidence, witness
from lexicons.build.lists import Lists, parse_list
from lexicons.build.word_tiers import Judge

AFF = """
SET UTF-8
NEEDAFFIX h
ONLYINCOMPOUND o
PFX U Y 1
PFX U 0 un .
SFX A Y 3
SFX A 0 e [^e]
SFX A 0 es [^e]
SFX A e ste e
SFX B N 1
SFX B en t/A en
"""
DIC = """5
gut/AU
leben/B
rar/h
zeug/o
weise/A
"""


def test_hunspell_forms() -> None:
    forms = {form for form, _ in expand(DIC, parse_rules(AFF))}
    assert {"gut", "gute", "gutes", "ungut", "leben", "lebt", "weise"} <= forms
    assert not {"rar", "zeug", "unleben"} & forms


def test_list_format() -> None:
    entries = parse_list("# note\n[rivers]\nRhône, Seine # two\n[lakes]\nGarda\n", "fr", "places.txt")
    assert [(word, entry.spelling, entry.group) for word, entry in entries.items()] == [
        ("RHONE", "Rhône", "rivers"),
        ("SEINE", "Seine", "rivers"),
        ("GARDA", "Garda", "lakes"),
    ]


@pytest.mark.parametrize("text", ["Mississippi", "4x4", "New York", "Seine, Seine"])
def test_bad_entries_stop_the_build(text: str) -> None:
    with pytest.raises(BuildError):
        parse_list(text, "en", "places.txt")


def test_plurals_of_abbreviations_are_no_evidence() -> None:
    assert list(witness("de", "LKWs", "x", "noun")) == []
    assert [item.word for item in witness("de", "Füße", "x", "noun")] == []
    assert [item.word for item in witness("de", "fuß", "x", "noun")] == ["FUSS"]


def test_decisions() -> None:
    criteria = Criteria(
        "de",
        "CC0",
        ("frami", "verbs-de", "german-nouns"),
        (
            Rule("dictionary", frozenset({"frami:dict", "verbs-de:dict"}), witnesses=2),
            Rule("first name", frozenset({"german-nouns:first"}), zipf=3.0, guard=True),
        ),
    )
    lists = Lists(
        two_letter=parse_list("[dictionary]\nEi\n[abbreviation]\nkm", "de", ""),
        exclamations=parse_list("oh, hurra", "de", ""),
        refused=parse_list("[foreign]\ntime", "de", ""),
        disputed=parse_list("[little-known]\nudon", "de", ""),
        names={
            "place": parse_list("[rivers]\nWeser", "de", ""),
            "abbreviation": parse_list("[health]\nAIDS\n[short forms]\nbzw", "de", ""),
        },
        world={"person": parse_list("[bands]\nABBA", "de", "")},
    )
    judge = Judge(criteria, lists, frozenset({"ROSE"}))
    frami, verbs = ("frami", "dict"), ("verbs-de", "dict")
    first = ("german-nouns", "first")
    cases = [
        ("EI", [], 5.0, ("A", "dictionary")),
        ("NE", [frami, verbs], 6.0, ("B", "")),
        ("HURRA", [frami, verbs], 4.0, ("X", "")),
        ("TIME", [frami, verbs], 4.0, ("X", "")),
        ("UDON", [frami, verbs], 2.0, ("B", "")),
        ("WESER", [], 0.0, ("A", "place")),
        ("ABBA", [], 0.0, ("A", "person")),
        ("AIDS", [frami, verbs], 4.0, ("A", "dictionary")),
        ("BZW", [frami, verbs], 5.0, ("A", "abbreviation")),
        ("KM", [frami, verbs], 5.0, ("A", "abbreviation")),
        ("GIBST", [frami, verbs], 0.0, ("A", "dictionary")),
        ("GIBT", [frami], 6.0, ("B", "")),
        ("ANNA", [first], 4.0, ("A", "first name")),
        ("ROSE", [first], 4.0, ("B", "")),
        ("XIV", [frami], 6.0, None),
        ("MIAU", [("frami", "intj")], 3.0, ("X", "")),
        ("QQQ", [], 0.0, None),
    ]
    for word, kinds, zipf, expected in cases:
        evidence = [Evidence(word, word.lower(), source, kind) for source, kind in kinds]
        verdict = judge.verdict(word, evidence, zipf)
        assert (verdict and (verdict.tier, verdict.category)) == expected, word


def test_the_build_and_the_frequencies_are_not_loaded_for_scoring() -> None:
    code = (
        "import sys, lexicons; lexicons.load('en'); print([m for m in sys.modules if 'wordfreq' in m or '.build' in m])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
