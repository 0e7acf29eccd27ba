"""The referee: joins scanner, lexicons and scoring into verdicts."""

from collections.abc import Sequence
from dataclasses import replace

import lexicons
from lexicons import Entry, Lexicon
from referee.options import Options
from referee.reasons import review_reasons
from referee.settings import Settings
from referee.verdict import PhotoVerdict, SheetVerdict, Unweighed
from referee.weigh.certainty import Judgement, best_grid, weigh
from referee.weigh.claims import weigh_by_claims, weigh_by_rolls
from referee.weigh.letter_odds import weigh_by_odds
from scanner.readers import Reader
from scanner.values import Glyph, Points, Reading, Scan
from scoring import (
    PROFESSIONAL,
    STANDARD,
    Claims,
    Finding,
    Grid,
    Rules,
    Scorecard,
    audit,
    check_rolls,
    rating,
    rolls_finding,
    rules_named,
    score,
)

NOTED = 0.001  # by how much outside evidence must move a letter's probability before the verdict mentions it
IMPOSSIBLE_POINTS = 0.1  # odds of points that a line cannot have, such as 20 where nothing doubles, against others


class Referee:
    """Judges photos and typed grids. Holds one reader, loaded on first use; requests change nothing."""

    def __init__(self, reader: Reader | None = None, settings: Settings | None = None) -> None:
        self.settings = settings or Settings()
        self._reader = reader

    @property
    def reader(self) -> Reader:
        """The reader of the letters."""
        if self._reader is None:
            from scanner.readers import make_reader

            self._reader = make_reader(self.settings.reader)
        return self._reader

    def photo(self, data: bytes, name: str, options: Options, corners: Points | None = None) -> PhotoVerdict:
        """The verdict of every sheet in a photo; `corners` says where the grid is when a person showed it."""
        from scanner.decode import decode
        from scanner.pipeline import scan

        limits = self.settings
        photo = decode(data, name, max_bytes=limits.max_megabytes * 10**6, max_pixels=limits.max_megapixels * 10**6)
        lexicon = lexicons.load(options.lang, options.policy, options.house)
        scans = scan(photo, self.reader, corners)
        return PhotoVerdict(photo, tuple(judge_scan(found, lexicon, options) for found in scans))

    def grid(self, text: str, options: Options, claims: Claims | None = None) -> PhotoVerdict:
        """The verdict of typed letters."""
        lexicon = lexicons.load(options.lang, options.policy, options.house)
        grid = Grid.parse(text, fold=lambda row: lexicons.fold(row, options.lang))
        return PhotoVerdict(None, (judge_grid(grid, lexicon, options, claims),))


def judge_grid(grid: Grid, lexicon: Lexicon, options: Options, claims: Claims | None = None) -> SheetVerdict:
    """The verdict of known letters."""
    side = None if options.side == "auto" else options.side
    rules = choose_rules(options, side)
    card = score(grid, lexicon, rules)
    return SheetVerdict(
        language=options.lang,
        policy=options.policy,
        side=side,
        side_p=1.0,
        rules=rules,
        card=card,
        entries=explain(card, lexicon),
        rating=rating(card.total, rules),
        claims=claims,
        findings=find(card, claims, options, joker_crossed=None),
        certainty=1.0,
        totals=((card.total, 1.0),),
        doubts=(),
        needs_review=False,
    )


def judge_scan(scan: Scan, lexicon: Lexicon, options: Options) -> SheetVerdict:
    """The verdict of a sheet that was read from a photo."""
    sheet, reading = scan.sheet, scan.reading
    side, side_p = (sheet.side, sheet.side_p) if options.side == "auto" else (options.side, 1.0)
    rules = choose_rules(options, side)
    other_p = 1 - side_p if options.rules == "auto" and side else 0.0
    joker = joker_crossed(reading, side)
    judgement, unweighed = weigh_with_evidence(reading, lexicon, rules, other_p, options, joker)
    claims = claims_of(reading, rules)
    card = judgement.card
    reasons = () if reading.empty else review_reasons(judgement, scan)
    return SheetVerdict(
        language=options.lang,
        policy=options.policy,
        side=side,
        side_p=side_p,
        rules=rules,
        card=card,
        entries=explain(card, lexicon),
        rating=rating(card.total, rules),
        claims=claims,
        findings=() if reading.empty else find(card, claims, options, joker),
        certainty=judgement.certainty,
        totals=judgement.totals,
        doubts=() if reading.empty else judgement.doubts,
        needs_review=bool(reasons),
        reasons=reasons,
        joker_crossed=joker,
        empty=reading.empty,
        scan=scan,
        glyphs=judgement.glyphs,
        unweighed=unweighed,
    )


