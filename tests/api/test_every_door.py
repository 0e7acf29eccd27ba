"""The same sheet and answers through every door: command line, service, review, tournament, page, stored sheets.

Only the pixels are planned: where the scanner would read a photo, it finds the sheet of the test. All else is real.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any

import cv2
import httpx
import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from planned_photos import planned_scorer
from planned_scans import plan_scan
from playwright.sync_api import Page, Route

from api.app import create_app
from cli import main
from lexicons import House
from referee import values
from referee.evidence import Evidence
from referee.game import Game, Question
from referee.judge import Answers, judge
from referee.options import STRICT, Options
from referee.referee import Referee
from referee.settings import Settings
from referee.values import Answer
from referee.verdict import SheetVerdict
from report.document import sheet_document
from report.qwords_game import GAME
from scanner.values import Glyph, Reading, Scan
from scoring import RollLog
from tournament.evidence_report import sheet_verdict
from tournament.run import Scores
from tournament.session import Session, resume
from tournament.work import referee_scorer, work

LETTERS = "ABCDEGHILMNOPRSTU"
GRIDS = (
    "." * 25,
    "SUPERTRIPHRNLOIATECTPMHHE",
    "SUPERTDACHAOIHAUNDSIBRSER",
    "DUOPOSSAUTKIWISINESTSEPHA",
    "SUGONTOSSEAMORIROSSOESSEI",
)
POINTS = ("", "-", "1", "3", "6", "10", "20")
WORDS = ("urn", "udon", "super", "he", "pm", "dach")  # ruled upon
PICTURE = bytes(cv2.imencode(".png", np.full((300, 300, 3), 220, np.uint8))[1])
TOKEN = "for creating"

Cells = dict[tuple[int, int], str]

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


@st.composite
def roll_logs(draw: st.DrawFn) -> str:
    """A log of the rolls that gave one of the grids, or another sheet."""
    letters = draw(st.sampled_from(GRIDS[1:]))
    return "\n".join(f"{n},{one},{draw(letter.filter(str.isalpha))}" for n, one in enumerate(letters, 1))


cells = st.dictionaries(st.tuples(st.integers(1, 5), st.integers(1, 5)), letter, max_size=5)
rulings = st.dictionaries(st.sampled_from(WORDS), st.booleans(), max_size=3)
choices = st.fixed_dictionaries(
    {
        "lang": st.sampled_from(("en", "de", "fr", "it", "es", "auto")),
        "side": st.sampled_from(("auto", "A", "B")),
        "rules": st.sampled_from(("auto", "standard", "professional")),
        "policy": st.sampled_from(("official", "open")),
        "house": rulings.map(
            lambda ruled: "\n".join(f"{'allow' if yes else 'deny'} {word} table" for word, yes in ruled.items())
        ),
        "rolls": st.one_of(st.just(""), roll_logs()),
    }
)


def options_of(chosen: dict[str, str]) -> Options:
    house = House.parse(chosen["house"]) if chosen["house"] else None
    rolls = RollLog.parse(chosen["rolls"]) if chosen["rolls"] else None
    return Options(chosen["lang"], chosen["side"], chosen["rules"], chosen["policy"], house, rolls)


def flags(chosen: dict[str, str], folder: Path) -> list[str]:
    """The same choices on the command line."""
    given = []
    for name, value in chosen.items():
        if name in ("house", "rolls"):
            path = folder / ("house rules" if name == "house" else "rolls.csv")
            path.write_text(value, encoding="utf-8")
            value = str(path) if value else ""
        given += [f"--{name}", value] if value else []
    return given


def said_of(told: Cells) -> list[values.Answer]:
    return [values.Answer("letter", place, letter) for place, letter in told.items()]


def text_of(verdict: SheetVerdict) -> str:
    return json.dumps(sheet_document(verdict))


def evidences_of(several: list[Scan]) -> list[Evidence]:
    """The evidence of the sheets in one photo: where some are filled, the empty ones are spare."""
    filled = not all(scan.reading.empty for scan in several)
    return [replace(Evidence.of_scan(scan), spare=filled and scan.reading.empty) for scan in several]


def corrections(told: Cells) -> list[dict[str, Any]]:
    return [{"row": row, "column": column, "letter": letter} for (row, column), letter in told.items()]


def run(*arguments: object) -> str:
    result = CliRunner().invoke(main, [str(argument) for argument in arguments])
    assert result.exit_code in (0, 3), result.output
    return result.stdout


def assert_verifies(report: Path, *photo: Path) -> None:
    result = CliRunner().invoke(main, ["verify", str(report), *map(str, photo)])
    assert result.exit_code in (0, 3) and "✗" not in result.output, result.output


@pytest.fixture
def in_view(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Shows the scanner sheets instead of whatever the photo shows."""

    def show(*scans: Scan) -> None:
        monkeypatch.setattr("scanner.pipeline.scan", lambda *_: scans)

    return show


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory, planning: ModuleType) -> Iterator[str]:
    """A service in this process, so that it sees the planned sheets; its tournaments read planned photos."""
    of_service = Settings(data=tmp_path_factory.mktemp("data"), workers=1, token=TOKEN)
    app = create_app(of_service, Referee(reader=planning.PlannedReader(), settings=of_service))
    app.state.make_scorer = planned_scorer
    with planning.running(app) as url:
        yield url


