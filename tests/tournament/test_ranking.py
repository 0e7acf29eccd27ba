"""The ranking that is brought up to date is the one that is made from all sheets at once."""

import random
from dataclasses import replace

import pytest
from test_exports import row

from tournament.entities import Player, Row
from tournament.sheet_ranking import Ranking

GRIDS = ("SUPERTRIPHRNLOIATECTPMHHE", "ABCDEFGHIJKLMNOPQRSTUVWXY", "SUPERTRIPHRNLOIAT.CT....E")
ROSTERS = ((), (Player("Anna", "Reds", "1"), Player("ben", "Blues")), (Player("Dora"),))


def some_sheet(rng: random.Random, order: int, index: int) -> Row:
    """Names, rounds and letters that often meet those of other sheets."""
    letters = list(rng.choice(GRIDS) if rng.random() < 0.6 else "".join(rng.choice("ABCDE") for _ in range(25)))
    for _ in range(rng.choice((0, 0, 1, 3, 5))):
        letters[rng.randrange(25)] = rng.choice("XYZ.")
    made = row(
        rng.choice(("Anna", "Ben", "anna ", "", "Cleo", "Łukasz")),
        10 * rng.randrange(5),
        rng.choice("123"),
        "".join(letters),
        order,
        open=rng.choice(((), (), ("doubt",), ("nameless",))),
        withdrawn=rng.random() < 0.1,
        corrected=rng.random() < 0.2,
    )
    return replace(made, index=index, key=f"{order:064x}-{index}", id=f"{order}-{index}")


@pytest.mark.parametrize("tie_break", ["shared", "best-round"])
def test_changes_one_by_one_give_what_all_at_once_gives(tie_break: str) -> None:
    rng = random.Random(18)
    for _ in range(25):
        kept, pages, roster = Ranking(tie_break), dict[str, tuple[Row, ...]](), ROSTERS[0]
        for _ in range(25):
            for _ in range(rng.choice((1, 1, 2, 5))):
                order = rng.randrange(12)
                pages[f"{order:02}"] = tuple(some_sheet(rng, order, n) for n in range(1, rng.choice((0, 2, 2, 3)) + 1))
            pages = {location: rows for location, rows in sorted(pages.items()) if rows}
            roster = rng.choice(ROSTERS) if rng.random() < 0.2 else roster
            fresh = Ranking(tie_break)
            assert kept.take(pages) == fresh.take(pages)
            assert kept.places(roster) == fresh.places(roster) and kept.rounds == fresh.rounds


def test_what_a_correction_leaves_alone_is_not_made_again() -> None:
    ranking = Ranking()
    pages = {f"{n}": (row(f"Player {n}", n, order=n),) for n in range(50)}
    before = (ranking.take(pages), ranking.places(()))
    pages["7"] = (replace(pages["7"][0], result=replace(pages["7"][0].result, total=9)),)
    after = (ranking.take(pages), ranking.places(()))
    assert sum(a is not b for a, b in zip(before[0], after[0], strict=True)) == 1
    moved = {place.player for place in after[1]} - {place.player for place in after[1] if place in before[1]}
    assert moved == {"Player 7", "Player 8"}, "one has more points, the other a place less"
    assert all(any(place is other for other in before[1]) for place in after[1] if place.player not in moved)


def test_a_hundred_photos_of_one_sheet_are_one_sheet() -> None:
    sheets = {f"{n}": (row("Anna", 5, grid=GRIDS[0], order=n),) for n in range(100)}
    ranking = Ranking()
    marked = ranking.take(sheets)
    assert [entry.same_as for entry in marked] == ["", *["0-1"] * 99] and len(ranking.places(())) == 1
