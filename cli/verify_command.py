"""`qwords verify`: judge the photo of a report again, and compare."""

from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.common import CERTAIN, PHOTO, REVIEW, json_option, print_json, read_bytes, shown_name, translate_errors
from referee.options import AUTO
from referee.settings import Settings
from scanner.scan_errors import ScanError

if TYPE_CHECKING:
    from referee.verdict import PhotoVerdict, SheetVerdict
    from report.fingerprint import Fingerprint

FOR_A_PERSON = {"letters", "settings", "rulings", "alone", "text"}  # what is no forgery, and no proof either
STARTS = {b"%PDF": ".pdf", b"<!doctype html": ".html"}

NOT_COMPARED = (
    "only what is named here was compared, and nothing else that the report shows: names, words, pictures, or parts "
    "that were added, hidden or left out. Anyone can change those; make the report again from the photo, and read that"
)


@dataclass(frozen=True)
class Check:
    """One thing that was compared."""

    name: str
    holds: bool
    text: str


@click.command("verify")
@click.argument("report", type=click.Path(path_type=Path), metavar="REPORT")
@click.argument("photo", type=click.Path(path_type=Path), required=False)
@json_option
@translate_errors
def command(report: Path, photo: Path | None, as_json: bool) -> None:
    """Check a REPORT against the PHOTO it was made from.

    The report's fingerprint (in its file, or in the QR code of a picture of it) says which photo was judged, with which
    settings and answers, and the result. The photo is judged again, and the result is compared with the fingerprint and
    with the totals that the report shows. What else a reader sees in it is compared only where the whole file is what
    this program makes of that photo, byte for byte; names, dates and pictures can be forged in any other.
    Exit code 0: the whole file is what the photo alone gives; 3: a person must look, because text was not compared,
    because people gave letters, settings or rulings, or because another version of the program is installed here; 4:
    not the photo, or not its verdict.

    \b
    Examples:
      qwords verify ada.pdf ada.jpg
      qwords verify ada.html               # typed letters need no photo, and are for a person to compare
    """
    from report.fingerprint import find_fingerprint
    from report.shown_totals import shown_totals

    data = read_bytes(report)
    told = find_fingerprint(data)
    shown = shown_totals(data)
    file = (shown_name(photo), read_bytes(photo)) if photo else None
    checks = compare(told, data, shown, file, Settings.from_environment())
    broken = [check for check in checks if not check.holds]
    if as_json:
        print_json({"verified": not broken, "totals": list(told.totals), "version": told.version,
                    "checks": [{"name": c.name, "holds": c.holds, "text": c.text} for c in checks]})  # fmt: skip
    else:
        for check in checks:
            click.echo(f"{'✓' if check.holds else '?' if check.name in FOR_A_PERSON else '✗'} {check.text}")
    raise SystemExit(outcome(broken))


def outcome(broken: list[Check]) -> int:
    """The exit code: another program may judge otherwise, so that nothing that differs there proves a forgery."""
    names = {check.name for check in broken}
    if not names:
        return CERTAIN
    return REVIEW if "program" in names or names <= FOR_A_PERSON else PHOTO


def compare(
    told: "Fingerprint",
    data: bytes,
    shown: tuple[str, ...] | None,
    photo: tuple[str, bytes] | None,
    settings: Settings,
) -> list[Check]:
    """A report's fingerprint, its file, and the totals it shows if they can be read, against this program's verdict."""
    from report.content import total_shown
    from report.fingerprint import program_hash, verdict_hash

    checks = [] if told.grid else [check_photo(told, photo[1] if photo else None)]
    if not all(check.holds for check in checks):
        return checks
    verdict = judge_again(told, photo, replace(settings, reader=told.reader))
    sheets = verdict.sheets
    same_program = (
        told.version == version("qwords-referee") and bool(sheets) and program_hash(sheets[0].language) == told.program
    )
    checks.append(
        Check(
            "program",
            same_program,
            f"version {told.version}" + ("" if same_program else ": not what is installed here"),
        )
    )
    totals = tuple(sheet.card.total for sheet in sheets)
    judged = ", ".join(map(str, totals)) or "no sheet"
    told_text = ", ".join(map(str, told.totals))
    text = f"total {judged}" if totals == told.totals else f"judged again: {judged}; the report says {told_text}"
    checks.append(Check("total", totals == told.totals, text))
    if shown is not None:
        due = tuple(total_shown(sheet)[1] for sheet in sheets if not sheet.empty)
        same = shown == due
        found = f"the report shows {', '.join(shown)}"
        checks.append(Check("shown", same, found if same else f"{found}, where {', '.join(due)} is due"))
    same = verdict_hash(sheets) == told.verdict
    checks.append(
        Check("verdict", same, f"judged again, the fingerprint's letters and words {'hold' if same else 'differ'}")
    )
    return [*checks, *given(told, sheets), check_text(told, data, verdict)]


