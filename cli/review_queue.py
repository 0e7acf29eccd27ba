"""The review queue on a terminal: one sheet after the other, the worst first."""

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import click

from referee.weigh.language_fit import LanguageFit, rival
from report.sentences import language_text, reason_text
from sheets.identity_code import Identity, tidy
from texts import FALLBACK, percent, text
from tournament import q4_sheets
from tournament.arbiter import disagreements
from tournament.cases import Case, case_of, cases
from tournament.decisions import LETTER_KINDS
from tournament.entities import Doubt, LogEntry, Row
from tournament.exports import doubt_text
from tournament.log_sentences import log_sentence
from tournament.overview import Overview, weight
from tournament.tournament_errors import TournamentError

if TYPE_CHECKING:
    from tournament.arbiter import Arbiter
    from tournament.session import Session

HELP = (
    "1, 2 … take the answer of that number · row,column=letter … corrects · ok confirms · player NAME · round N\n"
    "settle row,column=letter … is the final word where arbiters differ · withdraw takes the sheet out\n"
    "undo takes back your last word, also on the sheet before · empty line goes on · back goes back · q ends"
)
Answer = Callable[["Arbiter", Row], Row]
UNDO_BEFORE = -2  # nothing was said of this sheet: take back the last word on the one before, and show that
STEPS = {"": 1, "back": -1, **dict.fromkeys(("q", "quit", "exit"), -(10**9))}


