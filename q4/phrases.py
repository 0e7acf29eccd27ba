"""The sentences of violations and findings, in four languages."""

from typing import Any

from q4.results import Remark

PHRASES: dict[str, dict[str, str]] = {
    "letter-not-rolled": {
        "en": "the dice {dice} do not lead to row and column {at}, where {letter} was taken",
        "de": "die Würfel {dice} führen nicht zu Zeile und Spalte {at}, woher das {letter} stammt",
        "fr": "les dés {dice} ne mènent pas à la ligne et colonne {at}, où {letter} a été pris",
        "it": "i dadi {dice} non portano a riga e colonna {at}, da dove viene {letter}",
    },
    "letter-not-at-coordinate": {
        "en": "{printed} stands at {at} of the letter grid, not {letter}, and no marked block offers it",
        "de": "im Buchstabenfeld steht bei {at} {printed}, nicht {letter}, und kein markierter Block bietet es",
        "fr": "la grille de lettres porte {printed} en {at}, pas {letter}, et aucun bloc marqué ne l'offre",
        "it": "nella griglia delle lettere a {at} c'è {printed}, non {letter}, e nessun blocco segnato lo offre",
    },
    "cell-occupied": {
        "en": "cell {cell} already holds {letter}",
        "de": "in Feld {cell} steht schon {letter}",
        "fr": "la case {cell} contient déjà {letter}",
        "it": "la casella {cell} contiene già {letter}",
    },
    "cell-blacked-out": {
        "en": "cell {cell} is blacked out",
        "de": "Feld {cell} ist geschwärzt",
        "fr": "la case {cell} est noire",
        "it": "la casella {cell} è nera",
    },
    "word-not-on-grid": {
        "en": "{word}: the cells {cells} read {reading}",
        "de": "{word}: in den Feldern {cells} steht {reading}",
        "fr": "{word} : les cases {cells} donnent {reading}",
        "it": "{word}: le caselle {cells} danno {reading}",
    },
    "word-without-new-letter": {
        "en": "{word} does not use the letter of this round",
        "de": "{word} enthält den Buchstaben dieser Runde nicht",
        "fr": "{word} n'utilise pas la lettre de cette manche",
        "it": "{word} non usa la lettera di questo turno",
    },
    "word-already-scored": {
        "en": "{word}: all dots between its letters are filled already",
        "de": "{word}: alle Punkte zwischen seinen Buchstaben sind schon gefüllt",
        "fr": "{word} : tous les points entre ses lettres sont déjà remplis",
        "it": "{word}: tutti i punti fra le sue lettere sono già pieni",
    },
    "word-too-short": {
        "en": "{word} has fewer than two letters",
        "de": "{word} hat weniger als zwei Buchstaben",
        "fr": "{word} a moins de deux lettres",
        "it": "{word} ha meno di due lettere",
    },
    "word-not-straight": {
        "en": "{word}: the cells {cells} are not neighbours in one row or column",
        "de": "{word}: die Felder {cells} liegen nicht nebeneinander in einer Zeile oder Spalte",
        "fr": "{word} : les cases {cells} ne se suivent pas sur une ligne ou colonne",
        "it": "{word}: le caselle {cells} non sono vicine in una riga o colonna",
    },
    "mark-without-highlight": {
        "en": "a block was marked, but cell {cell} is not highlighted",
        "de": "ein Block wurde markiert, aber Feld {cell} ist nicht hervorgehoben",
        "fr": "un bloc a été marqué, mais la case {cell} n'est pas en gras",
        "it": "è stato segnato un blocco, ma la casella {cell} non è evidenziata",
    },
    "reroll-without-double": {
        "en": "a die was rolled again, but {dice} are no doubles",
        "de": "ein Würfel wurde neu geworfen, aber {dice} ist kein Pasch",
        "fr": "un dé a été relancé, mais {dice} n'est pas un double",
        "it": "un dado è stato rilanciato, ma {dice} non è un doppio",
    },
    "too-many-lookups": {
        "en": "{word} was looked up, but each player has one look-up a game",
        "de": "{word} wurde nachgeschlagen, aber jeder darf das nur einmal im Spiel",
        "fr": "{word} a été cherché, mais chacun n'a droit qu'à une recherche par partie",
        "it": "{word} è stata cercata, ma ognuno può farlo una sola volta a partita",
    },
    "too-many-rounds": {
        "en": "the game ends after {most} rounds",
        "de": "das Spiel endet nach {most} Runden",
        "fr": "la partie finit après {most} manches",
        "it": "la partita finisce dopo {most} turni",
    },
    "dice-differ": {
        "en": "the dice are {dice} here and {others} on the other sheets (rolled again: {reroll}, {other_reroll})",
        "de": "die Würfel zeigen hier {dice}, auf anderen Blättern {others} (neu: {reroll}, {other_reroll})",
        "fr": "les dés sont {dice} ici et {others} sur les autres feuilles (relancés : {reroll}, {other_reroll})",
        "it": "i dadi sono {dice} qui e {others} sugli altri fogli (rilanciati: {reroll}, {other_reroll})",
    },
    "phony": {
        "en": "{word} is not in the word list; nobody challenged it, so it stands",
        "de": "{word} fehlt in der Wortliste; niemand hat es angezweifelt, also gilt es",
        "fr": "{word} n'est pas dans la liste ; personne ne l'a contesté, il compte donc",
        "it": "{word} non è nella lista; nessuno l'ha contestata, quindi vale",
    },
    "challenged": {
        "en": "{word} was challenged and is not in the word list: no points, 1 point lost",
        "de": "{word} wurde angezweifelt und fehlt in der Wortliste: keine Punkte, 1 Punkt Abzug",
        "fr": "{word} a été contesté et n'est pas dans la liste : aucun point, 1 point perdu",
        "it": "{word} è stata contestata e non è nella lista: nessun punto, 1 punto perso",
    },
    "challenge-lost": {
        "en": "challenged a valid word: {points} lost",
        "de": "hat ein gültiges Wort angezweifelt: {points} Abzug",
        "fr": "a contesté un mot valable : {points} perdu",
        "it": "ha contestato una parola valida: {points} perso",
    },
    "reused": {
        "en": "{letter} had been crossed off already: 1 point lost",
        "de": "{letter} war schon gestrichen: 1 Punkt Abzug",
        "fr": "{letter} était déjà barré : 1 point perdu",
        "it": "{letter} era già cancellata: 1 punto perso",
    },
    "missed": {
        "en": "{word} could have scored {points}",
        "de": "{word} hätte {points} gebracht",
        "fr": "{word} aurait rapporté {points}",
        "it": "{word} avrebbe dato {points}",
    },
    "design": {
        "en": "the play grid has {black} blacked-out and {highlighted} highlighted cells instead of two each",
        "de": "das Spielfeld hat {black} geschwärzte und {highlighted} hervorgehobene Felder statt je zwei",
        "fr": "la grille a {black} cases noires et {highlighted} en gras au lieu de deux chacune",
        "it": "la griglia ha {black} caselle nere e {highlighted} evidenziate invece di due e due",
    },
}


def remark_text(remark: Remark, language: str = "en") -> str:
    """The sentence of a violation or finding."""
    return PHRASES[remark.code][language].format(**{key: _shown(value) for key, value in remark.values.items()})


def _shown(value: Any) -> str:
    """Places and dice as people write them: 3,4; several parted by spaces."""
    if isinstance(value, tuple):
        return " ".join(map(_shown, value)) if value and isinstance(value[0], tuple) else ",".join(map(str, value))
    return "–" if value is None else str(value)
