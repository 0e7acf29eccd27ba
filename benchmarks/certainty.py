"""Whether totals are as sure as the program says: on thousands of sheets that exist as cells only.

    python -m benchmarks.certainty [--sheets N] [--plain SHARE] [--stray SHARE] [--seed S] [--apart DIR]
                                   [--temperatures T ...]

Too few photos with truth exist to prove that no more than 0.3 % of the totals which stand without a person are wrong.
Here every sheet is written in one hand that no network was trained on: the validation writers, or with `--apart` those
and the writers set apart, read by the network of DIR that was trained without them (see `hands.py`). One sheet in ten
is in small letters. The rows hold words that players know, the cells are drawn as for training, the letters read by the
program's reader, the points written by players as the referee takes them to be; the points themselves count as read
rightly. `--plain` is the share of cells without neighbours, corrections and a bad camera; at 0.9 about as many letters
are misread as on photos. `--stray` is the share of lines beside which any points stand, over and above: players who
are not as the referee takes them to be. `--temperatures` judges each sheet at other temperatures of the letters too.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

import lexicons
from benchmarks.claims import claimed_lengths
from referee.evidence import Evidence
from referee.inference.fairness import CERTAIN
from referee.inference.players import DELIBERATE, SHARES, missed_words
from referee.judge import judge
from referee.options import Options
from scanner.readers.cnn import MODELS, CnnReader
from scanner.readers.ranking import fold_cases, ranked, softmax
from scanner.values import Glyph, Pixels, Reading
from scoring import PROFESSIONAL, STANDARD, Grid, Rules, score
from training.cells import CellMaker
from training.glyphs import CAPITALS, SMALL, SYMBOLS
from training.hands import Hand, Style, load_hands, write
from training.pages import strangers

HAND = Path("../shared/hand")
SMALL_SHEETS = 0.1  # share of sheets in small letters
CLAIMING = 0.75  # share of sheets with points written on them, as on the development photos
THRESHOLDS = tuple(sorted({0.8, 0.9, 0.94, 0.95, 0.96, 0.97, 0.98, 0.99, CERTAIN}))


@dataclass
class Writer:
    """Gives the glyph of one hand, in the style of one sheet, for the letter that is due."""

    hand: Hand
    style: Style
    letter: str = "A"

    def __call__(self, rng: np.random.Generator) -> tuple[np.ndarray, tuple[int, int]]:
        """One glyph of the letter, and its class."""
        ways, at = self.hand[self.letter], SYMBOLS.index(self.letter)
        return write(ways[rng.integers(len(ways))], self.style, rng), (at, at)


def hands_unseen(folder: Path, apart: bool) -> list[Hand]:
    """Writers with all letters that the network was trained without."""
    validation = load_hands(folder / "validate" / "digilets_writers_strokes.json.gz").values()
    found = strangers(folder) if apart else list(validation)
    return [hand for hand in found if all(letter in hand for letter in CAPITALS + SMALL)]


def words_played(lang: str) -> tuple[list[str], np.ndarray]:
    """The valid words of three letters and more, and how often each is played: as it is known."""
    missed = missed_words(lang)
    words = sorted(word for word in lexicons.load(lang) if len(word) > 2)
    known = np.array([max(1 - missed.get(word, 1.0), DELIBERATE) for word in words])
    return words, np.cumsum(known) / known.sum()


def any_grid(words: list[str], often: np.ndarray, rng: np.random.Generator) -> Grid:
    """Rows that hold a word each, the rest filled with letters as they come."""
    shares = np.array([SHARES[letter] for letter in CAPITALS])
    rows = []
    for _ in range(5):
        word = words[int(np.searchsorted(often, rng.random()))]
        fill = "".join(rng.choice(list(CAPITALS), 5 - len(word), p=shares / shares.sum()))
        cut = int(rng.integers(len(fill) + 1))
        rows.append(fill[:cut] + word + fill[cut:])
    return Grid(tuple(rows))


def written(grid: Grid, writer: Writer, plain: float, small: bool, rng: np.random.Generator) -> list[Pixels]:
    """The cells of a grid in one hand."""
    maker, cells = CellMaker(writer, plain), []
    for letter in "".join(grid.rows):
        writer.letter, label = letter.lower() if small else letter, -1
        while label < 0 or SYMBOLS[label] in ".#":  # no empty and no illegible cells: nothing would be true of them
            crop, (label, _) = maker.crop(rng)
        cells.append(crop)
    return cells


def claims(grid: Grid, lexicon: lexicons.Lexicon, rules: Rules, stray: float, rng: np.random.Generator) -> list[Glyph]:
    """The points that a player writes beside the ten lines, read as written."""
    points = []
    for number, line in enumerate(grid.lines):
        chances = claimed_lengths(line.letters, lexicon, missed_words(lexicon.language))
        length = 1 + (rng.integers(5) if rng.random() < stray else rng.choice(5, p=chances))
        value = rules.points[length] * rules.factor(number % 5 + 1)
        points.append(Glyph(((str(value) if value else "-", 1.0),)))
    return points


@dataclass(frozen=True)
class Outcome:
    """How sure the total of a sheet is, whether it is right, and how many letters were misread."""

    certainty: float
    right: bool
    misread: int


def read_at(logits: np.ndarray, temperature: float) -> tuple[Glyph, ...]:
    """The letters of one hand, at a temperature."""
    symbols, chances = fold_cases(tuple(SYMBOLS), softmax(logits / np.float32(temperature)))
    return tuple(ranked(symbols, row) for row in chances)


def judged(
    count: int,
    reader: CnnReader,
    writers: list[Hand],
    plain: float,
    stray: float,
    seed: int,
    temperatures: list[float],
) -> Iterator[list[Outcome]]:
    """The outcomes of each sheet, one for each temperature."""
    rng = np.random.default_rng(seed)
    words = {lang: words_played(lang) for lang in lexicons.LANGUAGES}
    for number in range(count):
        lang = lexicons.LANGUAGES[number % len(lexicons.LANGUAGES)]
        lexicon, rules = lexicons.load(lang), PROFESSIONAL if rng.random() < 0.4 else STANDARD
        grid = any_grid(*words[lang], rng)
        writer = Writer(writers[rng.integers(len(writers))], Style.any(rng))
        logits = reader.letter_logits(written(grid, writer, plain, rng.random() < SMALL_SHEETS, rng))
        points = claims(grid, lexicon, rules, stray, rng) if rng.random() < CLAIMING else []
        true = score(grid, lexicon, rules).total
        outcomes = []
        for temperature in temperatures:
            letters = read_at(logits, temperature)
            reading = Reading(letters, tuple(points[:5]), tuple(points[5:]))
            verdict = judge(Evidence(reading), Options(lang=lang, rules=rules.name))
            misread = sum(glyph.symbol != letter for glyph, letter in zip(letters, "".join(grid.rows), strict=True))
            outcomes.append(Outcome(verdict.certainty, verdict.card.total == true, misread))
        yield outcomes
        if number % 50 == 49:
            print(f"{number + 1} of {count}", file=sys.stderr, flush=True)


def main() -> None:
    """Print the curve and how sure totals were beside how many were right."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sheets", type=int, default=1000)
    parser.add_argument("--plain", type=float, default=0.9)
    parser.add_argument("--stray", type=float, default=0.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--apart", type=Path)
    parser.add_argument("--temperatures", type=float, nargs="+", help="default: the reader's own")
    parser.add_argument("--hand", type=Path, default=HAND)
    options = parser.parse_args()
    if not options.hand.is_dir():
        print(f"skipped: {options.hand} is missing; the handwriting to measure on does not come with the project")
        return
    cv2.setNumThreads(1)
    reader = CnnReader(options.apart or MODELS)
    writers = hands_unseen(options.hand, options.apart is not None)
    temperatures = options.temperatures or [reader.letter_temperature]
    settings = (options.plain, options.stray, options.seed, temperatures)
    sheets = list(judged(options.sheets, reader, writers, *settings))
    for temperature, outcomes in zip(temperatures, zip(*sheets, strict=True), strict=True):
        print(f"temperature {temperature:.2f}")
        show(outcomes)


def show(outcomes: Sequence[Outcome]) -> None:
    """Print the curve by threshold, and how sure totals were beside how many were right."""
    sure, right = np.array([one.certainty for one in outcomes]), np.array([one.right for one in outcomes])
    misread = sum(one.misread for one in outcomes) / (25 * len(outcomes))
    print(f"{len(outcomes)} sheets, {100 * (1 - misread):.2f} % of letters right, {100 * right.mean():.1f} % of totals")
    for at in THRESHOLDS:
        stands = sure >= at
        print(
            f"at least {at:.2f} sure: {100 * stands.mean():5.1f} % stand without a person, wrong among all "
            f"{100 * (stands & ~right).mean():.2f} %, expected {100 * ((1 - sure) * stands).mean():.2f} %"
        )
    for low, high in ((0, 0.5), (0.5, 0.8), (0.8, 0.9), (0.9, 0.95), (0.95, 0.98), (0.98, 1.01)):
        inside = (sure >= low) & (sure < high)
        if inside.any():
            print(
                f"{low:.2f} to {min(high, 1):.2f}: {inside.sum():4d} sheets, {100 * sure[inside].mean():5.1f} % sure, "
                f"{100 * right[inside].mean():5.1f} % right"
            )


if __name__ == "__main__":
    main()