def weigh_with_evidence(
    reading: Reading, lexicon: Lexicon, rules: Rules, other_p: float, options: Options, joker: bool | None
) -> tuple[Judgement, Unweighed | None]:
    """The judgement with claims and rolls weighed in, and what was read without them where they made a difference."""
    read = weigh_by_odds(reading.letters)
    glyphs, by = read, []
    weighed = weigh_by_claims(replace(reading, letters=read), lexicon, rules)
    if _differ(weighed, glyphs):
        glyphs, by = weighed, ["claims"]
    if options.rolls:
        weighed = weigh_by_rolls(glyphs, options.rolls, rules.jokers > 0 and joker is not False)
        if _differ(weighed, glyphs):
            glyphs, by = weighed, [*by, "rolls"]
    judgement = weigh(glyphs, lexicon, rules, other_p)
    if not by:
        return judgement, None
    plain = best_grid(read)
    return judgement, Unweighed(tuple(by), plain.rows, score(plain, lexicon, rules).total)


def _differ(some: Sequence[Glyph], others: Sequence[Glyph]) -> bool:
    return any(new.symbol != old.symbol or abs(new.p - old.p) > NOTED for new, old in zip(some, others, strict=True))


def choose_rules(options: Options, side: str | None) -> Rules:
    """The rules asked for; otherwise side B means professional and all else standard."""
    if options.rules != "auto":
        return rules_named(options.rules)
    return PROFESSIONAL if side == "B" else STANDARD


def explain(card: Scorecard, lexicon: Lexicon) -> dict[str, Entry]:
    """Why each scored word is valid."""
    return {line.word: lexicon.explain(line.word) for line in card.lines if line.word}


def find(card: Scorecard, claims: Claims | None, options: Options, joker_crossed: bool | None) -> tuple[Finding, ...]:
    """Where the player's figures, and the letters against the rolls, do not hold."""
    findings = audit(card, claims) if claims else ()
    if options.rolls:
        joker = card.rules.jokers > 0 and joker_crossed is not False
        finding = rolls_finding(check_rolls(card.grid, options.rolls, joker))
        findings += (finding,) if finding else ()
    return findings


def claims_of(reading: Reading, rules: Rules) -> Claims | None:
    """What the player wrote around the grid; None on a sheet without such fields."""
    if not reading.rows and not reading.columns and reading.total is None:
        return None
    rows, columns = _points_written(reading.rows, rules), _points_written(reading.columns, rules)
    total = reading.total.symbol if reading.total else ""
    # An unstruck badge claims the bonus only where the player has claimed anything at all.
    claimed = reading.bonus is not None and any([*rows, *columns, total])
    return Claims(rows, columns, reading.bonus.symbol != "struck" if reading.bonus and claimed else None, total)


def _points_written(glyphs: Sequence[Glyph], rules: Rules) -> tuple[str, ...]:
    """What stands in five circles; points that the line cannot have only where they are clearly written."""
    return tuple(_likeliest(glyph, _possible(index, rules)) for index, glyph in enumerate(glyphs, 1)) or ("",) * 5


def _likeliest(glyph: Glyph, possible: frozenset[str]) -> str:
    return max(glyph.ranking, key=lambda item: item[1] * (1 if item[0] in possible else IMPOSSIBLE_POINTS))[0]


def _possible(index: int, rules: Rules) -> frozenset[str]:
    """What a player may write beside the line of that number, from 1."""
    return frozenset({"", "-", *(str(points * rules.factor(index)) for points in rules.points)})


def joker_crossed(reading: Reading, side: str | None) -> bool | None:
    """Whether the joker was used; None where the sheet has no joker box."""
    if side != "B" or reading.joker is None:
        return None
    return reading.joker.symbol == "crossed"
