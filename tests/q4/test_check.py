"""Records judged move by move."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from q4.check import check
from q4.documents import document, render
from q4.parse import parse_record
from q4.results import PlayerResult, Result, RoundScore
from tests.q4.conftest import GRID, LETTERS, player, record, turn

ROW_3 = [[3, 1], [3, 2], [3, 3], [3, 4]]


def judged(value: dict[str, Any], words: set[str]) -> list[dict[str, Any]]:
    players: list[dict[str, Any]] = document(check(parse_record(value), words))["players"]
    return players


def codes(result: dict[str, Any]) -> list[str]:
    return [violation["code"] for violation in result["violations"]]


def kinds(result: dict[str, Any]) -> list[str]:
    return [finding["kind"] for finding in result["findings"]]


def test_the_rulebooks_example(words: set[str]) -> None:
    """ART with its T in the bonus column, and OR: 3 + 2 + 1; then K in a highlighted cell marks A, E, B and C."""
    pat = player(
        turn("O", (1, 3)),
        turn("A", (2, 2)),
        turn("T", (2, 4)),
        turn("R", (2, 3), ("ART", [[2, 2], [2, 3], [2, 4]]), ("OR", [[1, 3], [2, 3]])),
        turn("K", (4, 4), mark=[5, 3]),
        turn("E", (3, 3), dice=[6, 3], coordinate=[6, 3]),  # the dice lead to B
        turn("C", (3, 2), dice=[3, 5], coordinate=[5, 3]),  # and to A
        play_grid=["..*.", "....", "#...", "#..*"], bonus_row=3,
    )  # fmt: skip
    result = judged(record(pat), words)[0]
    assert result["rounds"][3] == {"round": 4, "points": 5, "bonus": 1, "penalty": 0, "score": 6}
    assert result["score"] == 6
    assert codes(result) == []


def test_a_block_that_nobody_marked_offers_nothing(words: set[str]) -> None:
    result = judged(record(player(turn("E", (3, 3), dice=[6, 3], coordinate=[6, 3]))), words)[0]
    assert codes(result) == ["letter-not-at-coordinate"]


def her(*words: tuple[str, list[list[int]]]) -> dict[str, Any]:
    return player(turn("H", (3, 1)), turn("R", (3, 3)), turn("E", (3, 2), *words))


def test_he_then_her_but_not_the_other_way_round(words: set[str]) -> None:
    first = judged(record(her(("HE", ROW_3[:2]), ("HER", ROW_3[:3]))), words)[0]
    second = judged(record(her(("HER", ROW_3[:3]), ("HE", ROW_3[:2]))), words)[0]
    assert (first["score"], codes(first)) == (5, [])
    assert (second["score"], codes(second)) == (3, ["word-already-scored"])
    assert second["violations"][0]["cost"] == 2


def test_tar_or_rat_but_not_both(words: set[str]) -> None:
    both = player(
        turn("T", (3, 1)),
        turn("R", (3, 3)),
        turn("A", (3, 2), ("TAR", ROW_3[:3]), ("RAT", ROW_3[2::-1])),
    )
    result = judged(record(both), words)[0]
    assert (result["score"], codes(result)) == (3, ["word-already-scored"])


def test_a_word_over_filled_dots_is_named_so_whichever_way_its_cells_are_written(words: set[str]) -> None:
    both = player(turn("T", (3, 1)), turn("R", (3, 3)), turn("A", (3, 2), ("TAR", ROW_3[:3]), ("RAT", ROW_3[:3])))
    result = judged(record(both), words)[0]
    assert (result["score"], codes(result)) == (3, ["word-not-on-grid", "word-already-scored"])
    assert [(one["word"], one["round"], one["points"]) for one in result["scored"]] == [("TAR", 3, 3)]


def test_two_words_may_have_filled_the_dots_of_a_third(words: set[str]) -> None:
    game = player(turn("H", (3, 1)), turn("E", (3, 2), ("HE", ROW_3[:2])), turn("R", (3, 3)))
    game["rounds"][2]["words"] = [{"word": "ER", "cells": ROW_3[1:3]}, {"word": "HER", "cells": ROW_3[:3]}]
    result = judged(record(game), words | {"ER"})[0]
    assert (result["score"], codes(result)) == (4, ["word-already-scored"])


def test_letters_of_marked_blocks_are_crossed_off_like_others(words: set[str]) -> None:
    """A block at the edge; G is taken at A's coordinate, and again; then A itself, which nobody had taken."""
    block = {"dice": [1, 1], "coordinate": [1, 1]}
    game = player(
        turn("K", (1, 3), mark=[1, 1]), turn("G", (1, 1), **block), turn("G", (1, 2), **block),
        turn("A", (1, 4), dice=[1, 2], coordinate=[2, 1]), turn("C", (3, 1), **block),
    )  # fmt: skip
    result = judged(record(game), words)[0]
    assert penalties(result) == [0, 0, 1, 0, 0]
    assert [(one["round"], one["code"]) for one in result["violations"]] == [(5, "letter-not-at-coordinate")]


