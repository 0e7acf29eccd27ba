"""Every mishap once, and some kills: nothing is lost or doubled, and the exports are as if nothing had happened."""

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.faults.mishaps import MISHAPS, Cup

PAGES = 12


@pytest.fixture(scope="module")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Cup:
    return Cup(tmp_path_factory.mktemp("cup"), PAGES)


@pytest.mark.slow
@pytest.mark.parametrize("mishap", MISHAPS, ids=lambda mishap: mishap.__name__)
def test_a_mishap_is_survived(cup: Cup, mishap: Callable[[Cup, random.Random], None]) -> None:
    mishap(cup, random.Random(7))


def test_the_recorded_run_was_long_and_clean() -> None:
    record = json.loads(Path(__file__).with_name("record.json").read_text(encoding="utf-8"))
    assert record["survived"]["kill"] >= 100 and not record["failures"]
