"""A tournament whose truth is known: players, their grids, their sheets filled by real hands and photographed."""

import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np

import lexicons
from referee.options import Options
from referee.referee import Referee
from scanner.values import Pixels
from scoring import Scorecard

sys.path.append(str(Path(__file__).resolve().parent.parent / "tests" / "tournament"))
from filled_sheets import Hand, fill, photograph, plotter
from filled_sheets import rasterise as rasterise

HANDS = Path("../shared/hand/validate/digilets_writers.npz")  # 13 writers the networks were not trained on
FIRST = ("Łukasz", "Anna", "Zoë", "Jörg", "Ægir", "Ștefan", "İpek", "Nuria", "Ben", "Юлия", "Ελένη", "雪", "Max", "Ida")
LAST = ("Weber", "Novák", "Müller", "García", "O’Brien", "Øberg", "Kowalska", "Rossi")


@dataclass(frozen=True)
class PlayedSheet:
    """One sheet as it was played: what is on the paper, and what it is worth before and after the ruling."""

    player: str
    round: str
    grid: str
    total: int
    ruled_total: int
    ruled: str  # the word that the arbiters deny in the middle of the day, the same for all


def roster(count: int) -> list[str]:
    """So many different names of all Europe and beyond."""
    return [f"{FIRST[n % len(FIRST)]} {LAST[n // len(FIRST) % len(LAST)]}" for n in range(count)]


def roster_csv(players: Sequence[str]) -> str:
    """The roster with teams and tables."""
    lines = [f"{player},Team {'ABCDEF'[n % 6]},{n // 4 + 1}" for n, player in enumerate(players)]
    return "\n".join(["player,team,table", *lines]) + "\n"


def play(players: Sequence[str], rounds: int, seed: int = 7, grids: Sequence[str] | None = None) -> list[PlayedSheet]:
    """Every player's grid of every round: mostly words across, a little luck down; or the grids that are given."""
    rng = np.random.default_rng(seed)
    seats = [(player, str(number)) for number in range(1, rounds + 1) for player in players]
    filled = list(grids or (random_grid(rng) for _ in seats))
    cards = [_card(grid) for grid in filled]
    counted = Counter(line.word for card in cards for line in card.lines if line.word)
    ruled = max(sorted(counted), key=lambda word: counted[word])  # a ruling on a word nobody wrote would show nothing
    house = lexicons.House.parse(f"deny {ruled}")
    return [
        PlayedSheet(player, number, grid, card.total, _card(grid, house).total, ruled)
        for (player, number), grid, card in zip(seats, filled, cards, strict=True)
    ]


def _card(grid: str, house: lexicons.House | None = None) -> Scorecard:
    return Referee().grid(grid, Options("en", house=house)).sheets[0].card


def random_grid(rng: np.random.Generator) -> str:
    """Five rows as a player may have filled them."""
    return "/".join(_row(rng, _words()) for _ in range(5))


def _row(rng: np.random.Generator, words: Sequence[str]) -> str:
    if rng.random() < 0.7:
        return words[int(rng.integers(len(words)))]
    return "".join("EARIOTNSLCUDPMH"[int(rng.integers(15))] for _ in range(5))


@cache
def _words() -> tuple[str, ...]:
    import wordfreq

    lexicon = lexicons.load("en")
    common = (word.upper() for word in wordfreq.top_n_list("en", 4000))
    return tuple(word for word in common if len(word) == 5 and word.isascii() and word.isalpha() and word in lexicon)


def hands(path: Path = HANDS) -> list[Hand]:
    """The real hands beside the project; the plotter where there are none."""
    if not path.exists():
        return [plotter]
    data = np.load(path, allow_pickle=True)
    writers = sorted(set(data["writers"].tolist()))
    return [_hand(data["images"], data["labels"], data["writers"] == writer) for writer in writers]


def _hand(images: Pixels, labels: np.ndarray, mine: np.ndarray) -> Hand:
    glyphs = {label: images[mine & (labels == label)] for label in set(labels[mine].tolist())}

    def write(text: str, height: int, rng: np.random.Generator) -> Pixels:
        parts = []
        for letter in text:
            own = glyphs.get(letter)
            if own is None or not len(own):
                return plotter(text, height, rng)
            parts.append(own[int(rng.integers(len(own)))][2:26, 2:26])
        line = np.hstack(parts) if len(parts) == 1 else np.hstack([_narrow(part) for part in parts])
        line = cv2.resize(line, None, fx=height / 24, fy=height / 24, interpolation=cv2.INTER_CUBIC)
        size = 3 * max(height, line.shape[1])
        tile = np.zeros((size, size), np.uint8)
        top, left = (size - line.shape[0]) // 2, (size - line.shape[1]) // 2
        tile[top : top + line.shape[0], left : left + line.shape[1]] = line
        return tile

    return write


def _narrow(glyph: Pixels) -> Pixels:
    """A digit without the empty columns beside it."""
    inked = np.flatnonzero(glyph.max(axis=0) > 40)
    return glyph[:, max(inked[0] - 1, 0) : inked[-1] + 2] if len(inked) else glyph


def photograph_sheet(page: Pixels, sheet: PlayedSheet, hand: Hand, seed: int) -> bytes:
    """The printed sheet filled in by its player, points and total added up, and photographed."""
    card = _card(sheet.grid)
    points = [str(line.points) if line.points else "-" for line in card.lines]
    paper = fill(page, sheet.grid, points[:5], points[5:], str(card.total), seed=seed, hand=hand)
    return photograph(paper, seed=seed)
