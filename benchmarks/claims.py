"""How well the points that players write are foreseen from the letters: on all photos with truth.

    python -m benchmarks.claims [FOLDER ...]
    python -m benchmarks.claims --cheat READINGS [--part choose|judge] [--attempts N]     see benchmarks/inflated.py

Prints the mean logarithmic loss of the points beside each line (lower is better) for the model of
`referee/inference/players.py`, for one that only counts how often the points of each word length are written by the
length of the longest valid word, and how often common and rare words are claimed. The counted model is given the very
lines it is judged on.
"""

import argparse
from collections import defaultdict
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from math import log
from pathlib import Path

import lexicons
from benchmarks.truth import SAMPLES, SHARED, SheetTruth, load
from referee.inference.players import DELIBERATE, SLIP, missed_words
from scoring import rules_named
from scoring.line_words import RUNS, longest


@dataclass(frozen=True)
class Claim:
    """The letters of a line, and the word length whose points its player wrote: 1 for none, None for other points."""

    language: str
    letters: str
    length: int | None


def claimed_lengths(letters: str, lexicon: Container[str], missed: Mapping[str, float]) -> tuple[float, ...]:
    """The chances that a player writes the points of no word, two, three, four or five letters beside five letters.

    `missed` gives the chance that each common string is not claimed.
    """
    none = [1.0] * 6  # chance that no word of so many letters is claimed
    for start, end in RUNS:
        run = letters[start:end]
        chance = missed.get(run, 1.0)
        if chance > 1 - DELIBERATE and run in lexicon:
            chance = 1 - DELIBERATE
        none[end - start] *= chance
    slip = SLIP / 5
    longer, chances = 1 - SLIP, []  # chance that no longer word is claimed
    for length in (5, 4, 3, 2):
        chances.append(slip + longer * (1 - none[length]))
        longer *= none[length]
    return (slip + longer, *reversed(chances))


def claims(sheet: SheetTruth) -> Iterator[Claim]:
    """The points written beside the lines of a sheet."""
    rules = rules_named("auto", sheet.side)
    columns = ("".join(row[column] for row in sheet.grid) for column in range(5))
    for number, (letters, text) in enumerate(zip((*sheet.grid, *columns), sheet.rows + sheet.columns, strict=True)):
        if text:
            points = [value * rules.factor(number % 5 + 1) for value in rules.points]
            value = 0 if text == "-" else int(text)
            yield Claim(sheet.language, letters, points.index(value, 1) if value in points else None)


def loss_of_model(found: list[Claim]) -> float:
    """The mean loss of the model of players."""
    chances = [
        claimed_lengths(claim.letters, lexicons.load(claim.language), missed_words(claim.language))[claim.length - 1]
        for claim in found
        if claim.length
    ]
    return -sum(map(log, chances)) / max(len(chances), 1)


def loss_of_counts(found: list[Claim]) -> float:
    """The mean loss where only the length of the longest valid word is looked at; counts start at one half."""
    counts: dict[int, dict[int, float]] = defaultdict(lambda: defaultdict(lambda: 0.5))
    pairs = [(max(longest(c.letters, lexicons.load(c.language)), 1), c.length) for c in found if c.length]
    for best, claimed in pairs:
        counts[best][claimed] += 1
    total = {best: sum(counts[best][length] for length in range(1, 6)) for best in list(counts)}
    return -sum(log(counts[best][claimed] / total[best]) for best, claimed in pairs) / max(len(pairs), 1)


def by_frequency(found: list[Claim]) -> dict[tuple[bool, int, float], tuple[int, int]]:
    """How many strings stood alone of their length in a line with nothing longer claimed, and how many were claimed.

    By whether the lexicon has them, their length, and their Zipf frequency in halves.
    """
    seen: dict[tuple[bool, int, float], tuple[int, int]] = defaultdict(lambda: (0, 0))
    for claim in found:
        lexicon, zipf = lexicons.load(claim.language), lexicons.frequencies(claim.language)
        known = sorted({run for start, end in RUNS if (run := claim.letters[start:end]) in zipf or run in lexicon})
        for length in range(claim.length or 6, 6):
            alike = [run for run in known if len(run) == length]
            if len(alike) == 1:
                key = (alike[0] in lexicon, length, int(2 * zipf.get(alike[0], 0.0)) / 2)
                count, claimed = seen[key]
                seen[key] = (count + 1, claimed + (length == claim.length))
    return dict(seen)


def main() -> None:
    """Print the figures of each folder."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", type=Path, help="default: the samples, and ../shared/photos if present")
    parser.add_argument("--cheat", type=Path, metavar="READINGS", help="what points for a better letter bring")
    parser.add_argument("--part", default="choose", help="of the readings")
    parser.add_argument("--attempts", type=int, default=400)
    options = parser.parse_args()
    if options.cheat:
        from benchmarks.inflated import report

        report(options.cheat, options.part, options.attempts)
        return
    shared = [SHARED / "photos" / name for name in ("render", "composite", "several")]
    everything: list[Claim] = []
    for folder in options.folders or [SAMPLES, *(folder for folder in shared if folder.is_dir())]:
        found = [claim for photo in load(folder) for sheet in photo.sheets for claim in claims(sheet)]
        everything += found
        odd = sum(claim.length is None for claim in found)
        print(
            f"{folder.name}: {len(found)} lines, loss {loss_of_model(found):.3f}, by length alone "
            f"{loss_of_counts(found):.3f}, {odd} with points that the line cannot have"
        )
    print(
        "strings alone of their length in a line with nothing longer claimed: letters, Zipf frequency, times, claimed"
    )
    for (valid, length, zipf), (count, claimed) in sorted(by_frequency(everything).items()):
        print(f"  {'valid  ' if valid else 'invalid'} {length} {zipf:.1f} {count:4d} {100 * claimed / count:5.1f} %")


if __name__ == "__main__":
    main()
