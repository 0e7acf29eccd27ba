"""When a person must look: the referee's own decision, as codes. The room texts/ has a sentence for each."""

from collections.abc import Sequence

from referee.answers import Answers
from referee.evidence import Evidence
from referee.inference.beliefs import Posterior, Weighed
from referee.inference.fairness import least_certainty
from referee.verdict import LANGUAGE, SIDE
from scanner.values import Reading
from scoring import Claims, Finding

MIN_TURN = 0.98  # below it the sheet may lie another way up
CLEARLY_WRITTEN = 0.97  # below it a number around an empty grid may be a stain; the highest on empty sheets was 0.91
FAR = 15  # points between the total and the written one; so far off, misread letters are likelier than a miscount


def review_reasons(
    found: Posterior,
    held: Sequence[Weighed],
    evidence: Evidence,
    answers: Answers,
    reading: Reading,
    findings: Sequence[Finding],
    claims: Claims | None,
) -> tuple[str, ...]:
    """Why a person must look at this sheet; nothing when the total can stand.

    A person who confirmed every letter has seen which way is up, and that they give another total than is written.
    An empty sheet has no other reason: letters too faint to read must not become a total of 0. A spare
    sheet beside a filled one calls nobody, unless something is written around its grid.
    """
    if reading.empty:
        blank = answers.complete or evidence.typed or (evidence.spare and not _played(reading))
        return () if blank else ("empty",)
    least = least_certainty(asked=answers != Answers())
    unsure = found.certainty < least
    kinds = {doubt.kind for doubt in found.doubts if doubt.cell is None and unsure}
    # What is left once language and side are known is the doubt about letters.
    same = sum(one.p for one in found.hypotheses if one.total == found.total)
    reasons = {
        "certainty": unsure and (not kinds or found.certainty < least * same),
        "side": SIDE in kinds,
        "claims": bool(held),
        "turn": evidence.turn_p < MIN_TURN and not answers.complete,
        "language": LANGUAGE in kinds,
        "far-from-claim": _far_from_claim(found, claims) and not (answers.complete or evidence.typed),
        "rolls": any(finding.kind == "rolls" for finding in findings),
    }
    return tuple(reason for reason, holds in reasons.items() if holds)


def _far_from_claim(found: Posterior, claims: Claims | None) -> bool:
    """Whether the player wrote quite another total."""
    written = claims.total if claims else ""
    return written.isdecimal() and abs(int(written) - found.total) >= FAR


def _played(reading: Reading) -> bool:
    """Whether points, a total or a mark stand clearly around the grid."""
    numbers = [glyph for glyph in (*reading.rows, *reading.columns, reading.total) if glyph and glyph.symbol]
    marks = [glyph for glyph in (reading.bonus, reading.joker) if glyph and glyph.symbol in ("struck", "crossed")]
    return any(glyph.p >= CLEARLY_WRITTEN for glyph in (*numbers, *marks))