def examples(number: int) -> settings:
    """So many examples; a failing one is shown as it is: to make it smaller would take minutes."""
    return settings(
        max_examples=number,
        deadline=None,
        suppress_health_check=[HealthCheck.function_scoped_fixture],
        phases=(Phase.explicit, Phase.reuse, Phase.generate),
    )


@examples(24)
@given(scan=scans(), told=cells, chosen=choices)
def test_photo_service_and_stored_evidence_give_the_same_document(
    client: httpx.Client, in_view: Callable[..., None], scan: Scan, told: Cells, chosen: dict[str, str]
) -> None:
    in_view(scan)
    evidence, options = Evidence.of_scan(scan), options_of(chosen)
    expected = text_of(judge(evidence, options, Answers(told)))
    untold = text_of(judge(evidence, options))
    photo = {"photo": ("p.png", PICTURE)}

    with TemporaryDirectory() as folder:  # by the command
        (path := Path(folder) / "p.png").write_bytes(PICTURE)
        printed = run("score", path, "--json", "--game", "qwords", *flags(chosen, Path(folder)))
    assert json.dumps(json.loads(printed)["sheets"][0]) == untold

    form = {**chosen, "game": "qwords", "corrections": json.dumps(corrections(told))}  # scanned with all of it
    scanned = client.post("/v1/scans", files=photo, data=form)
    assert json.dumps(scanned.json()["sheets"][0]) == expected

    first = client.post("/v1/scans", files=photo, data={"game": "qwords"}).json()["sheets"][0]  # changed afterwards
    assert Evidence.from_json(json.loads(json.dumps(first["evidence"]))) == evidence
    changed = client.post("/v1/scores", json={**chosen, "evidence": first["evidence"], "answers": corrections(told)})
    assert json.dumps(changed.json()["sheets"][0]) == expected


@examples(12)
@given(several=st.lists(scans(), min_size=2, max_size=3), told=cells, chosen=choices)
def test_each_of_several_sheets_is_judged_by_itself(
    client: httpx.Client, in_view: Callable[..., None], several: list[Scan], told: Cells, chosen: dict[str, str]
) -> None:
    in_view(*several)
    options, last = options_of(chosen), len(several)
    evidences = evidences_of(several)
    judged = [text_of(judge(evidence, options)) for evidence in evidences]
    with TemporaryDirectory() as folder:
        (path := Path(folder) / "p.png").write_bytes(PICTURE)
        printed = run("score", path, "--json", "--game", "qwords", *flags(chosen, Path(folder)))
    assert [json.dumps(sheet) for sheet in json.loads(printed)["sheets"]] == judged

    of_the_last = [{"sheet": last, **one} for one in reversed(corrections(told))]  # in whatever order they were told
    form = {**chosen, "game": "qwords", "corrections": json.dumps(of_the_last)}
    scanned = client.post("/v1/scans", files={"photo": ("p.png", PICTURE)}, data=form).json()["sheets"]
    judged[-1] = text_of(judge(evidences[-1], options, Answers(told)))
    assert [json.dumps(sheet) for sheet in scanned] == judged


