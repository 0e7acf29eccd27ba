"""Could the letters of a sheet come from the rolls of the dice?"""

import csv
import io
from collections import Counter
from dataclasses import dataclass

from scoring.audit import Finding
from scoring.grid import LETTERS, SIZE, Grid
from scoring.scoring_errors import BadRolls

ROUNDS = SIZE * SIZE
ANY = "?"
VOWELS = "AEIOU"


@dataclass(frozen=True)
class Roll:
    """The two results of a round: letters, `?` for any letter, `AEIOU` for any vowel."""

    first: str
    second: str

    @property
    def letters(self) -> frozenset[str]:
        """The letters that may be written in this round."""
        return frozenset(LETTERS if ANY in (self.first, self.second) else self.first + self.second)


@dataclass(frozen=True)
class RollLog:
    """The rolls of the 25 rounds of a game, in order."""

    rolls: tuple[Roll, ...]

    @classmethod
    def parse(cls, text: str) -> "RollLog":
        """The log from a table round,first,second; the heading may be missing, semicolons and tabs will do."""
        text = text.lstrip("\ufeff")
        delimiter = next((mark for mark in ";\t" if mark in text), ",")
        rolls: dict[int, Roll] = {}
        for number, row in enumerate(_rows(text, delimiter), 1):
            cells = [cell.strip().upper() for cell in row]
            if not any(cells) or (number == 1 and cells[0] == "ROUND"):
                continue
            round_, roll = _parse_row(cells, number)
            if round_ in rolls:
                raise BadRolls(f"Line {number}: round {round_} is there twice.")
            rolls[round_] = roll
        missing = [str(round_) for round_ in range(1, ROUNDS + 1) if round_ not in rolls]
        if missing:
            raise BadRolls(f"The log has no round {', '.join(missing)}.")
        return cls(tuple(rolls[round_] for round_ in range(1, ROUNDS + 1)))


def _rows(text: str, delimiter: str) -> list[list[str]]:
    try:  # line ends of every kind: some programs write those that Macs once had
        return list(csv.reader(io.StringIO(text, newline=None), delimiter=delimiter))
    except csv.Error as error:
        raise BadRolls(f"The log is not CSV: {error}") from error


@dataclass(frozen=True)
class RollCheck:
    """Whether the rolls allow the letters.

    Possible: `rounds` holds, for each letter of the grid, the round it may have come from (None: the joker).
    Impossible: `culprits` is a smallest set of letters that proves it, `rounds` are all rounds that offer any of them.
    """

    possible: bool
    culprits: tuple[str, ...]
    rounds: tuple[int | None, ...]
    joker: bool


def check_rolls(grid: Grid, log: RollLog, joker: bool) -> RollCheck:
    """Match each letter with a roll of its own; with the joker one letter needs none."""
    offers = {letter: _offers(letter, log) for letter in set(grid.letters)}
    matched = _match([offers[letter] for letter in grid.letters])
    if matched.count(None) <= joker:
        return RollCheck(True, (), tuple(None if roll is None else roll + 1 for roll in matched), joker)
    reachable = _reachable(grid.letters, offers, matched)
    culprits = _smallest(Counter(reachable), offers, 2 if joker else 1)
    rounds = sorted({roll + 1 for letter in culprits for roll in offers[letter]})
    return RollCheck(False, culprits, tuple(rounds), joker)


def rolls_finding(check: RollCheck) -> Finding | None:
    """The finding for letters that the rolls do not allow."""
    if check.possible:
        return None
    if not check.rounds:
        sentence = "rolls-none" if len(set(check.culprits)) == 1 else "rolls-none-many"
    else:
        sentence = "rolls-one" if len(check.rounds) == 1 else "rolls-many"
    values = {"letters": check.culprits, "rounds": check.rounds, "joker": check.joker}
    allowed = len(check.rounds) + check.joker
    return Finding("rolls", "letters", " ".join(check.culprits), str(allowed), sentence, values)


def _parse_row(cells: list[str], number: int) -> tuple[int, Roll]:
    """One line of the log: the round and its roll."""
    if len(cells) != 3:
        raise BadRolls(f"Line {number} must have three entries: round, first, second.")
    if not cells[0].isdecimal() or not 1 <= int(cells[0]) <= ROUNDS:
        raise BadRolls(f"Line {number}: “{cells[0]}” is not a round from 1 to {ROUNDS}.")
    return int(cells[0]), Roll(*(_parse_result(cell, number) for cell in cells[1:]))


def _parse_result(cell: str, number: int) -> str:
    """What one die shows."""
    result = "".join(letter for letter in cell if letter not in " ,/")
    if result in (ANY, VOWELS) or (len(result) == 1 and result in LETTERS):
        return result
    raise BadRolls(f"Line {number}: “{cell}” is not a letter, ? or AEIOU.")


def _offers(letter: str, log: RollLog) -> frozenset[int]:
    """The rolls, counted from 0, that offer a letter."""
    return frozenset(index for index, roll in enumerate(log.rolls) if letter in roll.letters)


def _match(offers: list[frozenset[int]]) -> list[int | None]:
    """A roll for each letter, for as many letters as can be (augmenting paths); None where a letter gets none."""
    owner: dict[int, int] = {}

    def place(letter: int, tried: set[int]) -> bool:
        for roll in sorted(offers[letter] - tried):
            tried.add(roll)
            if roll not in owner or place(owner[roll], tried):
                owner[roll] = letter
                return True
        return False

    for letter in range(len(offers)):
        place(letter, set())
    rolls = {letter: roll for roll, letter in owner.items()}
    return [rolls.get(letter) for letter in range(len(offers))]


def _reachable(letters: str, offers: dict[str, frozenset[int]], matched: list[int | None]) -> list[str]:
    """The letters that compete with those left without a roll, if only through others: every proof lies in them."""
    owner = {roll: index for index, roll in enumerate(matched) if roll is not None}
    found = {index for index, roll in enumerate(matched) if roll is None}
    waiting = list(found)
    while waiting:
        for roll in offers[letters[waiting.pop()]]:
            rival = owner.get(roll)
            if rival is not None and rival not in found:
                found.add(rival)
                waiting.append(rival)
    return [letters[index] for index in sorted(found)]


def _smallest(counts: Counter[str], offers: dict[str, frozenset[int]], excess: int) -> tuple[str, ...]:
    """A smallest set of letters with fewer rolls than letters by `excess` (Hall's condition, violated)."""
    order = sorted(counts, key=lambda letter: (len(offers[letter]) - counts[letter], letter))
    best: list[tuple[str, ...]] = [tuple(order)]
    size = sum(counts.values()) + 1

    def extend(chosen: tuple[str, ...], rolls: frozenset[int], have: int, index: int) -> None:
        nonlocal size
        if have >= len(rolls) + excess:
            best[0], size = chosen, len(rolls) + excess
            return
        for position in range(index, len(order)):
            letter = order[position]
            union = rolls | offers[letter]
            rest = sum(counts[other] for other in order[position:])
            if have + rest < len(rolls) + excess:
                return
            if len(union) + excess < size:
                extend((*chosen, letter), union, have + counts[letter], position + 1)

    extend((), frozenset(), 0, 0)
    letters = sorted(letter for letter in best[0] for _ in range(counts[letter]))
    return tuple(letters[:size])
