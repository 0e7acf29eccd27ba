"""Scoring again after a person answered a doubt: the answered letter is certain, all other doubts stay."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import lexicons
from referee.answers import answered
from referee.options import Options
from referee.reasons import MIN_CERTAINTY
from referee.referee import choose_rules, judge_scan
from referee.verdict import PhotoVerdict, SheetVerdict
from referee.weigh.certainty import weigh
from scanner.values import Glyph


@dataclass(frozen=True)
class Correction:
    """A letter as a person read it. Sheet, row and column count from 1."""

    row: int
    column: int
    letter: str
    sheet: int = 1


def correct(verdict: PhotoVerdict, corrections: Sequence[Correction], options: Options) -> PhotoVerdict:
    """The verdict of a photo with some letters told by a person."""
    lexicon = lexicons.load(options.lang, options.policy, options.house)
    sheets = []
    for number, sheet in enumerate(verdict.sheets, 1):
        told = {(c.row, c.column): c.letter for c in corrections if c.sheet == number}
        if told and sheet.scan:
            sheet = judge_scan(answered(sheet.scan, told), lexicon, options)
        sheets.append(sheet)
    return replace(verdict, sheets=tuple(sheets))


def reweigh(sheet: SheetVerdict, glyphs: Sequence[Glyph], side_p: float, options: Options) -> SheetVerdict:
    """A typed verdict with the doubts that a photo left in its other letters and in its side."""
    lexicon = lexicons.load(options.lang, options.policy, options.house)
    letters = "".join(sheet.card.grid.rows)
    # A letter that differs from what was read was put there by a person.
    known = [
        glyph if _shown(glyph) == letter else Glyph(((letter, 1.0),))
        for glyph, letter in zip(glyphs, letters, strict=True)
    ]
    other_p = 1 - side_p if options.rules == "auto" and sheet.side else 0.0
    judgement = weigh(known, lexicon, choose_rules(options, sheet.side), other_p)
    doubtful = judgement.certainty < MIN_CERTAINTY
    return replace(
        sheet,
        side_p=side_p,
        certainty=judgement.certainty,
        totals=judgement.totals,
        doubts=judgement.doubts,
        needs_review=doubtful,
        reasons=("certainty",) if doubtful else (),
        glyphs=tuple(known),
    )


def _shown(glyph: Glyph) -> str:
    return "." if glyph.symbol == "#" else glyph.symbol
