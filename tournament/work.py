"""One page → its outcome. This is what runs in every worker, on this machine or another."""

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from referee.coded import coded
from referee.scoring_spec import ScoringSpec
from referee.values import Figures, PhotoVerdict
from tournament.archives import read_page
from tournament.entities import Crop, Fault, Outcome, Page

CROP_QUALITY = 80


@dataclass(frozen=True)
class ScoredPhoto:
    """A photo's verdict, and the text of the QR code on each of its sheets."""

    verdict: PhotoVerdict
    codes: tuple[str, ...]

    def results(self) -> tuple[Figures, ...]:
        """The figures of every sheet."""
        return tuple(
            replace(sheet.figures, code=code) for sheet, code in zip(self.verdict.sheets, self.codes, strict=True)
        )

    def document(self, page: Page, content: str) -> str:
        """The game's document, with the evidence that each sheet can be judged again from."""
        found = self.verdict.game.document(self.verdict)
        found["photo"] = {**(found.get("photo") or {}), "name": page.name, "sha256": content}
        for sheet, judged, code in zip(found["sheets"], self.verdict.sheets, self.codes, strict=True):
            sheet.setdefault("evidence", judged.evidence.data)
            if code:
                sheet["code"] = code
        return json.dumps(found, ensure_ascii=False, separators=(",", ":"))

    def crops(self) -> Iterator[Crop]:
        """The cells that a person may be asked about."""
        from report.pictures import jpeg

        for number, sheet in enumerate(self.verdict.sheets, start=1):
            for place, picture in self.verdict.game.crops(sheet):
                yield Crop(number, place, jpeg(picture, CROP_QUALITY))


Scorer = Callable[[bytes, str], ScoredPhoto]
MakeScorer = Callable[[ScoringSpec], Scorer]


def referee_scorer(spec: ScoringSpec) -> Scorer:
    """The referee itself, with one reader; every sheet's QR code is read as well."""
    import cv2

    from referee.games import play
    from referee.machine import keep_freed_memory
    from referee.referee import Referee

    cv2.setNumThreads(1)  # the pool uses all cores already
    keep_freed_memory()
    referee, options, playing = Referee(settings=spec.settings()), spec.options(), spec.playing

    def score(data: bytes, name: str) -> ScoredPhoto:
        verdict = play(playing, referee.decoded(data, name), referee, options)
        return ScoredPhoto(verdict, tuple(playing.sheet_code(sheet.pictures) for sheet in verdict.sheets))

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
