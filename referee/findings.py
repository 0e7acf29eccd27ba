"""Findings: wrong figures of the player, letters that the rolls rule out, and the doubt that a finding hinges on."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from lexicons import Lexicon
from referee.claimed import joker_free
from referee.disputes import little_known
from referee.options import Options
from scanner.values import Glyph
from scoring import Claims, Finding, Scorecard, audit, check_rolls, rolls_finding, score

MIN_HINGE = 0.02  # probability of another reading below which a finding stands without mention of it


def find(
    card: Scorecard,
    glyphs: Sequence[Glyph],
    claims: Claims | None,
    options: Options,
    lexicon: Lexicon,
    joker: bool | None,
) -> tuple[Finding, ...]:
    """Every finding. One that another likely reading of a single cell would clear names that cell and reading."""
    found = _find(card, claims, options, joker)
    if not found:
        return ()
    hinges: dict[tuple[str, str], list[tuple[int, int, str]]] = {}
    for row, column, letter in _other_readings(glyphs):
        changed = score(card.grid.with_letter(row, column, letter), lexicon, card.rules)
        left = {(other.kind, other.where) for other in _find(changed, claims, options, joker)}
        for finding in found:
            if (finding.kind, finding.where) not in left:
                hinges.setdefault((finding.kind, finding.where), []).append((row, column, letter))
    return tuple(
        replace(finding, hinges=tuple(hinges.get((finding.kind, finding.where), ())), sentence=_fair(finding, lexicon))
        for finding in found
    )


def _fair(finding: Finding, lexicon: Lexicon) -> str:
    """The sentence of a finding; nobody is called wrong for not knowing a word that few know."""
    word = finding.values.get("word")  # a finding on the total names none
    if finding.kind == "missed" and word and little_known(lexicon.explain(word)):
        return "may-count"
    return finding.sentence


def _find(card: Scorecard, claims: Claims | None, options: Options, joker: bool | None) -> tuple[Finding, ...]:
    findings = audit(card, claims) if claims else ()
    if options.rolls:
        check = check_rolls(card.grid, options.rolls, joker_free(card.rules, joker))
        finding = rolls_finding(check)
        findings += (finding,) if finding else ()
    return findings


def _other_readings(glyphs: Sequence[Glyph]) -> Iterator[tuple[int, int, str]]:
    """Every other letter that a cell may well hold: row and column from 1, and the letter."""
    for place, glyph in enumerate(glyphs):
        for symbol, p in glyph.ranking[1:]:
            if p >= MIN_HINGE and symbol != "#":
                yield place // 5 + 1, place % 5 + 1, symbol
