"""The titles of the solo game."""

from scoring.errors import UnsupportedLanguage
from scoring.rules import Rules

MINIMUMS = (0, 31, 40, 46, 51, 61, 66, 70, 80, 90, 100, 110)
TITLES = {
    "en": (
        "Keep trying",
        "Welcome to the club",
        "OK",
        "Good",
        "Strong",
        "Great",
        "Professional",
        "World-class",
        "Fabulous",
        "Spectacular",
        "Unbelievable",
        "Unearthly",
    ),
    "de": (
        "angeklopft",
        "willkommen im Club",
        "okay",
        "gut",
        "stark",
        "großartig",
        "professionell",
        "weltklasse",
        "sagenhaft",
        "spektakulär",
        "unfassbar",
        "überirdisch",
    ),
    "fr": (
        "débutant",
        "bienvenue au Club",
        "okay",
        "bien",
        "fort",
        "génial",
        "expert",
        "classe internationale",
        "légendaire",
        "spectaculaire",
        "inimaginable",
        "surnaturel",
    ),
    "it": (
        "Prova ancora",
        "Benvenuto al club",
        "OK",
        "Bene",
        "Forte",
        "Grande",
        "Professionista",
        "Classe mondiale",
        "Favoloso",
        "Spettacolare",
        "Incredibile",
        "Sovrumano",
    ),
}


def rating(total: int, rules: Rules, language: str) -> str:
    """The title that a total earns in the solo game: the highest whose minimum is reached."""
    if language not in TITLES:
        raise UnsupportedLanguage(f"There are no titles in the language “{language}”.")
    reached = sum(total >= minimum + rules.rating_shift for minimum in MINIMUMS[1:])
    return TITLES[language][reached]
