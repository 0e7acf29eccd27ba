"""The referee's own words in the four languages, for the terminal and the report."""

from referee.verdict import Question, SheetVerdict

LANGUAGE_NAMES = {"en": "English", "de": "Deutsch", "fr": "français", "it": "italiano"}

TEXTS: dict[str, dict[str, str]] = {
    "row": {"en": "row", "de": "Reihe", "fr": "ligne", "it": "riga"},
    "column": {"en": "column", "de": "Spalte", "fr": "colonne", "it": "colonna"},
    "side": {"en": "side", "de": "Seite", "fr": "face", "it": "lato"},
    "side-unknown": {
        "en": "no side printed, scored by the standard rules",
        "de": "keine Seite aufgedruckt, nach Standardregeln gewertet",
        "fr": "aucune face imprimée, compté selon les règles standard",
        "it": "nessun lato stampato, punteggio con le regole standard",
    },
    "standard": {"en": "standard rules", "de": "Standardregeln", "fr": "règles standard", "it": "regole standard"},
    "professional": {
        "en": "professional rules",
        "de": "Profiregeln",
        "fr": "règles expert",
        "it": "regole professionali",
    },
    "official": {"en": "official list", "de": "offizielle Liste", "fr": "liste officielle", "it": "lista ufficiale"},
    "open": {"en": "open list", "de": "offene Liste", "fr": "liste ouverte", "it": "lista aperta"},
    "letters": {"en": "letters", "de": "Buchstaben", "fr": "lettres", "it": "lettere"},
    "word": {"en": "word", "de": "Wort", "fr": "mot", "it": "parola"},
    "points": {"en": "points", "de": "Punkte", "fr": "points", "it": "punti"},
    "claimed": {"en": "claimed", "de": "notiert", "fr": "noté", "it": "scritto"},
    "sources": {"en": "why it counts", "de": "warum es zählt", "fr": "pourquoi il compte", "it": "perché vale"},
    "bonus": {"en": "bonus", "de": "Bonus", "fr": "bonus", "it": "bonus"},
    "total": {"en": "total", "de": "Summe", "fr": "total", "it": "totale"},
    "rating": {"en": "rating", "de": "Wertung", "fr": "niveau", "it": "giudizio"},
    "findings": {"en": "Findings", "de": "Befunde", "fr": "Constats", "it": "Rilievi"},
    "doubts": {
        "en": "In doubt, and it matters",
        "de": "Unsicher, und es zählt",
        "fr": "Douteux, et cela compte",
        "it": "In dubbio, e conta",
    },
    "doubt": {
        "en": "{where}: read {letter}, perhaps {other} ({p}); then the total is {total}",
        "de": "{where}: gelesen {letter}, vielleicht {other} ({p}); dann ist die Summe {total}",
        "fr": "{where} : lu {letter}, peut-être {other} ({p}) ; le total serait alors {total}",
        "it": "{where}: letto {letter}, forse {other} ({p}); allora il totale è {total}",
    },
    "doubt-also": {
        "en": "{where}: read {letter}, perhaps {other}, and {also} ({p}); then the total is {total}",
        "de": "{where}: gelesen {letter}, vielleicht {other}, und {also} ({p}); dann ist die Summe {total}",
        "fr": "{where} : lu {letter}, peut-être {other}, et {also} ({p}) ; le total serait alors {total}",
        "it": "{where}: letto {letter}, forse {other}, e {also} ({p}); allora il totale è {total}",
    },
    "weighed": {
        "en": "What else was weighed",
        "de": "Was noch gewogen wurde",
        "fr": "Ce qui a été pesé en plus",
        "it": "Che altro è stato valutato",
    },
    "weighed-total": {
        "en": "Doubtful letters were weighed by {by}. The letters alone give {total} points.",
        "de": "Bei unsicheren Buchstaben zählte mit: {by}. Die Buchstaben allein ergeben {total} Punkte.",
        "fr": "Des lettres douteuses ont été pesées d'après {by}. Les lettres seules donnent {total} points.",
        "it": "Lettere dubbie sono state valutate secondo {by}. Le sole lettere danno {total} punti.",
    },
    "weighed-letter": {
        "en": "{where}: {letter}; its shape alone says {alone}",
        "de": "{where}: {letter}; die Form allein sagt {alone}",
        "fr": "{where} : {letter} ; la forme seule dit {alone}",
        "it": "{where}: {letter}; la sola forma dice {alone}",
    },
    "by-claims": {
        "en": "what is written around the grid",
        "de": "was um das Gitter notiert ist",
        "fr": "ce qui est noté autour de la grille",
        "it": "ciò che è scritto intorno alla griglia",
    },
    "by-rolls": {
        "en": "the log of the rolls",
        "de": "das Protokoll der Würfe",
        "fr": "le relevé des lancers",
        "it": "il registro dei lanci",
    },
    "and": {"en": "and", "de": "und", "fr": "et", "it": "e"},
    "certain": {
        "en": "certain to {p}",
        "de": "zu {p} sicher",
        "fr": "sûr à {p}",
        "it": "certo al {p}",
    },
    "needs-review": {
        "en": "a person must look at this sheet",
        "de": "ein Mensch muss dieses Blatt ansehen",
        "fr": "une personne doit vérifier cette feuille",
        "it": "una persona deve controllare questo foglio",
    },
    "empty-sheet": {
        "en": "empty sheet, not scored",
        "de": "leeres Blatt, nicht gewertet",
        "fr": "feuille vide, non comptée",
        "it": "foglio vuoto, non conteggiato",
    },
    "empty-cell": {"en": "nothing", "de": "nichts", "fr": "rien", "it": "niente"},
    "illegible": {"en": "illegible", "de": "unleserlich", "fr": "illisible", "it": "illeggibile"},
    "dictionary": {"en": "dictionary", "de": "Wörterbuch", "fr": "dictionnaire", "it": "dizionario"},
    "place": {"en": "place", "de": "Ort", "fr": "lieu", "it": "luogo"},
    "person": {"en": "person or band", "de": "Person oder Band", "fr": "personne ou groupe", "it": "persona o gruppo"},
    "first name": {"en": "first name", "de": "Vorname", "fr": "prénom", "it": "nome di persona"},
    "abbreviation": {"en": "abbreviation", "de": "Abkürzung", "fr": "abréviation", "it": "abbreviazione"},
    "brand": {"en": "brand", "de": "Marke", "fr": "marque", "it": "marca"},
    "sheet": {"en": "sheet", "de": "Blatt", "fr": "feuille", "it": "foglio"},
    "reason-certainty": {
        "en": "The letters leave the total in doubt.",
        "de": "Die Buchstaben lassen die Summe offen.",
        "fr": "Les lettres laissent un doute sur le total.",
        "it": "Le lettere lasciano dubbi sul totale.",
    },
    "reason-turn": {
        "en": "It is not certain which way up the sheet lies.",
        "de": "Es ist nicht sicher, wie herum das Blatt liegt.",
        "fr": "Le sens de la feuille n'est pas certain.",
        "it": "Non è certo il verso del foglio.",
    },
    "reason-empty": {
        "en": "Not all 25 cells are filled.",
        "de": "Nicht alle 25 Felder sind ausgefüllt.",
        "fr": "Les 25 cases ne sont pas toutes remplies.",
        "it": "Non tutte le 25 caselle sono piene.",
    },
}


