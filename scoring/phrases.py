"""The sentences of the findings in four languages: whole sentences as data, and the few words inside them that bend."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.errors import UnsupportedLanguage


@dataclass(frozen=True)
class Phrases:
    """One language: words that bend with number, names of places, and the sentences."""

    point: tuple[str, str]  # one, many
    none_is_many: bool  # "0 points", but in French "0 point"
    letters: str
    written: tuple[str, str]  # around "1 point", around "6 points"
    dash: str
    quote: str
    places: dict[str, str]
    colon: str
    and_: str
    or_: str
    doubled: str
    sentences: dict[str, str]

    def points(self, number: int) -> str:
        """A number of points, like "1 point" or "6 points"."""
        many = number > 1 or (number == 0 and self.none_is_many)
        return f"{number} {self.point[many]}"

    def said(self, claimed: str) -> str:
        """What stands on the sheet, like "6 points are written" or "a dash is written"."""
        if claimed == "-":
            return self.written[0].format(self.dash)
        if not claimed.isdecimal():
            return self.written[0].format(self.quote.format(claimed))
        number = int(claimed)
        many = number > 1 or (number == 0 and self.none_is_many)
        return self.written[many].format(self.points(number))

    def place(self, axis: str, index: int) -> str:
        """A line's name, like "row 3"."""
        return f"{self.places[axis]} {index}"

    def worth(self, word: str, points: int, doubled: bool) -> str:
        """A word with its length and points, like "TRIP (4 letters): 6 points"."""
        note = f", {self.doubled}" if doubled else ""
        return f"{word} ({len(word)} {self.letters}{note}){self.colon} {self.points(points)}"

    def all_of(self, items: Sequence[str]) -> str:
        """Items as a list in words, like "A, B and C"."""
        return f" {self.and_} ".join(filter(None, (", ".join(items[:-1]), *items[-1:])))

    def one_of(self, items: Sequence[str]) -> str:
        """Items to choose from, like "A, B or C"."""
        return f" {self.or_} ".join(filter(None, (", ".join(items[:-1]), *items[-1:])))

    def say(self, sentence: str, **parts: object) -> str:
        """A sentence with its parts filled in, beginning with a capital."""
        text = self.sentences[sentence].format(**parts)
        return text[0].upper() + text[1:]


ENGLISH = Phrases(
    point=("point", "points"),
    none_is_many=True,
    letters="letters",
    written=("{} is written", "{} are written"),
    dash="a dash",
    quote="“{}”",
    places={"row": "row", "column": "column"},
    colon=":",
    and_="and",
    or_="or",
    doubled="counts double",
    sentences={
        "missed": "{place}: {said}, but there is a valid word – {worth}.",
        "longer": "{place}: {said}, which fits {shorter}, but there is a longer valid word – {worth}.",
        "points": "{place}: {said}, but {line} holds no valid word of {length} letters. The longest is {worth}.",
        "undoubled": "{place}: {said}, but the central lines count double – {worth}.",
        "invalid": "{place}: {said}, but {line} holds no valid word – {points}.",
        "impossible": "{place}: {said}, but this line can only be worth {values}. The longest valid word is {worth}.",
        "impossible-none": "{place}: {said}, but this line can only be worth {values}. "
        "{line} holds no valid word – {points}.",
        "bonus-claimed": "The bonus is claimed, but no valid word stands in {lines}. It does not count: 0 points.",
        "bonus-struck": "The bonus is struck out, but all ten lines hold a valid word – {points} more.",
        "total-impossible": "No sheet can have a total of {claimed} points. The right total is {right}.",
        "total-unreadable": "“{claimed}” is not a total. The right total is {right}.",
        "sum": "The points as written add up to {own}, but the total says {claimed}.",
        "sum-and-right": "The points as written add up to {own}, but the total says {claimed}. "
        "With the corrections the right total is {right}.",
        "follows": "The total of {claimed} is added up correctly from what is written; "
        "with the corrections it is {right}.",
        "rolls-none": "No roll offers {letters}, so it cannot stand on the sheet.",
        "rolls-none-many": "No roll offers any of {letters}, so they cannot all stand on the sheet.",
        "rolls-one": "{letters} cannot all stand on the sheet: only round {rounds} offers any of them.",
        "rolls-many": "{letters} cannot all stand on the sheet: only rounds {rounds} offer any of them.",
        "joker": " The joker covers just one letter.",
    },
)

