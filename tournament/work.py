"""One page → its outcome. This is what runs in every worker, on this machine or another."""

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from referee.coded import coded
from referee.scoring_spec import ScoringSpec
from referee.verdict import PhotoVerdict, SheetVerdict
from tournament import q4_sheets
from tournament.archives import read_page
from tournament.entities import Crop, Fault, Outcome, Page, SheetResult

CROP_BELOW = 0.98  # cells less certain than that are kept as pictures for the review
CROP_QUALITY = 80


@dataclass(frozen=True)
class ScoredPhoto:
    """A photo's verdict, and the text of the QR code on each of its sheets."""

    verdict: PhotoVerdict
    codes: tuple[str, ...]

    def results(self) -> tuple[SheetResult, ...]:
        """The figures of every sheet."""
        return tuple(SheetResult.of(sheet, code) for sheet, code in zip(self.verdict.sheets, self.codes, strict=True))

    def document(self, page: Page, content: str) -> str:
        """The contract's document."""
        from report.document import document

        found = document(self.verdict)
        found["photo"] = {**found.get("photo", {}), "name": page.name, "sha256": content}
        for sheet, code in zip(found["sheets"], self.codes, strict=True):
            if code:
                sheet["code"] = code
        return json.dumps(found, ensure_ascii=False, separators=(",", ":"))

    def crops(self) -> Iterator[Crop]:
        """The cells that a person may be asked about."""
        for number, sheet in enumerate(self.verdict.sheets, start=1):
            yield from _crops(sheet, number)


class Scored(Protocol):
    """What a photo gives, in any game."""

    def results(self) -> tuple[SheetResult, ...]:
        """The figures of every sheet."""

    def document(self, page: Page, content: str) -> str:
        """The document of its verdict."""

    def crops(self) -> Iterator[Crop]:
        """The cells that a person may be asked about."""


Scorer = Callable[[bytes, str], Scored]
MakeScorer = Callable[[ScoringSpec], Scorer]


def referee_scorer(spec: ScoringSpec) -> Scorer:
    """The referee itself, with one reader; every sheet's QR code is read as well."""
    import cv2

    from referee.machine import keep_freed_memory
    from referee.referee import Referee
    from tournament.sheet_codes import read_codes

    cv2.setNumThreads(1)  # the pool uses all cores already
    keep_freed_memory()
    if spec.game == q4_sheets.GAME:
        return q4_sheets.q4_scorer(spec)
    referee, options = Referee(settings=spec.settings()), spec.options()

    def score(data: bytes, name: str) -> ScoredPhoto:
        verdict = referee.photo(data, name, options)
        return ScoredPhoto(verdict, tuple(read_codes(verdict)))

    return score


def work(scorer: Scorer, page: Page, content: str, data: bytes | None = None, max_pixels: int = 0) -> Outcome:
    """Score one page; whatever is wrong with it becomes an outcome, so that the others go on."""
    start = time.perf_counter()
    try:
        scored = scorer(read_page(page, max_pixels) if data is None else data, page.name)
    except Exception as error:  # noqa: BLE001 - one page must never stop the batch
        known: Any = coded(error)
        return refusal(content, known.code, known.hint, str(known), time.perf_counter() - start)
    return Outcome(
        content,
        scored.results(),
        scored.document(page, content),
        tuple(scored.crops()),
        seconds=time.perf_counter() - start,
    )


def refusal(content: str, code: str, hint: str, message: str = "", seconds: float = 0.0) -> Outcome:
    """The outcome of a page that cannot be scored."""
    return Outcome(content, fault=Fault(code, hint, message), seconds=seconds)


def _crops(sheet: SheetVerdict, number: int) -> Iterator[Crop]:
    """The cells a person may be asked about: those of the doubts; all uncertain ones where the sheet must be seen."""
    if not sheet.scan:
        return
    from report.pictures import crop, jpeg

    asked = {(doubt.row, doubt.column) for doubt in sheet.doubts}
    for place, glyph in enumerate(sheet.glyphs):
        row, column = place // 5 + 1, place % 5 + 1
        if (row, column) in asked or (sheet.reasons and glyph.p < CROP_BELOW):
            yield Crop(number, row, column, jpeg(crop(sheet, row, column), CROP_QUALITY))
