"""Blind samples of a lexicon: drawn without saying what it accepts, judged by readers, taken as most of them say."""

import csv
import io
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import wordfreq

from lexicons import BadWord, Lexicon, fold, load

JUDGED = Path(__file__).parent / "judged"
ACCEPTED, REFUSED = 300, 200  # size of a sample
COMMON = 3000  # most frequent strings: refused ones are drawn from these, and from rarer ones only where they run out
_STATUSES = ("accepted", "refused")
_COLUMNS = ("word", "judgement", "reason", "seal")
_JUDGED_COLUMNS = ("draw", "word", "status", "judgement", "note")
_MEANING = {
    ("accepted", "valid"): "ok",
    ("accepted", "invalid"): "junk",
    ("refused", "valid"): "missing",
    ("refused", "invalid"): "ok",
}
_HEADING = re.compile(r"# language (\w+), draw (\d+), seed (\d+)")
_TASK = (
    "# Judge each string by the standard in benchmarks/judged/STANDARD.md. Write `valid` or `invalid` under judgement,",
    "# and under reason what it is, or why it is not. The seal tells only the program whether the lexicon accepts it.",
)


class Judgement(NamedTuple):
    """One line of a judged sample."""

    draw: int
    word: str
    status: str
    judgement: str
    note: str


class BadSheet(ValueError):
    """A filled sheet cannot be taken."""


def frequent(language: str) -> Iterator[str]:
    """The strings of 3 to 5 letters, folded, each once, the most frequent first."""
    found: set[str] = set()
    for text in wordfreq.top_n_list(language, 200_000):
        try:
            word = fold(text, language)
        except BadWord:
            continue
        if 3 <= len(word) <= 5 and text.isalpha() and word not in found:
            found.add(word)
            yield word


def judgements(language: str) -> list[Judgement]:
    """The judged samples of a language, all draws."""
    path = JUDGED / f"{language}.tsv"
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as lines:
        rows = csv.DictReader(lines, delimiter="\t")
        return [Judgement(int(row["draw"]), row["word"], row["status"], row["judgement"], row["note"]) for row in rows]


def draw(language: str, number: int, seed: int) -> str:
    """Give a sheet to fill in: accepted strings that nobody judged before, and common refused ones, mixed.

    Of the refused ones some may have been judged: left out, the others would not stand for all common strings.
    """
    lexicon = load(language)
    chance = random.Random(seed)
    known = {item.word for item in judgements(language) if item.draw < number}
    accepted = chance.sample(sorted(lexicon.words - known), ACCEPTED)
    drawn = [(word, "accepted") for word in accepted]
    drawn += [(word, "refused") for word in chance.sample(_refused(language, lexicon), REFUSED)]
    chance.shuffle(drawn)
    lines = [f"# language {language}, draw {number}, seed {seed}", *_TASK, "\t".join(_COLUMNS)]
    lines += [f"{word}\t\t\t{_seal(word, status, seed)}" for word, status in drawn]
    return "\n".join(lines) + "\n"


def _refused(language: str, lexicon: Lexicon) -> list[str]:
    """The common strings that the lexicon refuses, with as many rarer ones as a sample lacks."""
    words = frequent(language)
    refused = [word for word in islice(words, COMMON) if word not in lexicon]
    rarer = (word for word in words if word not in lexicon)
    return refused + list(islice(rarer, max(0, REFUSED - len(refused))))


def read_sheet(text: str) -> tuple[str, list[Judgement]]:
    """Give the language of a filled sheet and its judgements; those against the lexicon need a reason."""
    heading = _HEADING.match(text)
    if not heading:
        raise BadSheet("The sheet does not begin with its language, draw and seed.")
    language, number, seed = heading[1], int(heading[2]), int(heading[3])
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    rows = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
    if tuple(rows.fieldnames or ()) != _COLUMNS:
        raise BadSheet(f"The columns are not {', '.join(_COLUMNS)}.")
    judged, wrong = [], []
    for row in rows:
        word, verdict, reason = ((row[name] or "").strip() for name in _COLUMNS[:3])
        status = next((status for status in _STATUSES if _seal(word, status, seed) == row["seal"]), "")
        judgement = _MEANING.get((status, verdict.lower()), "")
        if not judgement or (judgement != "ok" and not reason):
            wrong.append(word if status else f"{word} (its seal is broken)")
        judged.append(Judgement(number, word, status, judgement, reason))
    if wrong:
        raise BadSheet(f"Neither valid nor invalid, or without a needed reason: {', '.join(wrong)}")
    return language, judged


def agreed(sheets: Sequence[str]) -> tuple[str, list[Judgement]]:
    """Give the language of the sheets that several readers filled, and what most of them wrote about each string."""
    if len(sheets) % 2 == 0:
        raise BadSheet("An odd number of filled sheets is needed, so that most readers agree.")
    read = [read_sheet(text) for text in sheets]
    language, first = read[0]
    if len({(language, *((item.draw, item.word) for item in sorted(judged))) for language, judged in read}) > 1:
        raise BadSheet("The sheets are not of the same draw.")
    by_word = [{item.word: item for item in judged} for _, judged in read]
    return language, [_most([judged[item.word] for judged in by_word]) for item in first]


def _most(items: Sequence[Judgement]) -> Judgement:
    """The judgement of most readers, with the first reason that was given for it."""
    (judgement, _), *_ = Counter(item.judgement for item in items).most_common()
    return next(item for item in items if item.judgement == judgement)


def take(sheets: Sequence[str]) -> str:
    """Add a draw that an odd number of readers judged to the judged samples of its language, which it gives."""
    language, judged = agreed(sheets)
    if any(item.draw == judged[0].draw for item in judgements(language)):
        raise BadSheet(f"Draw {judged[0].draw} of {language} is among the judged samples already.")
    with (JUDGED / f"{language}.tsv").open("a", encoding="utf-8", newline="") as file:
        file.write(_lines(sorted(judged, key=lambda item: (item.status, item.word))))
    return language


def _lines(judged: Iterable[Judgement]) -> str:
    text = io.StringIO()
    csv.DictWriter(text, _JUDGED_COLUMNS, delimiter="\t", lineterminator="\n").writerows(
        item._asdict() for item in judged
    )
    return text.getvalue()


def _seal(word: str, status: str, seed: int) -> str:
    return sha256(f"{seed} {word} {status}".encode()).hexdigest()[:8]