def text(key: str, language: str, **values: object) -> str:
    """A phrase in a language, with its values filled in."""
    return TEXTS[key][language].format(**values)


def symbol_name(symbol: str, language: str) -> str:
    """A letter as it is; an empty or illegible cell in words."""
    return {".": text("empty-cell", language), "#": text("illegible", language)}.get(symbol, symbol)


def place_name(row: int | None, column: int | None, language: str) -> str:
    """Where a doubt lies: a cell by row and column, or the side of the sheet."""
    if row is None or column is None:
        return text("side", language)
    return f"{text('row', language)} {row}, {text('column', language)} {column}"


def percent(p: float) -> str:
    """A probability as a percentage that never rounds up to certainty."""
    return f"{min(p * 100, 99.9):.1f} %" if p < 1 else "100 %"


def doubt_text(doubt: Question, language: str) -> str:
    """A doubt as a sentence."""
    also = [f"{place_name(row, column, language)} {symbol_name(other, language)}" for row, column, other in doubt.also]
    return text(
        "doubt-also" if also else "doubt",
        language,
        also=", ".join(also),
        where=place_name(doubt.row, doubt.column, language),
        letter=symbol_name(doubt.letter, language),
        other=symbol_name(doubt.other, language),
        p=percent(doubt.p),
        total=doubt.total_if,
    )


def weighed_texts(sheet: SheetVerdict) -> list[str]:
    """What else than their shapes has moved the letters, and what they say without it; nothing where nothing has."""
    alone, language = sheet.unweighed, sheet.language
    if not alone:
        return []
    by = f" {text('and', language)} ".join(text(f"by-{source}", language) for source in alone.by)
    changed = [
        text(
            "weighed-letter",
            language,
            where=place_name(row, column, language),
            letter=symbol_name(letter, language),
            alone=symbol_name(shape, language),
        )
        for row, (letters, shapes) in enumerate(zip(sheet.card.grid.rows, alone.grid, strict=True), 1)
        for column, (letter, shape) in enumerate(zip(letters, shapes, strict=True), 1)
        if letter != shape
    ]
    return [text("weighed-total", language, by=by, total=alone.total), *changed]
