"""The coach: what a finished board could have brought, words nobody scored, and the best move of each round."""

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass

from q4.board import CELLS, RUNS, SIDE, THROUGH, Place, Run, place_of
from q4.chains import chains_of, sum_bits
from q4.check import new_game, readings, take_turn
from q4.orders import totals
from q4.position import Position
from q4.record import BLACK, COMPETITIVE, ROUNDS, Design, Player, Turn


@dataclass(frozen=True)
class BestMove:
    """The move that brings most points at once: a letter, a cell, and the words, in the order to announce them."""

    round: int
    letter: str
    cell: Place
    words: tuple[str, ...]
    points: int  # bonus and penalty included


def open_words(letters: Mapping[int, str], dots: int, words: Container[str]) -> list[tuple[str, Run]]:
    """Words of the list on the board of which not all dots are filled."""
    return list(_usable(RUNS, letters, dots, words))


def hindsight(letters: Mapping[int, str], design: Design, words: Container[str]) -> int:
    """The most points that these letters in these cells allow, over all orders and all choices of words."""
    dots = sum_bits(run.dots for _, run in open_words(letters, 0, words))
    chains, _ = chains_of(dots, letters, words, lambda cell: design.is_bonus(place_of(cell)), free=True)
    return totals(chains)[-1]


def best_moves(player: Player, words: Container[str], mode: str = COMPETITIVE) -> list[BestMove]:
    """The best move of each round, from the position that the player had reached."""
    game, found = new_game(player, mode, words), []
    for number, turn in enumerate(player.turns[:ROUNDS], 1):
        moves = [
            best_in_cell(game.position, number, place, cell, words, mode)
            for place in takeable(game.position, turn)
            for cell in free_cells(game.position)
        ]
        if moves:
            found.append(max(moves, key=lambda move: move.points))
        take_turn(game, number, turn)
    return found


def takeable(position: Position, turn: Turn) -> list[Place]:
    """Where the dice of a turn allow to take a letter, each letter once, those not crossed off first."""
    places = [place for coordinate in sorted(turn.coordinates) for place in position.sources(coordinate)]
    by_letter: dict[str, Place] = {}
    for place in sorted(places, key=lambda place: place in position.crossed):
        by_letter.setdefault(position.design.letter(place) or "", place)
    return list(by_letter.values())


def free_cells(position: Position) -> list[int]:
    """The cells that can still take a letter."""
    return [
        cell
        for cell in range(CELLS)
        if cell not in position.letters and position.design.printed(place_of(cell)) != BLACK
    ]


def best_in_cell(
    position: Position, number: int, place: Place, cell: int, words: Container[str], mode: str = COMPETITIVE
) -> BestMove:
    """The most that a letter brings in a cell: the words through it (friendly: all), shorter first where that pays."""
    letter = position.design.letter(place) or ""
    letters = {**position.letters, cell: letter}
    runs = THROUGH[cell] if mode == COMPETITIVE else RUNS
    chosen, points = _best_words(list(_usable(runs, letters, position.dots, words)), position)
    penalty = int(place in position.crossed)
    return BestMove(number, letter, place_of(cell), chosen, points - penalty)


def _usable(
    runs: Iterable[Run], letters: Mapping[int, str], dots: int, words: Container[str]
) -> Iterable[tuple[str, Run]]:
    """Those runs that read a word one way or the other and have an open dot."""
    for run in runs:
        valid = [text for text in readings(letters, run) if text in words]
        if valid and run.dots & ~dots:
            yield valid[0], run


Announced = tuple[int, tuple[str, ...]]  # points of letters, and the words in order


def _best_words(usable: list[tuple[str, Run]], position: Position) -> tuple[tuple[str, ...], int]:
    """The words that score most in one turn, in the order to announce them, and their points with the bonus.

    Lines share no dots, so each is searched alone; what they share is the one bonus point.
    """
    best: dict[bool, Announced] = {False: (0, ())}
    for line in _lines(usable):
        own = _best_of_line(line, position)
        joined = [
            (earned or bonus, (points + more, said + new))
            for earned, (points, said) in best.items()
            for bonus, (more, new) in own.items()
        ]
        best = _best_by_bonus(joined)
    bonus, (points, said) = max(best.items(), key=lambda item: item[0] + item[1][0])
    return said, points + bonus


def _lines(usable: list[tuple[str, Run]]) -> list[list[tuple[str, Run]]]:
    """The words by the row or column in which they stand."""
    found: dict[tuple[bool, int], list[tuple[str, Run]]] = {}
    for text, run in usable:
        first, second = run.cells[:2]
        across = second == first + 1
        found.setdefault((across, first // SIDE if across else first % SIDE), []).append((text, run))
    return list(found.values())


def _best_of_line(line: list[tuple[str, Run]], position: Position) -> dict[bool, Announced]:
    """The most points of letters in one line, without the bonus and with it."""
    found: dict[tuple[int, bool], Announced] = {(position.dots, False): (0, ())}
    waiting = [(position.dots, False)]
    while waiting:
        dots, earned = state = waiting.pop()
        points, said = found[state]
        for text, run in line:
            if not run.dots & ~dots:
                continue
            after = dots | run.dots, earned or any(position.design.is_bonus(place_of(cell)) for cell in run.cells)
            if after not in found or found[after][0] < points + len(text):
                found[after] = points + len(text), (*said, text)
                waiting.append(after)
    return _best_by_bonus([(bonus, announced) for (_, bonus), announced in found.items()])


def _best_by_bonus(found: Iterable[tuple[bool, Announced]]) -> dict[bool, Announced]:
    """The best without the bonus and with it."""
    best: dict[bool, Announced] = {}
    for bonus, announced in found:
        if bonus not in best or best[bonus][0] < announced[0]:
            best[bonus] = announced
    return best
