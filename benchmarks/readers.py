"""Blind samples as plain lists for three readers, each in another order, and their answers taken together.

python -m benchmarks.readers draw FOLDER --names 5 --words 10   draw all languages, a list for each reader
python -m benchmarks.readers take FOLDER                        add what the readers wrote to the judged draws
python -m benchmarks.readers famous FOLDER                      how many of their famous names are accepted

A reader finds FOLDER/reader1/LANG.list and writes LANG.txt: each line again, with `+` or `-` and a reason behind a `-`.
Before opening it he writes LANG.famous, names from memory. FOLDER/INSTRUCTIONS.md says how.
"""

import argparse
import random
import secrets
import sys
from pathlib import Path

from benchmarks import fame, judging
from lexicons import LANGUAGES, load

READERS = range(1, fame.READERS + 1)
EYES = {1: "strict: unknown or invalid when in doubt", 2: "of the middle", 3: "generous: known or valid when in doubt"}
_INSTRUCTIONS = f"""# For a reader of a blind sample

You are reader 1, 2 or 3. Reader 1 is {EYES[1]}; reader 2 is {EYES[2]}; reader 3 is {EYES[3]}.
Work only in your folder (`reader1`, `reader2`, `reader3`), alone, from what you know: no word list, no look-up, no program,
nothing else of the project (not the folder `drawn`). For each language:

1. First, **before you open any list**, write `LANG.famous`: at least 100 famous names and abbreviations, separated by commas, of 2 to 5
   letters after accents are dropped (German ä ö ü ß are AE OE UE SS): capitals, neighbours' cities, rivers, mountains, islands, heads
   of state, Nobel laureates, bands, artists, athletes, first names, brands of any high street, abbreviations. Only what most
   adults of the language's countries know without thinking, in the language's own spelling. Seek other ones than the first
   that come to mind.
2. Read `benchmarks/judged/STANDARD.md`.
3. Open `LANG.list`. Write `LANG.txt`: every line again, with ` +` or ` -` behind it, and behind a `-` a reason of one to five words.
   Part 1 (lines `1 WORD`) asks: is it **widely known** (second half of the standard)? Part 2 (lines `2 WORD`) asks: is the string
   **valid** (first half)? Behind a `+` of part 2 say in a few words what it is where it is no everyday word.

```
1 OSLO +
1 XOVE - unknown village
2 GNU + antelope
2 HTE - misspelling
```

Nothing in the lists says what the program accepts. Judge each line by itself; all lines must be answered.
"""  # noqa: E501 - a page of Markdown, with its own width


def draw(folder: Path, names: int, words: int, languages: list[str]) -> None:
    """Draw both samples of each language, keep them with their seals, and write the lists of the readers."""
    (folder / "drawn").mkdir(parents=True, exist_ok=True)
    (folder / "INSTRUCTIONS.md").write_text(_INSTRUCTIONS, encoding="utf-8")
    for language in languages:
        seeds = secrets.randbelow(10**6), secrets.randbelow(10**6)
        sheets = fame.draw(language, names, seeds[0]), judging.draw(language, words, seeds[1])
        for part, sheet in enumerate(sheets, 1):
            (folder / "drawn" / f"{language}.{part}.tsv").write_text(sheet, encoding="utf-8")
        for reader in READERS:
            lines = []
            for part, sheet in enumerate(sheets, 1):
                own = [f"{part} {_word(row)}" for row in _rows(sheet)]
                random.Random(f"{seeds} {reader}").shuffle(own)
                lines += own
            path = folder / f"reader{reader}" / f"{language}.list"
            path.parent.mkdir(exist_ok=True)
            path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def filled(folder: Path, language: str, reader: int) -> tuple[str, str]:
    """The two drawn sheets of a language as this reader filled them in."""
    answers = {}
    for line in (folder / f"reader{reader}" / f"{language}.txt").read_text(encoding="utf-8").splitlines():
        if line.strip():
            part, word, sign, *reason = line.split(maxsplit=3)
            answers[part, word] = sign, " ".join(reason).replace("\t", " ")
    sheets = [(folder / "drawn" / f"{language}.{part}.tsv").read_text(encoding="utf-8") for part in (1, 2)]
    names, words = ({_word(row): row.split("\t")[-1] for row in _rows(sheet)} for sheet in sheets)
    wanted = {("1", word) for word in names} | {("2", word) for word in words}
    if set(answers) != wanted or {sign for sign, _ in answers.values()} - {"+", "-"}:
        wrong = sorted(set(answers) ^ wanted)
        raise judging.BadSheet(f"{language}, reader {reader}: lines that lack or are too many: {wrong[:10]}")
    known = {"+": "known", "-": "unknown"}
    valid = {"+": "valid", "-": "invalid"}
    first = [f"{word}\t{known[answers['1', word][0]]}\t{seal}" for word, seal in names.items()]
    second = []
    for word, seal in words.items():
        sign, reason = answers["2", word]
        second.append(f"{word}\t{valid[sign]}\t{reason or 'without a reason'}\t{seal}")
    return _with(sheets[0], first), _with(sheets[1], second)


def take(folder: Path, languages: list[str]) -> None:
    """Add the draws of all languages, as the readers judged them, to the judged ones."""
    for language in languages:
        both = [filled(folder, language, reader) for reader in READERS]
        fame.take([first for first, _ in both])
        judging.take([second for _, second in both])


def famous(folder: Path, languages: list[str]) -> None:
    """Print which of the famous names that the readers wrote down are accepted."""
    for language in languages:
        lexicon = load(language)
        found = {name for reader in READERS for name in fame.famous(language, folder / f"reader{reader}", ".famous")}
        names = sorted(name for name in found if 2 <= len(name) <= 5)
        missed = [name for name in names if name not in lexicon]
        print(f"{language}: {1 - len(missed) / len(names):.1%} of {len(names)}; refused: {' '.join(missed)}")


def _rows(sheet: str) -> list[str]:
    """The lines of a sheet below its headings."""
    lines = [line for line in sheet.splitlines() if not line.startswith("#")]
    return lines[1:]


def _word(row: str) -> str:
    return row.split("\t")[0]


def _with(sheet: str, rows: list[str]) -> str:
    head = sheet.splitlines()[: -len(rows)]
    return "\n".join([*head, *rows]) + "\n"


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("task", choices=("draw", "take", "famous"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("languages", nargs="*", default=list(LANGUAGES))
    parser.add_argument("--names", type=int, default=1, help="number of the draw of names")
    parser.add_argument("--words", type=int, default=1, help="number of the draw of words")
    options = parser.parse_args()
    try:
        if options.task == "draw":
            draw(options.folder, options.names, options.words, options.languages)
        elif options.task == "take":
            take(options.folder, options.languages)
        else:
            famous(options.folder, options.languages)
    except (judging.BadSheet, OSError) as error:
        parser.error(str(error))
    return 0


if __name__ == "__main__":
    sys.exit(main())
