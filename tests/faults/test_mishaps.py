"""Every mishap once, and some kills: nothing is lost or doubled, and the exports are as if nothing had happened."""

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.faults.mishaps import MISHAPS, Cup
from tests.faults.run import added, befall

PAGES = 12


@pytest.fixture(scope="module")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Cup:
    return Cup(tmp_path_factory.mktemp("cup"), PAGES)


@pytest.mark.slow
@pytest.mark.parametrize("mishap", MISHAPS, ids=lambda mishap: mishap.__name__)
def test_a_mishap_is_survived(cup: Cup, mishap: Callable[[Cup, random.Random], None]) -> None:
    mishap(cup, random.Random(7))


def test_a_run_records_what_was_survived_and_what_was_not(cup: Cup, tmp_path: Path) -> None:
    """A page that is lost, and one that is counted twice, are failures; a later part is added to the record."""

    def nothing(cup: Cup, chance: random.Random) -> None:
        cup.check(cup.new())

    def lost_page(cup: Cup, chance: random.Random) -> None:
        out = cup.finish(cup.new())
        for path in out.glob("tournament.sqlite*"):
            path.unlink()
        (cup.source / "Player000.jpg").rename(tmp_path / "Player000.jpg")
        try:
            cup.check(out)
        finally:
            (tmp_path / "Player000.jpg").rename(cup.source / "Player000.jpg")

    def other_exports(cup: Cup, chance: random.Random) -> None:
        expected, cup.expected = cup.expected, cup.expected | {"standings.csv": "Eve wins"}
        try:
            cup.check(cup.new())
        finally:
            cup.expected = expected

    parts = [(0, nothing), (1, lost_page)], [(2, other_exports)]
    path = tmp_path / "record.json"
    for part in parts:
        path.write_text(json.dumps(added(path, befall(cup, part, seed=7))), encoding="utf-8")
    record = json.loads(path.read_text(encoding="utf-8"))
    assert (record["first"], record["mishaps"], record["survived"]) == (0, 3, {"nothing": 1})
    assert [(failure["number"], failure["mishap"]) for failure in record["failures"]] == [
        (1, "lost_page"),
        (2, "other_exports"),
    ]
    assert "standings.csv" in record["failures"][1]["error"]