@examples(6)
@given(several=st.lists(scans(), min_size=1, max_size=3), told=cells, chosen=choices, kept=st.booleans())
def test_a_report_verifies_whatever_it_was_made_of(
    client: httpx.Client,
    in_view: Callable[..., None],
    several: list[Scan],
    told: Cells,
    chosen: dict[str, str],
    kept: bool,
) -> None:
    in_view(*several)
    client.headers["Connection"] = "close"  # between two requests a slow machine lets a kept one lapse
    with TemporaryDirectory() as name:
        folder = Path(name)
        (photo := folder / "p.png").write_bytes(PICTURE)
        run("score", photo, "--game", "qwords", "--report", folder / "all.html", *flags(chosen, folder))
        assert_verifies(folder / "all.html", photo)

        answers = corrections(told)
        if kept:  # of one sheet, with its photo or with what was kept of it
            told_of = [{"sheet": len(several), **answer} for answer in answers]
            form = {**chosen, "sheet": str(len(several)), "corrections": json.dumps(told_of)}
            made = client.post("/v1/reports", files={"photo": ("p.png", PICTURE)}, data=form)
        else:
            evidence = evidences_of(several)[-1].to_json()
            made = client.post("/v1/reports/typed", json={**chosen, "evidence": evidence, "answers": answers})
        (folder / "one.html").write_bytes(made.content)
        assert_verifies(folder / "one.html", photo)

        claims = {"rows": ["10"] * 5, "columns": ["", "-", "1", "3", "6"], "bonus": kept}
        typed = {"grid": put(["SUPER", ".....", "RNLOI", "ATECT", "PMHHE"], told), "claims": claims}
        asked = {**chosen, **typed, "answers": answers}
        (folder / "typed.html").write_bytes(client.post("/v1/reports/typed", json=asked).content)
        assert_verifies(folder / "typed.html")


@examples(15)
@given(scan=scans(), told=cells, chosen=choices)
def test_questions_on_the_terminal_give_the_same_document(
    monkeypatch: pytest.MonkeyPatch, in_view: Callable[..., None], scan: Scan, told: Cells, chosen: dict[str, str]
) -> None:
    in_view(scan)
    said: list[Answer] = []

    def reply(game: Game, sheet: values.SheetVerdict, screen: Sequence[Question], pictures: str) -> list[Answer]:
        doubts = [(question.doubt, question.choices[-1]) for question in screen]
        now = [
            Answer(doubt.kind, place, told.get((place[0], place[1]), last) if doubt.kind == "letter" else last)
            for doubt, last in doubts
            for place in (doubt.place, *doubt.alike)
        ]
        said.extend(now)
        return now

    monkeypatch.setattr("cli.review_prompts._ask", reply)
    with TemporaryDirectory() as folder:
        (path := Path(folder) / "p.png").write_bytes(PICTURE)
        printed = run("score", path, "--json", "--review", "--game", "qwords", *flags(chosen, Path(folder)))
    letters = {(one.place[0], one.place[1]): one.value for one in said if one.kind == "letter"}
    whole = {one.kind: one.value for one in said}
    answers = Answers(letters, side=whole.get("side"), language=whole.get("language"))
    verdict = judge(Evidence.of_scan(scan), options_of(chosen), answers)
    assert json.dumps(json.loads(printed)["sheets"][0]) == text_of(verdict)


def in_process(session: Session) -> Scores:
    """Scores without worker processes, which would not see the planned sheet."""
    scorer = referee_scorer(session.tournament.scoring)
    return lambda jobs: ((job, work(scorer, *job)) for job in jobs)


@examples(12)
@given(scan=scans(), told=cells, ruled=rulings, chosen=choices, side=st.sampled_from((None, "A", "B")))
def test_a_tournament_gives_the_same_document(
    monkeypatch: pytest.MonkeyPatch,
    in_view: Callable[..., None],
    scan: Scan,
    told: Cells,
    ruled: dict[str, bool],
    chosen: dict[str, str],
    side: str | None,
) -> None:
    in_view(scan)
    monkeypatch.setattr("tournament.session.Session.scores", lambda self, *_: in_process(self))
    chosen = {**chosen, "house": ""}
    with TemporaryDirectory() as folder:
        (path := Path(folder) / "Anna.png").write_bytes(PICTURE)
        cup = Path(folder) / "cup"
        run("tournament", "run", path, "--out", cup, *flags(chosen, Path(folder)))
        with resume(cup) as session:
            sheet = session.overview().rows[0].id
        said = [*(f"{row},{column}={letter}" for (row, column), letter in told.items())]
        said += ["--side", side] if side else []
        if said:
            run("tournament", "correct", cup, sheet, *said, "--who", "Eva")
        for word, allow in ruled.items():
            run("tournament", "rule", cup, word, "--allow" if allow else "--deny", "--who", "Eva", "--why", "table")
        run("tournament", "report", cup, sheet, "--report", Path(folder) / "report.html")
        with resume(cup) as session:
            row, view = session.overview().rows[0], session.view
            reported, document = sheet_verdict(view, row, cup / "photos"), text_of(view.verdict(row).detail)
        line = json.loads((cup / "results.jsonl").read_text(encoding="utf-8").splitlines()[0])
        page = (Path(folder) / "report.html").read_text(encoding="utf-8")

    house = House.parse("\n".join(f"{'allow' if yes else 'deny'} {word} Eva: table" for word, yes in ruled.items()))
    options = replace(options_of(chosen), side=side or chosen["side"], house=house if ruled else None, fairness=STRICT)
    verdict = judge(Evidence.of_scan(scan), options, Answers(told))
    expected = sheet_document(verdict)
    assert json.loads(document) == expected
    assert text_of(reported.sheets[0].detail) == document
    assert {name: value for name, value in line.items() if name in expected} == expected
    assert not {"unweighed", "weighed_by"} & line.keys() - expected.keys(), "nothing is left of the reading before"
    played = GAME.judge(values.Evidence("qwords", verdict.evidence.to_json()), options, tuple(said_of(told)))
    assert row.result == played.figures
    if not verdict.empty:
        total = verdict.card.total
        (shown,) = re.findall(r'class="total \w+">(.*?)<', page)
        assert shown in (f"{total}", f"{total}?", "?"), "sure, in doubt, or too doubtful to put forward"


