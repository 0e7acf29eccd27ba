"""Fit the model of grids to grids that simulated players filled: how often words of each length are meant.

    python -m training.fit_grids [PLAYED]

Each cell is guessed from the other 24 (pseudo-likelihood): that is what the model is for. Half of the grids fit, the
other half judge. Prints the shares for each skill, and the mean logarithm of the chance of the true letter.
"""

import argparse
import gzip
from collections import defaultdict
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

from referee.inference import vocabulary as words
from referee.inference.vocabulary import LETTERS, vocabulary

PLAYED = Path(__file__).with_name("played.txt.gz")
CELLS = np.arange(25)
Floats = np.ndarray


def played(path: Path = PLAYED) -> list[tuple[str, str, int, str]]:
    """The grids of a file: language, skill, total, letters."""
    lines = gzip.decompress(path.read_bytes()).decode("ascii").splitlines()
    return [(code, skill, int(total), letters) for code, skill, total, letters in map(str.split, lines)]


def digits(letters: str) -> Floats:
    """The letters as numbers."""
    return np.array([LETTERS.index(letter) for letter in letters])


def guesses(language: str, letters: str) -> tuple[Floats, Floats]:
    """The odds (4, cells, 26) of the row and of the column with each letter in each cell."""
    grid = digits(letters).reshape(5, 5)
    both = []
    for turned in (grid, grid.T):
        lines = np.repeat(np.repeat(turned[:, None], 5, 1)[:, :, None], 26, 2)  # line, place, letter, 5
        for place in range(5):
            lines[:, place, :, place] = np.arange(26)
        odds = vocabulary(language).lines(lines.reshape(-1, 5)).odds.reshape(4, 5, 5, 26)
        both.append(odds)
    return both[0].reshape(4, 25, 26), both[1].transpose(0, 2, 1, 3).reshape(4, 25, 26)


def loss(
    raw: Floats, rows: Floats, columns: Floats, true: Floats, letters: Floats, power: float | None = None
) -> float:
    """The mean negative logarithm of the chance of the true letter."""
    shares = np.exp(raw[:4]) / (1 + np.exp(raw[:4]).sum())
    power = float(raw[4]) if power is None else power
    rest = 1 - shares.sum()
    value = letters[:, None] + power * (
        np.log(rest + np.tensordot(shares, rows, 1)) + np.log(rest + np.tensordot(shares, columns, 1))
    )
    value -= value.max(axis=-1, keepdims=True)
    chance = np.exp(value) / np.exp(value).sum(axis=-1, keepdims=True)
    return -float(np.log(np.take_along_axis(chance, true[..., None], -1)).mean())


def main() -> None:
    """Fit each skill."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("played", nargs="?", type=Path, default=PLAYED)
    parser.add_argument("--every", type=int, default=4, help="of the grids, one in so many")
    options = parser.parse_args()
    for known in (3.5, 4.0, 4.5):
        words.KNOWN = known
        vocabulary.cache_clear()
        by_skill = defaultdict(list)
        for number, (language, skill, _, letters) in enumerate(played(options.played)):
            if number % options.every == 0:
                common = np.log(vocabulary(language).unigram[:26])
                by_skill[skill].append((*guesses(language, letters), digits(letters), common))
        for skill, found in by_skill.items():
            rows, columns, true, common = (np.stack([one[at] for one in found], 1 if at < 2 else 0) for at in range(4))
            half = len(found) // 2
            odd, even = np.arange(len(found)) % 2 == 1, np.arange(len(found)) % 2 == 0
            fit = minimize(
                loss, np.array([-2.0, -1.5, -1.5, -1.5, 1.0]), (rows[:, odd], columns[:, odd], true[odd], common[odd])
            )
            rest = (rows[:, even], columns[:, even], true[even], common[even])
            shares = np.exp(fit.x[:4]) / (1 + np.exp(fit.x[:4]).sum())
            print(
                f"known {known} {skill:<9} shares {np.round(shares, 3)} power {fit.x[4]:.2f} "
                f"loss {loss(fit.x, *rest):.4f}, letters alone "
                f"{loss(fit.x, *rest, 0.0):.4f} ({half} grids)",
                flush=True,
            )


if __name__ == "__main__":
    main()
