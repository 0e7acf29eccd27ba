"""The word list that a tournament is judged by. One list judges all its sheets, whatever is installed later."""

from hashlib import sha256

import lexicons
from referee.scoring_spec import ScoringSpec
from tournament.q4_sheets import GAME
from tournament.records import Tournament


def word_list(spec: ScoringSpec) -> str:
    """The hash of the installed list that sheets are judged by; of all lists where the language is found out."""
    language = "en" if spec.game == GAME else spec.lang
    tags = [language] if language in lexicons.LANGUAGES else sorted(lexicons.LANGUAGES)
    marks = [lexicons.load(tag, spec.policy).version for tag in tags]
    return marks[0] if len(marks) == 1 else sha256("".join(marks).encode()).hexdigest()


def list_changed(tournament: Tournament) -> bool:
    """Whether another list is installed than the tournament's; one that is stored with it never changes."""
    stored = tournament.versions.get("lexicon", "")
    return bool(stored) and not tournament.scoring.words and stored != word_list(tournament.scoring)
