"""The one path from evidence to a verdict: photos, typed letters, answers and rulings all come through here."""

from dataclasses import replace

import lexicons
from referee.answers import NO_ANSWERS, Answers
from referee.claimed import claims_of, joker_crossed, joker_free
from referee.disputes import allowable, disputable
from referee.evidence import Evidence
from referee.findings import find
from referee.lookalikes import after_answers
from referee.options import AUTO, Options
from referee.review import Seen, review_reasons
from referee.verdict import SheetVerdict, Unweighed
from referee.weigh.certainty import weigh
from referee.weigh.language_fit import likeliest_languages, near
from referee.weigh.letters import WeighedLetters, weigh_letters
from scanner.values import Reading, Scan
from scoring import Rules, rating, rules_named, score

__all__ = ["NO_ANSWERS", "Answers", "judge"]


def judge(
    evidence: Evidence, options: Options, answers: Answers = NO_ANSWERS, scan: Scan | None = None
) -> SheetVerdict:
    """The verdict of a sheet. The same evidence, options and answers give the same one; `scan` lends its pictures."""
    asked, options, reading = options, answers.over(options), answered(evidence.reading, answers)
    side, side_p = (evidence.side, evidence.side_p) if options.side == AUTO else (options.side, 1.0)
    rules, joker = rules_named(options.rules, side), joker_crossed(reading, side)
    words = {language: lexicons.load(language, options.policy, options.house) for language in lexicons.LANGUAGES}
    fits = likeliest_languages(reading, rules, words)
    options = replace(options, lang=fits[0].language) if options.lang == AUTO else options
    # Claims shift letters a little differently in each language; only the languages that may be shown are weighed.
    weighed = {
        language: weigh_letters(reading, words[language], rules, options.rolls, joker_free(rules, joker))
        for language in (options.lang, *(fit.language for fit in near(fits, options.lang)))
    }
    totals = {language: score(letters.grid, words[language], rules).total for language, letters in weighed.items()}
    fits = tuple(replace(fit, total=totals.get(fit.language, fit.total)) for fit in fits)
    lexicon, letters = words[options.lang], weighed[options.lang]
    other_p = 1 - side_p if options.rules == AUTO and side else 0.0
    judgement = weigh(letters.glyphs, lexicon, rules, other_p)
    claims = claims_of(reading, rules, evidence.typed)
    findings = () if reading.empty else find(judgement, claims, options, lexicon, joker)
    # Who types letters and no claims has chosen the language, too, unless it was left to the words.
    chosen = evidence.typed and not evidence.claimed and asked.lang != AUTO
    told = answers.complete, chosen or answers.language is not None
    seen = Seen(judgement, evidence, bool(letters.claim_driven), reading.empty, *told, findings, claims, fits)
    return SheetVerdict(
        evidence=evidence,
        options=asked,
        answers=answers,
        language=options.lang,
        languages=fits,
        policy=options.policy,
        side=side,
        side_p=side_p,
        rules=rules,
        card=judgement.card,
        entries={line.word: lexicon.explain(line.word) for line in judgement.card.lines if line.word},
        rating=rating(judgement.card.total, rules),
        claims=claims,
        findings=findings,
        certainty=judgement.certainty,
        totals=judgement.totals,
        doubts=() if reading.empty else judgement.doubts,
        reasons=review_reasons(seen, options.lang),
        joker_crossed=joker,
        empty=reading.empty,
        glyphs=judgement.glyphs,
        unweighed=unweighed(letters, lexicon, rules),
        disputable=disputable(judgement.card, lexicon),
        allowable=allowable(judgement.card, lexicon),
        scan=scan,
    )


def answered(reading: Reading, answers: Answers) -> Reading:
    """The reading with people's letters as certain, and the other cells reweighted by what these answers teach."""
    cells = {(row - 1) * 5 + column - 1: letter for (row, column), letter in answers.cells.items()}
    return replace(reading, letters=after_answers(reading.letters, cells))


def unweighed(letters: WeighedLetters, lexicon: lexicons.Lexicon, rules: Rules) -> Unweighed | None:
    """What the letters say without claims and rolls, where those have moved any."""
    if not letters.by:
        return None
    return Unweighed(letters.by, letters.read_grid.rows, score(letters.read_grid, lexicon, rules).total)
