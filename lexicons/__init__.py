"""Words: is it valid, and why."""

from lexicons.errors import (
    BadHouseFile,
    BadWord,
    BrokenLexicon,
    LexiconError,
    UnknownLanguage,
    UnknownPolicy,
)
from lexicons.fold import LANGUAGES, fold
from lexicons.frequency import frequencies, frequency, neighbours
from lexicons.house import House, Ruling
from lexicons.lexicon import POLICIES, Entry, Lexicon, load

__all__ = [
    "LANGUAGES",
    "POLICIES",
    "BadHouseFile",
    "BadWord",
    "BrokenLexicon",
    "Entry",
    "House",
    "Lexicon",
    "LexiconError",
    "Ruling",
    "UnknownLanguage",
    "UnknownPolicy",
    "fold",
    "frequencies",
    "frequency",
    "load",
    "neighbours",
]
