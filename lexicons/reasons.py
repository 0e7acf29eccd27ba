"""Why a word counts or not: a closed set of codes. Each reader's own sentence for a code is made elsewhere."""

RARE = 2.0  # Zipf frequency below which a dictionary word is named as rare: once in ten million words

VALID = {
    "dictionary": "a word of the dictionary",
    "rare": "a rare word of the dictionary",
    "place": "a well-known place",
    "first-name": "a common first name",
    "person": "a well-known person, band or figure",
    "brand": "a well-known brand",
    "abbreviation": "a well-known abbreviation",
    "house-allowed": "allowed by {house}",
    "disputable": "disputable: known to some list, counted because the open list was chosen",
}
REFUSED = {
    "house-denied": "denied by {house}",
    "refused-length": "words have 2 to 5 letters, this one has {length}",
    "refused-two-letters": "not on the closed list of two-letter words",
    "refused-exclamation": "an exclamation: exclamations of feeling never count",
    "refused-familiar": "familiar speech, which the rules bar",
    "refused-roman-numeral": "a Roman numeral, not a word",
    "refused-foreign": "a word of another language",
    "refused-part": "part of a phrase or of a name, never by itself",
    "refused-form": "not a word in this form or spelling",
    "refused-plural": "the plural of an abbreviation",
    "refused-print": "an abbreviation of print, not a well-known one",
    "refused-unit": "a unit",
    "refused-slur": "a slur",
    "refused-few-lists": "disputable: known, but not to enough lists",
    "refused-little-known": "disputable: a name or abbreviation that few know",
    "refused-not-in-lists": "no list knows it",
}
WHY_CODES = (*VALID, *REFUSED)


def sentence(code: str, length: int = 0, house: str = "", note: str = "") -> str:
    """Give the plain English sentence of a code."""
    text = (VALID | REFUSED)[code].format(length=length, house=house)
    return f"{text}: {note}" if note else text
