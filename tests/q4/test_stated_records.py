"""Small games whose answers were stated from the rules before any was checked.

A round is written as "coordinate letter cell", with more after it: `dice=33` as rolled where the coordinate does not
tell, `reroll=5`, `mark=11`, `look=WORD`, words as WORD:cells-in-reading-order, challenges as WORD?Name.
The answer of a round is points, bonus, penalty; only rounds that give something are named.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from cli import main

LETTERS = ["TARHEO", "RATSEN", "IOUDLM", "CPKBGW", "FVJQXZ", "YESTAR"]
PLAY = ["..*.", ".#..", "....", "#..*"]  # bonus row 2, bonus column 4
WORDS = "at ta tar rat art he her eh or star rats tsar ex are era ear re er"

Answer = dict[int, tuple[int, int, int]]  # round → points, bonus, penalty
Codes = set[tuple[int, str]]


@dataclass(frozen=True)
class Seat:
    """A player's rounds and what they must give."""

    rounds: list[str]
    gives: Answer
    breaks: Codes
    findings: Codes | None = None  # None: not stated


@dataclass(frozen=True)
class Stated:
    """A game and its answer."""

    name: str
    seats: dict[str, Seat]
    mode: str = "competitive"


def alone(
    name: str,
    rounds: list[str],
    gives: Answer,
    breaks: Codes | None = None,
    mode: str = "competitive",
    findings: Codes | None = None,
) -> Stated:
    """A game of Pat's."""
    return Stated(name, {"Pat": Seat(rounds, gives, breaks or set(), findings)}, mode)


def places(digits: str) -> list[list[int]]:
    return [[int(digits[at]), int(digits[at + 1])] for at in range(0, len(digits), 2)]


def round_of(text: str) -> dict[str, Any]:
    coordinate, letter, cell, *more = text.split()
    made: dict[str, Any] = {
        "dice": places(coordinate)[0],
        "reroll": None,
        "coordinate": places(coordinate)[0],
        "letter": letter,
        "cell": places(cell)[0],
        "mark": None,
        "words": [],
        "lookups": [],
        "challenges": [],
    }
    for part in more:
        if "=" in part:
            key, value = part.split("=")
            if key == "look":
                made["lookups"].append(value)
            else:
                made[key] = int(value) if key == "reroll" else places(value)[0]
        elif "?" in part:
            word, by = part.split("?")
            made["challenges"].append({"word": word, "by": by})
        else:
            word, cells = part.split(":")
            made["words"].append({"word": word, "cells": places(cells)})
    return made


FILL = [
    "12 A 11",
    "13 R 12",
    "14 H 13",
    "15 E 14",
    "16 O 21",
    "23 T 23",
    "24 S 24",
    "25 E 31",
    "26 N 32",
    "31 I 33",
    "32 O 34",
    "34 D 42",
    "35 L 43",
    "36 M 44",
]

