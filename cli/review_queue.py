"""The review queue on a terminal: one sheet after the other, the worst first."""

import sys
from typing import TYPE_CHECKING, Any

import click

from tournament.entities import Doubt, Row
from tournament.exports import doubt_text
from tournament.overview import Overview, weight
from tournament.tournament_errors import TournamentError

if TYPE_CHECKING:
    from tournament.arbiter import Arbiter
    from tournament.session import Session

HELP = (
    "1 as read, 2 the other letter · row,column=letter … corrects · ok confirms · player NAME · round N · withdraw\n"
    "undo takes back your last word on the sheet · empty line goes on · back goes back · q ends"
)
STEPS = {"": 1, "back": -1, "q": -(10**9)}


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
    """Ask about each waiting sheet; one stays until it is settled or skipped, and every answer can be undone."""
    click.echo(HELP, err=True)
    passed: list[str] = []  # sheets in the order they were shown
    at = 0
    while limit is None or at < limit:
        if at == len(passed):
            row = next((row for row in _mine(session, who) if row.key not in passed), None)
            if row is None:
                if not _goes_back(session, who) or not passed:
                    return
                at -= 1
                continue
            passed.append(row.key)
        step = _ask_sheet(session, who, passed[at])
        if step < -1:
            return
        at = max(0, at + step)


def _mine(session: "Session", who: str) -> list[Row]:
    """The sheets this person can settle: not those that wait for somebody else."""
    return [row for row in session.overview().queue if not ("second-arbiter" in row.open and who in row.seen_by)]


def _goes_back(session: "Session", who: str) -> bool:
    """Say that nothing more waits; whether the last sheet is to be seen again."""
    waiting = len(session.overview().queue) - len(_mine(session, who))
    click.echo("Nothing more to look at." + (f" {waiting} wait for a second arbiter." if waiting else ""), err=True)
    try:
        return bool(click.prompt("", prompt_suffix="> ", default="", show_default=False, err=True).strip() == "back")
    except click.Abort:
        return False


def _ask_sheet(session: "Session", who: str, key: str) -> int:
    """Ask about one sheet until it is settled; 1 goes on, -1 goes back, and far less than that ends it all."""
    while True:
        row = next(row for row in session.overview().rows if row.key == key)
        _show(session, row)
        answer = click.prompt("", prompt_suffix="> ", default="", show_default=False, err=True).strip()
        if answer in STEPS:
            return STEPS[answer]
        try:
            row = _apply(session, who, row, answer)
        except TournamentError as error:
            click.echo(f"{error} {error.hint}", err=True)
            continue
        waits = "second-arbiter" in row.open and who in row.seen_by
        rest = "waits for a second arbiter" if waits else f"still open: {' '.join(row.open)}" if row.open else ""
        click.echo(f"{row.id}: {row.total}" + (f", {rest}" if rest else ""), err=True)
        if waits or (not row.open and answer != "undo"):
            return 1


def _show(session: "Session", row: Row) -> None:
    name = row.identity.player or "(no name)"
    click.echo(f"\n{row.id} · {name} · round {row.identity.round} · {row.page}\n  {' '.join(row.open)}", err=True)
    for letters in row.result.grid:
        click.echo("    " + " ".join(letters), err=True)
    claimed = row.result.claimed_total or "–"
    click.echo(f"  total {row.total}, claimed {claimed}, {row.result.certainty:.1%} certain", err=True)
    if row.result.doubts:
        _show_crop(session, row, row.result.doubts[0])
    for line in doubt_text(row):
        click.echo(f"  {line}", err=True)
    if row.suggestions:
        click.echo(f"  did you mean {', '.join(row.suggestions)}?", err=True)


def _show_crop(session: "Session", row: Row, doubt: Doubt) -> None:
    """The cell in doubt as a picture, where the terminal shows any and it was kept."""
    if not sys.stderr.isatty() or not doubt.row:
        return
    import cv2
    import numpy as np

    from referee.settings import environment
    from report.terminal_pictures import encode, protocol

    content, _, number = row.key.rpartition("-")
    jpeg = session.store.crop(session.view.id, content, int(number), doubt.row, doubt.column)
    if jpeg:
        pixels = np.asarray(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR), np.uint8)
        click.echo(encode(pixels, protocol(environment())), err=True)


def _apply(session: "Session", who: str, row: Row, answer: str) -> Row:
    arbiter = session.arbiter(who)
    verb, _, rest = answer.partition(" ")
    if verb in ("1", "2") and row.result.doubts:
        return _choose(arbiter, row, row.result.doubts[0], verb == "1")
    if verb == "undo":
        arbiter.undo_last(row)
        return arbiter.find(row.key)
    if verb == "ok":
        return arbiter.confirm(row, rest)
    if verb == "player":
        return arbiter.player(row, rest)
    if verb == "round":
        return arbiter.player(row, "", rest)
    if verb == "withdraw":
        return arbiter.withdraw(row, rest)
    if "=" in answer:
        return arbiter.letters(row, answer.split())
    return arbiter.grid(row, answer)


def _choose(arbiter: "Arbiter", row: Row, doubt: Doubt, as_read: bool) -> Row:
    """Settle the first doubt: as it was read, or otherwise."""
    letter = doubt.letter if as_read else doubt.other
    if not doubt.row:
        return arbiter.side(row, letter, None)
    return arbiter.letters(row, [f"{doubt.row},{doubt.column}={letter}"])