def test_a_block_does_not_serve_in_its_own_round(words: set[str]) -> None:
    result = judged(record(player(turn("G", (1, 3), dice=[1, 1], coordinate=[1, 1], mark=[1, 1]))), words)[0]
    assert codes(result) == ["letter-not-at-coordinate"]


def test_doubles_give_one_coordinate_or_a_new_die(words: set[str]) -> None:
    kept = turn("H", (3, 1), dice=[2, 2], coordinate=[2, 2])
    again = turn("P", (3, 1), dice=[3, 3], reroll=4, coordinate=[3, 4])
    neither = turn("O", (3, 1), dice=[3, 3], reroll=4, coordinate=[3, 3])
    assert codes(judged(record(player(kept)), words)[0]) == []
    assert codes(judged(record(player(again)), words)[0]) == []
    assert codes(judged(record(player(neither)), words)[0]) == ["letter-not-rolled"]
    single = turn("P", (3, 1), reroll=5)
    assert codes(judged(record(player(single)), words)[0]) == ["reroll-without-double"]


@pytest.mark.parametrize(("word", "pat", "sam"), [("HER", 3, -1), ("EH", -1, 0)])
def test_a_challenge_costs_whoever_was_wrong(words: set[str], word: str, pat: int, sam: int) -> None:
    cells = ROW_3[:3] if word == "HER" else ROW_3[1::-1]
    game = her((word, cells))
    game["rounds"][2]["challenges"] = [{"word": word, "by": "Sam"}]
    other = player(*(game["rounds"][number] | {"words": [], "challenges": []} for number in range(3)), name="Sam")
    first, second = judged(record(game, other), words)
    assert (first["score"], second["score"]) == (pat, sam)
    assert codes(first) == codes(second) == []
    assert first["rounds"][2]["penalty"] == max(0, -pat)
    assert second["rounds"][2]["penalty"] == -sam


def challenged(game: dict[str, Any], number: int, *challenges: tuple[str, str]) -> dict[str, Any]:
    game["rounds"][number - 1]["challenges"] = [{"word": word, "by": by} for word, by in challenges]
    return game


def penalties(result: dict[str, Any]) -> list[int]:
    return [one["penalty"] for one in result["rounds"]]


def test_several_challengers_of_a_valid_word_lose_a_point_each_and_a_wrong_word_costs_one(words: set[str]) -> None:
    others = [her() | {"name": name} for name in ("Sam", "Kim")]
    valid = challenged(her(("HER", ROW_3[:3])), 3, ("HER", "Sam"), ("HER", "Kim"), ("HER", "Zoe"))
    assert [one["score"] for one in judged(record(valid, *others), words)] == [3, -1, -1]
    wrong = challenged(her(("EH", ROW_3[1::-1])), 3, ("EH", "Sam"), ("EH", "Kim"))
    assert [one["score"] for one in judged(record(wrong, *others), words)] == [-1, 0, 0]


def test_a_wrong_word_is_refused_wherever_it_was_announced_in_the_round(words: set[str]) -> None:
    cross = ("EH", [[3, 2], [3, 1]]), ("EH", [[3, 2], [4, 2]])
    game = player(turn("H", (3, 1)), turn("H", (4, 2)), turn("E", (3, 2), *cross))
    result = judged(record(challenged(game, 3, ("EH", "Sam"))), words)[0]
    assert (result["score"], penalties(result)) == (-2, [0, 1, 1])  # the second H had been crossed off


