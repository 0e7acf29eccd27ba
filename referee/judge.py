"""The one path from evidence to a verdict: photos, typed letters, answers and rulings all come through here."""

from dataclasses import replace

import lexicons
from referee.answers import NO_ANSWERS, Answers
from referee.claimed import claims_of, joker_crossed
from referee.disputes import allowable, disputable
from referee.evidence import Evidence
from referee.findings import find
from referee.inference import fairness
from referee.inference.beliefs import Posterior, Seen, Table, Told, Weighed
from referee.inference.posterior import infer
from referee.options import AUTO, Options
from referee.review import review_reasons
from referee.values import ALONE, Context
from referee.verdict import LETTER, CountedAs, Doubt, LanguageFit, SheetVerdict, Unweighed
from scanner.values import Glyph, Reading, Scan
from scoring import Grid, Scorecard, rating, rules_named, score

__all__ = ["NO_ANSWERS", "Answers", "judge"]


def judge(
    evidence: Evidence,
    options: Options,
    answers: Answers = NO_ANSWERS,
    scan: Scan | None = None,
    context: Context = ALONE,
) -> SheetVerdict:
    """The verdict of a sheet. The same evidence, options, answers and context give the same one; `scan` lends its
    pictures."""
    asked, options, reading = options, answers.over(options), answered(evidence.reading, answers)
    # Who types letters and no claims has chosen the language, too, unless it was left to the words.
    chosen = evidence.typed and not evidence.claimed and asked.lang != AUTO
    told = Told(
        {(row - 1) * 5 + column - 1: letter for (row, column), letter in answers.cells.items()},
        answers.side,
        options.lang if chosen else answers.language,
    )
    words = {language: lexicons.load(language, options.policy, options.house) for language in lexicons.LANGUAGES}
    table = Table(words.__getitem__, asked.lang, options.side, options.rules, options.rolls)
    found = infer(Seen(evidence.reading, evidence.side, evidence.side_p, evidence.reading.alike), table, told, context)
    rules, lexicon = rules_named(found.rules), words[found.language]
    side, side_p = side_of(evidence, options, found)
    joker = joker_crossed(reading, side)
    card = score(Grid.of("".join(found.grid)), lexicon, rules, lexicons.frequencies(found.language))
    glyphs = tuple(map(marked_as_read, found.letters, reading.letters))
    claims = claims_of(reading, rules, evidence.typed)
    findings = () if reading.empty else find(card, glyphs, claims, options, lexicon, joker)
    held = fairness.held(found.weighed, fairness.PRESETS[options.fairness])
    return SheetVerdict(
        evidence=evidence,
        options=asked,
        answers=answers,
        context=context,
        language=found.language,
        languages=languages_of(found),
        policy=options.policy,
        side=side,
        side_p=side_p,
        rules=rules,
        card=card,
        entries={line.word: lexicon.explain(line.word) for line in card.lines if line.word},
        rating=rating(card.total, rules),
        claims=claims,
        findings=findings,
        certainty=found.certainty,
        totals=found.totals,
        doubts=() if reading.empty else doubts_of(found, held, reading),
        reasons=review_reasons(found, held, evidence, answers, reading, findings, claims),
        joker_crossed=joker,
        empty=reading.empty,
        glyphs=glyphs,
        unweighed=Unweighed(found.weighed_by, found.unweighed, found.unweighed_total) if found.weighed_by else None,
        counted_as=tuple(counted_as(one, card) for one in found.weighed),
        notes=found.notes,
        disputable=disputable(card, lexicon),
        allowable=allowable(card, lexicon),
        scan=scan,
    )


def answered(reading: Reading, answers: Answers) -> Reading:
    """The reading with people's letters as certain."""
    letters = list(reading.letters)
    for (row, column), letter in answers.cells.items():
        letters[(row - 1) * 5 + column - 1] = Glyph(((letter, 1.0),))
    return replace(reading, letters=tuple(letters))


def side_of(evidence: Evidence, options: Options, found: Posterior) -> tuple[str | None, float]:
    """The side that the sheet is judged by, and how likely it is."""
    if options.side != AUTO:
        return options.side, 1.0
    if evidence.side is None or options.rules != AUTO:
        return evidence.side, evidence.side_p
    p = sum(one.p for one in found.hypotheses if one.rules == found.rules)
    return next(side for side in ("A", "B") if rules_named(AUTO, side).name == found.rules), p


def languages_of(found: Posterior) -> tuple[LanguageFit, ...]:
    """Every language that is open, the likeliest first, with its total under the rules in force."""
    totals = {one.language: one.total for one in found.hypotheses if one.rules == found.rules}
    p = {language: sum(one.p for one in found.hypotheses if one.language == language) for language in sorted(totals)}
    return tuple(LanguageFit(code, totals[code], p[code]) for code in sorted(p, key=lambda code: -p[code]))


def marked_as_read(glyph: Glyph, read: Glyph) -> Glyph:
    """The symbols of a cell; one without a letter is empty or illegible, as it was read."""
    return Glyph(tuple((blank_of(read) if symbol == "." else symbol, p) for symbol, p in glyph.ranking))


def blank_of(read: Glyph) -> str:
    """How a cell without a letter was read: empty, or struck and illegible."""
    return next((symbol for symbol, _ in read.ranking if symbol in (".", "#")), ".")


def doubts_of(found: Posterior, held: tuple[Weighed, ...], reading: Reading) -> tuple[Doubt, ...]:
    """What would change the total, the question that settles most first.

    A letter that may not stand although nobody would doubt it with its word and its points is asked with what its shape
    says of it; first, where it is all that keeps the total from standing.
    """
    doubts = []
    for one in found.doubts:
        row, column = place_of(one.cell) if one.cell is not None else (None, None)
        blank = blank_of(reading.letters[one.cell]) if one.cell is not None else ""
        now, other = (blank if symbol == "." else symbol for symbol in (one.letter, one.other))
        doubts.append(Doubt(one.kind, row, column, now, other, one.p, one.total_if, tuple(map(place_of, one.alike))))
    named = {(doubt.row, doubt.column) for doubt in doubts}
    shapes = []
    for letter in held:
        row, column = place_of(letter.cell)
        if (row, column) not in named:
            total = found.total - letter.gain
            shapes.append(Doubt(LETTER, row, column, letter.letter, letter.other, 1 - letter.support, total))
    return (*shapes, *doubts) if found.certainty >= fairness.CERTAIN_ONCE_ASKED else (*doubts, *shapes)


def place_of(cell: int) -> tuple[int, int]:
    """The row and column, from 1, of a cell, from 0."""
    return cell // 5 + 1, cell % 5 + 1


def counted_as(one: Weighed, card: Scorecard) -> CountedAs:
    """A letter that counts for more than its shape says, with the words that it stands in."""
    row, column = place_of(one.cell)
    words = tuple(
        line.word
        for line, place in ((card.lines[row - 1], column), (card.lines[5 + column - 1], row))
        if line.word and line.start and line.start <= place < line.start + len(line.word)
    )
    return CountedAs(row, column, one.letter, one.other, words)
