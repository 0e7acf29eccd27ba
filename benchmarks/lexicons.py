"""How good the lexicons are: rulebook words, example sheets, coverage of common strings, hand-judged samples.

python -m benchmarks.lexicons [LANG ...]              report; fails below a floor and where a target is missed
python -m benchmarks.lexicons record [LANG ...]       raise the floors to the present figures
python -m benchmarks.lexicons draw LANG --number 9 > FILE    draw a blind sample to fill in (judged/STANDARD.md)
python -m benchmarks.lexicons take FILE FILE FILE     add what most of its readers wrote to the judged ones
"""

import argparse
import json
import secrets
import sys
import tomllib
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from benchmarks import fame
from benchmarks.judging import COMMON, JUDGED, BadSheet, Judgement, draw, frequent, judgements, take
from lexicons import LANGUAGES, Lexicon, fold, load
from scoring import STANDARD, Grid, score

FLOORS = JUDGED / "floors.json"
MISSING = ("missing", "kept")  # kept: words to its readers, but refused by a rule or a closed list that the note names
TARGETS = {
    "drawn_junk": 0.03,
    "wrongly_refused": 0.01,
}  # a new draw measures anew, so a figure that meets it has no floor
LESS_IS_BETTER = {*TARGETS, "drawn_missing", "junk_now", "missing_now", "lost_now"}
NO_RULEBOOK = {"valid": "", "invalid": "", "grid": "/".join(["....."] * 5)}  # the game has none in this language
STRICTER = "refused-little-known"  # what the standard asks of these rose after the ninth draw
UNWATCHED = {*TARGETS, "entries", "grid", "drawn_missing"}


@dataclass(frozen=True)
class Figures:
    """The figures of one language: `drawn` ones of the last draw as it was drawn, later ones of all draws together."""

    rulebook: float  # share of the named valid words accepted
    exclamations: float  # share of the named exclamations refused
    grid: int  # best total of the example sheet
    top_1000: float  # share of the most frequent 3-5 letter strings accepted
    top_3000: float
    entries: int
    drawn_junk: float  # share of junk among the accepted strings
    drawn_missing: float  # share of real words among the common strings refused
    wrongly_refused: float  # share of the common real words, as the draw tells, that were refused
    precision: float  # share of the judged strings that are accepted now and were not called junk
    junk_now: int  # judged junk that is still accepted
    missing_now: int  # judged missing that is still refused
    lost_now: int  # judged fine that is refused by now


def rulebook() -> dict[str, dict[str, str]]:
    """What the rulebooks name, by language."""
    return tomllib.loads((JUDGED / "rulebook.toml").read_text(encoding="utf-8"))


def measure(language: str) -> Figures:
    """Measure the lexicon of a language."""
    lexicon = load(language)
    named = rulebook().get(language, NO_RULEBOOK)
    valid, invalid = ([fold(word, language) for word in named[key].split()] for key in ("valid", "invalid"))
    common = list(islice(frequent(language), COMMON))
    top = [word in lexicon for word in common]
    judged = judgements(language)
    last = [item for item in judged if item.draw == max(other.draw for other in judged)]
    junk = _share([item.judgement == "junk" for item in last if item.status == "accepted"])
    refused = [item for item in last if item.status == "refused" and item.word in set(common)]
    missing = _share([item.judgement in MISSING for item in refused])
    mended = sum(item.judgement in MISSING and item.word in lexicon for item in refused)
    lacking = missing * (top.count(False) + mended)  # words among the common strings, as it was drawn
    accepted = [item for item in judged if item.status == "accepted" and item.word in lexicon]
    return Figures(
        rulebook=_share([word in lexicon for word in valid]),
        exclamations=_share([word not in lexicon for word in invalid]),
        grid=score(Grid.parse(named["grid"]), lexicon, STANDARD).total,
        top_1000=_share(top[:1000]),
        top_3000=_share(top),
        entries=len(lexicon),
        drawn_junk=junk,
        drawn_missing=missing,
        wrongly_refused=round(lacking / (lacking + (1 - junk) * (top.count(True) - mended)), 4),
        precision=_share([item.judgement != "junk" for item in accepted]),
        junk_now=sum(item.judgement == "junk" and item.word in lexicon for item in judged),
        missing_now=sum(item.judgement == "missing" and _refused(item.word, lexicon) for item in judged),
        lost_now=sum(_lost(item, lexicon) for item in judged),
    )