def queue_document(view: Overview) -> dict[str, Any]:
    """The queue as JSON, worst first."""
    return {
        "queue": [
            {
                "sheet": (row := case.row).id,
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
                "suggestions": list(case.offers),
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
            for case in cases(view)
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
        if step <= STEPS["q"]:
            return
        if step == UNDO_BEFORE and at:
            try:
                session.arbiter(who).undo_last(passed[at - 1])
            except TournamentError as error:  # it was skipped: it is shown again, nothing more
                click.echo(str(error), err=True)
        at = max(0, at + max(step, -1))


def _mine(session: "Session", who: str) -> list[Row]:
    """The sheets this person can settle: not those that wait for somebody else."""
    return [row for row in session.overview().queue if not waits_for_another(row, who)]


def waits_for_another(row: Row, who: str) -> bool:
    """Whether this person has said what there is to say, and a second arbiter must confirm it."""
    return "second-arbiter" in row.open and "disputed" not in row.open and tidy(who) in row.seen_by


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
        view = session.overview()
        case = case_of(view, next(row for row in view.rows if row.key == key))
        answers = _answers(view, case) + _languages(_other_language(session, case.row), case.row)
        click.echo(f"\n[{len(_mine(session, who))} to look at]", err=True, nl=False)
        _show(session, view, case)
        for number, (label, _) in enumerate(answers, start=1):
            click.echo(f"  {number}  {label}", err=True)
        answer = click.prompt("", prompt_suffix="> ", default="", show_default=False, err=True).strip()
        if answer in STEPS:
            return STEPS[answer]
        if answer == "undo" and not any(line.sheet == key and line.who == tidy(who) for line in view.log):
            return UNDO_BEFORE
        try:
            row = _apply(session, who, case.row, answer, answers)
        except TournamentError as error:
            click.echo(f"{error} {error.hint}", err=True)
            continue
        waits = waits_for_another(row, who)
        rest = "waits for a second arbiter" if waits else f"still open: {_reasons(row)}" if row.open else ""
        click.echo(f"{row.id}: {row.total}" + (f", {rest}" if rest else ""), err=True)
        if waits or (not row.open and answer != "undo"):
            return 1


def _show(session: "Session", view: Overview, case: Case) -> None:
    row = case.row
    name = row.identity.player or "(no name)"
    click.echo(f" {row.id} · {name} · round {row.identity.round} · {row.page}\n  {_reasons(row)}", err=True)
    better = _other_language(session, row)
    for reason in row.result.reasons if "doubt" in row.open else ():
        told = language_text(better, FALLBACK) if better and reason == "language" else reason_text(reason, FALLBACK)
        click.echo(f"  {told}", err=True)
    if row.result.rules != q4_sheets.GAME:
        click.echo(f"  {_judged_by(row)}", err=True)
    for letters in row.result.grid:
        click.echo("    " + " ".join(letters), err=True)
    claimed = row.result.claimed_total or "–"
    click.echo(f"  total {row.total}, claimed {claimed}, {percent(row.result.certainty, FALLBACK)} certain", err=True)
    for other in case.rivals:
        click.echo(f"  beside it: {other.id} · {other.identity.player} · {other.page} · total {other.total}", err=True)
    if row.result.doubts and "doubt" in row.open:
        _show_crop(session, row, row.result.doubts[0])
        for line in doubt_text(row):
            click.echo(f"  {line}", err=True)
    for said in view.log:
        if said.sheet == row.key:
            click.echo(f"  {said.at[11:16]} UTC {_told(said, view)}", err=True)


def _judged_by(row: Row) -> str:
    """By what a sheet was judged: the language of its words, its side, the rules."""
    result = row.result
    side = text("report.side", FALLBACK, side=result.side) if result.side else text("report.side-unknown", FALLBACK)
    return " · ".join([text(f"language.{result.language}", FALLBACK), side, text(f"rules.{result.rules}", FALLBACK)])


def _other_language(session: "Session", row: Row) -> LanguageFit | None:
    """The language that may be a sheet's own instead, where that is in doubt."""
    if "language" not in row.result.reasons or "doubt" not in row.open:
        return None
    fits = [LanguageFit(*fit) for fit in session.view.sheet_document(row)["languages"]]
    return rival(fits, row.result.language) or fits[0]


def _reasons(row: Row) -> str:
    """Why a person must look, in words."""
    return ", ".join(text(f"organiser.reason-{reason}", FALLBACK) for reason in row.open)


def _told(said: LogEntry, view: Overview) -> str:
    """What was said of a sheet; with double entry nobody sees the letters of another."""
    if view.tournament.spec.double_entry and said.kind in LETTER_KINDS:
        return f"{said.who} has looked at this sheet."
    return log_sentence(said, view, FALLBACK)


def _answers(view: Overview, case: Case) -> list[tuple[str, Answer]]:
    """What is asked first of a case, as numbered answers: whose it is, which of two counts, which letter it is."""
    row, open_ = case.row, set(case.row.open)
    if row.coded:
        coded = Identity(row.coded.player or row.identity.player, row.coded.round or row.identity.round)
        both = (("list", row.identity), ("code", coded))
        return [(f"{how}: {who.player}, round {who.round}", _is_by(who.player, who.round)) for how, who in both]
    if case.rivals:
        return [
            ("this sheet counts", lambda arbiter, row: _withdraw(arbiter, row, case.rivals)),
            ("the other one counts", lambda arbiter, row: arbiter.withdraw(row)),
        ]
    if case.offers and open_ & {"nameless", "unknown-player"}:
        return [(f"played by {name}", _is_by(name, "")) for name in case.offers]
    if "disputed" in open_:
        return _disputed(view, row)
    if row.result.doubts and "doubt" in open_:
        doubt = row.result.doubts[0]
        return [(f"it is {letter}", _letter(doubt, letter)) for letter in (doubt.letter, doubt.other)]
    return []


def _languages(other: LanguageFit | None, row: Row) -> list[tuple[str, Answer]]:
    """The language in use or the other one, with the total in each."""
    if other is None:
        return []
    both = ((row.result.language, row.total), (other.language, other.total))
    return [(f"it is {text(f'language.{code}', FALLBACK)}: {total}", _in_language(code)) for code, total in both]


def _in_language(code: str) -> Answer:
    return lambda arbiter, row: arbiter.language(row, code)


def _disputed(view: Overview, row: Row) -> list[tuple[str, Answer]]:
    """The letters that arbiters see, where they differ in one cell; for more there is `settle`."""
    cells = [item for item in disagreements(view) if item.sheet == row.id]
    for item in cells:
        said = ", ".join(f"{who} {letter}" for who, letter in item.letters.items())
        click.echo(f"  row {item.row} column {item.column}: {said}", err=True)
    if len(cells) != 1:
        return []
    where, letters = f"{cells[0].row},{cells[0].column}", dict.fromkeys(cells[0].letters.values())
    return [(f"it is {letter}", _final(f"{where}={letter}")) for letter in letters]


def _final(cell: str) -> Answer:
    return lambda arbiter, row: arbiter.settle(row, [cell])


def _is_by(player: str, number: str) -> Answer:
    return lambda arbiter, row: arbiter.player(row, player, number)


def _withdraw(arbiter: "Arbiter", row: Row, rivals: Sequence[Row]) -> Row:
    for other in rivals:
        arbiter.withdraw(other)
    return arbiter.find(row.key)


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


def _apply(session: "Session", who: str, row: Row, answer: str, answers: Sequence[tuple[str, Answer]]) -> Row:
    arbiter = session.arbiter(who)
    verb, _, rest = answer.partition(" ")
    if verb.isdigit() and 1 <= int(verb) <= len(answers):
        return answers[int(verb) - 1][1](arbiter, row)
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
    if verb == "settle":
        return arbiter.settle(row, rest.split())
    if "=" in answer:
        return arbiter.letters(row, answer.split())
    return arbiter.grid(row, answer)


def _letter(doubt: Doubt, letter: str) -> Answer:
    """Settle a doubt: as it was read, or otherwise."""
    if not doubt.row:
        return lambda arbiter, row: arbiter.side(row, letter, None)
    return lambda arbiter, row: arbiter.letters(row, [f"{doubt.row},{doubt.column}={letter}"])
