"""Words: is it valid, and why."""

from lexicons.fold import fold, spelling_table
from lexicons.frequency import frequencies, frequency
from lexicons.house import House, Ruling
from lexicons.languages import LANGUAGES, UNFINISHED, Language, language
from lexicons.lexicon import POLICIES, Entry, Lexicon, load
from lexicons.lexicon_errors import (
    BadHouseFile,
    BadWord,
    BrokenLexicon,
    HouseConflict,
    LexiconError,
    UnknownLanguage,
    UnknownPolicy,
)
from lexicons.neighbours import neighbours
from lexicons.reasons import WHY_CODES

__all__ = [
    "LANGUAGES",
    "POLICIES",
    "UNFINISHED",
    "WHY_CODES",
    "BadHouseFile",
    "BadWord",
    "BrokenLexicon",
    "Entry",
    "House",
    "HouseConflict",
    "Language",
    "Lexicon",
    "LexiconError",
    "Ruling",
    "UnknownLanguage",
    "UnknownPolicy",
    "fold",
    "frequencies",
    "frequency",
    "language",
    "load",
    "neighbours",
    "spelling_table",
]
