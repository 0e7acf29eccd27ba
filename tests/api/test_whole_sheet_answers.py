"""What people say of a sheet as a whole, its language and its side: an answer like any other, which ends the doubt."""

from typing import Any

import httpx
import pytest
from planned_scans import plan_scan

from referee.evidence import Evidence

GERMAN = "SUPERTDACHAOIHAUNDSIBRSER"
WRITTEN: dict[str, Any] = {
    "rows": ("10", "6", "-", "3", "1"),
    "columns": ("10", "3", "6", "10", "3"),
    "total": "52",
    "bonus": "struck",
}
DOUBTFUL = {0: (("S", 0.7), ("Z", 0.3))}


def judged(client: httpx.Client, evidence: Evidence, *answers: dict[str, Any], **chosen: str) -> dict[str, Any]:
    asked = {"evidence": evidence.to_json(), "answers": list(answers), **chosen}
    answer = client.post("/v1/scores", json=asked)
    assert answer.status_code == 200, answer.text
    sheet: dict[str, Any] = answer.json()["sheets"][0]
    return sheet


def confirmed(grid: list[str]) -> list[dict[str, Any]]:
    return [
        {"row": row, "column": column, "letter": letter}
        for row, letters in enumerate(grid, 1)
        for column, letter in enumerate(letters, 1)
    ]


def test_who_keeps_the_language_and_confirms_the_letters_leaves_nothing_open(client: httpx.Client) -> None:
    evidence = Evidence.of_scan(plan_scan(GERMAN, DOUBTFUL, **WRITTEN))
    asked = judged(client, evidence, lang="en")
    assert "language" in asked["reasons"]
    letters = confirmed(asked["grid"])
    assert judged(client, evidence, *letters, lang="en")["reasons"] == ["language"], "letters say nothing of the words"
    kept = judged(client, evidence, *letters, {"sheet": 1, "language": "en"}, lang="en")
    assert (kept["language"], kept["reasons"], kept["needs_review"]) == ("en", [], False)
    assert kept["total"] == judged(client, evidence, *letters, lang="en")["total"]


def test_the_language_told_is_the_language_judged_in(client: httpx.Client) -> None:
    evidence = Evidence.of_scan(plan_scan(GERMAN, **WRITTEN))
    told = judged(client, evidence, {"language": "de"}, lang="en")
    assert (told["language"], told["total"]) == ("de", judged(client, evidence, lang="de")["total"])
    last = judged(client, evidence, {"language": "de"}, {"language": "en"}, lang="fr")
    assert last["language"] == "en", "the last word counts"


def test_the_side_told_is_not_asked_again(client: httpx.Client) -> None:
    evidence = Evidence.of_scan(plan_scan(GERMAN, side="B", side_p=0.6))
    asked = judged(client, evidence, lang="de")
    assert asked["needs_review"] and asked["doubts"][0]["row"] is None
    for side in ("A", "B"):
        told = judged(client, evidence, {"sheet": 1, "side": side}, lang="de")
        assert (told["side"], told["side_p"], told["certainty"], told["reasons"]) == (side, 1.0, 1.0, [])


@pytest.mark.parametrize(
    "answer",
    [
        {},
        {"language": "auto"},
        {"language": "xx"},
        {"side": "auto"},
        {"side": "A", "language": "de"},
        {"row": 1, "column": 1},
        {"row": 1, "letter": "A"},
        {"row": 1, "column": 1, "letter": "A", "language": "de"},
        {"row": 1, "language": "de"},
    ],
)
def test_an_answer_says_one_thing(client: httpx.Client, answer: dict[str, Any]) -> None:
    evidence = Evidence.of_scan(plan_scan(GERMAN)).to_json()
    refused = client.post("/v1/scores", json={"evidence": evidence, "answers": [answer]})
    assert refused.status_code == 422 and refused.json()["code"]


def test_a_report_of_letters_names_the_language_and_the_side_that_were_told(client: httpx.Client) -> None:
    evidence = Evidence.of_scan(plan_scan(GERMAN, side="B", side_p=0.6, **WRITTEN)).to_json()
    told = [{"language": "de"}, {"side": "A"}]
    asked = {"evidence": evidence, "answers": told, "lang": "en", "texts": "en"}
    page = client.post("/v1/reports/typed", json=asked)
    assert page.status_code == 200, page.text
    assert page.text.count("German") == 2 and "Side A" in page.text, "once as a headline, once as an answer"
