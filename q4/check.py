"""A record judged move by move.

A word against the rules scores nothing; a letter or cell against the rules is named and stands, without points.
"""

from collections import Counter
from collections.abc import Container, Mapping
from dataclasses import dataclass, field, replace

from q4.board import THROUGH, Place, Run, cell_at
from q4.challenges import PENALTY, Refused, lost_challenges, refused_words, with_penalties
from q4.position import Position, claimed_run
from q4.record import BLACK, COMPETITIVE, FRIENDLY, HIGHLIGHT, ROUNDS, Claim, Player, Record, Turn
from q4.results import PlayerResult, Remark, Result, RoundScore, ScoredWord
from q4.shared_dice import differing_dice

LOOKUPS = 1  # a player and game


@dataclass
class Game:
    """One player's game while it is being judged; `take_turn` brings it a round further."""

    position: Position
    mode: str
    words: Container[str]
    refused: Refused
    violations: list[Remark] = field(default_factory=list)
    findings: list[Remark] = field(default_factory=list)
    scored: list[ScoredWord] = field(default_factory=list)
    lookups: int = 0


def new_game(player: Player, mode: str, words: Container[str]) -> Game:
    """A player's game before the first round."""
    return Game(Position(player.design), mode, words, refused_words(player, words))


def check(record: Record, words: Container[str]) -> Result:
    """Every player's points, violations and findings."""
    games = [_play(player, record.mode, words) for player in record.players]
    lost = lost_challenges(record, words)
    differing = differing_dice(record)
    players = [
        replace(
            with_penalties(game, lost[game.name]),
            violations=tuple(sorted((*game.violations, *differing[game.name]), key=lambda remark: remark.round)),
        )
        for game in games
    ]
    return Result(record.mode, getattr(words, "name", ""), tuple(players))


def _play(player: Player, mode: str, words: Container[str]) -> PlayerResult:
    game = new_game(player, mode, words)
    rounds: list[RoundScore] = []
    for number, turn in enumerate(player.turns, 1):
        if number > ROUNDS:
            game.violations.append(Remark(number, "too-many-rounds", {"most": ROUNDS}, sum(map(_worth, turn.words))))
            points = bonus = penalty = 0
        else:
            points, bonus, penalty = take_turn(game, number, turn)
        before = rounds[-1].score if rounds else 0
        rounds.append(RoundScore(number, points, bonus, penalty, before + points + bonus - penalty))
    claimed = {run for turn in player.turns for claim in turn.words if (run := claimed_run(claim))}
    findings = [*_design_findings(player), *game.findings]
    if mode == FRIENDLY:  # what was scored later was not missed
        findings = [one for one in findings if one.code != "missed" or one.values["run"] not in claimed]
    score = rounds[-1].score if rounds else 0
    return PlayerResult(player.name, score, tuple(rounds), tuple(game.violations), tuple(findings), tuple(game.scored))


def take_turn(game: Game, number: int, turn: Turn) -> tuple[int, int, int]:
    """Points, bonus and penalty of one turn."""
    position, before = game.position, game.position.dots
    source = position.source(turn)
    penalty = PENALTY if source in position.crossed else 0
    if penalty:
        game.findings.append(Remark(number, "reused", {"letter": turn.letter}, PENALTY))
    broken = _move_violations(position, turn)
    cost = sum(map(_worth, turn.words))
    game.violations += [replace(found, round=number, cost=cost) for found in broken]
    game.violations += [replace(found, round=number) for found in _extra_violations(game, turn)]
    position.write(turn)
    scored = _scored_words(game, number, turn)
    if turn.mark and position.design.printed(turn.cell) == HIGHLIGHT:
        position.blocks.append(turn.mark)
    wrong = game.refused.by_round[number]
    penalty += PENALTY * len(wrong)
    game.findings += [Remark(number, "challenged", {"word": word}, PENALTY) for word in wrong]
    if broken:
        return 0, 0, penalty
    game.findings += [replace(found, round=number) for found in _missed(game, turn, before)]
    game.scored += [ScoredWord(number, claim.word, claim.cells, _worth(claim)) for claim in scored]
    bonus = any(position.design.is_bonus(place) for claim in scored for place in claim.cells)
    return sum(map(_worth, scored)), int(bonus), penalty


