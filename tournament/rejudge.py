"""A stored sheet judged again: with letters a person fixed, another side, or the tournament's rulings on words."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

import lexicons
from lexicons import House
from lexicons.house import Ruling
from referee.options import Options
from referee.reasons import MIN_CERTAINTY
from referee.referee import choose_rules, explain, find
from referee.verdict import SheetVerdict
from referee.weigh.certainty import weigh
from report.document import sheet_document
from scanner.values import Glyph
from scoring import Claims, Grid, RollLog, rating
from tournament.entities import Document, LogEntry, Recipe

Fixed = Mapping[tuple[int, int], str]  # (row, column) from 1 → letter


class Rejudge:
    """Judges stored sheets again by one recipe and one set of rulings."""

    def __init__(self, recipe: Recipe, rulings: Sequence[LogEntry] = ()) -> None:
        self._recipe = recipe
        self._house = _house(recipe, rulings)
        self._ruled = frozenset(lexicons.fold(str(entry.what["word"]), recipe.lang) for entry in rulings)

    def touches(self, sheet: Document) -> bool:
        """Whether a word that was ruled on stands anywhere in a sheet."""
        return bool(self._ruled) and any(word in line["letters"] for line in sheet["lines"] for word in self._ruled)

    def sheet(self, sheet: Document, fixed: Fixed, side: str | None = None, rules: str | None = None) -> Document:
        """The sheet's document with these letters fixed; what people settled is no longer in doubt."""
        options = self._options(sheet, side, rules)
        chosen = choose_rules(options, side or sheet["side"])
        lexicon = lexicons.load(options.lang, options.policy, self._house)
        side_sure = side is not None or rules is not None or options.rules != "auto" or not sheet["side"]
        other_p = 0.0 if side_sure else 1 - float(sheet["side_p"])
        judged = weigh(glyphs_of(sheet, fixed), lexicon, chosen, other_p)
        claims = claims_of(sheet)
        reasons = tuple(reason for reason in sheet.get("reasons", ()) if reason != "certainty" and len(fixed) < 25)
        if judged.certainty < MIN_CERTAINTY:
            reasons = ("certainty", *reasons)
        verdict = SheetVerdict(
            language=options.lang,
            policy=options.policy,
            side=side or sheet["side"],
            side_p=1.0 if side else float(sheet["side_p"]),
            rules=chosen,
            card=judged.card,
            entries=explain(judged.card, lexicon),
            rating=rating(judged.card.total, chosen),
            claims=claims,
            findings=find(judged.card, claims, options, sheet["joker_crossed"]),
            certainty=judged.certainty,
            totals=judged.totals,
            doubts=judged.doubts,
            needs_review=bool(reasons),
            reasons=reasons,
            joker_crossed=sheet["joker_crossed"],
            glyphs=judged.glyphs,
        )
        empty = not Grid.of(glyph.symbol for glyph in judged.glyphs).letters
        return {**sheet, **sheet_document(verdict), "empty": empty}

    def _options(self, sheet: Document, side: str | None, rules: str | None) -> Options:
        agreed = self._recipe.rules if rules is None else rules
        rolls = RollLog.parse(self._recipe.rolls) if self._recipe.rolls else None
        return Options(sheet["language"], side or self._recipe.side, agreed, sheet["policy"], self._house, rolls)


def glyphs_of(sheet: Document, fixed: Fixed) -> list[Glyph]:
    """The letters' rankings as stored, with certainty where a person spoke."""
    glyphs = []
    for place, letter in enumerate("".join(sheet["grid"])):
        row, column = divmod(place, 5)
        if said := fixed.get((row + 1, column + 1)):
            glyphs.append(Glyph(((said, 1.0),)))
        elif cells := sheet.get("cells"):
            cell = cells[row][column]
            others = tuple((str(symbol), float(p)) for symbol, p in cell["others"])
            glyphs.append(Glyph(((cell["letter"], float(cell["p"])), *others)))
        else:
            glyphs.append(Glyph(((letter, 1.0),)))
    return glyphs


def claims_of(sheet: Document) -> Claims | None:
    """What the player wrote around the grid, as stored."""
    claimed = sheet["claimed"]
    if claimed is None:
        return None
    return Claims(tuple(claimed["rows"]), tuple(claimed["columns"]), claimed["bonus"], claimed["total"])


def _house(recipe: Recipe, rulings: Sequence[LogEntry]) -> House | None:
    """The house file and the rulings of the tournament; the last word on a word counts."""
    latest: dict[str, Ruling] = {}
    if recipe.house:
        latest |= House.parse(recipe.house).folded(recipe.lang)
    for entry in rulings:
        word = lexicons.fold(str(entry.what["word"]), recipe.lang)
        latest[word] = Ruling(word, bool(entry.what["allow"]), f"{entry.who}: {entry.why}".rstrip(": "))
    return _cached_house(tuple(latest.values())) if latest else None


@lru_cache(maxsize=4)
def _cached_house(rulings: tuple[Ruling, ...]) -> House:
    return House(rulings, "the tournament's rulings")
