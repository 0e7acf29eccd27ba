"""What a verdict says, as sentences in the reader's language."""

from typing import Any

from lexicons import Entry
from referee.verdict import LANGUAGE, Disputed, Doubt, LanguageFit, SheetVerdict
from scoring import Finding
from texts import listing, percent, plural, sentence, table, text


def symbol_name(symbol: str, language: str) -> str:
    """A letter as it is; an empty or illegible cell in words."""
    return {".": text("cell.empty", language), "#": text("cell.illegible", language)}.get(symbol, symbol)


def place_name(row: int, column: int, language: str) -> str:
    """A cell by row and column."""
    return text("cell.name", language, row=row, column=column)


def doubt_place(doubt: Doubt, language: str) -> str:
    """What a doubt is about: a cell, with those that it may be asked together with, the side or the language."""
    if doubt.row is None or doubt.column is None:
        return text(f"report.which-{doubt.kind}", language)
    places = [(doubt.row, doubt.column), *doubt.alike]
    return listing([place_name(row, column, language) for row, column in places], language)


def doubt_value(kind: str, value: str, language: str) -> str:
    """A letter, side or language that a doubt names."""
    return text(f"language.{value}", language) if kind == LANGUAGE else symbol_name(value, language)


def line_name(axis: str, index: int, language: str) -> str:
    """A line, like "row 3"."""
    return text(f"line.{axis}", language, n=index)


def finding_text(finding: Finding, language: str) -> str:
    """A finding as a sentence."""
    values = finding.values
    parts = {
        **values,
        **{name: plural("points", values[name], language) for name in ("points", "own", "right") if name in values},
        **{
            name: listing([str(one) for one in values[name]], language)
            for name in ("letters", "rounds")
            if name in values
        },
        "claimed": finding.claimed,
    }
    if "axis" in values:
        parts |= _line_parts(finding, language)
    if "lines" in values:
        parts["lines"] = listing([line_name(axis, index, language) for axis, index in values["lines"]], language)
    joker = f" {text('finding.joker', language)}" if values.get("joker") else ""
    return sentence(f"finding.{finding.sentence}", language, **parts) + joker + _hinges(finding, language)


def _hinges(finding: Finding, language: str) -> str:
    """On which doubtful letters a finding hinges, if on any."""
    if not finding.hinges:
        return ""
    cells = [
        f"{place_name(row, column, language)} {symbol_name(other, language)}" for row, column, other in finding.hinges
    ]
    return " " + text("finding.hinges", language, cells=listing(cells, language, "or"))


def _line_parts(finding: Finding, language: str) -> dict[str, Any]:
    values = finding.values
    word, doubled = values["word"], "-doubled" if values["doubled"] else ""
    points = plural("points", values["points"], language)
    return {
        "place": line_name(values["axis"], values["index"], language),
        "said": _written(finding.claimed, language),
        "worth": text(f"finding.worth{doubled}", language, word=word, length=len(word), points=points),
        "shorter": listing(values["shorter"], language, "or"),
        "values": listing([str(value) for value in values["values"]], language, "or"),
    }


def _written(claimed: str, language: str) -> str:
    """What stands on the sheet, like "6 points are written" or "a dash is written"."""
    if claimed.isdecimal():
        what = plural("points", int(claimed), language)
        return plural("finding.written", int(claimed), language, what=what)
    what = text("finding.dash", language) if claimed == "-" else text("finding.quote", language, text=claimed)
    return plural("finding.written", 1, language, what=what)


def reason_texts(sheet: SheetVerdict, language: str) -> list[str]:
    """Why a person must look at a sheet."""
    return [
        language_text(sheet.other_language, language) if code == "language" else reason_text(code, language)
        for code in sheet.reasons
    ]


def language_text(other: LanguageFit, language: str) -> str:
    """That a sheet may have been played in another language, and its total then."""
    return text("reason.language", language, name=text(f"language.{other.language}", language), total=other.total)


def reason_text(code: str, language: str) -> str:
    """Why a person must look, where only the code of the reason is known."""
    key = "reason.other-language" if code == "language" else f"reason.{code}"
    return text(key if key in table(language) else "reason.unnamed", language, code=code)


def why_text(entry: Entry, language: str) -> str:
    """Why a word counts or not."""
    why = text(f"why.{entry.why_code}", language, length=len(entry.word))
    return f"{why}: {entry.note}" if entry.note else why


def source_names(entry: Entry, language: str) -> list[str]:
    """The lists that have a word, each once, by names in the reader's language; else in that of the word."""
    known = table(language)
    named = zip(entry.lists, entry.known_as, strict=True)
    return list(dict.fromkeys(known.get(f"source.{code}", name) for code, name in named))


def doubt_text(doubt: Doubt, language: str) -> str:
    """A doubt as a sentence."""
    return text(
        "report.doubt",
        language,
        where=doubt_place(doubt, language),
        letter=doubt_value(doubt.kind, doubt.letter, language),
        other=doubt_value(doubt.kind, doubt.other, language),
        p=percent(doubt.p, language),
        total=doubt.total_if,
    )


def dispute_texts(sheet: SheetVerdict, language: str) -> list[str]:
    """What the total is where the table decides otherwise on a word that few know."""
    return [
        *(_dispute("report.without", word, language) for word in sheet.disputable),
        *(_dispute("report.with", word, language) for word in sheet.allowable),
    ]


def _dispute(key: str, word: Disputed, language: str) -> str:
    axis, _, index = word.line.partition(" ")
    return text(key, language, word=word.word, line=line_name(axis, int(index), language), total=word.total)


def weighed_texts(sheet: SheetVerdict, language: str) -> list[str]:
    """What besides their shapes has moved the letters, and what they say without it; empty where nothing has."""
    alone = sheet.unweighed
    if not alone:
        return []
    by = listing([text(f"report.by-{source}", language) for source in alone.by], language)
    changed = [
        text(
            "report.weighed-letter",
            language,
            where=place_name(row, column, language),
            letter=symbol_name(letter, language),
            alone=symbol_name(shape, language),
        )
        for row, (letters, shapes) in enumerate(zip(sheet.card.grid.rows, alone.grid, strict=True), 1)
        for column, (letter, shape) in enumerate(zip(letters, shapes, strict=True), 1)
        if letter != shape
    ]
    counted = [
        text(
            "report.counted-as-words" if one.words else "report.counted-as",
            language,
            letter=symbol_name(one.letter, language),
            other=symbol_name(one.other, language),
            words=listing(one.words, language),
        )
        for one in sheet.counted_as
    ]
    total = text("report.weighed-total", language, by=by, points=plural("points", alone.total, language))
    return [total, *changed, *counted]