def test_a_refused_word_that_the_record_leaves_out_costs_its_player_a_point(words: set[str]) -> None:
    result = judged(record(challenged(her(), 3, ("EH", "Sam"))), words)[0]
    assert (result["score"], penalties(result)) == (-1, [0, 0, 1])
    assert "challenged" in kinds(result)


def test_a_later_challenge_takes_the_points_of_the_word_and_costs_in_its_own_round(words: set[str]) -> None:
    game = her(("EH", ROW_3[1::-1]))
    game["rounds"] += [turn("I", (1, 1)), turn("J", (1, 2))]
    challenged(game, 4, ("EH", "Sam"))
    challenged(game, 5, ("EH", "Kim"))  # settled already
    result = judged(record(game), words)[0]
    assert [one["points"] for one in result["rounds"]] == [0, 0, 0, 0, 0]
    assert penalties(result) == [0, 0, 0, 1, 0]


def test_nothing_after_the_fourteenth_round_counts(words: set[str]) -> None:
    game = player(*(turn("I", (1, 1)) for _ in range(14)), turn("J", (1, 2)))
    challenged(game, 15, ("HER", "Sam"), ("EH", "Sam"))
    pat, sam = judged(record(game, player(name="Sam")), words)
    assert (pat["rounds"][14]["penalty"], sam["score"]) == (0, 0)


def test_an_unknown_word_that_nobody_challenged_stands(words: set[str]) -> None:
    result = judged(record(her(("EH", ROW_3[1::-1]))), words)[0]
    assert result["score"] == 2
    assert "phony" in kinds(result)


def test_words_missed_before_are_lost_or_not(words: set[str]) -> None:
    game = player(*her()["rounds"], turn("I", (1, 1), ("HER", ROW_3[:3])))
    competitive = judged(record(game), words)[0]
    friendly = judged(record(game, mode="friendly"), words)[0]
    assert (competitive["score"], codes(competitive)) == (0, ["word-without-new-letter"])
    assert (friendly["score"], codes(friendly)) == (3, [])
    missed = [(one["kind"], one["word"]) for one in competitive["findings"]]
    assert missed == [("missed", "HE"), ("missed", "HER")]
    assert [one["word"] for one in friendly["findings"]] == ["HE"]


def test_using_a_crossed_off_letter_again_costs_a_point_each_time(words: set[str]) -> None:
    result = judged(record(player(turn("J", (3, 1)), turn("J", (3, 2)), turn("J", (3, 3)))), words)[0]
    assert [one["penalty"] for one in result["rounds"]] == [0, 1, 1]
    assert result["score"] == -2


def test_at_most_one_bonus_point_a_turn(words: set[str]) -> None:
    game = player(
        turn("T", (3, 4)), turn("O", (2, 3)), turn("R", (3, 3)),
        turn("A", (3, 2)), turn("E", (2, 2)),
    )  # fmt: skip
    game["rounds"][3]["words"] = [{"word": "ART", "cells": ROW_3[1:]}]
    assert judged(record(game), words)[0]["rounds"][3] == {
        "round": 4, "points": 3, "bonus": 1, "penalty": 0, "score": 4,
    }  # fmt: skip
    both = judged(record(her(("HE", ROW_3[:2]), ("HER", ROW_3[:3])) | {"bonus_row": 3}), words)[0]
    assert both["rounds"][2]["bonus"] == 1


BROKEN: dict[str, dict[str, Any]] = {
    "letter-not-rolled": turn("H", (3, 1), dice=[1, 1]),
    "letter-not-at-coordinate": turn("H", (3, 1)) | {"letter": "Q"},
    "cell-blacked-out": turn("H", (4, 1)),
    "word-not-on-grid": turn("H", (3, 1), ("HE", ROW_3[:2])),
    "word-too-short": turn("H", (3, 1), ("H", [[3, 1]])),
    "word-not-straight": turn("H", (3, 1), ("HI", [[3, 1], [1, 1]])),
    "mark-without-highlight": turn("H", (3, 1), mark=[1, 1]),
    "reroll-without-double": turn("H", (3, 1), dice=[2, 2]) | {"dice": [2, 3], "coordinate": [2, 3], "letter": "I",
                                                              "reroll": 3},
    "too-many-lookups": turn("H", (3, 1), lookups=["HE", "HER"]),
}  # fmt: skip


