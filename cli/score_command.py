"""`qwords score`: the verdict of one or more photos."""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import chain, count
from pathlib import Path
from typing import Any

import click

from cli.colour import coloured, paint
from cli.common import (
    CERTAIN,
    PHOTO,
    REVIEW,
    any_game_option,
    explain,
    gather,
    json_option,
    judging_options,
    one_of,
    print_json,
    read_without_waiting,
    shown_name,
    translate_errors,
)
from proof.keys import signer
from referee.coded import coded
from referee.files import write_atomically
from referee.games import judge_photo
from referee.referee import Referee
from referee.settings import Settings, environment
from referee.values import PhotoVerdict
from report import checked_kind
from report.document import error_document
from scanner.scan_errors import ScanError, UnreadableFile

Judged = PhotoVerdict | ScanError


@click.command("score")
@click.argument("photos", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="PHOTO...")
@judging_options
@any_game_option
@click.option("--reader", type=one_of(["cnn", "tesseract"]), help="What reads the letters; default cnn.")
@json_option
@click.option("--report", type=click.Path(dir_okay=False, path_type=Path), help="Write the evidence: .html or .pdf.")
@click.option("--debug", type=click.Path(file_okay=False, path_type=Path), help="Write pictures of every stage here.")
@click.option("--review", is_flag=True, help="Ask about each doubt, with its picture, and score again.")
@translate_errors
def command(
    photos: tuple[Path, ...],
    game: str,
    reader: str | None,
    as_json: bool,
    report: Path | None,
    debug: Path | None,
    review: bool,
    lang: str | None,
    **said: Any,
) -> None:
    """Score the finished sheets in each PHOTO.

    Exit code 0: the totals are certain; 3: a person must look; 4: a photo could not be used.

    \b
    Examples:
      qwords score sheet.jpg
      qwords score sheet.jpg --lang de --report evidence.html
      qwords score table/*.jpg --rolls rolls.csv --json
      qwords score q4.jpg --game q4 --words nwl.txt
    """
    settings = Settings.from_environment()
    if reader:
        settings = replace(settings, reader=reader)
    chosen, referee = gather(settings, lang, said), Referee(settings=settings)
    if report:
        checked_kind(report.suffix)  # before any work
    signing = signer(settings) if report else None
    results = []
    for path, stem in zip(photos, distinct_stems(photos), strict=True):
        verdict = judge(referee, path, chosen, game)
        if isinstance(verdict, PhotoVerdict):
            if review:
                verdict = ask(verdict)
            if report:
                own = report.with_stem(f"{report.stem}-{stem}") if len(photos) > 1 else report
                write_atomically(own, verdict.game.report(verdict, own.suffix, signer=signing))
            if debug:
                verdict.game.debug(verdict, debug, stem)
        if not as_json or isinstance(verdict, ScanError):
            show(path, verdict)
        results.append((path, verdict))
    if as_json:
        documents = [as_document(path, verdict) for path, verdict in results]
        print_json(documents if len(documents) > 1 else documents[0])
    sys.exit(worst(results))


def judge(referee: Referee, path: Path, chosen: Mapping[str, str], game: str) -> Judged:
    """The verdict of a photo, or why there is none; the other photos go on either way."""
    try:
        data = read_without_waiting(path)
    except OSError as error:
        return UnreadableFile(str(error.strerror))
    try:
        return judge_photo(referee, data, shown_name(path), chosen, game)
    except Exception as error:
        unusable = coded(error)
        if not isinstance(unusable, ScanError):
            raise
        unusable.sha256 = sha256(data).hexdigest()
        return unusable


def ask(verdict: PhotoVerdict) -> PhotoVerdict:
    """The verdict after every doubt was asked about."""
    from cli.review_prompts import review
    from report.terminal_pictures import protocol

    return review(verdict, protocol(environment()))


def distinct_stems(photos: Sequence[Path]) -> list[str]:
    """Stems for the files made from each photo; photos of the same name in several folders are numbered."""
    stems: list[str] = []
    for photo in photos:
        numbers = (f"{photo.stem}-{number}" for number in count(2))
        stems.append(next(stem for stem in chain([photo.stem], numbers) if stem not in stems))
    return stems


def show(path: Path, verdict: Judged) -> None:
    """Print one result for people."""
    if isinstance(verdict, ScanError):
        click.echo(paint(f"{shown_name(path)}: {explain(verdict)}", sys.stderr, fg="red"), err=True)
    else:
        click.echo(verdict.game.text(verdict, colour=coloured(sys.stdout)) + "\n")


def as_document(path: Path, verdict: Judged) -> dict[str, Any]:
    """One result as JSON."""
    if isinstance(verdict, ScanError):
        return error_document(shown_name(path), verdict.sha256, verdict)
    return verdict.game.document(verdict)


def worst(results: list[tuple[Path, Judged]]) -> int:
    """The exit code for all results together."""
    if any(isinstance(verdict, ScanError) for _, verdict in results):
        return PHOTO
    return REVIEW if any(not isinstance(v, ScanError) and v.needs_review for _, v in results) else CERTAIN