GAMES = [
    # words and dots
    alone("two letters", ["11 T 31", "12 A 32 AT:3231"], {2: (2, 0, 0)}, findings=set()),
    alone("right to left, bonus column", ["12 A 34", "11 T 33 AT:3433"], {2: (2, 1, 0)}),
    alone("bottom up in the bonus row and out of it", ["16 O 23", "13 R 13 OR:2313"], {2: (2, 1, 0)}),
    alone(
        "Pat's example: ART, OR and one bonus point",
        ["12 A 12", "11 T 14", "16 O 23", "13 R 13 ART:121314 OR:2313"],
        {4: (5, 1, 0)},
    ),
    alone(
        "both words touch the bonus, one point", ["16 O 14", "13 R 24 OR:1424", "11 T 23 ", "12 A 34 "], {2: (2, 1, 0)}
    ),
    alone(
        "a bonus point in each of two turns",
        ["12 A 33", "11 T 34 AT:3334", "13 R 24", "16 O 14 OR:1424"],
        {2: (2, 1, 0), 4: (2, 1, 0)},
    ),
    alone("HE, then HER", ["14 H 31", "15 E 32 HE:3132", "13 R 33 HER:313233"], {2: (2, 0, 0), 3: (3, 0, 0)}),
    alone(
        "HE and HER in one turn, the shorter first",
        ["14 H 31", "13 R 33", "15 E 32 HE:3132 HER:313233"],
        {3: (5, 0, 0)},
    ),
    alone(
        "HER before HE",
        ["14 H 31", "13 R 33", "15 E 32 HER:313233 HE:3132"],
        {3: (3, 0, 0)},
        {(3, "word-already-scored")},
    ),
    alone(
        "HER, in a later turn HE: no new letter either",
        ["14 H 31", "13 R 33", "15 E 32 HER:313233", "16 O 11 HE:3132"],
        {3: (3, 0, 0)},
        {(4, "word-already-scored"), (4, "word-without-new-letter")},
    ),
    alone(
        "TAR and RAT",
        ["11 T 31", "12 A 32", "13 R 33 TAR:313233 RAT:333231"],
        {3: (3, 0, 0)},
        {(3, "word-already-scored")},
    ),
    alone(
        "TAR, at a friendly table RAT later",
        ["11 T 31", "12 A 32", "13 R 33 TAR:313233", "14 H 11 RAT:333231"],
        {3: (3, 0, 0)},
        {(4, "word-already-scored")},
        "friendly",
    ),
    alone(
        "AT and TA are the same cells",
        ["11 T 31", "12 A 32 AT:3231 TA:3132"],
        {2: (2, 0, 0)},
        {(2, "word-already-scored")},
    ),
    alone(
        "dots filled one by one by two words",
        ["14 H 31", "15 E 32 HE:3132", "13 R 33 ER:3233 HER:313233"],
        {2: (2, 0, 0), 3: (2, 0, 0)},
        {(3, "word-already-scored")},
    ),
    alone(
        "one dot still open is enough",
        ["14 H 31", "15 E 32 HE:3132", "13 R 33 HER:313233 ER:3233"],
        {2: (2, 0, 0), 3: (3, 0, 0)},
        {(3, "word-already-scored")},
    ),
    alone(
        "four letters in the row that the bonus column crosses",
        ["24 S 31", "11 T 32", "12 A 33", "13 R 34 STAR:31323334"],
        {4: (4, 1, 0)},
    ),
    alone(
        "RATS from the right after STAR",
        ["24 S 31", "11 T 32", "12 A 33", "13 R 34 STAR:31323334 RATS:34333231"],
        {4: (4, 1, 0)},
        {(4, "word-already-scored")},
    ),
    alone(
        "AR, TAR, STAR in one turn",
        ["24 S 31", "11 T 32", "13 R 34", "12 A 33 TA:3233 TAR:323334 STAR:31323334"],
        {4: (9, 1, 0)},
    ),
    alone(
        "a row and a column at once",
        ["14 H 32", "12 A 13", "11 T 23", "15 E 33 HE:3233 ATE:132333"],
        {4: (5, 1, 0)},
        findings={(3, "missed"), (4, "phony")},
    ),
    alone(
        "the same word in other cells scores again",
        ["11 T 31", "12 A 32 AT:3231", "23 T 42 AT:3242"],
        {2: (2, 0, 0), 3: (2, 0, 0)},
    ),
    # words against the rules
    alone("other letters stand there", ["11 T 31", "12 A 32 OR:3132"], {}, {(2, "word-not-on-grid")}),
    alone("a cell still empty", ["11 T 31", "12 A 32 TAR:313233"], {}, {(2, "word-not-on-grid")}),
    alone("cells in the wrong order", ["11 T 31", "12 A 32 AT:3132"], {}, {(2, "word-not-on-grid")}),
    alone("fewer cells than letters", ["11 T 31", "12 A 32 TAR:3132"], {}, {(2, "word-not-on-grid")}),
    alone("diagonally", ["11 T 32", "12 A 43 AT:4332"], {}, {(2, "word-not-straight")}),
    alone("round a corner", ["11 T 31", "12 A 32", "13 R 42 TAR:313242"], {}, {(3, "word-not-straight")}),
    alone("over a free cell", ["11 T 31", "12 A 33 TA:3133"], {}, {(2, "word-not-straight")}),
    alone("over a blacked-out cell", ["11 T 12", "12 A 32 TA:1232"], {}, {(2, "word-not-straight")}),
    alone("one letter", ["12 A 31 A:31"], {}, {(1, "word-too-short")}),
    alone("not this turn's letter", ["11 T 31", "12 A 32", "13 R 14 AT:3231"], {}, {(3, "word-without-new-letter")}),
    alone(
        "a friendly table scores it late", ["11 T 31", "12 A 32", "13 R 14 AT:3231"], {3: (2, 0, 0)}, mode="friendly"
    ),
    alone("late with a bonus", ["11 T 33", "12 A 34", "13 R 11 AT:3433"], {3: (2, 1, 0)}, mode="friendly"),
    alone(
        "late and twice",
        ["11 T 31", "12 A 32", "13 R 14 AT:3231", "14 H 11 AT:3231"],
        {3: (2, 0, 0)},
        {(4, "word-already-scored")},
        "friendly",
    ),
    alone(
        "late and new with one bonus",
        ["11 T 33", "12 A 34", "13 R 14", "16 O 24 OR:2414 AT:3433"],
        {4: (4, 1, 0)},
        mode="friendly",
    ),
    alone(
        "the bonus of a refused word is not given",
        ["11 T 31", "12 A 34", "13 R 33", "15 E 32 RA:3334 ER:3233"],
        {4: (2, 0, 0)},
        {(4, "word-without-new-letter")},
    ),
    alone(
        "good and bad words in one turn",
        ["14 H 31", "13 R 33", "15 E 32 HE:3132 EH:3231 HAR:313233 E:32 HER:313233"],
        {3: (5, 0, 0)},
        {(3, "word-already-scored"), (3, "word-not-on-grid"), (3, "word-too-short")},
    ),
    # letters and dice
    alone("either order of the dice", ["21 R 31 dice=12", "12 A 32 dice=21"], {}),
    alone(
        "not rolled",
        [
            "11 T 31",
            "34 D 32 dice=12",
        ],
        {},
        {(2, "letter-not-rolled")},
    ),
    alone(
        "not rolled: its words bring nothing", ["11 T 31", "12 A 32 dice=34 AT:3231"], {}, {(2, "letter-not-rolled")}
    ),
    alone(
        "not rolled: the letter stays",
        ["11 T 31", "12 A 32 dice=34", "13 R 33 TAR:313233"],
        {3: (3, 0, 0)},
        {(2, "letter-not-rolled")},
    ),
    alone("one die twice", ["11 T 31 dice=12"], {}, {(1, "letter-not-rolled")}),
    alone("another letter", ["12 Z 31"], {}, {(1, "letter-not-at-coordinate")}),
    alone("another letter brings nothing", ["11 T 31", "13 A 32 AT:3231"], {}, {(2, "letter-not-at-coordinate")}),
    alone(
        "not rolled and another letter",
        ["12 Z 31 dice=56"],
        {},
        {(1, "letter-not-rolled"), (1, "letter-not-at-coordinate")},
    ),
    alone("occupied", ["11 T 31", "12 A 31"], {}, {(2, "cell-occupied")}),
    alone(
        "occupied: words bring nothing, the new letter stands",
        ["11 T 31", "12 A 31", "23 T 32 AT:3132"],
        {3: (2, 0, 0)},
        {(2, "cell-occupied")},
    ),
    alone("blacked out", ["11 T 22"], {}, {(1, "cell-blacked-out")}),
    alone(
        "blacked out: words with it bring nothing",
        ["11 T 21", "12 A 22 TA:2122"],
        {},
        {(2, "cell-blacked-out"), (2, "word-not-on-grid")},
    ),
    alone(
        "everything at once",
        ["11 T 31", "12 Z 31 dice=56"],
        {},
        {(2, "letter-not-rolled"), (2, "letter-not-at-coordinate"), (2, "cell-occupied")},
    ),
    # doubles
    alone("doubles as they are", ["22 A 31"], {}),
    *[
        alone(
            f"doubles, rerolled to {new}",
            [
                f"3{new} {LETTERS[2][new - 1]} 31 dice=33 reroll={new}",
                f"{new}3 {LETTERS[new - 1][2]} 32 dice=33 reroll={new}",
            ],
            {2: (0, 0, 1)} if new == 3 else {},
        )
        for new in range(1, 7)
    ],
    alone("doubles, rerolled, the old coordinate", ["33 U 31 dice=33 reroll=5"], {}, {(1, "letter-not-rolled")}),
    alone("doubles, rerolled, both dice changed", ["55 X 31 dice=33 reroll=5"], {}, {(1, "letter-not-rolled")}),
    alone("doubles, not rerolled, another coordinate", ["35 L 31 dice=33"], {}, {(1, "letter-not-rolled")}),
    alone("reroll without doubles", ["12 A 31 reroll=4"], {}, {(1, "reroll-without-double")}),
    alone(
        "reroll without doubles, its coordinate",
        ["14 H 31 dice=12 reroll=4"],
        {},
        {(1, "reroll-without-double"), (1, "letter-not-rolled")},
    ),
    alone("rerolled and scored", ["11 T 31", "12 A 32 dice=11 reroll=2 AT:3231"], {2: (2, 0, 0)}),
    # re-use and blocks
    alone("used again", ["11 T 31", "11 T 32"], {2: (0, 0, 1)}),
    alone(
        "used a third time, with a word",
        ["12 A 31", "11 T 33", "11 T 34", "11 T 32 AT:3132"],
        {3: (0, 0, 1), 4: (2, 0, 1)},
    ),
    alone("another T is not used yet", ["11 T 31", "23 T 32", "64 T 33"], {}),
    alone("a letter of the block", ["34 D 13 mark=11", "11 A 31"], {}),
    alone(
        "all four letters of the block", ["34 D 13 mark=23", "23 S 31", "24 U 32", "33 D 33", "34 T 42"], {4: (0, 0, 1)}
    ),
    alone(
        "the letter taken is crossed off, not the coordinate",
        ["34 D 13 mark=13", "13 H 31", "13 R 32", "14 H 33"],
        {4: (0, 0, 1)},
    ),
    alone("taken again through the block", ["34 D 13 mark=13", "13 H 31", "24 H 32"], {3: (0, 0, 1)}),
    alone("not yet in the round that marks it", ["11 A 13 mark=11"], {}, {(1, "letter-not-at-coordinate")}),
    alone("a letter beside the block", ["34 D 13 mark=11", "11 H 31"], {}, {(2, "letter-not-at-coordinate")}),
    alone("a coordinate beside the block", ["34 D 13 mark=11", "13 T 31"], {}, {(2, "letter-not-at-coordinate")}),
    alone("the block at the bottom right", ["34 D 13 mark=55", "66 X 31", "55 R 32", "56 A 33", "65 Z 42"], {}),
    alone("the block at the top right", ["34 D 44 mark=15", "15 N 31", "26 O 32"], {}),
    alone("the block at the bottom left", ["34 D 44 mark=51", "51 E 31", "62 F 32"], {}),
    alone(
        "two blocks that overlap",
        ["34 D 13 mark=14", "36 M 44 mark=25", "25 H 31", "25 L 32", "14 L 33"],
        {},
        {(5, "letter-not-at-coordinate")},
    ),
    alone("the same block twice", ["34 D 13 mark=13", "36 M 44 mark=13", "13 H 31"], {}),
    alone("no mark though highlighted", ["34 D 13", "11 A 31"], {}, {(2, "letter-not-at-coordinate")}),
    alone("a mark without a highlighted cell", ["34 D 31 mark=11"], {}, {(1, "mark-without-highlight")}),
    alone(
        "a mark without a highlighted cell offers nothing",
        ["34 D 31 mark=11", "11 A 32"],
        {},
        {(1, "mark-without-highlight"), (2, "letter-not-at-coordinate")},
    ),
    alone("a block after doubles and a reroll", ["34 D 13 mark=13", "23 H 31 dice=22 reroll=3"], {}),
    # look-ups and rounds
    alone("one look-up", ["11 T 31 look=TAR"], {}),
    alone(
        "two look-ups in two rounds",
        ["11 T 31 look=TAR", "12 A 32 look=AT AT:3231"],
        {2: (2, 0, 0)},
        {(2, "too-many-lookups")},
    ),
    alone("two look-ups in one round", ["11 T 31 look=TAR look=TA"], {}, {(1, "too-many-lookups")}),
    alone("no rounds", [], {}, findings=set()),
    alone("14 rounds", FILL, {}),
    alone("15 rounds", [*FILL, "11 T 11"], {}, {(15, "too-many-rounds")}),
    alone("15 rounds, words in the last", [*FILL, "11 T 11 TR:1112"], {}, {(15, "too-many-rounds")}),
    alone("16 rounds", [*FILL, "11 T 11", "12 A 11"], {}, {(15, "too-many-rounds"), (16, "too-many-rounds")}),
    # challenges
    alone("a wrong word challenged", ["11 T 31", "14 H 32 TH:3132 TH?Sam"], {2: (0, 0, 1)}),
    alone(
        "a wrong word that nobody challenged", ["11 T 31", "14 H 32 TH:3132"], {2: (2, 0, 0)}, findings={(2, "phony")}
    ),
    alone("a wrong word challenged by two costs once", ["11 T 31", "14 H 32 TH:3132 TH?Sam TH?Kim"], {2: (0, 0, 1)}),
    alone("a refused word leaves its cells open", ["55 X 31", "15 E 32 XE:3132 EX:3231 XE?Sam"], {2: (2, 0, 1)}),
    alone("a refused word brings no bonus", ["11 T 33", "14 H 34 TH:3334 TH?Sam"], {2: (0, 0, 1)}),
    alone(
        "another word brings the bonus",
        ["11 T 33", "13 R 24", "16 O 14 OR:1424", "14 H 34 TH:3334 TH?Sam"],
        {3: (2, 1, 0), 4: (0, 0, 1)},
    ),
    alone("a right word challenged by someone who is not here", ["11 T 31", "12 A 32 AT:3231 AT?Sam"], {2: (2, 0, 0)}),
    alone("re-use and a lost challenge add up", ["11 T 31", "11 T 32 TT:3132 TT?Sam"], {2: (0, 0, 2)}),
    alone(
        "two wrong words challenged in one turn",
        ["11 T 31", "24 S 42", "14 H 32 TH:3132 HS:3242 TH?Sam HS?Sam"],
        {3: (0, 0, 2)},
    ),
    # several players
    Stated(
        "a right word costs the challenger",
        {
            "Pat": Seat(["11 T 31", "12 A 32 AT:3231 AT?Sam"], {2: (2, 0, 0)}, set()),
            "Sam": Seat(["11 T 31", "12 A 31 dice=12"], {2: (0, 0, 1)}, {(2, "cell-occupied")}),
        },
    ),
    Stated(
        "both challenge each other, one rightly",
        {
            "Pat": Seat(["11 T 31", "12 A 32 AT:3231 AT?Sam"], {2: (2, 0, 0)}, set()),
            "Sam": Seat(["11 T 31", "21 R 32 TR:3132 TR?Pat"], {2: (0, 0, 2)}, set()),
        },
    ),
    Stated(
        "two challengers of a right word",
        {
            "Pat": Seat(["11 T 31", "12 A 32 AT:3231 AT?Sam AT?Kim"], {2: (2, 0, 0)}, set()),
            "Sam": Seat(["11 T 31", "21 R 32"], {2: (0, 0, 1)}, set()),
            "Kim": Seat(["11 T 44", "21 R 32"], {2: (0, 0, 1)}, set()),
        },
    ),
    Stated(
        "the dice in either order are the same dice",
        {"Pat": Seat(["12 A 31"], {}, set()), "Sam": Seat(["12 A 31 dice=21"], {}, set())},
    ),
    Stated(
        "one of three has other dice",
        {
            "Pat": Seat(["12 A 31"], {}, set()),
            "Sam": Seat(["13 R 31"], {}, {(1, "dice-differ")}),
            "Kim": Seat(["21 R 31"], {}, set()),
        },
    ),
    Stated(
        "one of three has other dice in one of two rounds",
        {
            "Pat": Seat(["12 A 31", "44 B 44"], {}, {(2, "dice-differ")}),
            "Sam": Seat(["12 A 31", "45 G 33"], {}, set()),
            "Kim": Seat(["21 R 31", "54 Q 33"], {}, set()),
        },
    ),
    Stated(
        "one rerolls doubles, the other does not",
        {"Pat": Seat(["33 U 31"], {}, set()), "Sam": Seat(["35 L 31 dice=33 reroll=5"], {}, set())},
    ),
    Stated(
        "both reroll the same die",
        {"Pat": Seat(["53 J 31 dice=33 reroll=5"], {}, set()), "Sam": Seat(["35 L 31 dice=33 reroll=5"], {}, set())},
    ),
    Stated(
        "each has a look-up of their own",
        {"Pat": Seat(["12 A 31 look=AT"], {}, set()), "Sam": Seat(["12 A 31 look=AT"], {}, set())},
    ),
    Stated(
        "a used letter is the player's own",
        {"Pat": Seat(["12 A 31", "12 A 32"], {2: (0, 0, 1)}, set()), "Sam": Seat(["12 A 31", "21 R 32"], {}, set())},
    ),
    Stated(
        "fewer rounds than the others",
        {"Pat": Seat(["12 A 31", "23 T 32 AT:3132"], {2: (2, 0, 0)}, set()), "Sam": Seat(["12 A 31"], {}, set())},
    ),
]


