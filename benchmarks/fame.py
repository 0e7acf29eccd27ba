"""How widely the names of the lexicons are known: blind samples, the weights of the evidence, and the figures.

python -m benchmarks.fame draw LANG --number 2 > SHEET     names, accepted and disputable ones mixed, to fill in
python -m benchmarks.fame take SHEET SHEET SHEET           add what three readers wrote to the judged ones
python -m benchmarks.fame fit                              fit the weights of lexicons/fame.toml to the first draws
python -m benchmarks.fame [LANG ...]                       the figures of the last draws and of the famous names
"""

import argparse
import csv
import random
import re
import secrets
import sys
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import numpy as np

from benchmarks.judging import JUDGED, BadSheet
from lexicons import LANGUAGES, Lexicon, fold, load
from lexicons.build.fame import WEIGHTS, features
from lexicons.build.lists import read_lists
from lexicons.build.recipe import read_recipe
from lexicons.build.sources import gather
from lexicons.build.zipf import zipf_of
from lexicons.table import read_table

FAME, FAMOUS = JUDGED / "fame", JUDGED / "famous"
ACCEPTED, DISPUTABLE = 200, 100  # names on a sheet
READERS = 3
_COLUMNS = ("draw", "word", "status", "known")
_HEADING = re.compile(r"# fame, language (\w+), draw (\d+), seed (\d+)")
_NAMES = ("place", "first-name", "person", "brand", "abbreviation")


class Judged(NamedTuple):
    """A name, what the lexicon said of it when it was drawn, and how many of three readers know it."""

    draw: int
    word: str
    status: str
    known: int


def judged(language: str) -> list[Judged]:
    """All judged names of a language."""
    path = FAME / f"{language}.tsv"
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as lines:
        rows = csv.DictReader(lines, delimiter="\t")
        return [Judged(int(row["draw"]), row["word"], row["status"], int(row["known"])) for row in rows]


def names(lexicon: Lexicon, common: float = 2.0) -> tuple[list[str], list[str]]:
    """The accepted names and the disputable ones that are not rare strings."""
    accepted = [word for word in sorted(lexicon.words) if lexicon.explain(word).why_code in _NAMES]
    refused = (lexicon.explain(word) for word in sorted(lexicon.disputable_words))
    disputable = [e.word for e in refused if e.why_code == "refused-little-known" and e.frequency >= common]
    return accepted, disputable


def draw(language: str, number: int, seed: int, accepted: int = ACCEPTED, disputable: int = DISPUTABLE) -> str:
    """Give a sheet to fill in: names that nobody judged before, mixed."""
    chance = random.Random(seed)
    before = {item.word for item in judged(language) if item.draw < number}
    valid, refused = ([word for word in group if word not in before] for group in names(load(language)))
    drawn = [(word, "accepted") for word in chance.sample(valid, min(accepted, len(valid)))]
    drawn += [(word, "disputable") for word in chance.sample(refused, min(disputable, len(refused)))]
    chance.shuffle(drawn)
    heading = [f"# fame, language {language}, draw {number}, seed {seed}", "word\tknown\tseal"]
    return "\n".join([*heading, *(f"{word}\t\t{_seal(word, status, seed)}" for word, status in drawn)]) + "\n"


def read_sheet(text: str) -> tuple[str, int, dict[str, tuple[str, bool]]]:
    """Give language, number and, by word, what the lexicon said and whether the reader knows it."""
    heading = _HEADING.match(text)
    if not heading:
        raise BadSheet("The sheet does not begin with its language, draw and seed.")
    found: dict[str, tuple[str, bool]] = {}
    for line in text.splitlines()[2:]:
        word, answer, seal = line.split("\t")
        status = next((s for s in ("accepted", "disputable") if _seal(word, s, int(heading[3])) == seal), "")
        if answer not in ("known", "unknown") or not status:
            raise BadSheet(f"{word} is neither known nor unknown, or its seal is broken.")
        found[word] = (status, answer == "known")
    return heading[1], int(heading[2]), found


