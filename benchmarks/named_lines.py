"""Which lines of finished sheets hang on a name, an abbreviation or a rare word, and on which.

python -m benchmarks.named_lines [FOLDER ...]    folders of photos with truth; the development photos without any

A line hangs on such a word where every other word in it would give fewer points. Whoever reads the words judges how
many of them a table would question.
"""

import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from benchmarks.truth import SHARED, SheetTruth, load
from lexicons import Lexicon
from lexicons import load as load_lexicon
from scoring import STANDARD, Grid, ScoredLine, score

FOLDERS = tuple(SHARED / "photos" / name for name in ("render", "composite", "several", "writers"))
PLAIN = ("dictionary", "house-allowed")


def hanging(line: ScoredLine, lexicon: Lexicon) -> str:
    """The kind of word that the points of a line hang on; nothing where an ordinary word is as long."""
    if not line.word or lexicon.explain(line.word).why_code in PLAIN:
        return ""
    plain = (item.word for item in line.candidates if lexicon.explain(item.word).why_code in PLAIN)
    return "" if any(len(word) == len(line.word) for word in plain) else lexicon.explain(line.word).why_code


def count(sheets: Iterable[SheetTruth]) -> tuple[int, int, dict[tuple[str, str], Counter[str]]]:
    """How many sheets and scored lines there are, and by language and kind the words that lines hang on."""
    number, lines = 0, 0
    found: dict[tuple[str, str], Counter[str]] = {}
    for sheet in sheets:
        lexicon = load_lexicon(sheet.language)
        scored = [line for line in score(Grid.parse("/".join(sheet.grid)), lexicon, STANDARD).lines if line.word]
        number, lines = number + 1, lines + len(scored)
        for line in scored:
            if kind := hanging(line, lexicon):
                found.setdefault((sheet.language, kind), Counter())[str(line.word)] += 1
    return number, lines, found


def main() -> int:
    """Print the words, by language and kind."""
    folders = [Path(name) for name in sys.argv[1:]] or [folder for folder in FOLDERS if folder.exists()]
    sheets, lines, found = count(sheet for folder in folders for photo in load(folder) for sheet in photo.sheets)
    print(f"{sheets} sheets, {lines} scored lines, {sum(map(Counter.total, found.values()))} hang on such a word")
    for (language, kind), words in sorted(found.items()):
        print(f"{language} {kind} {words.total()}: {' '.join(sorted(words.elements()))}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
