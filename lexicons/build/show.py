"""All evidence behind a word and the decision on it, for tuning the criteria."""

import sys

from lexicons.build.compile import verdicts
from lexicons.build.criteria import read_criteria
from lexicons.build.sources import gather
from lexicons.build.zipf import zipf_of
from lexicons.fold import fold


def show(language: str, words: list[str]) -> int:
    """Print the evidence and the decision for each word."""
    evidence = gather(read_criteria(language).sources, language)
    decided = {line.word: line for line in verdicts(language)}
    for word in (fold(word, language) for word in words):
        items = evidence.get(word, [])
        zipf = zipf_of(word, {item.spelling for item in items}, language)
        line = decided.get(word)
        decision = f"{line.tier} {line.why_code} {line.category}, fame {line.fame:.2f}" if line else "-"
        sys.stdout.write(f"{word} zipf {zipf:.2f}: {decision}\n")
        for item in items:
            sys.stdout.write(f"    {item.tag} {item.level or ''} {item.spelling}\n")
    return 0
