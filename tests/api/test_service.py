"""The parts of the service that need no photo."""

import json
import logging
import random

import httpx
import pytest
from click.testing import CliRunner

from api.logs import JsonLines
from api.schemas import VerdictOut
from cli import main
from lexicons import LANGUAGES
from tests.hints import hint_of

# What is said where more is known than the code tells.
OWN_HINTS = {
    ("/v1/words/xx/dach", "unknown-language"): "Choose one of de, en, es, fr, it.",
    ("/v1/scores", "bad-request"): "Correct the values named in `errors`.",
}
RULEBOOK = {
    "en": ("SUPER/TRIPH/RNLOI/ATECT/PMHHE", 52),
    "de": ("SUPER/TDACH/AOIHA/UNDSI/BRSER", 52),
}


def test_alive_and_ready(client: httpx.Client) -> None:
    assert client.get("/healthz").json() == {"status": "ok"}
    assert client.get("/readyz").json() == {"status": "ready"}


def test_meta_tells_what_is_taken(client: httpx.Client) -> None:
    meta = client.get("/v1/meta").json()
    assert meta["languages"] == list(LANGUAGES)
    assert meta["reader"] == {"name": "planned", "version": "1"}
    assert all(len(version) == 64 for version in meta["lexicons"].values())
    assert meta["limits"]["photo_bytes"] == 40_000_000


@pytest.mark.parametrize("language", RULEBOOK)
def test_the_rulebooks_sheets_score_as_printed(client: httpx.Client, language: str) -> None:
    grid, total = RULEBOOK[language]
    answer = client.post("/v1/scores", json={"grid": grid, "lang": language, "side": "A"})
    VerdictOut.model_validate(answer.json())
    assert answer.json()["sheets"][0]["total"] == total


def test_choices_are_understood_in_any_case_as_on_the_command_line(client: httpx.Client) -> None:
    grid = "SUPER/TDACH/AOIHA/UNDSI/BRSER"
    chosen = {"lang": "de", "side": "B", "rules": "standard", "policy": "open", "texts": "fr"}
    plain = client.post("/v1/scores", json={"grid": grid, **chosen})
    assert plain.status_code == 200
    other = {name: value.lower() if value.isupper() else value.upper() for name, value in chosen.items()}
    assert client.post("/v1/scores", json={"grid": grid, **other}).json() == plain.json()
    assert client.get("/v1/words/DE/dach?texts=FR").json() == client.get("/v1/words/de/dach?texts=fr").json()
    assert client.post("/v1/scores", json={"grid": grid, "lang": 5, "side": "C"}).status_code == 422


def test_a_grid_may_be_a_list(client: httpx.Client) -> None:
    text = client.post("/v1/scores", json={"grid": "SUPER/TRIPH/RNLOI/ATECT/PMHHE"}).json()
    rows = client.post("/v1/scores", json={"grid": ["SUPER", "TRIPH", "RNLOI", "ATECT", "PMHHE"]}).json()
    assert text == rows


def test_claims_are_audited(client: httpx.Client) -> None:
    claims = {"rows": ["10", "6", "-", "3", "1"], "columns": ["10", "3", "6", "10", "3"], "bonus": False, "total": "53"}
    asked = {"grid": "SUPER/TRIPH/RNLOI/ATECT/PMHHE", "side": "A", "claims": claims}
    sheet = client.post("/v1/scores", json=asked).json()["sheets"][0]
    assert sheet["claimed"]["total"] == "53"
    assert [finding["where"] for finding in sheet["findings"]] == ["total"]
    for language, title in (("de", "stark"), ("fr", "fort"), ("xx", "Strong")):
        read = client.post("/v1/scores", json={**asked, "texts": language}).json()["sheets"][0]
        assert (read["rating"], read["total"]) == (title, sheet["total"])
        assert (read["findings"] == sheet["findings"]) is (language == "xx")


def test_house_rulings_decide(client: httpx.Client) -> None:
    asked = {"grid": "SUPER/TRIPH/RNLOI/ATECT/PMHHE", "house": "deny SUPER we do not play it\nallow RNLOI"}
    lines = client.post("/v1/scores", json=asked).json()["sheets"][0]["lines"]
    assert lines[0]["word"] != "SUPER"
    assert lines[2]["word"] == "RNLOI"