GERMAN = Phrases(
    point=("Punkt", "Punkte"),
    none_is_many=True,
    letters="Buchstaben",
    written=("{} ist eingetragen", "{} sind eingetragen"),
    dash="ein Strich",
    quote="„{}“",
    places={"row": "Reihe", "column": "Spalte"},
    colon=":",
    and_="und",
    or_="oder",
    doubled="zählt doppelt",
    sentences={
        "missed": "{place}: {said}, aber hier steht ein gültiges Wort – {worth}.",
        "longer": "{place}: {said}, passend zu {shorter}, aber es gibt ein längeres gültiges Wort – {worth}.",
        "points": "{place}: {said}, aber in {line} steht kein gültiges Wort mit {length} Buchstaben. "
        "Das längste ist {worth}.",
        "undoubled": "{place}: {said}, aber die mittleren Linien zählen doppelt – {worth}.",
        "invalid": "{place}: {said}, aber in {line} steht kein gültiges Wort – {points}.",
        "impossible": "{place}: {said}, aber hier sind nur {values} Punkte möglich. "
        "Das längste gültige Wort ist {worth}.",
        "impossible-none": "{place}: {said}, aber hier sind nur {values} Punkte möglich. "
        "In {line} steht kein gültiges Wort – {points}.",
        "bonus-claimed": "Der Bonus ist angerechnet, aber in {lines} steht kein gültiges Wort. "
        "Er zählt nicht: 0 Punkte.",
        "bonus-struck": "Der Bonus ist gestrichen, aber in allen zehn Linien steht ein gültiges Wort – {points} mehr.",
        "total-impossible": "Eine Gesamtpunktzahl von {claimed} kann nicht vorkommen. Richtig: {right}.",
        "total-unreadable": "„{claimed}“ ist keine Gesamtpunktzahl. Richtig: {right}.",
        "sum": "Die eingetragenen Punkte ergeben zusammen {own}, als Gesamtpunktzahl steht aber {claimed} da.",
        "sum-and-right": "Die eingetragenen Punkte ergeben zusammen {own}, als Gesamtpunktzahl steht aber "
        "{claimed} da. Mit den Korrekturen lautet das Gesamtergebnis {right}.",
        "follows": "Die Gesamtpunktzahl {claimed} ist aus den eingetragenen Punkten richtig zusammengezählt; "
        "mit den Korrekturen lautet sie {right}.",
        "rolls-none": "Kein Wurf bietet {letters} an, also kann der Buchstabe nicht auf dem Zettel stehen.",
        "rolls-none-many": "Kein Wurf bietet einen der Buchstaben {letters} an, "
        "also können sie nicht alle auf dem Zettel stehen.",
        "rolls-one": "{letters} können nicht alle auf dem Zettel stehen: Nur Runde {rounds} bietet einen davon an.",
        "rolls-many": "{letters} können nicht alle auf dem Zettel stehen: Nur die Runden {rounds} bieten sie an.",
        "joker": " Der Joker deckt nur einen Buchstaben ab.",
    },
)

