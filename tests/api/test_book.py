"""The book of a Q4 table on a phone: whole games kept in a browser, offline, against the checker of records."""

import json
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from q4.check import check
from q4.form import design
from q4.parse import parse_record
from q4.words import english

# A game by chance: doubles, blocks, re-rolls, challenges right and wrong, look-ups, slips that are undone.
PLAY = """async ({ table, words, seed, offline }) => {
  const book = await import("/page/q4-book.js");
  const list = new Set(words);
  let state = seed;
  const chance = (n) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * n);
  };
  let events = [];
  const happen = (event) => { events = book.after(table, events, event, list); };
  const slip = (event) => { happen(event); events = book.undone(events); };
  for (let round = 1; round <= 14; round += 1) {
    happen({ kind: "roll", dice: [chance(6) + 1, round % 3 ? chance(6) + 1 : 2] });
    const { dice } = book.now(table, events);
    if (dice[0] === dice[1] && chance(2)) happen({ kind: "reroll", value: chance(6) + 1 });
    for (const player of book.now(table, events).open) {
      const choices = book.choices(table, events, player), cells = book.freeCells(table, events, player);
      const { letter, coordinate, rerolled } = choices[chance(choices.length)];
      const cell = cells[chance(cells.length)];
      const bold = table.players[player].play_grid[cell[0] - 1][cell[1] - 1] === "*";
      const mark = bold ? [chance(5) + 1, chance(5) + 1] : null;
      const move = { kind: "move", player, coordinate, letter, cell, mark, rerolled };
      slip({ ...move, cell: cells[0], mark: null });
      happen(move);
      events = JSON.parse(JSON.stringify(events)); // a reload
      const arising = () => book.arising(table, events, player, list);
      for (let left = arising(); left.length && chance(5); left = arising()) {
        happen({ kind: "word", player, cells: left[chance(left.length)].cells });
      }
      const by = table.players[1 - player].name;
      const bluffs = book.announceable(table, events, player, list).filter(({ word }) => !list.has(word));
      if (bluffs.length && !chance(3)) {
        const { word, cells: at } = bluffs[chance(bluffs.length)];
        happen({ kind: "word", player, cells: at });
        if (chance(2)) happen({ kind: "challenge", player, word, by });
      }
      const said = book.record(table, events).players[player].rounds[round - 1].words;
      if (said.length && !chance(4)) happen({ kind: "challenge", player, word: said[0].word, by });
      const lookup = { kind: "lookup", player, word: "QI" };
      if (!chance(9) && !book.refusal(table, events, lookup, list)) happen(lookup);
    }
  }
  const { over } = book.now(table, events);
  return { record: book.record(table, events), scores: book.scores(table, events, list), over };
}"""


def table(seed: int, mode: str) -> dict[str, Any]:
    players = [{"name": name, **vars(design(seed * 7 + at))} for at, name in enumerate(("Pat", "Sam"))]
    return {"mode": mode, "players": players}


@pytest.mark.parametrize("mode", ["competitive", "friendly"])
def test_whole_games_kept_offline_pass_the_checker(page: Page, context: BrowserContext, mode: str) -> None:
    page.goto("/page/q4.html")
    expect(page.locator("h1")).to_be_visible()
    page.evaluate("() => import('/page/q4-book.js')")
    context.set_offline(True)
    for seed in range(1, 9):
        asked = {"table": table(seed, mode), "words": sorted(english().words), "seed": seed}
        kept = page.evaluate(PLAY, asked)
        result = check(parse_record(kept["record"]), english())
        assert result.clean, [player.violations for player in result.players]
        for player, shown in zip(result.players, kept["scores"], strict=True):
            told = [(one.points, one.bonus, one.penalty, one.score) for one in player.rounds]
            assert told == [(one["points"], one["bonus"], one["penalty"], one["score"]) for one in shown["rounds"]]
        assert kept["over"] and len(result.players[0].rounds) == 14


REFUSED = """async ({ table, events, event }) => {
  const book = await import("/page/q4-book.js");
  return book.refusal(table, events, event, new Set(["AB"]));
}"""
GRID = ["ABCDEF", "GHIJKL", "MNOPQR", "STUVWX", "YZAEIO", "UTBCRK"]
PLAY_GRID = ["..*.", ".#..", "....", "#..*"]
TABLE = {"mode": "competitive", "players": [
    {"name": name, "letter_grid": GRID, "play_grid": PLAY_GRID, "bonus_row": 1, "bonus_column": 1}
    for name in ("Pat", "Sam")
]}  # fmt: skip
ROLL = {"kind": "roll", "dice": [1, 2]}


def move(**more: Any) -> dict[str, Any]:
    return {"kind": "move", "player": 0, "coordinate": [1, 2], "letter": "B", "cell": [1, 1], "mark": None,
            "rerolled": False} | more  # fmt: skip


@pytest.mark.parametrize(
    ("events", "event", "reason"),
    [
        ([], ROLL, None),
        ([], {"kind": "roll", "dice": [7, 1]}, "dice"),
        ([], move(), "letter"),
        ([ROLL], ROLL, "turn-open"),
        ([ROLL], {"kind": "reroll", "value": 3}, "no-doubles"),
        ([ROLL], move(letter="C"), "letter"),
        ([ROLL], move(cell=[2, 2]), "cell"),
        ([ROLL], move(mark=[1, 1]), "mark"),
        ([ROLL], move(cell=[1, 3], mark=[6, 1]), "mark"),
        ([ROLL], move(cell=[1, 3], mark=[5, 1]), None),
        ([ROLL], {"kind": "word", "player": 0, "cells": [[1, 1], [1, 2]]}, "turn-open"),
        ([ROLL, move()], {"kind": "word", "player": 0, "cells": [[1, 1], [1, 2]]}, "word"),
        ([ROLL, move()], {"kind": "challenge", "player": 0, "word": "AB", "by": "Sam"}, "challenge"),
        ([ROLL, move(), {"kind": "lookup", "player": 0, "word": "QI"}], {"kind": "lookup", "player": 0, "word": "ZA"},
         "lookups"),
    ],
)  # fmt: skip
def test_what_the_rules_do_not_allow_is_refused_when_it_happens(
    page: Page, events: list[Any], event: Any, reason: str | None
) -> None:
    assert page.evaluate(REFUSED, {"table": TABLE, "events": events, "event": event}) == reason


def test_a_reloaded_book_goes_on(page: Page) -> None:
    """Table and events are plain JSON."""
    kept = json.loads(json.dumps({"table": TABLE, "events": [ROLL, move()]}))
    found = page.evaluate("async (kept) => (await import('/page/q4-book.js')).now(kept.table, kept.events)", kept)
    assert found == {"round": 1, "dice": [1, 2], "reroll": None, "open": [1], "over": False}
