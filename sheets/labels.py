"""What is printed on a sheet, in four languages."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Words:
    """The printed words of one language."""

    name: str
    round: str
    table: str
    bonus: str
    bonus_note: str
    total: str
    joker: str
    standard: str
    professional: str
    tip: tuple[str, str, str]


WORDS = {
    "en": Words("Name", "Round", "Table", "Bonus", "a word in all ten lines", "Total", "Joker", "standard",
                "professional", ("Photo from above,", "all four corner", "marks in view")),
    "de": Words("Name", "Runde", "Tisch", "Bonus", "ein Wort in allen zehn Reihen", "Summe", "Joker", "Standard",
                "Profi", ("Foto von oben,", "alle vier Ecken", "im Bild")),
    "fr": Words("Nom", "Manche", "Table", "Bonus", "un mot dans les dix lignes", "Total", "Joker", "standard", "expert",
                ("Photo d’en haut,", "les quatre coins", "bien visibles")),
    "it": Words("Nome", "Turno", "Tavolo", "Bonus", "una parola in tutte le dieci", "Totale", "Jolly", "standard",
                "professionale", ("Foto dall’alto,", "i quattro angoli", "ben visibili")),
}  # fmt: skip
