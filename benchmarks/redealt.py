"""Readings of photos, re-dealt into grids as players fill them: what each kind of context brings.

    python -m benchmarks.redealt READINGS [--part choose|judge] [--deals N] [--table]

The photos at hand carry grids made of words; players of middling skill leave fewer. So the 25 readings of each photo
are dealt anew: a simulated player gets the letters in some order and lays each where it serves the words he knows
(poor, ordinary, rich: how many of the coming letters he may choose from), or they are shuffled. He writes the points of
the words that he knows, or nothing. READINGS is a folder that `benchmarks.evidence` filled. `--table` leaves out each
kind of context in turn, and adds likes as an oracle would tell them.
"""

import argparse
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

import lexicons
from benchmarks.evidence import Read, stored
from referee.inference import fairness, grids
from referee.inference.beliefs import Posterior, Seen, Table, Told
from referee.inference.posterior import infer
from scanner.values import Glyph, Reading
from scoring import STANDARD, Grid, rules_named, score
from scoring.line_words import RUNS
from training.players import LETTERS, Line, Skill, as_grid, known_words, placements

WINDOWS = {"poor": 1, "ordinary": 5, "rich": 25}
HANDS = {
    "poor": Skill("poor", 4.6, 0.35, 0.8),
    "ordinary": Skill("ordinary", 4.1, 0.45, 0.5),
    "rich": Skill("rich", 3.4, 0.5, 0.15),
}
UPRIGHT = 0.98  # below it a sheet may lie another way up, and a person is asked
SLIP = 0.03  # share of lines with other points than those of the best word known
ADDED_UP = 0.95  # share of totals that add up
READ = 0.99  # how surely a re-dealt number is read, where no photo shows one


@dataclass(frozen=True, eq=False)
class Sheet:
    """A sheet to judge: what is seen, and what is true."""

    name: str
    language: str
    seen: Seen
    grid: Grid
    rules: str = "auto"
    side: str | None = None
    turn_p: float = 1.0

    @property
    def total(self) -> int:
        """What the true letters are worth."""
        return score(self.grid, lexicons.load(self.language), rules_named(self.rules, self.side)).total


def of_photo(read: Read) -> Sheet:
    """The sheet of a photo as it lay there."""
    evidence, truth = read.evidence, read.truth
    seen = Seen(evidence.reading, evidence.side, evidence.side_p, evidence.reading.alike)
    return Sheet(read.name, truth.language, seen, Grid(truth.grid), side=truth.side, turn_p=evidence.turn_p)


