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
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import numpy as np

from benchmarks.judging import JUDGED, BadSheet
from lexicons import LANGUAGES, Lexicon, fold, load
from lexicons.build.criteria import read_criteria
from lexicons.build.fame import WEIGHTS, features
from lexicons.build.lists import read_lists
from lexicons.build.sources import gather
from lexicons.build.zipf import zipf_of

FAME, FAMOUS, ASIDE = JUDGED / "fame", JUDGED / "famous", JUDGED / "aside"
ACCEPTED, DISPUTABLE = 200, 100  # names on a sheet
FAMOUS_DRAWN = 200
READERS = 3
# which draws the weights are fitted to; Spanish names only test them
FITTED = {"word": ("words", (1,)), "accepted": ("names", (2, 3, 5)), "disputable": ("names", (2, 3, 5))}
UNFITTED = ("es",)
TARGETS = {"names_known": 0.95, "famous_accepted": 0.97}
# where the last draw fell short of its target; these may only rise
SHORT = {"it": {"names_known": 0.94}}
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


def famous(language: str, folder: Path = FAMOUS, ending: str = ".txt") -> list[str]:
    """The famous names of a language, written down from outside the lists, as letters."""
    path = folder / f"{language}{ending}"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    spellings = (name.strip() for line in lines if not line.startswith(("#", "[")) for name in line.split(","))
    return list(dict.fromkeys(fold(spelling, language) for spelling in spellings if spelling))


def fit() -> None:
    """Fit the weights to judged draws: of three readers, how many know a name, a word. Later draws test them."""
    found = {kind: _fitted(*_observations(kind)) for kind in ("words", "names")}
    note = WEIGHTS.read_text(encoding="utf-8").partition("[")[0]
    blocks = (
        "\n".join([f"[{kind}]", *(f"{name} = {value:.4f}" for name, value in weight.items())])
        for kind, weight in found.items()
    )
    WEIGHTS.write_text(note + "\n\n".join(blocks) + "\n", encoding="utf-8")


def _observations(kind: str) -> tuple[list[dict[str, float]], list[float]]:
    """The evidence for the judged names or words of the fitted draw, and the share of readers who know them."""
    values, shares = [], []
    for language in (language for language in LANGUAGES if language not in UNFITTED):
        criteria, lists = read_criteria(language), read_lists(language)
        evidence = gather(criteria.sources, language)
        for item in (item for item in judged(language) if _fits(item, kind)):
            items = [piece for piece in evidence.get(item.word, []) if criteria.counts(piece)]
            zipf = zipf_of(item.word, {piece.spelling for piece in items} | lists.spellings(item.word), language)
            taken, read = item.status == "accepted", item.status == "disputable" and item.word in lists.disputed
            values.append({"base": 1.0, "zipf": zipf} if kind == "words" else features(items, zipf, taken, read))
            shares.append(item.known / READERS)
    return values, shares


def _fits(item: Judged, kind: str) -> bool:
    fitted, draws = FITTED[item.status]
    return fitted == kind and item.draw in draws


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


@dataclass(frozen=True)
class Fame:
    """The figures of one language, from its last draw and its famous names."""

    names_known: float  # share of the accepted names that at least two of three readers know
    refused_known: float  # share of the disputable names that they know
    fame_said: float  # mean fame of the drawn names ...
    fame_found: float  # ... and the share of readers who know them
    famous_accepted: float  # share of 200 famous names that are accepted
    famous_all: float  # share of all famous names written down
    aside_accepted: float  # share of the names set aside, which the lists were never mended from


def measure(language: str) -> Fame:
    """Measure how well the lexicon of a language knows what people know."""
    lexicon, items = load(language), [item for item in judged(language) if item.status != "word"]
    last = [item for item in items if item.draw == max(other.draw for other in items)]
    accepted, disputable = ([item for item in last if item.status == s] for s in ("accepted", "disputable"))
    pool = famous(language)
    drawn = random.Random(f"famous {language}").sample(pool, FAMOUS_DRAWN)
    return Fame(
        names_known=_mean([item.known >= 2 for item in accepted]),
        refused_known=_mean([item.known >= 2 for item in disputable]),
        fame_said=_mean([lexicon.explain(item.word).fame for item in last]),
        fame_found=_mean([item.known / READERS for item in last]),
        famous_accepted=_mean([word in lexicon for word in drawn]),
        famous_all=_mean([word in lexicon for word in pool]),
        aside_accepted=_mean([word in lexicon for word in famous(language, ASIDE)]),
    )


def failures(language: str, figures: Fame) -> list[str]:
    """Name the figures that miss their target."""
    return [
        f"{language}: {name} is {getattr(figures, name)}, its target is {target}"
        for name, target in (TARGETS | SHORT.get(language, {})).items()
        if getattr(figures, name) < target
    ]


def report(languages: list[str]) -> int:
    """Print the figures side by side; 1 where a target is missed."""
    measured = {language: measure(language) for language in languages}
    print(f"{'':16}" + "".join(f"{language:>10}" for language in languages))
    for name in Fame.__dataclass_fields__:
        print(f"{name:16}" + "".join(f"{getattr(measured[language], name):>10.1%}" for language in languages))
    wrong = [text for language in languages for text in failures(language, measured[language])]
    print("\n".join(wrong), file=sys.stderr)
    return 1 if wrong else 0


def _mean(values: Sequence[float]) -> float:
    return round(sum(values) / len(values), 4) if values else 1.0


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
    else:
        return report(languages)
    return 0


if __name__ == "__main__":
    sys.exit(main())
