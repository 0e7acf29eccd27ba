"""The same sheet and answers through every door: command line, HTTP, review, re-judging, stored and read again."""

import json
from pathlib import Path
from typing import Any

import httpx
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from planned_scans import plan_scan

from cli import main
from referee.evidence import Evidence
from referee.judge import Answers, judge
from referee.options import Options
from report.document import sheet_document
from scanner.values import Glyph, Reading, Scan

LETTERS = "ABCDEGHILMNOPRSTU"
GRIDS = (
    "SUPERTRIPHRNLOIATECTPMHHE",
    "SUPERTDACHAOIHAUNDSIBRSER",
    "DUOPOSSAUTKIWISINESTSEPHA",
    "SUGONTOSSEAMORIROSSOESSEI",
)
POINTS = ("", "-", "1", "3", "6", "10", "20")

letter = st.sampled_from(LETTERS + ".")
probability = st.integers(1, 99).map(lambda n: n / 100)
points = st.tuples(*[st.sampled_from(POINTS)] * 5)


@st.composite
def scans(draw: st.DrawFn) -> Scan:
    """A sheet with up to four doubtful letters, with claims or without, the side and the way up sure or not."""
    doubts = {}
    for cell in draw(st.sets(st.integers(0, 24), max_size=4)):
        first, second = draw(st.lists(letter, min_size=2, max_size=2, unique=True))
        p = draw(st.integers(50, 99)) / 100
        doubts[cell] = ((first, p), (second, round(1 - p, 2)))
    written: dict[str, Any] = {}
    if draw(st.booleans()):
        written = {"rows": draw(points), "columns": draw(points), "total": str(draw(st.integers(0, 130)))}
        written["bonus"] = draw(st.sampled_from(("struck", "10")))
    side = draw(st.sampled_from(("A", "B", None)))
    return plan_scan(
        draw(st.sampled_from(GRIDS)), doubts, **written, side=side, side_p=draw(probability), turn_p=draw(probability)
    )


cells = st.dictionaries(st.tuples(st.integers(1, 5), st.integers(1, 5)), letter, max_size=5)
options = st.builds(
    Options,
    lang=st.sampled_from(("en", "de", "fr", "it", "auto")),
    side=st.sampled_from(("auto", "A", "B")),
    rules=st.sampled_from(("auto", "standard", "professional")),
    policy=st.sampled_from(("official", "open")),
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(scan=scans(), told=cells, chosen=options)
def test_every_door_gives_the_same_document(
    client: httpx.Client, scan: Scan, told: dict[tuple[int, int], str], chosen: Options
) -> None:
    answers = Answers(told)
    expected = json.dumps(sheet_document(judge(Evidence.of_scan(scan), chosen, answers, scan)))
    # Scanned first by other options, stored, and judged again: what a correction or a changed language does.
    first = sheet_document(judge(Evidence.of_scan(scan), Options()))
    stored = Evidence.from_json(json.loads(json.dumps(first["evidence"])))
    assert stored == Evidence.of_scan(scan)
    assert json.dumps(sheet_document(judge(stored, chosen, answers))) == expected
    asked = {
        "evidence": first["evidence"],
        "answers": [{"row": row, "column": column, "letter": letter} for (row, column), letter in told.items()],
        "lang": chosen.lang, "side": chosen.side, "rules": chosen.rules, "policy": chosen.policy,
    }  # fmt: skip
    answer = client.post("/v1/scores", json=asked)
    assert answer.status_code == 200, answer.text
    assert json.dumps(answer.json()["sheets"][0]) == expected


def test_a_photo_is_judged_alike_by_command_service_and_tournament(
    client: httpx.Client, tmp_path: Path, root: Path
) -> None:
    photo = root / "samples" / "classic-en" / "photo.jpg"
    by_command = json.loads(CliRunner().invoke(main, ["score", str(photo), "--json"]).stdout)["sheets"][0]
    by_service = client.post("/v1/scores", json={"evidence": by_command["evidence"]}).json()["sheets"][0]
    assert by_service == by_command
    result = CliRunner().invoke(main, ["tournament", "run", str(photo), "--out", str(tmp_path / "cup"), "--jobs", "1"])
    assert result.exit_code in (0, 3), result.output
    line = json.loads((tmp_path / "cup" / "results.jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert {name: line[name] for name in by_command} == by_command


def test_typed_letters_are_judged_alike_by_command_and_service(client: httpx.Client) -> None:
    printed = CliRunner().invoke(main, ["grid", "SUPER/TRIPH/RNLOI/ATECT/PMHHE", "--json"])
    answer = client.post("/v1/scores", json={"grid": "SUPER/TRIPH/RNLOI/ATECT/PMHHE"})
    assert json.loads(printed.stdout)["sheets"] == answer.json()["sheets"]


def test_evidence_that_is_none_is_refused(client: httpx.Client) -> None:
    first = sheet_document(judge(Evidence(Reading(tuple(Glyph(((x, 1.0),)) for x in GRIDS[0]))), Options()))
    evidence = first["evidence"] | {"letters": [{"Ä": 1.0}] * 25}
    answer = client.post("/v1/scores", json={"evidence": evidence})
    assert (answer.status_code, answer.json()["code"]) == (422, "bad-evidence")
