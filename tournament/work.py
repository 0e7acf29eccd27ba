"""One page → its outcome. This is what runs in every worker, on this machine or another."""

import json
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

from referee.coded import coded
from tournament.archives import read_page
from tournament.entities import Document, Outcome, Page, Recipe

Scorer = Callable[[bytes, str], Document]


def make_scorer(recipe: Recipe) -> Scorer:
    """Build the scorer a recipe asks for."""
    module, _, name = recipe.factory.partition(":")
    scorer: Scorer = getattr(import_module(module), name)(recipe)
    return scorer


def referee_scorer(recipe: Recipe) -> Scorer:
    """The referee itself, with one reader; every sheet's QR code is read as well."""
    import cv2

    from lexicons import House
    from referee.machine import keep_freed_memory
    from referee.options import Options
    from referee.referee import Referee
    from referee.settings import Settings
    from report.document import document
    from scoring import RollLog
    from tournament.qr import read_codes

    cv2.setNumThreads(1)  # the pool uses all cores already
    keep_freed_memory()
    referee = Referee(settings=Settings(reader=recipe.reader))
    house = House.parse(recipe.house) if recipe.house else None
    rolls = RollLog.parse(recipe.rolls) if recipe.rolls else None
    options = Options(recipe.lang, recipe.side, recipe.rules, recipe.policy, house, rolls)

    def score(data: bytes, name: str) -> Document:
        verdict = referee.photo(data, name, options)
        found = document(verdict)
        for sheet, code in zip(found["sheets"], read_codes(verdict), strict=True):
            if code:
                sheet["code"] = code
        return found

    return score


def work(scorer: Scorer, page: Page, content: str, data: bytes | None = None) -> Outcome:
    """Score one page; whatever is wrong with it becomes an outcome, so that the others go on."""
    start = time.perf_counter()
    try:
        document = scorer(read_page(page) if data is None else data, page.name)
        document["photo"]["sha256"] = content
    except Exception as error:  # noqa: BLE001 - one page must never stop the batch
        return refused(page, content, error, time.perf_counter() - start)
    sheets = document["sheets"]
    doubtful = any(sheet["needs_review"] for sheet in sheets)
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    return Outcome(content, "done", text, doubtful, len(sheets), time.perf_counter() - start)


def refused(page: Page, content: str, error: Exception, seconds: float = 0.0) -> Outcome:
    """The outcome of a page at which this error was raised."""
    known: Any = coded(error)
    return refusal(page, content, known.code, known.hint, str(known), seconds)


def refusal(page: Page, content: str, code: str, hint: str, message: str = "", seconds: float = 0.0) -> Outcome:
    """The outcome of a page that cannot be scored."""
    document = {
        "schema": "qwords.verdict/1",
        "photo": {"name": page.name, "sha256": content},
        "error": {"code": code, "message": message, "hint": hint},
    }
    return Outcome(content, "rejected", json.dumps(document, ensure_ascii=False), False, 0, seconds)
