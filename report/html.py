"""The evidence report as one HTML file that needs nothing else."""

from base64 import b64encode
from collections.abc import Sequence
from html import escape

from referee.provenance import provenance
from referee.verdict import PhotoVerdict, Question, SheetVerdict
from report.pictures import annotated, crop, jpeg, outlined
from report.sentences import dispute_texts, doubt_text, finding_text, symbol_name, weighed_texts
from report.view import Item, certainty, headline, items, remarks
from scanner.values import Pixels
from texts import percent, sentence, text

STYLE = """
:root{color-scheme:light dark;--ink:#1d2433;--paper:#fbfaf6;--line:#d8d4c8;--card:#fff;
--good:#28754a;--bad:#b3261e;--doubt:#9a6700}
@media(prefers-color-scheme:dark){:root{--ink:#e8e6df;--paper:#16181d;--line:#3a3d46;--card:#1e2128;
--good:#6fce98;--bad:#ff8a80;--doubt:#f2c14e}}
*{box-sizing:border-box}body{margin:0 auto;max-width:60rem;padding:1.5rem;background:var(--paper);color:var(--ink);
font:16px/1.5 system-ui,sans-serif}h1{font-size:1.3rem;margin:0 0 .2rem}h2{font-size:1.05rem;margin:1.6rem 0 .5rem}
.meta{opacity:.75}.total{font-size:3.2rem;font-weight:700;line-height:1.1}.certain{color:var(--good)}.review{color:var(--doubt)}
section{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:1.2rem;margin:1rem 0;
break-inside:avoid-page}
img{max-width:100%;height:auto;border-radius:8px}table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{text-align:left;padding:.35rem .5rem;border-bottom:1px solid var(--line);vertical-align:top}td.n{text-align:right}
.letters{font-family:ui-monospace,monospace;letter-spacing:.25em}.letters b{border-bottom:3px solid var(--good)}
.ok{color:var(--good)}.no{color:var(--bad);font-weight:700}.doubts{display:flex;flex-wrap:wrap;gap:1rem}
.doubts figure{margin:0;width:14rem}.doubts img{width:6rem;image-rendering:auto;border:2px solid var(--doubt)}
.hash{font:12px/1.4 ui-monospace,monospace;overflow-wrap:anywhere}
@media print{body{padding:0}section{border:0;padding:0}}
"""


def to_html(verdict: PhotoVerdict, texts_language: str | None = None) -> str:
    """The whole report."""
    language = texts_language or verdict.sheets[0].language
    name = escape(verdict.photo.name) if verdict.photo else text("report.letters", language)
    scans = tuple(sheet.scan for sheet in verdict.sheets if sheet.scan)
    photo = f"<section>{_image(outlined(scans), name)}</section>" if scans else ""
    several = len(verdict.sheets) > 1
    sheets = "".join(
        _sheet(sheet, number if several else 0, language) for number, sheet in enumerate(verdict.sheets, start=1)
    )
    rows = "".join(
        f"<tr><td>{escape(key)}</td><td>{escape(value)}</td></tr>" for key, value in provenance(verdict).items()
    )
    return (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8"><title>{name}</title>'
        f'<meta name="viewport" content="width=device-width,initial-scale=1"><style>{STYLE}</style></head><body>'
        f"<h1>{name}</h1>{photo}{sheets}<section><table class=hash>{rows}</table></section></body></html>\n"
    )


def _sheet(sheet: SheetVerdict, number: int, language: str) -> str:
    title = sentence("report.sheet", language, n=number) if number else ""
    head = f"<h2>{title}</h2><p class=meta>{escape(' · '.join(headline(sheet, language)))}</p>"
    if sheet.empty:
        return f"<section>{head}<p>{text('report.empty-sheet', language)}</p></section>"
    flat = _image(annotated(sheet), title) if sheet.scan else ""
    findings = _list("report.findings", [finding_text(finding, language) for finding in sheet.findings], language)
    findings += _list("report.disputes", dispute_texts(sheet, language), language)
    weighed = _list("report.weighed", weighed_texts(sheet, language), language)
    told = f"{_lines(sheet, language)}{findings}{weighed}{_doubts(sheet, language)}"
    return f"<section>{head}{_total(sheet, language)}{flat}{told}</section>"


def _total(sheet: SheetVerdict, language: str) -> str:
    kind = "review" if sheet.needs_review else "certain"
    sure, *must_look = certainty(sheet, language)
    why = "".join(f"<li>{escape(reason)}</li>" for reason in must_look[1:])
    looked = f"<p class={kind}>{escape(must_look[0])}</p><ul>{why}</ul>" if must_look else ""
    return (
        f'<div class="total {kind}">{sheet.card.total}</div>'
        f"<p><span class={kind}>{sure}</span> · {escape(' · '.join(remarks(sheet, language)))}</p>{looked}"
    )


def _lines(sheet: SheetVerdict, language: str) -> str:
    heads = "".join(
        f"<th>{text(f'report.{key}', language)}</th>" for key in ("letters", "word", "points", "claimed", "sources")
    )
    rows = "".join(_line(item) for item in items(sheet, language))
    return f"<table><thead><tr><th></th>{heads}</tr></thead><tbody>{rows}</tbody></table>"


def _line(item: Item) -> str:
    letters = f"{item.before}<b>{item.word}</b>{item.after}"
    kind, tick = ("ok", "✓") if item.right else ("no", "✗")
    mark = f'<span class="{kind}">{escape(item.claim)} {tick}</span>' if item.claim else ""
    cells = [item.place, item.word or "–", item.points, mark, f"<small>{escape(item.source)}</small>"]
    cells.insert(1, f"<span class=letters>{letters}</span>")
    return f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"


def _list(heading: str, said: Sequence[str], language: str) -> str:
    items = "".join(f"<li>{escape(line)}</li>" for line in said)
    return f"<h2>{text(heading, language)}</h2><ul>{items}</ul>" if items else ""


def _doubts(sheet: SheetVerdict, language: str) -> str:
    if not sheet.doubts:
        return ""
    figures = "".join(_doubt(sheet, doubt, language) for doubt in sheet.doubts)
    return f"<h2>{text('report.doubts', language)}</h2><div class=doubts>{figures}</div>"


def _doubt(sheet: SheetVerdict, doubt: Question, language: str) -> str:
    picture, others = "", ""
    if sheet.scan and doubt.row and doubt.column:
        picture = _image(crop(sheet, doubt.row, doubt.column), "")
        ranking = sheet.glyphs[(doubt.row - 1) * 5 + doubt.column - 1].ranking[:5]
        others = " ".join(f"{symbol_name(symbol, language)} {percent(p, language)}" for symbol, p in ranking)
    caption = f"{escape(doubt_text(doubt, language))}<br>{escape(others)}"
    return f"<figure>{picture}<figcaption>{caption}</figcaption></figure>"


def _image(picture: Pixels, name: str) -> str:
    return f'<img alt="{escape(name)}" src="data:image/jpeg;base64,{b64encode(jpeg(picture)).decode("ascii")}">'
