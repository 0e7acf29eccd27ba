"""When a person must look: the referee's own decision, as codes. The room texts/ has a sentence for each."""

from collections.abc import Sequence

from referee.evidence import Evidence
from referee.options import Options
from referee.weigh.certainty import Judgement
from referee.weigh.language_fit import LanguageFit
from scoring import Finding

MIN_CERTAINTY = 0.97  # below it a total is not given as certain; benchmarks/certainty.py and verdict.py show the curve
MIN_ALONE = 0.6  # below it a total stands on the player's own claims more than on letters; benchmarks/claims.py --cheat
MIN_TURN = 0.98  # below it the sheet may lie another way up
MIN_LANGUAGE = 0.05  # below it the words are of another language; benchmarks/languages.py shows the curve


def leans_on_claims(alone: float) -> bool:
    """Whether a total that the letters alone give with this probability stands on the player's claims."""
    return alone < MIN_ALONE


def review_reasons(
    judgement: Judgement,
    alone: float,
    evidence: Evidence,
    all_told: bool,
    findings: Sequence[Finding],
    fits: Sequence[LanguageFit],
    options: Options,
) -> tuple[str, ...]:
    """Why a person must look at this sheet; nothing when the total can stand.

    `alone` is how likely the shapes of the letters give this total or more, whatever was claimed. Who has told every
    letter has seen the way up. Who types letters without claims has chosen the language.
    """
    fit = next(fit.p for fit in fits if fit.language == options.lang)
    found = {
        "certainty": judgement.certainty < MIN_CERTAINTY,
        "claims": leans_on_claims(alone),
        "turn": evidence.turn_p < MIN_TURN and not all_told,
        "language": fit < MIN_LANGUAGE and (evidence.claimed or not evidence.typed),
        "rolls": any(finding.kind == "rolls" for finding in findings),
    }
    return tuple(reason for reason, holds in found.items() if holds)