@pytest.mark.parametrize("code", BROKEN)
def test_every_broken_rule_has_its_code(words: set[str], code: str) -> None:
    result = judged(record(player(turn("I", (1, 1)), BROKEN[code])), words)[0]
    assert codes(result) == [code]
    assert result["violations"][0]["round"] == 2
    assert result["violations"][0]["text"]


def test_a_move_against_the_rules_stands_without_points(words: set[str]) -> None:
    game = her(("HER", ROW_3[:3]))
    game["rounds"][2]["dice"] = [1, 1]
    game["rounds"].append(turn("T", (3, 4)))
    result = judged(record(game), words)[0]
    assert (result["score"], codes(result)) == (0, ["letter-not-rolled"])
    assert result["violations"][0]["cost"] == 3


def test_an_occupied_cell_is_named(words: set[str]) -> None:
    result = judged(record(player(turn("I", (1, 1)), turn("J", (1, 1)))), words)[0]
    assert codes(result) == ["cell-occupied"]


def test_a_word_across_a_blacked_out_cell_is_not_on_the_grid(words: set[str]) -> None:
    game = player(turn("A", (2, 1)), turn("T", (2, 3), ("AAT", [[2, 1], [2, 2], [2, 3]])))
    assert codes(judged(record(game), words)[0]) == ["word-not-on-grid"]
    jump = player(turn("A", (2, 1)), turn("T", (2, 3), ("AT", [[2, 1], [2, 3]])))
    assert codes(judged(record(jump), words)[0]) == ["word-not-straight"]


def test_the_game_ends_after_fourteen_rounds(words: set[str]) -> None:
    free = [(r, c) for r in range(1, 5) for c in range(1, 5) if GRID[r - 1][c - 1] != "#"]
    letters = [letter for line in LETTERS for letter in line][:15]
    rounds = [turn(letter, cell) for letter, cell in zip(letters, [*free, (1, 1)], strict=True)]
    assert codes(judged(record(player(*rounds[:14])), words)[0]) == []
    assert codes(judged(record(player(*rounds)), words)[0]) == ["too-many-rounds"]


def test_the_same_dice_bind_all_players(words: set[str]) -> None:
    same = [player(turn("H", (3, 1), dice=dice), name=name) for name, dice in (("A", [2, 2]), ("B", [2, 2]))]
    other = player(turn("A", (3, 1)), name="C")
    results = judged(record(*same, other), words)
    assert [codes(one) for one in results] == [[], [], ["dice-differ"]]
    turned = [player(turn("I", (3, 1), dice=dice), name=str(dice)) for dice in ([2, 3], [3, 2])]
    assert [codes(one) for one in judged(record(*turned), words)] == [[], []]
    again = [
        player(turn("P", (3, 1), dice=[3, 3], reroll=value, coordinate=[3, value]) | {"letter": letter}, name=letter)
        for value, letter in ((4, "P"), (5, "Q"))
    ]
    assert [codes(one) for one in judged(record(*again), words)] == [[], ["dice-differ"]]


def test_after_the_last_round_dice_bind_nobody(words: set[str]) -> None:
    games = [[turn("I", (1, 1)) for _ in range(14)] + [turn(letter, (1, 2))] for letter in "JK"]
    results = judged(record(*(player(*rounds, name=str(at)) for at, rounds in enumerate(games))), words)
    assert ["dice-differ" in codes(one) for one in results] == [False, False]


def test_the_reroll_of_other_dice_does_not_bind_the_table(words: set[str]) -> None:
    """Two rolled 3 and 3; who recorded 4 and 4 has no say in the new die."""
    dice = ([4, 4], 5), ([3, 3], None), ([3, 3], 6)
    players = [player(turn("H", (3, 1), dice=two, reroll=again), name=str(at)) for at, (two, again) in enumerate(dice)]
    results = judged(record(*players), words)
    assert ["dice-differ" in codes(one) for one in results] == [True, False, False]


def result_of(name: str, score: int, rounds: int) -> PlayerResult:
    played = tuple(RoundScore(number, 0, 0, 0, score) for number in range(1, rounds + 1))
    return PlayerResult(name, score, played, (), ())