def _move_violations(position: Position, turn: Turn) -> list[Remark]:
    """What is wrong with the letter and the cell of a turn."""
    found = []
    if turn.coordinate not in turn.coordinates:
        found.append(Remark(0, "letter-not-rolled", {"at": turn.coordinate, "dice": turn.dice, "letter": turn.letter}))
    printed = position.design.letter(turn.coordinate)
    if printed is not None and position.source(turn) is None:
        values = {"at": turn.coordinate, "letter": turn.letter, "printed": printed}
        found.append(Remark(0, "letter-not-at-coordinate", values))
    if position.design.printed(turn.cell) == BLACK:
        found.append(Remark(0, "cell-blacked-out", {"cell": turn.cell}))
    elif old := position.letters.get(cell_at(turn.cell) or 0):
        found.append(Remark(0, "cell-occupied", {"cell": turn.cell, "letter": old}))
    return found


def _extra_violations(game: Game, turn: Turn) -> list[Remark]:
    """What is wrong with marks, re-rolls and look-ups; the letter may be right all the same."""
    found = []
    if turn.mark and game.position.design.printed(turn.cell) != HIGHLIGHT:
        found.append(Remark(0, "mark-without-highlight", {"cell": turn.cell}))
    if turn.reroll is not None and not turn.doubles:
        found.append(Remark(0, "reroll-without-double", {"dice": turn.dice}))
    for word in turn.lookups:
        game.lookups += 1
        if game.lookups > LOOKUPS:
            found.append(Remark(0, "too-many-lookups", {"word": word, "most": LOOKUPS}))
    return found


def _scored_words(game: Game, number: int, turn: Turn) -> list[Claim]:
    """The words of a turn that score, in the order in which they were announced; their dots are filled."""
    scored = []
    for claim in turn.words:
        codes = _word_codes(game, claim, turn.cell)
        values = {"word": claim.word, "reading": game.position.reading(claim), "cells": claim.cells}
        game.violations += [Remark(number, code, values, _worth(claim)) for code in codes]
        if not codes and (number, claim.word) not in game.refused.words and (run := claimed_run(claim)):
            game.position.fill(run)
            scored.append(claim)
            if claim.word not in game.words:
                game.findings.append(Remark(number, "phony", {"word": claim.word, "points": _worth(claim)}))
    return scored


def _word_codes(game: Game, claim: Claim, cell: Place) -> list[str]:
    """The rules that a word breaks."""
    if len(claim.word) < 2 or len(claim.cells) < 2:
        return ["word-too-short"]
    run, codes = claimed_run(claim), []
    if run is None and all(cell_at(place) is not None for place in claim.cells):
        codes.append("word-not-straight")
    if game.position.reading(claim) != claim.word:
        codes.append("word-not-on-grid")
    if not codes and game.mode == COMPETITIVE and cell not in claim.cells:
        codes.append("word-without-new-letter")
    if run is not None and game.position.filled(run):
        codes.append("word-already-scored")
    return codes


def _missed(game: Game, turn: Turn, dots: int) -> list[Remark]:
    """Words of the list that the new letter completed and that nobody announced; `dots` were filled before."""
    letters, claimed = game.position.letters, {claimed_run(claim) for claim in turn.words}
    found = []
    for run in THROUGH[cell_at(turn.cell) or 0]:
        if run in claimed or not run.dots & ~dots:
            continue
        for word in readings(letters, run):
            if word in game.words:
                found.append(Remark(0, "missed", {"word": word, "points": len(word), "run": run}))
                break
    return found


def readings(letters: Mapping[int, str], run: Run) -> tuple[str, ...]:
    """What a run reads forward and backward; nothing where a cell is empty."""
    text = "".join(letters.get(cell, "") for cell in run.cells)
    return (text, text[::-1]) if len(text) == len(run.cells) else ()


def _worth(claim: Claim) -> int:
    """Points of a word: one a letter."""
    return len(claim.word)


def _design_findings(player: Player) -> list[Remark]:
    """Whether the play grid has the two blacked-out and two highlighted cells that the rules ask for."""
    signs = Counter("".join(player.design.play_grid))
    if signs[BLACK] == signs[HIGHLIGHT] == 2:
        return []
    return [Remark(0, "design", {"black": signs[BLACK], "highlighted": signs[HIGHLIGHT]})]
