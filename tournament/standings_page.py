"""The standings page: the ranking as one HTML page, ready to print and to hang up."""

import base64
import hashlib
from html import escape

from texts import plural, text
from tournament.entities import Place
from tournament.overview import Overview
from tournament.standings import all_rounds

STYLE = """
:root { --ink: #14213d; --quiet: #5b6475; --line: #d9dee7; --paper: #fff; --accent: #0b6e4f; --gold: #f2b705;
        --silver: #b8c0cc; --bronze: #c98a4b; }
* { box-sizing: border-box; }
body { margin: 0; background: #eef1f5; color: var(--ink); font: 17px/1.35 system-ui, "Segoe UI", Roboto, sans-serif; }
main { max-width: 960px; margin: 2rem auto; padding: 2.5rem 3rem; background: var(--paper); border-radius: 18px;
       box-shadow: 0 10px 40px #14213d1f; }
header { display: flex; align-items: flex-end; justify-content: space-between; gap: 1rem; flex-wrap: wrap;
         border-bottom: 4px solid var(--ink); padding-bottom: 1rem; }
h1 { margin: 0; font-size: 2.4rem; line-height: 1.1; letter-spacing: -.02em; overflow-wrap: anywhere; }
.kind { margin: 0; color: var(--quiet); font-weight: 600; letter-spacing: .08em; text-transform: uppercase;
        font-size: .85rem; }
.state { padding: .3rem .9rem; border-radius: 99px; font-weight: 700; background: #fff3cd; color: #664d03; }
.state.final { background: #d9f2e6; color: #0a5239; }
table { width: 100%; border-collapse: collapse; margin-top: 1rem; }
th { text-align: left; color: #4a5263; font-size: .8rem; letter-spacing: .05em; text-transform: uppercase;
     padding: .5rem .6rem; }
td { padding: .55rem .6rem; border-top: 1px solid var(--line); font-variant-numeric: tabular-nums; }
th.n, td.n { text-align: right; }
td.total { font-weight: 800; font-size: 1.25rem; }
td.who { font-weight: 600; overflow-wrap: anywhere; }
.place { display: inline-grid; place-items: center; min-width: 2.1rem; height: 2.1rem; padding: 0 .4rem;
         border-radius: 99px; font-weight: 800; background: #eef1f5; }
.p1 .place { background: var(--gold); }
.p2 .place { background: var(--silver); }
.p3 .place { background: var(--bronze); }
.open { color: #8a5a00; font-weight: 700; }
footer { margin-top: 1.5rem; color: #4a5263; font-size: .85rem; }
@page { size: A4; margin: 14mm; }
@media print { body { background: none; font-size: 12pt; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
  main { margin: 0; padding: 0; max-width: none; box-shadow: none; border-radius: 0; }
  thead { display: table-header-group; } tr { break-inside: avoid; } }
@media (max-width: 600px) { main { margin: 0; padding: 1.2rem; border-radius: 0; } h1 { font-size: 1.7rem; } }
"""


def style_hash() -> str:
    """The hash by which a Content-Security-Policy admits the sheet's style and no other."""
    return "sha256-" + base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()


def standings_page(view: Overview) -> str:
    """The ranking as a page of its own, without anything from outside."""
    language = view.tournament.recipe.lang
    title, place, player, total, provisional, final, ties = (
        text(f"standings.{name}", language)
        for name in ("title", "place", "player", "total", "provisional", "final", "ties")
    )
    rounds = all_rounds(view.places)
    summary = view.summary
    done = view.final
    heads = "".join(
        f'<th class="n" scope="col">{escape(text("standings.round", language, n=name))}</th>' for name in rounds
    )
    lines = "\n".join(_line(entry, rounds) for entry in view.places)
    name = escape(view.tournament.name)
    waiting = plural("standings.waiting", summary.doubtful, language)
    open_note = f' · <span class="open">* {waiting}</span>' if summary.doubtful else ""
    people = plural("standings.players", len(view.places), language)
    sheets = plural("standings.sheets", summary.sheets, language)
    return f"""<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{name} · {title}</title>
<style>{STYLE}</style>
</head>
<body>
<main>
<header><div><p class="kind">{title}</p><h1>{name}</h1></div>
<span class="state{" final" if done else ""}">{final if done else provisional}</span></header>
<table>
<thead><tr><th scope="col">{place}</th><th scope="col">{player}</th>{heads}
<th class="n" scope="col">{total}</th></tr></thead>
<tbody>
{lines}
</tbody>
</table>
<footer>{people} · {sheets}{open_note}<br>{ties}</footer>
</main>
</body>
</html>
"""


def _line(entry: Place, rounds: list[str]) -> str:
    cells = "".join(f'<td class="n">{entry.rounds.get(name, "–")}</td>' for name in rounds)
    mark = ' <span class="open">*</span>' if entry.open else ""
    medal = f' class="p{entry.place}"' if entry.place <= 3 else ""
    return (
        f'<tr{medal}><td><span class="place">{entry.place}</span></td><td class="who">{escape(entry.player)}{mark}</td>'
        f'{cells}<td class="n total">{entry.total}</td></tr>'
    )
