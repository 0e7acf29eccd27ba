"""Blind sheets for independent readers, who answer yes or no to one question, and their answers taken together.

python -m benchmarks.blind draw FOLDER [KIND ...] [--round 1]   write the sheets, and a TASK.txt for each kind
python -m benchmarks.blind take FOLDER [KIND ...] [--round 1]   add the answers to judged/blind/KIND/LANG.tsv
python -m benchmarks.blind open FOLDER [KIND ...]               name the sheets that nobody has answered yet

A sheet is FOLDER/KIND/LANG-READER.txt (LANG.BATCH-READER.txt where there are several), one string a line, in another
order for each reader; the answers stand beside it in LANG-READER.answers.txt. Nothing on a sheet tells what the program
accepts: what it accepts and what it refuses are mixed, and whether a string counts is looked up when answers are taken.
"""

import argparse
import csv
import random
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from string import ascii_uppercase
from typing import NamedTuple

from benchmarks.judging import JUDGED, BadSheet
from lexicons import LANGUAGES, Lexicon, load
from lexicons.frequency import frequencies

BLIND = JUDGED / "blind"
LONGEST = 700  # strings on a sheet
CONTROLS = 50  # accepted strings among the refused ones of a sheet: they hide what it is and show whether it was read
EVERYDAY = 3.5  # Zipf from which a dictionary word of three letters is not asked about
FAMILIAR = {(0.0, 2.0): 230, (2.0, 3.0): 250, (3.0, 4.0): 150, (4.0, 9.0): 70}  # strings asked about, by Zipf
ANSWERS = {"yes": "y", "no": "n"}

_TABLES = {
    1: "a family: parents of fifty, a daughter of twenty, a son of seventeen",
    2: "four colleagues of an office, thirty to fifty years old",
    3: "four pensioners of a small town",
    4: "four students of different subjects",
    5: "four friends who like word games: a nurse, an electrician, a teacher, a shop assistant",
}
_PEOPLE = {
    1: "a teacher of forty-five who reads much",
    2: "an electrician of thirty-five who reads the news on the phone",
    3: "a retired saleswoman of seventy who solves crosswords",
    4: "a student of economics, twenty-two",
    5: "a driver of fifty-five who watches sport and films",
}
_GAME = """

In this game players write letters into a grid and score the words they find, two to five letters long. Words of the
dictionary count, in every inflected form, and so do well-known names (places, people, first names, bands, brands)
and well-known abbreviations, in the spelling of the language. Exclamations of feeling (oh, ouch), Roman numerals,
misspellings and words of other languages do not count."""
_LETTERS = """All strings are capitals A to Z: accents are dropped (NÉS is NES, ñ is N); German ä ö ü ß are AE OE UE SS.
One meaning that fits is enough. The language is the first two letters of the sheet's name: en English (British or
American, either will do), de German, fr French, it Italian, es Spanish (of Spain or America)."""


@dataclass(frozen=True)
class Kind:
    """One question, who answers it, and what is asked about."""

    question: str
    readers: Mapping[int, str]
    drawn: Callable[[Lexicon, random.Random], Iterable[list[str]]]  # the batches of a language
    no_by_silence: bool = False  # a string that is not answered is a no


class Answered(NamedTuple):
    """A string, whether it counted when the answers were taken, and what the readers said: y, n, or - for nothing."""

    round: int
    word: str
    counted: bool
    answers: str
    note: str


def _pairs(_lexicon: Lexicon, _chance: random.Random) -> Iterator[list[str]]:
    yield ["".join(pair) for pair in product(ascii_uppercase, repeat=2)]


