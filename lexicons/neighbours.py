"""Valid words near a refused one, as suggestions."""

from lexicons.fold import fold
from lexicons.frequency import frequency
from lexicons.lexicon import Lexicon

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MOST = 5  # suggestions


def neighbours(word: str, lexicon: Lexicon) -> tuple[str, ...]:
    """Give the valid words that differ from a word by one letter, common ones first."""
    letters = fold(word, lexicon.language)
    near = sorted(_edits(letters) & lexicon.words)
    return tuple(sorted(near, key=lambda other: -frequency(other, lexicon.language))[:MOST])


def _edits(word: str) -> set[str]:
    cuts = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    shorter = {left + right[1:] for left, right in cuts if right}
    swapped = {left + right[1] + right[0] + right[2:] for left, right in cuts if len(right) > 1}
    changed = {left + letter + right[1:] for left, right in cuts if right for letter in _ALPHABET}
    longer = {left + letter + right for left, right in cuts for letter in _ALPHABET}
    return (shorter | swapped | changed | longer) - {word}