def laid(letters: Sequence[int], language: str, kind: str, rng: np.random.Generator) -> list[int]:
    """Where a player lays letters: for each cell the number of the letter among those given."""
    skill, window = HANDS[kind], WINDOWS[kind]
    placed, weights = placements(known_words(language, skill, rng), skill.hope)
    start = Line(placed, weights, skill.hope)
    lines, cells, coming = [start] * 10, [-1] * 25, [int(one) for one in rng.permutation(25)]
    while coming:
        free = [cell for cell in range(25) if cells[cell] < 0]
        offered = coming[:window]
        worth = np.array([lines[c // 5].gains[c % 5] + lines[5 + c % 5].gains[c // 5] for c in free])
        worth = worth[:, [letters[one] for one in offered]]
        worth += rng.gumbel(0, skill.noise, worth.shape)
        at, which = np.unravel_index(int(worth.argmax()), worth.shape)
        cell, number = free[int(at)], offered[int(which)]
        cells[cell] = number
        coming.remove(number)
        for line, place in ((cell // 5, cell % 5), (5 + cell % 5, cell // 5)):
            if lines[line] is start:
                lines[line] = Line(placed, weights, skill.hope)
            lines[line].write(place, letters[number])
    return cells


def points(grid: Grid, language: str, kind: str, rng: np.random.Generator) -> tuple[list[str], str, str]:
    """What a player writes who knows some words: ten points, the total, the bonus."""
    lexicon, known = lexicons.load(language), set(known_words(language, HANDS[kind], rng))
    texts = []
    for line, scored in zip(grid.lines, score(grid, lexicon, STANDARD).lines, strict=True):
        # A player meant the best word of most lines, known to many or not.
        known_here = known | ({scored.word} if scored.word and rng.random() < 0.3 else set())
        best = max((end - begin for begin, end in RUNS if line.letters[begin:end] in known_here), default=0)
        if rng.random() < SLIP:
            best = int(rng.choice([0, 2, 3, 4, 5]))
        texts.append(str(STANDARD.points[best]) if best else "-")
    sums = sum(int(text) for text in texts if text != "-")
    full = all(text != "-" for text in texts)
    total = sums + STANDARD.full_house * full
    if rng.random() > ADDED_UP:
        total += int(rng.choice([-10, -3, -1, 1, 3, 10]))
    return texts, str(max(total, 0)), "10" if full else "struck"


def numbers_read(reads: Sequence[Read]) -> dict[str, list[Glyph]]:
    """How the points on photos were read, by what is written."""
    found: dict[str, list[Glyph]] = {}
    for read in reads:
        glyphs = read.evidence.reading.rows + read.evidence.reading.columns
        for text, glyph in zip(read.truth.rows + read.truth.columns, glyphs, strict=len(glyphs) > 0):
            if text:
                found.setdefault(text, []).append(glyph)
    return found


def redealt(reads: Sequence[Read], kind: str, written: bool, seed: int) -> Iterator[Sheet]:
    """Each photo's letters, dealt anew."""
    rng, pool = np.random.default_rng([seed, len(kind)]), numbers_read(reads)
    for read in reads:
        true = "".join(read.truth.grid)
        if not set(true) <= set(LETTERS) or read.evidence.turn_p < 0.5:
            continue
        numbers = [LETTERS.index(letter) for letter in true]
        language = read.truth.language
        if kind == "shuffled":
            cells = [int(cell) for cell in rng.permutation(25)]
        else:
            cells = laid(numbers, language, kind, rng)
        grid = as_grid("".join(true[cell] for cell in cells))
        reading = Reading(tuple(read.evidence.reading.letters[cell] for cell in cells))
        if written:
            texts, total, bonus = points(grid, language, kind if kind in HANDS else "ordinary", rng)
            glyphs = [_read_as(text, pool, rng) for text in texts]
            reading = replace(
                reading,
                rows=tuple(glyphs[:5]),
                columns=tuple(glyphs[5:]),
                total=Glyph(((total, READ), ("", 1 - READ))),
                bonus=Glyph(((bonus, READ), ("struck" if bonus == "10" else "10", 1 - READ))),
            )
        place = {cell: number for number, cell in enumerate(cells)}
        alike = tuple((place[one], place[two], p) for one, two, p in read.evidence.reading.alike)
        yield Sheet(f"{read.name}-{kind}", language, Seen(reading, alike=alike), grid)


def _read_as(text: str, pool: dict[str, list[Glyph]], rng: np.random.Generator) -> Glyph:
    glyphs = pool.get(text)
    return glyphs[int(rng.integers(len(glyphs)))] if glyphs else Glyph(((text, READ), ("", 1 - READ)))


def with_likes(sheet: Sheet) -> Sheet:
    """The sheet as a perfect judge of likeness would tell it."""
    letters = "".join(sheet.grid.rows)
    pairs = tuple(
        (one, other, 0.995 if letters[one] == letters[other] else 0.005) for one in range(25) for other in range(one)
    )
    return replace(sheet, seen=replace(sheet.seen, alike=pairs))


def judged(sheet: Sheet, told: Told = Told()) -> Posterior:  # noqa: B008 - frozen
    """The posterior of a sheet whose table has chosen its language."""
    return infer(sheet.seen, Table(lexicons.load, sheet.language), told)


def stands(found: Posterior, sheet: Sheet, preset: fairness.Fairness, *, asked: bool = False) -> bool:
    """Whether nobody is asked."""
    return sheet.turn_p >= UPRIGHT and fairness.stands(found.certainty, found.weighed, preset, asked=asked)


def answered(sheet: Sheet, found: Posterior, told: Told) -> Told | None:
    """What a truthful person says to the first question; None where there is none."""
    letters = "".join(sheet.grid.rows)
    if found.doubts:
        first = found.doubts[0]
        if first.kind == "language":
            return replace(told, language=sheet.language)
        if first.kind == "side":
            return replace(told, side=sheet.side or "A")
        assert first.cell is not None
        cells = [first.cell, *first.alike]
        return replace(told, cells={**told.cells, **{cell: letters[cell] for cell in cells}})
    held = [one for one in found.weighed if one.cell not in told.cells]
    if held:
        return replace(told, cells={**told.cells, held[0].cell: letters[held[0].cell]})
    return None


def measure(sheets: Sequence[Sheet], most: int = 5) -> Counter[str]:
    """Counts over sheets: what stands unasked and right in each preset, wrong, after answers; questions."""
    counts: Counter[str] = Counter()
    for sheet in sheets:
        true, letters = sheet.total, "".join(sheet.grid.rows)
        found = judged(sheet)
        counts["sheets"] += 1
        counts["points"] += true
        counts["right"] += found.total == true
        counts["sure"] += found.certainty
        counts["letters"] += sum(one == other for one, other in zip("".join(found.grid), letters, strict=True))
        counts["unweighed"] += sum(one == other for one, other in zip("".join(found.unweighed), letters, strict=True))
        for preset in (fairness.FRIENDLY, fairness.STRICT):
            stood = stands(found, sheet, preset)
            counts[preset.name] += stood and found.total == true
            counts[f"{preset.name}-wrong"] += stood and found.total != true
        told, asked, now = Told(), 0, found
        while asked < most and not stands(now, sheet, fairness.FRIENDLY, asked=asked > 0):
            more = answered(sheet, now, told)
            if more is None or more == told:
                break
            told, asked = more, asked + 1
            now = judged(sheet, told)
            if asked == 1:
                counts["after-one"] += now.total == true
        counts["after-one"] += asked == 0 and found.total == true
        settled = stands(now, sheet, fairness.FRIENDLY, asked=asked > 0)
        counts["wrong-after"] += asked > 0 and now.total != true and settled
        counts["open"] += not settled
        counts["questions"] += asked
        counts["at-most-2"] += asked <= 2
    return counts


def line(name: str, counts: Counter[str]) -> str:
    """One line of the table."""
    n = counts["sheets"]
    share = {key: 100 * value / n for key, value in counts.items()}
    return (
        f"{name:<34} {n:4d} mean {counts['points'] / n:4.1f} | letters {share['letters'] / 25:6.2f} "
        f"({share['unweighed'] / 25:5.2f}) totals {share['right']:5.1f} sure {share['sure']:5.1f} | "
        f"friendly {share['friendly']:5.1f} ({counts['friendly-wrong']}) strict {share['strict']:5.1f} "
        f"({counts['strict-wrong']}) | after one {share['after-one']:5.1f} questions {counts['questions'] / n:4.2f} "
        f"≤2 {share['at-most-2']:5.1f} open {share['open']:4.1f} wrong after {counts['wrong-after']}"
    )


CONTEXTS = ("letters alone", "words", "points", "likes", "words, points", "words, likes", "all", "all, likes told")


@contextmanager
def only(context: str) -> Iterator[Callable[[Sheet], Sheet]]:
    """Weigh by some kinds of context only; gives what makes a sheet of such a kind."""
    kept = grids.STRENGTHS
    grids.STRENGTHS = kept if "words" in context or "all" in context else kept * 0

    def with_context(sheet: Sheet) -> Sheet:
        sheet = sheet if "likes" in context or "all" in context else replace(sheet, seen=replace(sheet.seen, alike=()))
        if "points" not in context and "all" not in context:
            reading = replace(sheet.seen.reading, rows=(), columns=(), total=None, bonus=None)
            sheet = replace(sheet, seen=replace(sheet.seen, reading=reading))
        return with_likes(sheet) if "told" in context else sheet

    try:
        yield with_context
    finally:
        grids.STRENGTHS = kept


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("readings", type=Path)
    parser.add_argument("--part", default="choose")
    parser.add_argument("--deals", type=int, default=1)
    parser.add_argument("--kinds", nargs="+", default=[*HANDS, "shuffled"])
    parser.add_argument("--likes", action="store_true", help="as an oracle tells them")
    parser.add_argument("--table", action="store_true", help="what each kind of context brings, alone and together")
    options = parser.parse_args()
    reads = list(stored(options.readings, options.part))
    sets = {"photos": [of_photo(read) for read in reads]}
    for kind in options.kinds:
        for written in (True, False):
            deals = [sheet for seed in range(options.deals) for sheet in redealt(reads, kind, written, seed)]
            sets[f"{kind}, {'points' if written else 'nothing'} written"] = deals
    for context in CONTEXTS if options.table else ():
        with only(context) as made:
            print(context)
            for name, sheets in sets.items():
                print(f"  {line(name, measure([made(sheet) for sheet in sheets], most=0))}", flush=True)
    for name, sheets in sets.items() if not options.table else ():
        chosen = [with_likes(sheet) for sheet in sheets] if options.likes else sheets
        started = time.process_time()
        counts = measure(chosen)
        each = (time.process_time() - started) / (counts["sheets"] + counts["questions"])
        print(f"{line(name, counts)} | {1000 * each:.1f} ms", flush=True)


if __name__ == "__main__":
    main()
