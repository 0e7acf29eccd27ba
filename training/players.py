"""Grids as players fill them: players of several skills, simulated with the dice.

    python -m training.players OUT [--games N] [--seed S]

In each round the dice offer two letters and a player writes one of them where it serves the words he knows best: each
line is worth the likeliest of the words that still fit it. Skill is the number of words known, how far ahead is looked,
and how often something better is overlooked. OUT has a grid a line: language, skill, total, letters row by row.
"""

import argparse
import gzip
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import lexicons
from scoring import STANDARD, Grid, score

DICE = Path(__file__).with_name("dice.txt")
FREE = 26
SHARPNESS = 3.0  # how much more the best word of a line counts than all words that still fit it
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

Ints = NDArray[np.intp]
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Skill:
    """A kind of player."""

    name: str
    known: float  # Zipf frequency of the words of which the player knows half
    hope: float  # how likely a missing letter is expected to come
    noise: float  # how far a player errs in what a place is worth, in points


SKILLS = (Skill("poor", 4.6, 0.35, 1.0), Skill("ordinary", 4.1, 0.45, 0.5), Skill("rich", 3.4, 0.5, 0.15))


def dice() -> list[list[str]]:
    """The faces of each letter die."""
    lines = DICE.read_text(encoding="ascii").splitlines()
    return [line.split()[1:] for line in lines if not line.startswith("#")]


def roll(faces: list[list[str]], rng: np.random.Generator) -> Ints:
    """The letters, as numbers, that may be written in a round."""
    pairs = list(combinations(faces, 2))
    two = pairs[rng.integers(len(pairs))]
    offered = "".join(str(rng.choice(die)) for die in two)
    return np.array([LETTERS.index(letter) for letter in (LETTERS if "?" in offered else sorted(set(offered)))])


class Line:
    """The words that still fit a line, and what each letter in each free place would make the line worth."""

    def __init__(self, placed: NDArray[np.int8], weights: Floats, hope: float) -> None:
        self.placed, self.weights, self.hope = placed, weights, hope
        self.free = [True] * 5
        self.worth, self.gains = self._value()

    def write(self, place: int, letter: int) -> None:
        """Write a letter: words that need another one there no longer fit."""
        column = self.placed[:, place]
        hit = column == letter
        keep = hit | (column == FREE)
        weights = np.where(hit, self.weights / self.hope**SHARPNESS, self.weights)
        self.placed, self.weights = self.placed[keep], weights[keep]
        self.free[place] = False
        self.worth, self.gains = self._value()

    def _value(self) -> tuple[float, Floats]:
        now = self.weights.sum() ** (1 / SHARPNESS)
        gains = np.zeros((5, 26))
        for place in range(5):
            if self.free[place]:
                sums = np.bincount(self.placed[:, place], self.weights, FREE + 1)
                gains[place] = (sums[FREE] + sums[:FREE] / self.hope**SHARPNESS) ** (1 / SHARPNESS) - now
        return now, gains


def placements(words: list[str], hope: float) -> tuple[NDArray[np.int8], Floats]:
    """Every way to lay words into a line, and how much each counts in an empty line."""
    placed, weights = [], []
    for word in words:
        letters = [LETTERS.index(letter) for letter in word]
        for start in range(6 - len(word)):
            placed.append([FREE] * start + letters + [FREE] * (5 - start - len(word)))
            weights.append((STANDARD.points[len(word)] * hope ** len(word)) ** SHARPNESS)
    return np.array(placed, np.int8), np.array(weights)


def known_words(language: str, skill: Skill, rng: np.random.Generator) -> list[str]:
    """The words that one player knows: common ones surely, rare ones by chance."""
    zipf, valid = lexicons.frequencies(language), lexicons.load(language)
    words = [word for word in sorted(valid) if 2 <= len(word) <= 5]
    # Two letters that happen to be common as text are known as words less often than longer ones.
    chance = [zipf.get(word, 1.5) - (1.2 if len(word) == 2 else 0) - skill.known for word in words]
    keep = rng.random(len(words)) < 1 / (1 + np.exp(-np.array(chance) / 0.35))
    return [word for word, kept in zip(words, keep, strict=True) if kept]


def play(words: list[str], skill: Skill, offers: list[Ints], rng: np.random.Generator) -> str:
    """The 25 letters of a finished grid; each round offers letters to choose from."""
    placed, weights = placements(words, skill.hope)
    start = Line(placed, weights, skill.hope)
    lines = [start] * 10
    grid = [FREE] * 25
    dots = [int(cell) for cell in rng.permutation(5)[:2]]
    dots = [dots[0] * 5 + int(rng.integers(5)), dots[1] * 5]
    dots[1] += int(rng.choice([column for column in range(5) if column != dots[0] % 5]))
    for number, letters in enumerate(offers):
        cells = [cell for cell in range(25) if grid[cell] == FREE]
        if number < 2:
            cells = [cell for cell in dots if grid[cell] == FREE]
        worth = np.array([lines[c // 5].gains[c % 5] + lines[5 + c % 5].gains[c // 5] for c in cells])[:, letters]
        worth += rng.gumbel(0, skill.noise, worth.shape) if skill.noise else 0
        at, which = np.unravel_index(int(worth.argmax()), worth.shape)
        cell, letter = cells[int(at)], int(letters[which])
        grid[cell] = letter
        for line, place in ((cell // 5, cell % 5), (5 + cell % 5, cell // 5)):
            if lines[line] is start:
                lines[line] = Line(placed, weights, skill.hope)
            lines[line].write(place, letter)
    return "".join(LETTERS[letter] for letter in grid)


def as_grid(letters: str) -> Grid:
    """The grid of 25 letters."""
    return Grid(tuple(letters[start : start + 5] for start in range(0, 25, 5)))


def main() -> None:
    """Play in every language with every skill."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--games", type=int, default=200, help="for each language and skill")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng, faces, found = np.random.default_rng(options.seed), dice(), []
    for language in lexicons.LANGUAGES:
        lexicon = lexicons.load(language)
        for skill in SKILLS:
            totals = []
            for number in range(options.games):
                if number % 5 == 0:
                    words = known_words(language, skill, rng)
                letters = play(words, skill, [roll(faces, rng) for _ in range(25)], rng)
                totals.append(score(as_grid(letters), lexicon, STANDARD).total)
                found.append(f"{language} {skill.name} {totals[-1]} {letters}\n")
            print(f"{language} {skill.name:<9} mean {np.mean(totals):5.1f}  spread {np.std(totals):4.1f}", flush=True)
    options.out.write_bytes(gzip.compress("".join(found).encode("ascii"), mtime=0))


if __name__ == "__main__":
    main()