def test_doubts_nobody_answered_stay_in_a_corrected_score(client: httpx.Client) -> None:
    scored = client.post("/v1/scores", json={"grid": "FUROA/NOONR/ORBIT/TOWNS/FLOUR"}).json()["sheets"][0]
    evidence = scored["evidence"] | {"side": "A"}
    evidence["letters"][12] = {"B": 0.6, "P": 0.4}
    evidence["letters"][0] = {"F": 0.7, "E": 0.3}
    asked = {"evidence": evidence, "answers": [{"row": 1, "column": 1, "letter": "E"}]}
    sheet = client.post("/v1/scores", json=asked).json()["sheets"][0]
    assert {(doubt["row"], doubt["column"]) for doubt in sheet["doubts"]} == {(3, 3)}, "row 1, column 1 was told"
    assert sheet["certainty"] < 0.7
    assert sheet["needs_review"] is True
    asked["answers"].append({"row": 3, "column": 3, "letter": "B"})
    settled = client.post("/v1/scores", json=asked).json()["sheets"][0]
    assert (settled["certainty"], settled["needs_review"], settled["doubts"]) == (1.0, False, [])


def test_a_word_gets_the_same_document_at_both_doors(client: httpx.Client) -> None:
    printed = CliRunner().invoke(main, ["word", "urn", "udon", "xyz", "--json"]).stdout
    asked = [client.get(f"/v1/words/en/{word}").json() for word in ("urn", "udon", "xyz")]
    assert json.loads(printed)["words"] == asked


def test_words_are_explained(client: httpx.Client) -> None:
    found = client.get("/v1/words/de/dach").json()
    assert (found["word"], found["valid"], found["category"]) == ("DACH", True, "dictionary")
    assert found["sources"] and found["frequency"] > 3
    assert "LibreOffice’s German dictionary" in found["known_as"]
    read = client.get("/v1/words/de/dach", params={"texts": "it"}).json()
    assert "dizionario tedesco di LibreOffice" in read["known_as"]


def test_the_word_list_is_what_the_referee_uses(client: httpx.Client) -> None:
    answer = client.get("/v1/lexicons/en")
    words = set(answer.text.split("\n"))
    for word in random.Random(1).sample(sorted(words), 20):
        assert client.get(f"/v1/words/en/{word}").json()["valid"] is True
    again = client.get("/v1/lexicons/en", headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code"),
    [
        ("GET", "/v1/words/xx/dach", None, 404, "unknown-language"),
        ("GET", "/v1/words/en/r2d2", None, 422, "bad-word"),
        ("GET", "/nowhere", None, 404, "not-found"),
        ("DELETE", "/v1/scores", None, 405, "method-not-allowed"),
        ("POST", "/v1/scores", {"grid": "SUPER"}, 422, "bad-grid"),
        ("POST", "/v1/scores", {"grid": "SUPER/TRIPH/RNLOI/ATECT/PMHHE", "lang": "xx"}, 422, "bad-request"),
        ("POST", "/v1/scores", {"grid": "SUPER/TRIPH/RNLOI/ATECT/PMHHE", "house": "perhaps X"}, 422, "bad-house-file"),
        ("POST", "/v1/scores", {"grid": "SUPER/TRIPH/RNLOI/ATECT/PMHHE", "rolls": "no,log"}, 422, "bad-rolls"),
    ],
)
def test_refusals_are_problem_documents(
    client: httpx.Client, method: str, path: str, body: object, status: int, code: str
) -> None:
    answer = client.request(method, path, json=body)
    problem = answer.json()
    assert (answer.status_code, problem["status"], problem["code"]) == (status, status, code)
    assert answer.headers["content-type"] == "application/problem+json"
    assert problem["hint"] == OWN_HINTS.get((path, code), hint_of(code))
    assert problem["request_id"] == answer.headers["x-request-id"]


def test_a_request_id_is_taken_over_only_if_it_is_harmless(client: httpx.Client) -> None:
    assert client.get("/healthz", headers={"X-Request-ID": "abc-1"}).headers["x-request-id"] == "abc-1"
    assert client.get("/healthz", headers={"X-Request-ID": 'x" evil'}).headers["x-request-id"] != 'x" evil'


def test_metrics_count_routes_not_words(client: httpx.Client) -> None:
    client.get("/v1/words/en/secret")
    text = client.get("/metrics").text
    assert 'qwords_requests_total{method="GET",route="/v1/words/{lang}/{word}",status="200"}' in text
    assert "secret" not in text
    assert "qwords_photos_capacity" in text


def test_everything_is_served_with_protective_headers(client: httpx.Client) -> None:
    headers = client.get("/").headers
    assert "default-src 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"


def test_log_lines_are_json() -> None:
    record = logging.makeLogRecord({"name": "qwords", "levelname": "INFO", "msg": "request", "status": 200})
    line = json.loads(JsonLines().format(record))
    assert (line["message"], line["status"], line["level"]) == ("request", 200, "info")
