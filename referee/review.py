"""When a person must look: the referee's own decision, as codes. The room texts/ has a sentence for each."""

from collections.abc import Sequence
from dataclasses import dataclass

from referee.evidence import Evidence
from referee.weigh.certainty import Judgement
from referee.weigh.language_fit import LanguageFit
from scanner.values import Reading
from scoring import Finding

MIN_CERTAINTY = 0.97  # below it a total is not given as certain; benchmarks/certainty.py and verdict.py show the curve
MIN_TURN = 0.98  # below it the sheet may lie another way up
CLEARLY_WRITTEN = 0.97  # below it a number around an empty grid may be a stain; the highest on empty sheets was 0.91
MIN_LANGUAGE = 0.05  # below it the words are of another language; benchmarks/languages.py shows the curve


@dataclass(frozen=True)
class Seen:
    """What was seen of a sheet that may call for a person."""

    judgement: Judgement
    evidence: Evidence
    claim_driven: bool  # whether the total rests on the player's claims more than on the letters
    empty: bool  # whether no letter was read, or told
    all_told: bool  # whether a person has told every letter
    language_told: bool  # whether a person has told the language of this sheet
    findings: Sequence[Finding]
    fits: Sequence[LanguageFit]


def review_reasons(seen: Seen, language: str) -> tuple[str, ...]:
    """Why a person must look at this sheet; nothing when the total can stand.

    A person who confirmed every letter has seen which way is up; one who types letters without claims has chosen
    the language. An empty sheet has no other reason: letters too faint to read must not become a total of 0. A spare
    sheet beside a filled one calls nobody, unless something is written around its grid.
    """
    if seen.empty:
        blank = seen.all_told or seen.evidence.typed or (seen.evidence.spare and not _played(seen.evidence.reading))
        return () if blank else ("empty",)
    fit = next(fit.p for fit in seen.fits if fit.language == language)
    found = {
        "certainty": seen.judgement.certainty < MIN_CERTAINTY,
        "claims": seen.claim_driven,
        "turn": seen.evidence.turn_p < MIN_TURN and not seen.all_told,
        "language": fit < MIN_LANGUAGE
        and not seen.language_told
        and (seen.evidence.claimed or not seen.evidence.typed),
        "rolls": any(finding.kind == "rolls" for finding in seen.findings),
    }
    return tuple(reason for reason, holds in found.items() if holds)


def _played(reading: Reading) -> bool:
    """Whether points, a total or a mark stand clearly around the grid."""
    numbers = [glyph for glyph in (*reading.rows, *reading.columns, reading.total) if glyph and glyph.symbol]
    marks = [glyph for glyph in (reading.bonus, reading.joker) if glyph and glyph.symbol in ("struck", "crossed")]
    return any(glyph.p >= CLEARLY_WRITTEN for glyph in (*numbers, *marks))
