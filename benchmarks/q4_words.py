"""The word list of Q4: how near it is to public lists of such games, and how it is made.

    python -m benchmarks.q4_words ENABLE [--write]

ENABLE is the public-domain list enable1.txt. The list is ENABLE's words of two to four letters, SCOWL's of three and
four up to size 60 that stand under no abbreviation, the two-letter words that word games took in after ENABLE, and the
exclamations of the English lexicon; names and abbreviations are in none of them. --write makes q4/words.txt anew.
"""

import argparse
from pathlib import Path

from lexicons.table import Row, read_table
from q4.words import LIST, english

# Two-letter words that the lists of word games took in since 2000.
LATER = frozenset(["DA", "EW", "FE", "GI", "KI", "OI", "OK", "PO", "QI", "TE", "ZA"])
SIZE = 60  # of SCOWL: larger ones hold units, plurals of letters and what few players would believe
VOWELS = set("AEIOUY")


def rows() -> list[Row]:
    """The lines of the English lexicon that the grid can hold."""
    table = read_table("en")
    words = {line.partition("\t")[0] for tier in "ABX" for line in table.lines(tier)}
    found = (table.find(word) for word in sorted(words) if len(word) <= 4)
    return [row for row in found if row]


def scowl_size(row: Row) -> int:
    """The smallest size of SCOWL that has a word of the dictionary; 999 where none has."""
    sizes = [source.split(":")[1] for source in row.sources if source.startswith("scowl.dict:")]
    return min(map(int, sizes), default=999)


def game_words(enable: frozenset[str]) -> frozenset[str]:
    """The list of the game."""
    known = rows()
    scowl = {
        row.word for row in known
        if len(row.word) > 2 and scowl_size(row) <= SIZE and set(row.word) & VOWELS
        and not any(".abbr" in source for source in row.sources)
    }  # fmt: skip
    exclamations = {row.word for row in known if row.why_code == "refused-exclamation"}
    return enable | scowl | exclamations | LATER


def compared(name: str, words: frozenset[str], other: frozenset[str]) -> None:
    """Print how much of a public list is in ours, and how much of ours is in it, by length."""
    parts = []
    for size in (2, 3, 4):
        own, there = ({word for word in one if len(word) == size} for one in (words, other))
        both = len(own & there)
        parts.append(f"{size}: {len(own)} words, recall {both / len(there):.3f}, precision {both / len(own):.3f}")
    print(f"{name:24} {'; '.join(parts)}")


def main() -> None:
    """Compare, and write if asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("enable", type=Path)
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    lines = args.enable.read_text(encoding="utf-8").split()
    enable = frozenset(word.upper() for word in lines if 2 <= len(word) <= 4)
    if args.write:
        words = sorted(game_words(enable), key=lambda word: (len(word), word))
        LIST.write_text("\n".join(words) + "\n", encoding="utf-8")
    lexicon = frozenset(word for word in read_table("en").valid if len(word) <= 4)
    compared("the list and ENABLE", english().words, enable)
    compared("Qwords' list and ENABLE", lexicon, enable)
    for size in (50, 60, 70, 80):
        scowl = frozenset(row.word for row in rows() if scowl_size(row) <= size)
        compared(f"the list and SCOWL {size}", english().words, scowl)


if __name__ == "__main__":
    main()
