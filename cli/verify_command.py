"""`qwords verify`: whether a report is genuine, and what the photo alone gives."""

from pathlib import Path

import click

from cli.common import json_option, print_json, read_bytes, shown_name, translate_errors
from referee.settings import Settings


@click.command("verify")
@click.argument("report", type=click.Path(path_type=Path), metavar="REPORT")
@click.argument("photo", type=click.Path(path_type=Path), required=False)
@json_option
@translate_errors
def command(report: Path, photo: Path | None, as_json: bool) -> None:
    """Check a REPORT, and judge the PHOTO it was made from anew.

    A report is signed as a file: whatever was changed in it, added or cut out shows. What was said by people and what
    the photo alone gives is told beside that; without the PHOTO, from what was read of it as signed in the report.
    A picture of a printed report is checked by its QR code.
    Exit code 0: genuine, and the photo alone carries the total; 3: genuine, but letters by people, rulings, another
    version or a key unknown here carry it; 4: not genuine, unsigned, or not of this photo.

    \b
    Examples:
      qwords verify ada.pdf ada.jpg
      qwords verify ada.html
      qwords verify paper.jpg              # a picture of a printed report
    """
    from proof.verify import verify

    file = (shown_name(photo), read_bytes(photo)) if photo else None
    outcome = verify(read_bytes(report), file, Settings.from_environment())
    if as_json:
        print_json(outcome.document())
    else:
        for check in outcome.checks:
            text = check.text[0].upper() + check.text[1:]
            click.echo(f"{'✓' if check.holds else '✗' if outcome.forged else '?'} {text}.")
    raise SystemExit(outcome.exit_code)
