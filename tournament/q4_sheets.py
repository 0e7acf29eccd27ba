"""Sheets of Q4 in a tournament: scored, written down, and judged again with what people said."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from lexicons import House
from q4.board import CELLS, SIDE, place_of
from q4.games import Q4Verdict, judge_q4
from q4.record import BLACK
from q4.sheet_document import grid_rows
from q4.sheet_verdict import Doubt as SheetDoubt
from q4.sheet_verdict import SheetVerdict, judge
from q4.stored_reading import corrected, reading_from_json, reading_json
from q4.words import WordList, english, parse_words
from referee.scoring_spec import ScoringSpec
from tournament.decisions import Decisions
from tournament.entities import OTHER_REASON_DAMAGE, POSSIBLE, Crop, Doubt, Page, SheetResult

GAME = "q4"
CROP_BELOW, CROP_QUALITY = 0.98, 80  # cells less certain are kept as pictures for the review; of their JPEG


@dataclass(frozen=True)
class ScoredQ4:
    """The verdict of a photo of a Q4 sheet."""

    verdict: Q4Verdict

    def results(self) -> tuple[SheetResult, ...]:
        """The figures of its sheet."""
        return (q4_result(self.verdict.sheet),)

    def document(self, page: Page, content: str) -> str:
        """Its document, with the reading that it can be judged again from."""
        found = self.verdict.document()
        found["photo"] = {**found["photo"], "name": page.name, "sha256": content}
        found["sheets"][0]["evidence"] = reading_json(self.verdict.sheet.reading)
        return json.dumps(found, ensure_ascii=False, separators=(",", ":"))

    def crops(self) -> Iterator[Crop]:
        """The cells that a person may be asked about."""
        from report.pictures import jpeg

        if self.verdict.needs_review:
            sheet = self.verdict.sheet
            asked = {doubt.place for doubt in sheet.doubts if doubt.kind == "letter"}
            for cell, crop in sheet.reading.crops.items():
                if sheet.glyphs[cell].p < CROP_BELOW or place_of(cell) in asked:
                    yield Crop(1, *place_of(cell), jpeg(crop, CROP_QUALITY))


def q4_scorer(spec: ScoringSpec) -> Callable[[bytes, str], ScoredQ4]:
    """A scorer of photos of Q4 sheets."""
    from referee.referee import Referee

    referee, words = Referee(settings=spec.settings()), q4_words(spec)
    return lambda data, name: ScoredQ4(judge_q4(referee, data, name, words, spec.lang, spec.mode))


def q4_words(spec: ScoringSpec, house: House | None = None) -> WordList:
    """The list of the tournament, with its rulings."""
    listed = parse_words(spec.words, spec.words_name) if spec.words else english()
    rulings = (house.folded("en") if house else {}).items()
    allowed = {word for word, ruling in rulings if ruling.allow}
    denied = {word for word, ruling in rulings if not ruling.allow}
    return WordList(listed.name, (listed.words | allowed) - denied)


def judged_again(
    read: Mapping[str, Any], spec: ScoringSpec, house: House | None, said: Decisions, double: bool
) -> SheetVerdict:
    """The verdict of a sheet of a document with what people said of it and ruled on words."""
    reading = reading_from_json(read["evidence"])
    return judge(corrected(reading, said.agreed(double), said.score), q4_words(spec, house), spec.mode)


def q4_result(verdict: SheetVerdict) -> SheetResult:
    """The figures of a verdict. Where no order of play gives the circled score, the nearest that one gives counts."""
    outcome, total = verdict.outcome, verdict.outcome.counted
    damage = sum(doubt.p * abs(doubt.outcome.counted - total) for doubt in verdict.doubts)
    damage += OTHER_REASON_DAMAGE if any(reason != "certainty" for reason in verdict.reasons) else 0.0
    return SheetResult(
        language="en",
        side="",
        rules=GAME,
        grid=tuple(grid_rows(verdict)),
        possible=tuple(_possible(verdict, cell) for cell in range(CELLS)),
        claims=" ".join(map(str, verdict.sheet.circled)),
        claimed_total="" if outcome.claimed is None else str(outcome.claimed),
        total=total,
        bonus=0,
        certainty=round(verdict.certainty, 4),
        damage=round(float(damage), 4),
        reasons=verdict.reasons,
        empty=not verdict.sheet.letters,
        findings=len(verdict.findings),
        doubts=tuple(_doubt(doubt) for doubt in verdict.doubts),
    )


def _doubt(doubt: SheetDoubt) -> Doubt:
    """A doubt about a letter by its place; of other marks the place is part of what is in doubt."""
    p, total = round(doubt.p, 4), doubt.outcome.counted
    if doubt.kind == "letter":
        return Doubt(doubt.place[0], doubt.place[1], doubt.now, doubt.other, p, total)
    return Doubt(0, 0, f"{doubt.kind} {_places(doubt.place)} {doubt.now}", doubt.other, p, total)


def _possible(verdict: SheetVerdict, cell: int) -> str:
    glyph = verdict.glyphs.get(cell)
    if glyph is None:
        return BLACK
    return "".join(symbol for place, (symbol, p) in enumerate(glyph.ranking) if p >= POSSIBLE or not place)


def _places(place: tuple[int, ...]) -> str:
    return " ".join(",".join(map(str, place[at : at + 2])) for at in range(0, len(place), 2))


def rows_of(text: str) -> tuple[str, ...] | None:
    """The rows of a play grid as people type it; None where it is none."""
    rows = tuple(text.strip().upper().replace("/", " ").split())
    signs = set("".join(rows)) - {BLACK, "."}
    fits = len(rows) == SIDE and all(len(row) == SIDE for row in rows) and all("A" <= sign <= "Z" for sign in signs)
    return rows if fits else None