def take(sheets: Sequence[str]) -> str:
    """Add a draw that three readers judged; give its language."""
    read = [read_sheet(text) for text in sheets]
    language, number, first = read[0]
    if len(read) != READERS or any(other[:2] != (language, number) or set(other[2]) != set(first) for other in read):
        raise BadSheet(f"{READERS} sheets of the same draw are needed.")
    if any(item.draw == number for item in judged(language)):
        raise BadSheet(f"Draw {number} of {language} is among the judged samples already.")
    path = FAME / f"{language}.tsv"
    lines = [] if path.exists() else ["\t".join(_COLUMNS)]
    for word in sorted(first, key=lambda word: (first[word][0], word)):
        lines.append(f"{number}\t{word}\t{first[word][0]}\t{sum(found[word][1] for _, _, found in read)}")
    with path.open("a", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    return language


def famous(language: str) -> list[str]:
    """The famous names of a language, written down from outside the lists, as letters."""
    path = FAMOUS / f"{language}.txt"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    spellings = (name.strip() for line in lines if not line.startswith(("#", "[")) for name in line.split(","))
    return list(dict.fromkeys(fold(spelling, language) for spelling in spellings if spelling))


def fit() -> None:
    """Fit the weights to the first draw of each language: of three readers, how many know a name, a word."""
    found = {kind: _fitted(*_observations(kind)) for kind in ("words", "names")}
    note = WEIGHTS.read_text(encoding="utf-8").partition("[")[0]
    blocks = (
        "\n".join([f"[{kind}]", *(f"{name} = {value:.4f}" for name, value in found[kind].items())]) for kind in found
    )
    WEIGHTS.write_text(note + "\n\n".join(blocks) + "\n", encoding="utf-8")


def _observations(kind: str) -> tuple[list[dict[str, float]], list[float]]:
    values, shares = [], []
    for language in LANGUAGES:
        recipe, evidence = read_recipe(language), gather(read_recipe(language).sources, language)
        lists, table = read_lists(language), read_table(language)
        for item in (item for item in judged(language) if item.draw == 1):
            items = [piece for piece in evidence.get(item.word, []) if recipe.counts(piece)]
            zipf = zipf_of(item.word, {piece.spelling for piece in items} | lists.spellings(item.word), language)
            is_word = item.status == "word"
            if is_word == (kind == "words"):
                valid, disputed = item.word in table.valid, item.word in lists.disputed
                values.append({"base": 1.0, "zipf": zipf} if is_word else features(items, zipf, valid, disputed))
                shares.append(item.known / READERS)
    return values, shares


def _fitted(values: Sequence[dict[str, float]], shares: Sequence[float]) -> dict[str, float]:
    """Logistic regression in which no evidence for a name counts against it: such evidence gets no weight."""
    names = list(values[0])
    while True:
        weight = _regression(values, shares, names)
        against = [name for name in names if weight[name] < 0 and name not in ("base", "disputed")]
        if not against:
            return weight
        names.remove(min(against, key=lambda name: weight[name]))


def _regression(
    values: Sequence[dict[str, float]], shares: Sequence[float], names: list[str], ridge: float = 0.01
) -> dict[str, float]:
    """Newton's method, with a small ridge so that rare evidence gets no wild weight."""
    x = np.array([[row[name] for name in names] for row in values])
    y, weight = np.array(shares), np.zeros(len(names))
    for _ in range(50):
        p = 1 / (1 + np.exp(-x @ weight))
        slope = x.T @ (y - p) - ridge * weight
        weight += np.linalg.solve((x.T * (p * (1 - p))) @ x + ridge * np.eye(len(names)), slope)
    return dict(zip(names, weight.tolist(), strict=True))


def _seal(word: str, status: str, seed: int) -> str:
    return sha256(f"{seed} {word} {status}".encode()).hexdigest()[:8]


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*", metavar="[draw] LANG | take FILE FILE FILE | fit")
    parser.add_argument("--number", type=int, default=1)
    parser.add_argument("--seed", type=int, help="seed of the draw; by chance")
    parser.add_argument("--accepted", type=int, default=ACCEPTED)
    parser.add_argument("--disputable", type=int, default=DISPUTABLE)
    options = parser.parse_args()
    what, languages = options.words[:1], [word for word in options.words if word in LANGUAGES] or list(LANGUAGES)
    if what == ["draw"]:
        seed = secrets.randbelow(10**6) if options.seed is None else options.seed
        sys.stdout.write(draw(languages[0], options.number, seed, options.accepted, options.disputable))
    elif what == ["fit"]:
        fit()
    elif what == ["take"]:
        try:
            take([Path(name).read_text(encoding="utf-8") for name in options.words[1:]])
        except (BadSheet, OSError) as error:
            parser.error(str(error))
    return 0


if __name__ == "__main__":
    sys.exit(main())
