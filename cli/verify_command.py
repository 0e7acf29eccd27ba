"""`qwords verify`: judge the photo of a report again, and compare."""

from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.common import CERTAIN, PHOTO, REVIEW, json_option, print_json, read_bytes, translate_errors
from referee.settings import Settings
from scanner.scan_errors import ScanError

if TYPE_CHECKING:
    from referee.verdict import SheetVerdict
    from report.fingerprint import Fingerprint


@dataclass(frozen=True)
class Check:
    """One thing that was compared."""

    name: str
    holds: bool
    text: str


@click.command("verify")
@click.argument("report", type=click.Path(path_type=Path), metavar="REPORT")
@click.argument("photos", type=click.Path(path_type=Path), metavar="[PHOTO]...", nargs=-1)
@json_option
@translate_errors
def command(report: Path, photos: tuple[Path, ...], as_json: bool) -> None:
    """Check a REPORT against the PHOTO it was made from, or against all of them if several were read together.

    The report's fingerprint (in its file, or in the QR code of a picture of it) says which photo was judged, with which
    settings and answers, and the result. The photo is judged again and the results are compared, including the totals
    that the report shows; check those in a picture yourself.
    Exit code 0: all matches; 3: another version of the program is installed here; 4: not the photo, or not its verdict.

    \b
    Examples:
      qwords verify ada.pdf ada.jpg
      qwords verify ada.html               # typed letters need no photo
    """
    from report.fingerprint import find_fingerprint
    from report.shown_totals import shown_totals

    data = read_bytes(report)
    told = find_fingerprint(data)
    shown = shown_totals(data)
    checks = compare(told, shown, tuple(map(read_bytes, photos)), Settings.from_environment())
    broken = [check for check in checks if not check.holds]
    if as_json:
        print_json({"verified": not broken, "totals": list(told.totals), "version": told.version,
                    "checks": [{"name": c.name, "holds": c.holds, "text": c.text} for c in checks]})  # fmt: skip
    else:
        for check in checks:
            click.echo(f"{'✓' if check.holds else '✗'} {check.text}")
        if shown is None and not broken:
            click.echo("The total that the report shows can only be compared by eye.", err=True)
    raise SystemExit(CERTAIN if not broken else REVIEW if broken[0].name == "program" else PHOTO)


def compare(
    told: "Fingerprint", shown: tuple[str, ...] | None, photos: tuple[bytes, ...], settings: Settings
) -> list[Check]:
    """A report's fingerprint, and the totals it shows if they can be read, against this program's verdict now."""
    from report.content import total_shown
    from report.fingerprint import program_hash, verdict_hash

    checks = [] if told.grid else [check_photos(told, photos)]
    if not all(check.holds for check in checks):
        return checks
    sheets = judge_again(told, photos, replace(settings, reader=told.reader))
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
    checks.append(Check("verdict", same, "every letter, word and point is the same" if same else "details differ"))
    return checks


def check_photos(told: "Fingerprint", photos: tuple[bytes, ...]) -> Check:
    """Whether these are the photos of a report; a report made after the photo was deleted does not know."""
    if len(photos) <= len(told.frames):
        return Check("photo", False, f"the photo is needed: qwords verify REPORT{' PHOTO' * (1 + len(told.frames))}")
    if not told.photo:
        return Check("photo", True, "the report was made without its photo: this one is compared")
    same = is_of(photos, (told.photo, *told.frames))
    return Check("photo", same, f"{'this is' if same else 'this is not'} the photo that was judged")


def is_of(photos: tuple[bytes, ...], hashes: tuple[str, ...]) -> bool:
    """Whether these photos have these hashes, as they are or as a tournament keeps them, without their metadata."""
    import struct

    from report.fingerprint import file_hash
    from tournament.photo_privacy import without_metadata

    if tuple(map(file_hash, photos)) == hashes:
        return True
    try:
        return tuple(file_hash(without_metadata(photo)[0]) for photo in photos) == hashes
    except (ScanError, ValueError, IndexError, struct.error):  # not a picture, or a damaged one
        return False


def judge_again(told: "Fingerprint", photos: tuple[bytes, ...], settings: Settings) -> tuple["SheetVerdict", ...]:
    """The sheets of a report, judged by what is installed here."""
    import numpy as np

    from referee.judge import NO_ANSWERS, judge
    from referee.referee import Referee
    from report.fingerprint import verdict_hash

    referee = Referee(settings=settings)
    if told.grid:
        return referee.grid(told.grid, told.options, told.claims, told.answers.get(1, NO_ANSWERS)).sheets
    corners = np.array(told.corners, np.float32) if told.corners else None
    sheets = referee.photo(photos[0], "photo", told.options, corners, told.answers, photos[1:]).sheets
    if not told.photo:  # nor does it know which of several sheets it shows
        answers = told.answers.get(told.sheet or 1, NO_ANSWERS)
        each = [(judge(sheet.evidence, told.options, answers),) for sheet in sheets]
        return next((sheet for sheet in each if verdict_hash(sheet) == told.verdict), each[0])
    return sheets[told.sheet - 1 : told.sheet] if told.sheet else sheets
