"""Words a table may quarrel over: names on the list that few know, and words off it that a table might allow."""

from collections.abc import Container

from lexicons import Entry, Lexicon
from referee.verdict import Disputed
from scoring import Scorecard, ScoredLine, score
from scoring.line_words import RUNS

FEW = 0.5  # share of adults below which a word is little known: `benchmarks.fame` shows the judged names behind it

SOME = 0.2  # share below which nobody at a table would bring a word up; halves the suggestions on typical sheets


class _Changed:
    """A lexicon with one word taken out or put in."""

    def __init__(self, lexicon: Container[str], word: str, counts: bool) -> None:
        self._lexicon, self._word, self._counts = lexicon, word, counts

    def __contains__(self, word: object) -> bool:
        return self._counts if word == self._word else word in self._lexicon


def little_known(entry: Entry) -> bool:
    """Whether most adults would not know a word, or not think of it: dictionaries have it, but hardly a text."""
    return not entry.house and (entry.fame < FEW or entry.why_code == "rare")


def disputable(card: Scorecard, lexicon: Lexicon) -> tuple[Disputed, ...]:
    """The scored names that few know, each with the total if the table refuses it."""
    return tuple(
        Disputed(line.word, line.line.name, _total(card, lexicon, line.word, counts=False))
        for line in card.lines
        if line.word and _is_name(entry := lexicon.explain(line.word)) and little_known(entry)
    )


def allowable(card: Scorecard, lexicon: Lexicon) -> tuple[Disputed, ...]:
    """The longer words that the list refused but some list knows, each with the total if the table accepts it."""
    found = ((line, _refused(line, lexicon)) for line in card.lines)
    return tuple(
        Disputed(word, line.line.name, _total(card, lexicon, word, counts=True)) for line, word in found if word
    )


def _is_name(entry: Entry) -> bool:
    return entry.category != "dictionary"


def _refused(line: ScoredLine, lexicon: Lexicon) -> str:
    scored = len(line.word or "")
    runs = (line.line.letters[start:end] for start, end in RUNS if end - start > scored)
    return next((run for run in runs if run not in lexicon and _arguable(run, lexicon)), "")


def _arguable(word: str, lexicon: Lexicon) -> bool:
    return lexicon.disputable(word) and lexicon.explain(word).fame >= SOME


def _total(card: Scorecard, lexicon: Lexicon, word: str, counts: bool) -> int:
    return score(card.grid, _Changed(lexicon, word, counts), card.rules).total