def given(told: "Fingerprint", sheets: tuple["SheetVerdict", ...]) -> list[Check]:
    """What people gave and no photo proves: letters, side and rules, rolls, rulings; and the total without them."""
    checks = []
    if told.grid:
        checks.append(Check("letters", False, "all 25 letters were typed by people"))
    letters = [
        f"{letter} at row {row}, column {column}" + (f" of sheet {number}" if len(told.answers) > 1 else "")
        for number, said in sorted(told.answers.items())
        for (row, column), letter in sorted(said.cells.items())
    ]
    if letters:
        checks.append(Check("letters", False, f"letters given by people: {len(letters)} ({'; '.join(letters)})"))
    options = told.options
    settled = [f"side {side}" for side in (options.side, *(said.side for said in told.answers.values()))]
    settled += [f"{rules} rules" for rules in (options.rules, *(said.rules for said in told.answers.values()))]
    settled = [one for one in dict.fromkeys(settled) if AUTO not in one and "None" not in one]
    settled += ["rolls"] if options.rolls else []
    if settled and not told.grid:
        checks.append(Check("settings", False, f"given by people, not read: {', '.join(settled)}"))
    if options.house:
        ruled = [f"{ruling.word} {'allowed' if ruling.allow else 'denied'}" for ruling in options.house.rulings]
        checks.append(Check("rulings", False, f"words by house rule: {len(ruled)} ({'; '.join(ruled)})"))
    if checks and not told.grid:
        checks.append(Check("alone", False, f"the photo alone gives {', '.join(map(str, alone(told, sheets)))}"))
    return checks


def alone(told: "Fingerprint", sheets: tuple["SheetVerdict", ...]) -> tuple[int, ...]:
    """The totals without what people gave."""
    from referee.judge import judge

    options = replace(told.options, side=AUTO, rules=AUTO, house=None, rolls=None)
    return tuple(judge(sheet.evidence, options).card.total for sheet in sheets)


def check_text(told: "Fingerprint", data: bytes, verdict: "PhotoVerdict") -> Check:
    """Whether the whole file is what this program makes of the verdict, so that nothing in it can be forged."""
    from report import render
    from report.subject import Subject
    from texts import languages

    subject = Subject(sheet=told.sheet, corners=told.corners)
    kind = next((kind for start, kind in STARTS.items() if data.startswith(start)), "")
    said: list[str | None] = [one for one in languages() if f'<html lang="{one}">'.encode() in data[:200]]
    whole = bool(verdict.sheets and kind) and any(
        render(verdict, kind, language, subject) == data for language in (said or [None])
    )
    text = "the whole file is what this program makes of it" if whole else NOT_COMPARED
    return Check("text", whole, text)


def check_photo(told: "Fingerprint", photo: bytes | None) -> Check:
    """Whether this is the photo of a report; a report made after the photo was deleted does not know."""
    if photo is None:
        return Check("photo", False, "the photo is needed: qwords verify REPORT PHOTO")
    if not told.photo:
        return Check("photo", True, "the report was made without its photo: this one is compared")
    same = is_of(photo, told.photo)
    return Check("photo", same, f"{'this is' if same else 'this is not'} the photo that was judged")


def is_of(photo: bytes, hashed: str) -> bool:
    """Whether a photo has this hash, as it is or as a tournament keeps it, without its metadata."""
    import struct

    from report.fingerprint import file_hash
    from tournament.photo_privacy import without_metadata

    if file_hash(photo) == hashed:
        return True
    try:
        return file_hash(without_metadata(photo)[0]) == hashed
    except (ScanError, ValueError, IndexError, struct.error):  # not a picture, or a damaged one
        return False


def judge_again(told: "Fingerprint", photo: tuple[str, bytes] | None, settings: Settings) -> "PhotoVerdict":
    """The verdict that a report shows, by what is installed here."""
    import numpy as np

    from referee.judge import NO_ANSWERS, judge
    from referee.referee import Referee
    from report.fingerprint import verdict_hash

    referee = Referee(settings=settings)
    if told.grid or photo is None:
        return referee.grid(told.grid, told.options, told.claims, told.answers.get(1, NO_ANSWERS))
    corners = np.array(told.corners, np.float32) if told.corners else None
    name, data = photo
    verdict = referee.photo(data, name, told.options, corners, told.answers)
    sheets = verdict.sheets
    if not told.photo:  # nor does it know which of several sheets it shows
        answers = told.answers.get(told.sheet or 1, NO_ANSWERS)
        each = [(judge(sheet.evidence, told.options, answers),) for sheet in sheets]
        return replace(verdict, sheets=next((sheet for sheet in each if verdict_hash(sheet) == told.verdict), each[0]))
    return replace(verdict, sheets=sheets[told.sheet - 1 : told.sheet]) if told.sheet else verdict
