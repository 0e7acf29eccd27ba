"""The review queue on a terminal: one sheet after the other, the worst first."""

from typing import TYPE_CHECKING, Any

import click

from tournament.entities import Row
from tournament.errors import BadCorrection
from tournament.exports import doubt_text
from tournament.overview import Overview, weight

if TYPE_CHECKING:
    from tournament.session import Session

HELP = "row,column=letter … corrects · ok confirms · player NAME · round N · withdraw · empty line skips · q ends"


def queue_document(view: Overview) -> dict[str, Any]:
    """The queue as JSON, worst first."""
    return {
        "queue": [
            {
                "sheet": row.id,
                "page": row.page,
                "number": row.index,
                "player": row.identity.player or None,
                "round": row.identity.round,
                "why": list(row.open),
                "grid": list(row.result.grid),
                "total": row.total,
                "certainty": row.result.certainty,
                "expected_damage": round(weight(row), 4),
                "same_as": row.same_as or None,
                "suggestions": list(row.suggestions),
                "doubts": [
                    {
                        "row": doubt.row or None,
                        "column": doubt.column or None,
                        "letter": doubt.letter,
                        "or": doubt.other,
                        "p": doubt.p,
                        "total_if": doubt.total_if,
                    }
                    for doubt in row.result.doubts
                ],
            }
            for row in view.queue
        ],
        "rejected": [{"page": page.page, "code": page.code, "hint": page.hint} for page in view.rejected],
    }


def show_queue(view: Overview) -> None:
    """List the queue."""
    for row in view.queue:
        click.echo(
            f"{row.id}  {row.identity.player or '(no name)':<24} {row.total:>4}  {' '.join(row.open)}  {row.page}"
        )
        for line in list(doubt_text(row))[:3]:
            click.echo(f"      {line}")
    for page in view.rejected:
        click.echo(f"rejected  {page.page}  {page.code}: {page.hint}")
    click.echo(view.summary.sentence, err=True)


def ask_all(session: "Session", who: str, limit: int | None = None) -> None:
    """Ask about each waiting sheet once; the queue is read anew after every answer, since one may settle others."""
    seen: set[str] = set()
    click.echo(HELP, err=True)
    while limit is None or len(seen) < limit:
        row = next((row for row in session.overview().queue if row.key not in seen), None)
        if row is None:
            click.echo("Nothing more to look at.", err=True)
            return
        seen.add(row.key)
        _show(row)
        while (answer := click.prompt("", prompt_suffix="> ", default="", show_default=False, err=True).strip()) != "":
            if answer == "q":
                return
            try:
                row = _apply(session, who, row, answer)
            except BadCorrection as error:
                click.echo(f"{error} {error.hint}", err=True)
                continue
            click.echo(f"{row.id}: {row.total}" + (f", still open: {' '.join(row.open)}" if row.open else ""), err=True)
            if not row.open:
                break


def _show(row: Row) -> None:
    name = row.identity.player or "(no name)"
    click.echo(f"\n{row.id} · {name} · round {row.identity.round} · {row.page}\n  {' '.join(row.open)}", err=True)
    for letters in row.result.grid:
        click.echo("    " + " ".join(letters), err=True)
    click.echo(
        f"  total {row.total}, claimed {row.result.claimed_total or '–'}, {row.result.certainty:.1%} certain", err=True
    )
    for line in doubt_text(row):
        click.echo(f"  {line}", err=True)


def _apply(session: "Session", who: str, row: Row, answer: str) -> Row:
    arbiter = session.arbiter(who)
    verb, _, rest = answer.partition(" ")
    if verb == "ok":
        return arbiter.confirm(row.key, rest)
    if verb == "player":
        return arbiter.player(row.key, rest)
    if verb == "round":
        return arbiter.player(row.key, "", rest)
    if verb == "withdraw":
        return arbiter.withdraw(row.key, rest)
    if "=" in answer:
        return arbiter.letters(row.key, answer.split())
    return arbiter.grid(row.key, answer)