def failures(language: str, figures: Figures, floor: dict[str, float]) -> list[str]:
    """Name the figures that are worse than their floor or their target."""
    return [
        f"{language}: {name} is {getattr(figures, name)}, its limit is {limit}"
        for name, limit in (TARGETS | floor).items()  # a floor for a target: what the last draw fell short by
        if _worse(name, getattr(figures, name), limit)
    ]


def floors() -> dict[str, dict[str, float]]:
    """The recorded floors, by language."""
    recorded: dict[str, dict[str, float]] = json.loads(FLOORS.read_text(encoding="utf-8")) if FLOORS.exists() else {}
    return recorded


def record(languages: list[str]) -> None:
    """Raise the floors of these languages to the present figures; what is worse keeps its floor."""
    kept = floors()
    for language in languages:
        old = kept.get(language, {})
        figures = {name: value for name, value in vars(measure(language)).items() if name not in UNWATCHED}
        kept[language] = {
            name: old[name] if name in old and _worse(name, value, old[name]) else value
            for name, value in figures.items()
        }
    FLOORS.write_text(json.dumps(dict(sorted(kept.items())), indent=1) + "\n", encoding="utf-8")


def report(languages: list[str]) -> int:
    """Print the figures of these languages side by side; 1 where one is below its floor."""
    measured = {language: measure(language) for language in languages}
    print(f"{'':16}" + "".join(f"{language:>10}" for language in languages))
    for name in Figures.__dataclass_fields__:
        values = [getattr(measured[language], name) for language in languages]
        print(f"{name:16}" + "".join(f"{v:>10.1%}" if isinstance(v, float) else f"{v:>10}" for v in values))
    wrong = [
        text for language in languages for text in failures(language, measured[language], floors().get(language, {}))
    ]
    print("\n".join(wrong), file=sys.stderr)
    print("\nhow widely names are known (benchmarks.fame)")
    return max(fame.report(languages), 1 if wrong else 0)


def _worse(name: str, value: float, limit: float) -> bool:
    return value > limit if name in LESS_IS_BETTER else value < limit


def _lost(item: Judgement, lexicon: Lexicon) -> bool:
    """Whether a word that readers called fine is refused by now, but for names that few know."""
    return item.status == "accepted" and item.judgement == "ok" and _refused(item.word, lexicon)


def _refused(word: str, lexicon: Lexicon) -> bool:
    return word not in lexicon and lexicon.explain(word).why_code != STRICTER


def _share(flags: list[bool]) -> float:
    return round(sum(flags) / len(flags), 4) if flags else 1.0


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*", metavar="[record | draw] LANG | take FILE ...")
    parser.add_argument("--number", type=int, default=1, help="number of the draw")
    parser.add_argument("--seed", type=int, help="seed of the draw; by chance")
    options = parser.parse_args()
    languages = [word for word in options.words if word in LANGUAGES] or list(LANGUAGES)
    if options.words[:1] == ["draw"]:
        seed = secrets.randbelow(10**6) if options.seed is None else options.seed
        sys.stdout.write(draw(languages[0], options.number, seed))
        return 0
    if options.words[:1] == ["take"]:
        try:
            languages = [take([Path(name).read_text(encoding="utf-8") for name in options.words[1:]])]
        except (BadSheet, OSError) as error:
            parser.error(str(error))
    if options.words[:1] == ["record"]:
        record(languages)
    return report(languages)


if __name__ == "__main__":
    sys.exit(main())
