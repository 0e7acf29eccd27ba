"""What the lexicons say to words and names that were written down from memory, before any list was looked at for them.

python -m benchmarks.memory [LANG ...]

`judged/memory` has names, words with their inflected forms, non-words, names that hardly anybody knows, and cries;
`judged/classes` has names by class, less obvious ones among them. Both were frozen before the lists were mended; the
figures of that day stand in docs/lexicons.md. Strings that are another word as well are counted as wrong here.
"""

import sys
from collections.abc import Iterator

from benchmarks.judging import JUDGED
from lexicons import LANGUAGES, fold, load

FOLDERS = ("memory", "classes")
COUNT = ("names", "words")  # the other kinds must be refused


def written(folder: str, language: str) -> Iterator[tuple[str, str]]:
    """Each kind with a string of it, as letters."""
    kind = ""
    for line in (JUDGED / folder / f"{language}.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            kind = line.strip("[]")
        elif not line.startswith("#"):
            yield from ((kind, fold(spelling.strip(), language)) for spelling in line.split(",") if spelling.strip())


def measure(folder: str, language: str) -> dict[str, tuple[int, list[str]]]:
    """By kind, how many strings there are and which are judged wrong."""
    lexicon = load(language)
    found: dict[str, tuple[int, list[str]]] = {}
    for kind, word in written(folder, language):
        number, wrong = found.get(kind, (0, []))
        found[kind] = number + 1, wrong + [word] * ((word in lexicon) != (kind in COUNT))
    return found


def main() -> int:
    """Print the share judged right, by language and kind, and what is wrong."""
    for language in sys.argv[1:] or LANGUAGES:
        for folder in FOLDERS:
            for kind, (number, wrong) in measure(folder, language).items():
                print(f"{language} {folder:8}{kind:13}{1 - len(wrong) / number:7.1%} of {number}  {' '.join(wrong)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