@examples(5)
@given(scan=scans(), told=cells, chosen=choices)
def test_a_tournament_of_the_service_gives_the_same_document(
    address: str, scan: Scan, told: Cells, chosen: dict[str, str]
) -> None:
    evidence = Evidence.of_scan(scan)
    with httpx.Client(base_url=address, timeout=30) as client:
        client.headers["Authorization"] = f"Bearer {TOKEN}"
        made = client.post("/v1/tournaments", json={"name": "Cup", **chosen}).json()
        cup = f"/v1/tournaments/{made['id']}"
        client.headers["Authorization"] = f"Bearer {made['token']}"
        photo = json.dumps({"evidence": [evidence.to_json()]}).encode()
        client.post(f"{cup}/sheets", files={"photos": ("Anna.png", photo)})
        with client.stream("GET", f"{cup}/events") as events:
            assert list(events.iter_lines())
        sheet = client.get(f"{cup}/sheets").json()["sheets"][0]["sheet"]
        if told:
            said = {"sheet": sheet, "who": "Eva", "cells": corrections(told)}
            assert client.post(f"{cup}/corrections", json=said).status_code == 201
        found = client.get(f"{cup}/sheets/{sheet}").json()
    expected = sheet_document(judge(evidence, replace(options_of(chosen), fairness=STRICT), Answers(told)))
    assert {name: value for name, value in found.items() if name in expected} == expected
    assert "unweighed" not in found.keys() - expected.keys()


@examples(15)
@given(grid=st.lists(letter, min_size=25, max_size=25), chosen=choices)
def test_typed_letters_are_judged_alike(client: httpx.Client, grid: list[str], chosen: dict[str, str]) -> None:
    text = "/".join("".join(grid[start : start + 5]) for start in range(0, 25, 5))
    expected = text_of(Referee().grid(text, options_of(chosen)).sheets[0])
    with TemporaryDirectory() as folder:
        printed = run("grid", text, "--json", *flags(chosen, Path(folder)))
    assert json.dumps(json.loads(printed)["sheets"][0]) == expected
    answer = client.post("/v1/scores", json={"grid": text, **chosen})
    assert json.dumps(answer.json()["sheets"][0]) == expected


# The page's own way to a verdict: it asks the service, and scores by itself where that cannot be reached.
BY_THE_PAGE = """async ([options, rulings, sheet]) => {
    const { game } = await import("/page/game.js");
    const { judgeTyped } = await import("/page/judging.js");
    Object.assign(game, { options, rulings });
    return judgeTyped({ told: {}, history: [], ...sheet });
}"""
ARITHMETIC = ("axis", "index", "letters", "word", "start", "points", "doubled")


@pytest.fixture
def connection(page: Page) -> dict[str, bool]:
    """Whether the page reaches the service for a score."""
    state = {"up": True}

    def meet(route: Route) -> None:
        route.fallback() if state["up"] else route.abort()

    page.route("**/v1/scores", meet)
    return state


def put(grid: list[str], told: Cells) -> list[str]:
    rows = [list(row) for row in grid]
    for (row, column), letter in told.items():
        rows[row - 1][column - 1] = letter
    return ["".join(row) for row in rows]


