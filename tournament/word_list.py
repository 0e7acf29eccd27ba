"""The word list that a tournament is judged by. One list judges all its sheets, whatever is installed later."""

from referee.scoring_spec import ScoringSpec
from tournament.records import Tournament


def word_list(spec: ScoringSpec) -> str:
    """The hash of the installed list that sheets are judged by; "" where it lies with the tournament."""
    return spec.playing.words_version(spec.chosen)


def list_changed(tournament: Tournament) -> bool:
    """Whether another list is installed than the tournament's; one that is stored with it never changes."""
    stored, installed = tournament.versions.get("lexicon", ""), word_list(tournament.scoring)
    return bool(stored and installed) and stored != installed