FRENCH = Phrases(
    point=("point", "points"),
    none_is_many=False,
    letters="lettres",
    written=("{} est inscrit", "{} sont inscrits"),
    dash="un tiret",
    quote="« {} »",
    places={"row": "ligne", "column": "colonne"},
    colon=" :",
    and_="et",
    or_="ou",
    doubled="compte double",
    sentences={
        "missed": "{place} : {said}, mais il y a un mot valide – {worth}.",
        "longer": "{place} : {said}, ce qui correspond à {shorter}, mais il y a un mot valide plus long – {worth}.",
        "points": "{place} : {said}, mais {line} ne contient aucun mot valide de {length} lettres. "
        "Le plus long est {worth}.",
        "undoubled": "{place} : {said}, mais les axes centraux comptent double – {worth}.",
        "invalid": "{place} : {said}, mais {line} ne contient aucun mot valide – {points}.",
        "impossible": "{place} : {said}, mais seules ces valeurs sont possibles ici : {values}. "
        "Le mot valide le plus long est {worth}.",
        "impossible-none": "{place} : {said}, mais seules ces valeurs sont possibles ici : {values}. "
        "{line} ne contient aucun mot valide – {points}.",
        "bonus-claimed": "Le bonus est compté, mais il manque un mot valide : {lines}. Il n’est pas accordé : 0 point.",
        "bonus-struck": "Le bonus est barré, mais il y a un mot valide dans chacune des dix lignes et colonnes – "
        "{points} de plus.",
        "total-impossible": "Un total de {claimed} est impossible. Le bon total est de {right}.",
        "total-unreadable": "« {claimed} » n’est pas un total. Le bon total est de {right}.",
        "sum": "La somme des points inscrits est de {own}, mais le total indiqué est {claimed}.",
        "sum-and-right": "La somme des points inscrits est de {own}, mais le total indiqué est {claimed}. "
        "Avec les corrections, le bon total est de {right}.",
        "follows": "Le total de {claimed} est bien la somme des points inscrits ; "
        "avec les corrections, il est de {right}.",
        "rolls-none": "Aucun lancer ne propose {letters} : cette lettre ne peut pas figurer sur la feuille.",
        "rolls-none-many": "Aucun lancer ne propose l’une des lettres {letters} : "
        "elles ne peuvent pas toutes figurer sur la feuille.",
        "rolls-one": "{letters} ne peuvent pas toutes figurer sur la feuille : seul le tour {rounds} en propose une.",
        "rolls-many": "{letters} ne peuvent pas toutes figurer sur la feuille : seuls les tours {rounds} en proposent.",
        "joker": " Le joker ne couvre qu’une seule lettre.",
    },
)

ITALIAN = Phrases(
    point=("punto", "punti"),
    none_is_many=True,
    letters="lettere",
    written=("è segnato {}", "sono segnati {}"),
    dash="un trattino",
    quote="«{}»",
    places={"row": "riga", "column": "colonna"},
    colon=":",
    and_="e",
    or_="o",
    doubled="vale doppio",
    sentences={
        "missed": "{place}: {said}, ma c’è una parola valida – {worth}.",
        "longer": "{place}: {said} per {shorter}, ma c’è una parola valida più lunga – {worth}.",
        "points": "{place}: {said}, ma {line} non contiene nessuna parola valida di {length} lettere. "
        "La più lunga è {worth}.",
        "undoubled": "{place}: {said}, ma le linee centrali valgono doppio – {worth}.",
        "invalid": "{place}: {said}, ma {line} non contiene nessuna parola valida – {points}.",
        "impossible": "{place}: {said}, ma qui sono possibili solo questi valori: {values}. "
        "La parola valida più lunga è {worth}.",
        "impossible-none": "{place}: {said}, ma qui sono possibili solo questi valori: {values}. "
        "{line} non contiene nessuna parola valida – {points}.",
        "bonus-claimed": "Il bonus è stato contato, ma manca una parola valida: {lines}. Non spetta: 0 punti.",
        "bonus-struck": "Il bonus è barrato, ma c’è una parola valida in tutte le dieci righe e colonne – "
        "{points} in più.",
        "total-impossible": "Un totale di {claimed} è impossibile. Il totale giusto è di {right}.",
        "total-unreadable": "«{claimed}» non è un totale. Il totale giusto è di {right}.",
        "sum": "La somma dei punti segnati è di {own}, ma come totale è scritto {claimed}.",
        "sum-and-right": "La somma dei punti segnati è di {own}, ma come totale è scritto {claimed}. "
        "Con le correzioni il totale giusto è di {right}.",
        "follows": "Il totale di {claimed} è la somma esatta dei punti segnati; con le correzioni è di {right}.",
        "rolls-none": "Nessun lancio offre {letters}: questa lettera non può stare sul foglio.",
        "rolls-none-many": "Nessun lancio offre una delle lettere {letters}: non possono stare tutte sul foglio.",
        "rolls-one": "{letters} non possono stare tutte sul foglio: solo il turno {rounds} ne offre una.",
        "rolls-many": "{letters} non possono stare tutte sul foglio: solo i turni {rounds} le offrono.",
        "joker": " Il jolly copre una sola lettera.",
    },
)

LANGUAGES = {"en": ENGLISH, "de": GERMAN, "fr": FRENCH, "it": ITALIAN}


def phrases(language: str) -> Phrases:
    """The sentences of one language."""
    if language not in LANGUAGES:
        raise UnsupportedLanguage(f"There are no findings in the language “{language}”.")
    return LANGUAGES[language]
