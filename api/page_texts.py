"""The texts of the page: of each language's table what a browser shows, in files beside the page's own."""

import json
from functools import cache

from texts import languages, table, text

SHOWN = ("page.", "organiser.", "format.", "language.", "points.", "line.", "cell.", "rating.", "reason.", "why.")


@cache
def page_texts() -> dict[str, bytes]:
    """The files below /page/: one for each language, and `texts/languages.json` with each language's own name."""
    names = {language: text("language.self", language) for language in languages()}
    tables = {
        language: {key: phrase for key, phrase in table(language).items() if key.startswith(SHOWN)}
        for language in languages()
    }
    return {f"texts/{name}.json": _json(value) for name, value in {"languages": names, **tables}.items()}


def _json(value: dict[str, str]) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