@pytest.mark.parametrize("stated", GAMES, ids=lambda stated: stated.name)
def test_a_record_is_answered_as_stated(stated: Stated, tmp_path: Path) -> None:
    """Points, penalties, running score, broken rules and exit code are what the text of the rules gives."""
    sheet = {"letter_grid": LETTERS, "play_grid": PLAY, "bonus_row": 2, "bonus_column": 4}
    players = [{"name": name, **sheet, "rounds": [*map(round_of, seat.rounds)]} for name, seat in stated.seats.items()]
    record, words = tmp_path / "game.json", tmp_path / "words.txt"
    record.write_text(json.dumps({"schema": "qwords.q4-record/1", "mode": stated.mode, "players": players}))
    words.write_text("\n".join(WORDS.split()))
    result = CliRunner().invoke(main, ["q4", "check", str(record), "--words", str(words), "--json"])
    answer = json.loads(result.stdout)
    for player, (name, seat) in zip(answer["players"], stated.seats.items(), strict=True):
        score, expected = 0, []
        for at in range(1, len(seat.rounds) + 1):
            points, bonus, penalty = seat.gives.get(at, (0, 0, 0))
            score += points + bonus - penalty
            expected.append({"round": at, "points": points, "bonus": bonus, "penalty": penalty, "score": score})
        kept = [{key: row[key] for key in ("round", "points", "bonus", "penalty", "score")} for row in player["rounds"]]
        assert kept == expected, name
        assert player["score"] == score
        assert {(item["round"], item["code"]) for item in player["violations"]} == seat.breaks, name
        if seat.findings is not None:
            assert {(item["round"], item["code"]) for item in player["findings"]} == seat.findings
    assert result.exit_code == (3 if any(seat.breaks for seat in stated.seats.values()) else 0)
