"""How good the lexicons are: rulebook words, example sheets, coverage of common strings, hand-judged samples.

python -m benchmarks.lexicons [LANG ...]              report; fails where a figure is below its floor
python -m benchmarks.lexicons record [LANG ...]       record the present figures as the floors
python -m benchmarks.lexicons draw LANG --number 2 --seed 7    draw a fresh sample to judge by hand
"""

import argparse
import csv
import json
import random
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import wordfreq

from lexicons import LANGUAGES, BadWord, Lexicon, fold, frequency, load
from scoring import STANDARD, Grid, score

JUDGED = Path(__file__).parent / "judged"
FLOORS = JUDGED / "floors.json"
ACCEPTED, REFUSED = 300, 200  # size of a judged sample
POOL = 3000  # coverage is measured on this many most frequent strings
REFUSED_POOL = 400  # refused strings are drawn from this many most frequent refused ones


class Judgement(NamedTuple):
    """One line of a judged sample."""

    draw: int
    word: str
    status: str
    judgement: str
    note: str


@dataclass(frozen=True)
class Figures:
    """The figures of one language. Shares are of the sample; `now` counts judged strings that are still wrong."""

    rulebook: float  # share of the named valid words accepted
    exclamations: float  # share of the named exclamations refused
    grid: int  # best total of the example sheet
    top_1000: float  # share of the most frequent 3-5 letter strings accepted
    top_3000: float
    entries: int
    precision: float  # 1 - junk among the accepted strings of the last draw, as it was drawn
    missing: float  # share of real words among the refused strings of the last draw, as it was drawn
    wrongly_refused: float  # that share, carried to all of the 3000 most frequent strings
    junk_now: int  # judged junk, of all draws, that is still accepted
    missing_now: int  # judged missing, of all draws, that is still refused
    lost_now: int  # judged fine, of all draws, that is refused by now


def rulebook() -> dict[str, dict[str, str]]:
    """What the rulebooks name, by language."""
    return tomllib.loads((JUDGED / "rulebook.toml").read_text(encoding="utf-8"))


def frequent(language: str, count: int) -> list[str]:
    """The most frequent strings of 3 to 5 letters, folded, each once."""
    found: dict[str, None] = {}
    for text in wordfreq.top_n_list(language, 200_000):
        try:
            word = fold(text, language)
        except BadWord:
            continue
        if 3 <= len(word) <= 5 and text.isalpha():
            found[word] = None
        if len(found) == count:
            break
    return list(found)


def judgements(language: str) -> list[Judgement]:
    """The judged samples of a language, all draws."""
    path = JUDGED / f"{language}.tsv"
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as lines:
        rows = csv.DictReader(lines, delimiter="\t")
        return [Judgement(int(row["draw"]), row["word"], row["status"], row["judgement"], row["note"]) for row in rows]


def measure(language: str) -> Figures:
    """Measure the lexicon of a language."""
    lexicon = load(language)
    named = rulebook()[language]
    valid, invalid = ([fold(word, language) for word in named[key].split()] for key in ("valid", "invalid"))
    top = [word in lexicon for word in frequent(language, POOL)]
    judged = judgements(language)
    last = [item for item in judged if item.draw == max(other.draw for other in judged)]
    precision = 1 - _share([item.judgement == "junk" for item in last if item.status == "accepted"])
    missing = _share([item.judgement == "missing" for item in last if item.status == "refused"])
    return Figures(
        rulebook=_share([word in lexicon for word in valid]),
        exclamations=_share([word not in lexicon for word in invalid]),
        grid=score(Grid.parse(named["grid"]), lexicon, STANDARD).total,
        top_1000=_share(top[:1000]),
        top_3000=_share(top),
        entries=len(lexicon),
        precision=round(precision, 4),
        missing=missing,
        wrongly_refused=round(missing * (1 - _share(top)), 4),
        junk_now=sum(item.judgement == "junk" and item.word in lexicon for item in judged),
        missing_now=sum(item.judgement == "missing" and item.word not in lexicon for item in judged),
        lost_now=sum(_lost(item, lexicon) for item in judged),
    )


def draw(language: str, number: int, seed: int) -> None:
    """Print a fresh sample without judgements: accepted strings, and refused ones among the most frequent."""
    lexicon = load(language)
    chance = random.Random(seed)
    known = {item.word for item in judgements(language) if item.draw < number}
    accepted = chance.sample(sorted(lexicon.words - known), ACCEPTED)
    refused = [word for word in frequent(language, 20_000) if word not in lexicon and word not in known][:REFUSED_POOL]
    print("draw\tword\tstatus\tjudgement\tnote")
    for word in sorted(accepted):
        entry = lexicon.explain(word)
        print(f"{number}\t{word}\taccepted\t\t{entry.category}: {', '.join(entry.spellings)}")
    for word in sorted(chance.sample(refused, min(REFUSED, len(refused)))):
        print(f"{number}\t{word}\trefused\t\t{lexicon.explain(word).why} ({frequency(word, language):.1f})")


def failures(language: str, figures: Figures, floor: dict[str, float]) -> list[str]:
    """Name the figures that are worse than their floor."""
    less_is_better = {"missing", "wrongly_refused", "junk_now", "missing_now", "lost_now"}
    found = []
    for name, limit in floor.items():
        value = getattr(figures, name)
        if value > limit if name in less_is_better else value < limit:
            found.append(f"{language}: {name} is {value}, its floor is {limit}")
    return found


def floors() -> dict[str, dict[str, float]]:
    """The recorded floors, by language."""
    recorded: dict[str, dict[str, float]] = json.loads(FLOORS.read_text(encoding="utf-8")) if FLOORS.exists() else {}
    return recorded


def record(languages: list[str]) -> None:
    """Record the present figures of these languages as floors; the number of entries is free."""
    kept = floors()
    for language in languages:
        figures = vars(measure(language))
        kept[language] = {name: value for name, value in figures.items() if name not in ("entries", "grid")}
    FLOORS.write_text(json.dumps(dict(sorted(kept.items())), indent=1) + "\n", encoding="utf-8")


def report(languages: list[str]) -> int:
    """Print the figures of these languages side by side; 1 where one is below its floor."""
    measured = {language: measure(language) for language in languages}
    print(f"{'':14}" + "".join(f"{language:>10}" for language in languages))
    for name in Figures.__dataclass_fields__:
        values = [getattr(measured[language], name) for language in languages]
        print(f"{name:14}" + "".join(f"{v:>10.1%}" if isinstance(v, float) else f"{v:>10}" for v in values))
    wrong = [
        text for language in languages for text in failures(language, measured[language], floors().get(language, {}))
    ]
    print("\n".join(wrong), file=sys.stderr)
    return 1 if wrong else 0


def _lost(item: Judgement, lexicon: Lexicon) -> bool:
    return item.status == "accepted" and item.judgement == "ok" and item.word not in lexicon


def _share(flags: list[bool]) -> float:
    return round(sum(flags) / len(flags), 4) if flags else 0.0


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*", metavar="[record | draw] LANG")
    parser.add_argument("--number", type=int, default=1, help="number of the draw")
    parser.add_argument("--seed", type=int, default=1, help="seed of the draw")
    options = parser.parse_args()
    languages = [word for word in options.words if word in LANGUAGES] or list(LANGUAGES)
    if "draw" in options.words:
        draw(languages[0], options.number, options.seed)
        return 0
    if "record" in options.words:
        record(languages)
    return report(languages)


if __name__ == "__main__":
    sys.exit(main())
