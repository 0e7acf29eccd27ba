"""Why a word counts or not: a closed set of codes. The room texts/ has a sentence for each, under `why.`."""

RARE = 2.0  # Zipf frequency below which a dictionary word is named as rare: once in ten million words

VALID = (
    "dictionary",
    "rare",
    "place",
    "first-name",
    "person",
    "brand",
    "abbreviation",
    "house-allowed",
    "disputable",
)
REFUSED = (
    "house-denied",
    "refused-length",
    "refused-two-letters",
    "refused-exclamation",
    "refused-roman-numeral",
    "refused-foreign",
    "refused-part",
    "refused-form",
    "refused-plural",
    "refused-print",
    "refused-unit",
    "refused-few-lists",
    "refused-little-known",
    "refused-not-in-lists",
)
WHY_CODES = (*VALID, *REFUSED)