def test_equal_scores_share_a_place_and_who_has_not_finished_has_none() -> None:
    told = ("Kim", 5, 14), ("Ann", 99, 13), ("Pat", 8, 14), ("Sam", 8, 15)
    result = Result("competitive", "list", tuple(result_of(*one) for one in told))
    standings = [(place, player.name) for place, player in result.standings]
    assert standings == [(1, "Pat"), (1, "Sam"), (3, "Kim"), (None, "Ann")]
    assert "Ann 99, not ranked: 13 of 14 rounds" in render(result)
    assert document(result)["standings"][3] == {"place": None, "name": "Ann", "score": 99, "rounds": 13}


def mirrored(game: dict[str, Any]) -> dict[str, Any]:
    """The same game with the play grid mirrored left to right."""

    def flip(place: list[int]) -> list[int]:
        return [place[0], 5 - place[1]]

    rounds = [
        one | {"cell": flip(one["cell"]),
               "words": [word | {"cells": [flip(cell) for cell in word["cells"]]} for word in one["words"]]}
        for one in game["rounds"]
    ]  # fmt: skip
    return game | {
        "play_grid": [row[::-1] for row in game["play_grid"]], "bonus_column": 5 - game["bonus_column"],
        "rounds": rounds,
    }  # fmt: skip


LINES = [[[r, c] for c in range(1, 5)] for r in range(1, 5)] + [[[r, c] for r in range(1, 5)] for c in range(1, 5)]
RUNS = [line[a:b] for line in LINES for a in range(4) for b in range(a + 1, 5)]


@st.composite
def games(draw: Any) -> dict[str, Any]:
    """Any game, with words that are mostly on the grid and mostly against some rule."""
    cells = draw(st.permutations([[r, c] for r in range(1, 5) for c in range(1, 5)]))
    grid: dict[tuple[int, ...], str] = {}
    rounds = []
    for cell in cells[: draw(st.integers(1, 14))]:
        letter = draw(st.sampled_from("AERTH"))
        grid[tuple(cell)] = letter
        runs = draw(st.lists(st.sampled_from(RUNS), max_size=3))
        words = [("".join(grid.get(tuple(at), "Z") for at in run), run) for run in runs]
        rounds.append(turn(letter, tuple(cell), *words))
    return player(*rounds)


@given(games(), st.sampled_from(["competitive", "friendly"]))
@settings(max_examples=60, deadline=None)
def test_mirroring_the_board_keeps_every_score(game: dict[str, Any], mode: str) -> None:
    words = {"AT", "TEA", "HER", "RATE"}
    here, there = (judged(record(one, mode=mode), words)[0] for one in (game, mirrored(game)))
    assert here["rounds"] == there["rounds"]
    assert codes(here) == codes(there)


@given(games())
@settings(max_examples=60, deadline=None)
def test_a_friendly_table_never_scores_less(game: dict[str, Any]) -> None:
    """What competitive play allows, friendly play allows too."""
    alone = [one | {"words": one["words"][:1]} for one in game["rounds"]]
    words = {"AT"}
    strict, mild = (
        judged(record(game | {"rounds": alone}, mode=mode), words)[0] for mode in ("competitive", "friendly")
    )
    assert set(codes(mild)) <= set(codes(strict)) | {"word-already-scored"}
    assert "word-without-new-letter" not in codes(mild)


@given(games())
@settings(max_examples=60, deadline=None)
def test_rounds_add_up(game: dict[str, Any]) -> None:
    result = judged(record(game), {"AT"})[0]
    running = 0
    for one in result["rounds"]:
        running += one["points"] + one["bonus"] - one["penalty"]
        assert one["score"] == running
        assert one["bonus"] <= 1
    assert result["score"] == running


def test_a_second_challenge_of_a_refused_word_costs_nobody_anything(words: set[str]) -> None:
    doubted = {"challenges": [{"word": "HEZ", "by": "Sam"}]}
    first = turn("Z", (3, 3), ("HEZ", ROW_3[:3]), **doubted)
    rounds = [turn("H", (3, 1)), turn("E", (3, 2)), first, turn("R", (4, 2)), turn("A", (1, 1), **doubted)]
    once, twice = (check(parse_record(record(player(*rounds[:size]), player(name="Sam"))), words) for size in (4, 5))
    assert once.players[0].score == twice.players[0].score == -1
    assert twice.players[1].score == 0
