"""The page on the rules says what the code does."""

import re
from pathlib import Path

import pytest

from scoring import PROFESSIONAL, STANDARD, Rules, possible_totals
from scoring.ratings import MINIMUMS
from texts import text


@pytest.fixture(scope="module")
def page() -> str:
    return (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")


def test_the_points_are_those_of_the_rules(page: str) -> None:
    for length in range(2, 6):
        points = STANDARD.points[length]
        assert f"| {length} | {points} | {points * PROFESSIONAL.factor(3)} |" in page


def test_the_titles_are_those_of_the_rules(page: str) -> None:
    for place, minimum in enumerate(MINIMUMS):
        titles = [text(f"rating.{place}", language) for language in ("en", "de", "fr", "it", "es")]
        assert "| " + " | ".join([str(minimum), *titles]) + " |" in page


@pytest.mark.parametrize(("rules", "name"), [(STANDARD, "standard"), (PROFESSIONAL, "professional")])
def test_the_impossible_totals_are_those_of_the_rules(page: str, rules: Rules, name: str) -> None:
    missing = sorted(set(range(max(possible_totals(rules)))) - possible_totals(rules))
    flat = page.replace("\n", " ")
    found = re.search(rf"under {name} rules ([\d, ]+) and (\d+) to (\d+)", flat)
    assert found
    listed = [int(number) for number in re.findall(r"\d+", found[1])]
    assert [*listed, *range(int(found[2]), int(found[3]) + 1)] == missing
