"""Several frames of one sheet merged into one evidence: what one frame blurs another may show."""

from collections.abc import Sequence
from dataclasses import replace

from referee.evidence import Evidence
from scanner.values import Glyph, Reading

ALIKE = 0.6  # share of letters that must agree with the first frame; below it the frame shows another sheet


def merge_frames(evidences: Sequence[Evidence]) -> Evidence:
    """One evidence from all frames: every probability is the mean over the frames that show this sheet.

    A mean is never more confident than the most confident frame, so a fault that all frames share stays a doubt.
    """
    first, *others = evidences
    same = [first, *(other for other in others if _alike(first.reading, other.reading))]
    if len(same) == 1:
        return first
    readings = [evidence.reading for evidence in same]
    reading = Reading(
        _means([reading.letters for reading in readings]),
        _means([reading.rows for reading in readings]),
        _means([reading.columns for reading in readings]),
        *(
            _mean([glyph for reading in readings if (glyph := getattr(reading, name))])
            for name in ("total", "bonus", "joker")
        ),
    )
    told = [evidence.side_p if evidence.side == first.side else 1 - evidence.side_p for evidence in same]
    turns = [evidence.turn_p for evidence in same]
    return replace(
        first, reading=reading, side_p=round(sum(told) / len(told), 6), turn_p=round(sum(turns) / len(turns), 6)
    )


def _alike(one: Reading, other: Reading) -> bool:
    agreed = sum(a.symbol == b.symbol for a, b in zip(one.letters, other.letters, strict=True))
    return agreed >= ALIKE * len(one.letters)


def _means(fields: Sequence[Sequence[Glyph]]) -> tuple[Glyph, ...]:
    """The mean of each field; frames without the field are left out."""
    told = [glyphs for glyphs in fields if glyphs]
    return tuple(glyph for glyphs in zip(*told, strict=True) if (glyph := _mean(glyphs)))


def _mean(glyphs: Sequence[Glyph]) -> Glyph | None:
    if not glyphs:
        return None
    symbols = {symbol for glyph in glyphs for symbol, _ in glyph.ranking}
    shares = {symbol: sum(dict(glyph.ranking).get(symbol, 0.0) for glyph in glyphs) / len(glyphs) for symbol in symbols}
    # Equal shares keep the order of the first frame that has them, so that the same frames read the same.
    order = {symbol: place for glyph in reversed(glyphs) for place, (symbol, _) in enumerate(glyph.ranking)}
    ranked = sorted(shares.items(), key=lambda item: (-item[1], order[item[0]], item[0]))
    return Glyph(tuple((symbol, round(share, 6)) for symbol, share in ranked if round(share, 6) > 0))