def _three(lexicon: Lexicon, chance: random.Random) -> Iterator[list[str]]:
    """The accepted strings of three letters that are no everyday words, and a third as many refused ones."""
    common = frequencies(lexicon.language)
    accepted = [
        word
        for word in sorted(lexicon.words)
        if len(word) == 3 and not (lexicon.explain(word).category == "dictionary" and common.get(word, 0.0) >= EVERYDAY)
    ]
    refused = sorted(word for word in common if len(word) == 3 and word not in lexicon)
    yield from _batches([*accepted, *chance.sample(refused, len(accepted) // 3)], chance)


def _known(lexicon: Lexicon, chance: random.Random) -> Iterator[list[str]]:
    """Accepted and disputable strings, the rarer ones more often than they come."""
    common = frequencies(lexicon.language)
    listed = sorted(word for word in lexicon.words | lexicon.disputable_words if len(word) > 2)
    sheet = []
    for (least, below), size in FAMILIAR.items():
        sheet += chance.sample([word for word in listed if least <= common.get(word, 0.0) < below], size)
    yield sheet


def _gaps(lexicon: Lexicon, chance: random.Random) -> Iterator[list[str]]:
    """The refused strings that are not very rare, the commonest first, each batch with some accepted ones."""
    common = frequencies(lexicon.language)
    by_rule = ("refused-exclamation", "refused-roman-numeral")
    asked = [word for word in common if len(word) > 2 and word not in lexicon]
    asked = [word for word in sorted(asked) if lexicon.explain(word).why_code not in by_rule]
    asked.sort(key=lambda word: -common[word])
    controls = sorted(word for word in lexicon.words if len(word) > 2 and common.get(word, 0.0) >= EVERYDAY)
    size = LONGEST - CONTROLS
    for start in range(0, len(asked), size):
        yield asked[start : start + size] + chance.sample(controls, CONTROLS)


def _batches(words: list[str], chance: random.Random) -> Iterator[list[str]]:
    chance.shuffle(words)
    count = -(-len(words) // LONGEST)
    for batch in range(count):
        yield words[batch::count]


KINDS = {
    "pairs": Kind(
        "Would a table of four ordinary adults accept this string of two letters without reaching for a phone?" + _GAME,
        _TABLES,
        _pairs,
    ),
    "three": Kind(
        "Would a table of four ordinary adults accept this string of three letters without reaching for a phone?"
        + _GAME,
        {number: _TABLES[number] for number in (1, 5)},
        _three,
    ),
    "known": Kind("Does this person know the string, as a word or a name, and could say what it is?", _PEOPLE, _known),
    "gaps": Kind(
        "Should this string count?" + _GAME,
        {
            1: "strict: yes only for words (with all their inflected forms) that everybody uses or understands,\n"
            "  and for names, brands and abbreviations that most adults know without thinking",
            2: "generous: yes for every word that a comprehensive dictionary of the language has, rare or dialect,\n"
            "  in every inflected form, and for names, brands and abbreviations that a well-read adult can place",
        },
        _gaps,
        no_by_silence=True,
    ),
}
_SILENCE = "Write only the strings that you answer with yes: a string that you leave out is a no."
_EVERY = "Every string of the sheet needs its line."


def task(name: str) -> str:
    """What a reader of this kind of sheet is told."""
    kind = KINDS[name]
    readers = "\n".join(f"  reader {number}: {who}" for number, who in kind.readers.items())
    return f"""{kind.question}

{_LETTERS}

HOW. Your sheet is LANG-READER.txt (or LANG.BATCH-READER.txt), one string a line. READER tells whose answer is wanted:
{readers}
Judge each string by itself, in the order of the sheet, from what you know: no word list, no dictionary, no look-up,
no program of any kind, nothing of the project, no other reader's answers. Nothing tells what the program accepts; the
strings come in no order, good and bad ones mixed in no fixed share. Read every line: do not guess from its neighbours.

Write LANG-READER.answers.txt (the name of the sheet with .answers before .txt), in the same folder, one line a string:

STRING yes|no

{_SILENCE if kind.no_by_silence else _EVERY}
Behind a yes, say in one to four words what it is where it is no everyday word, with its usual spelling:
`LONDON yes London, city`, `NAITRE yes naître, to be born`. Use the strings exactly as they stand, in capitals.
Long sheets may be written in several pieces; count the lines at the end.
"""


def draw(folder: Path, kinds: Iterable[str], number: int) -> None:
    """Write the sheets of all languages. The round seeds them, so that the same lists give the same sheets."""
    for name in kinds:
        (folder / name).mkdir(parents=True, exist_ok=True)
        (folder / name / "TASK.txt").write_text(task(name), encoding="utf-8")
        for language in LANGUAGES:
            batches = list(KINDS[name].drawn(load(language), random.Random(f"{name} {language} {number}")))
            for at, words in enumerate(batches, 1):
                batch = f".{at:02}" if len(batches) > 1 else ""
                for reader in KINDS[name].readers:
                    random.Random(f"{name} {language} {number} {at} {reader}").shuffle(words)
                    path = folder / name / f"{language}{batch}-{reader}.txt"
                    path.write_text("\n".join(words) + "\n", encoding="ascii")


def take(folder: Path, name: str, language: str, number: int) -> list[Answered]:
    """Give what the readers answered in this language, each string once, and keep it."""
    found: dict[str, dict[int, str]] = {}
    notes: dict[str, str] = {}
    for reader in KINDS[name].readers:
        for sheet in _sheets(folder / name, language, reader):
            if _answers(sheet).exists():
                for word, (answer, note) in _read(sheet, KINDS[name].no_by_silence).items():
                    # a control may stand on several sheets: one no is a no
                    found.setdefault(word, {})[reader] = min(answer, found.get(word, {}).get(reader, "y"))
                    notes.setdefault(word, note)
                    notes[word] = notes[word] or note
    lexicon = load(language)
    taken = [
        Answered(
            number, word, word in lexicon, "".join(said.get(reader, "-") for reader in KINDS[name].readers), notes[word]
        )
        for word, said in sorted(found.items())
    ]
    if taken:
        _keep(name, language, number, taken)
    return taken


def judged(name: str, language: str) -> list[Answered]:
    """All answers of a kind in a language, of all rounds."""
    path = BLIND / name / f"{language}.tsv"
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as lines:
        rows = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [
            Answered(int(row["round"]), row["word"], row["counted"] == "1", row["answers"], row["note"]) for row in rows
        ]


def _keep(name: str, language: str, number: int, taken: list[Answered]) -> None:
    path = BLIND / name / f"{language}.tsv"
    path.parent.mkdir(parents=True, exist_ok=True)
    items = [item for item in judged(name, language) if item.round != number] + taken
    lines = ["\t".join(Answered._fields)]
    lines += [f"{item.round}\t{item.word}\t{item.counted:d}\t{item.answers}\t{item.note}" for item in items]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _read(sheet: Path, no_by_silence: bool) -> dict[str, tuple[str, str]]:
    """The answers to a sheet, each with its note; BadSheet if a string lacks, is too much, or is answered otherwise."""
    words, found = sheet.read_text(encoding="ascii").split(), {}
    for line in _answers(sheet).read_text(encoding="utf-8").splitlines():
        if line.strip():
            word, answer, *note = [*line.split(maxsplit=2), ""]
            if word not in words or answer.lower() not in ANSWERS or word in found:
                raise BadSheet(
                    f"{_answers(sheet).name}: this line answers no string of the sheet, or one again: {line}"
                )
            found[word] = ANSWERS[answer.lower()], " ".join(note).strip().replace("\t", " ")
    missing = [word for word in words if word not in found]
    if missing and not no_by_silence:
        raise BadSheet(f"{_answers(sheet).name}: {len(missing)} strings lack an answer: {' '.join(missing[:10])}")
    return found | dict.fromkeys(missing, ("n", ""))


def _sheets(folder: Path, language: str, reader: int | str) -> list[Path]:
    return sorted(path for glob in ("-", ".[0-9][0-9]-") for path in folder.glob(f"{language}{glob}{reader}.txt"))


def _answers(sheet: Path) -> Path:
    return sheet.with_suffix(".answers.txt")


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("task", choices=("draw", "take", "open"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=f"one of {', '.join(KINDS)}; all of them")
    parser.add_argument("--round", type=int, default=1, help="a draw after the lists have changed has the next number")
    options = parser.parse_args()
    options.kinds = options.kinds or list(KINDS)
    if unknown := set(options.kinds) - set(KINDS):
        parser.error(f"There is no kind {', '.join(sorted(unknown))}.")
    if options.task == "draw":
        draw(options.folder, options.kinds, options.round)
    for name, language in product(options.kinds, LANGUAGES):
        if options.task == "open":
            for sheet in _sheets(options.folder / name, language, "?"):
                if not _answers(sheet).exists():
                    print(sheet)
        if options.task == "take":
            try:
                taken = take(options.folder, name, language, options.round)
            except BadSheet as error:
                parser.error(str(error))
            agree = sum(len(set(item.answers) - {"-"}) == 1 for item in taken)
            print(f"{name} {language}: {len(taken)} strings, on {agree} of them all readers agree")
    return 0


if __name__ == "__main__":
    sys.exit(main())