def assert_is_provisional(found: dict[str, Any], grid: list[str], options: Options) -> None:
    """Whether it scores these letters as the service would, and calls nothing sure."""
    expected = sheet_document(Referee().grid("/".join(grid), options).sheets[0], "en")
    assert (found["offline"], found["reasons"], found["certainty"], found["findings"]) == (True, ["offline"], None, [])
    for name in ("grid", "bonus", "total", "rating", "rules", "language", "policy", "side"):
        assert found[name] == expected[name], name
    claimed = found["claimed"]
    written = [*claimed["rows"], *claimed["columns"]] if claimed else [None] * 10
    assert [line["claimed"] for line in found["lines"]] == written
    for mine, theirs in zip(found["lines"], expected["lines"], strict=True):
        assert [mine[name] for name in ARITHMETIC] == [theirs[name] for name in ARITHMETIC]
    for doubt in found["doubts"]:
        if doubt["row"]:
            others = {
                (one["row"], one["column"]): one["or"].replace("#", ".") for one in (doubt, *doubt.get("also", ()))
            }
            card = Referee().grid("/".join(put(grid, others)), options).sheets[0].card
            assert doubt["total_if"] == card.total


@examples(25)
@given(scan=scans(), told=cells, chosen=choices.filter(lambda chosen: chosen["lang"] != "auto"), ruled=rulings)
def test_the_page_gives_the_same_document_and_says_what_is_provisional(
    page: Page, connection: dict[str, bool], scan: Scan, told: Cells, chosen: dict[str, str], ruled: dict[str, bool]
) -> None:
    house = House.parse("".join(f"{'allow' if yes else 'deny'} {word}\n" for word, yes in ruled.items()))
    options = replace(options_of(chosen | {"house": ""}), house=house if ruled else None)
    evidence = Evidence.of_scan(scan)

    def documented(verdict: SheetVerdict) -> dict[str, Any]:
        document: dict[str, Any] = json.loads(json.dumps(sheet_document(verdict, "en")))
        return document

    read = documented(judge(evidence, options))
    shown = put(read["grid"], told)
    places = {f"{row - 1},{column - 1}": letter for (row, column), letter in told.items()}
    photographed = {"read": read, "verdict": read, "told": places, "grid": shown, "history": [*places]}
    typed = {"grid": shown}

    def by_the_page(sheet: dict[str, Any]) -> dict[str, Any]:
        table = {name: value for name, value in chosen.items() if name != "house"}
        said = [{"word": word.upper(), "allow": yes} for word, yes in ruled.items()]
        found: dict[str, Any] = page.evaluate(BY_THE_PAGE, [table, said, sheet])
        return {name: value for name, value in found.items() if name != "picture"}

    connection["up"] = True
    expected = documented(judge(evidence, options, Answers(told)))
    assert by_the_page(photographed) == expected
    assert by_the_page(typed) == documented(Referee().grid("/".join(shown), options).sheets[0])

    connection["up"] = False
    alone = replace(options, rolls=None)
    assert_is_provisional(by_the_page(typed), shown, alone)
    side = (read["side"] or "auto") if options.side == "auto" else options.side
    assert_is_provisional(by_the_page(photographed), shown, replace(alone, side=side))


def test_a_real_photo_is_judged_alike_by_command_service_and_tournament(
    client: httpx.Client, tmp_path: Path, root: Path
) -> None:
    photo = root / "samples" / "classic-en" / "photo.jpg"
    by_command = json.loads(CliRunner().invoke(main, ["score", str(photo), "--json"]).stdout)["sheets"][0]
    by_service = client.post("/v1/scores", json={"evidence": by_command["evidence"]}).json()["sheets"][0]
    assert by_service == by_command
    chosen = ["--jobs", "1", "--fairness", "friendly"]
    result = CliRunner().invoke(main, ["tournament", "run", str(photo), "--out", str(tmp_path / "cup"), *chosen])
    assert "strict: 45 of 100" in result.stderr, "both prices are shown to whoever chooses"
    assert result.exit_code in (0, 3), result.output
    line = json.loads((tmp_path / "cup" / "results.jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert {name: line[name] for name in by_command} == by_command


def test_evidence_that_is_none_is_refused(client: httpx.Client) -> None:
    first = sheet_document(judge(Evidence(Reading(tuple(Glyph(((x, 1.0),)) for x in GRIDS[1]))), Options()))
    evidence = first["evidence"] | {"letters": [{"Ä": 1.0}] * 25}
    answer = client.post("/v1/scores", json={"evidence": evidence})
    assert (answer.status_code, answer.json()["code"]) == (422, "bad-evidence")
