"""All evidence, lists and rules of a language → the bytes of its compiled file."""

from collections.abc import Iterable
from hashlib import sha256
from itertools import groupby

from lexicons.build.criteria import Criteria, read_criteria
from lexicons.build.frequencies import frequencies
from lexicons.build.lists import Listed, Lists, read_lists
from lexicons.build.packages import locked, own_list
from lexicons.build.sources import english_words, gather
from lexicons.build.word_tiers import Judge
from lexicons.build.zipf import zipf_of
from lexicons.table import MAGIC, Row


def verdicts(language: str) -> list[Row]:
    """Decide on every string that any list or package knows."""
    criteria, lists = read_criteria(language), read_lists(language)
    judge = Judge(criteria, lists, english_words(criteria.english_guard) if criteria.english_guard else frozenset())
    evidence = gather(criteria.sources, language)
    lines = []
    for word in sorted({*evidence, *_listed_words(lists)}):
        items = evidence.get(word, [])
        spellings = {item.spelling for item in items} | lists.spellings(word)
        line = judge.verdict(word, items, zipf_of(word, spellings, language))
        if line:
            lines.append(line)
    return lines


def compiled(language: str) -> bytes:
    """Give the compiled file of a language; the same inputs give the same bytes."""
    criteria = read_criteria(language)
    lines = verdicts(language)
    blocks = [_header(criteria), _words(line.word for line in lines if line.tier == "A")]
    blocks += [_block(line for line in lines if line.tier == tier) for tier in "ABX"]
    return ("\n\n".join(blocks) + "\n").encode("utf-8")


def _listed_words(lists: Lists) -> set[str]:
    tables: Iterable[dict[str, Listed]] = (
        lists.two_letter,
        lists.exclamations,
        lists.refused,
        lists.disputed,
        *lists.names.values(),
        *lists.world.values(),
    )
    return {word for table in tables for word in table}


def _header(criteria: Criteria) -> str:
    lines = [MAGIC, f"#language {criteria.language}", f"#licence {criteria.licence}", f"#recipe {criteria.digest}"]
    lines.append(f"#frequencies {sha256(frequencies(criteria.language)).hexdigest()}")  # one hash tells of both files
    lines.append(f"#source list\tthe project's own list\t\t{own_list(criteria.language)}")
    for name in criteria.sources:
        package = locked()[name]
        lines.append(f"#source {name}\t{package.title}\t{package.unit}\t{package.names.get(criteria.language, '')}")
    return "\n".join(lines)


def _words(words: Iterable[str]) -> str:
    """Give the valid words, a line for each two letters they begin with, so that changes are easy to see."""
    return "\n".join(" ".join(group) for _, group in groupby(words, key=lambda word: word[:2]))


def _block(lines: Iterable[Row]) -> str:
    return "\n".join("\t".join(_fields(line)) for line in lines) or "-"


def _fields(line: Row) -> tuple[str, ...]:
    spellings, sources = ",".join(line.spellings), "|".join(line.sources)
    return line.word, line.category, spellings, sources, line.why_code, f"{line.fame * 100:.0f}"
