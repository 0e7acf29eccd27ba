"""A whole tournament in small: played through the page in a real browser and through the command line."""

import pytest


@pytest.mark.slow
def test_every_figure_is_the_truth_at_both_doors(chromium: str) -> None:
    from benchmarks.tournament_day import whole_day

    day = whole_day(players=4, rounds=2)
    assert day.wrong == []
    assert day.unflagged == []
    assert day.sheets == 4 * 2 - 2 + 1, "two are missing, one came twice"
