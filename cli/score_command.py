"""`qwords score`: the verdict of one or more photos."""

import sys
from collections.abc import Sequence
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
from q4.games import GAMES, Q4Verdict, judge_game
from q4.words import WordList, load_words
from referee.coded import coded
from referee.files import write_atomically
from referee.options import Options
from referee.referee import Referee
from referee.settings import Settings
from referee.verdict import PhotoVerdict
from report import checked_kind
from report import render as render_report
from report.document import document, error_document
from report.terminal import render
from scanner.scan_errors import ScanError, UnreadableFile

Judged = PhotoVerdict | Q4Verdict | ScanError


@click.command("score")
@click.argument("photos", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="PHOTO...")
@judging_options
@click.option("--game", type=one_of(GAMES), default="auto", show_default=True, help="auto: as the sheet looks.")
@click.option("--words", type=click.Path(path_type=Path), help="Q4: word list, one word a line.")
@click.option("--reader", type=one_of(["cnn", "tesseract"]), help="What reads the letters; default cnn.")
@json_option
@click.option("--report", type=click.Path(dir_okay=False, path_type=Path), help="Write the evidence: .html or .pdf.")
@click.option("--debug", type=click.Path(file_okay=False, path_type=Path), help="Write pictures of every stage here.")
@click.option("--review", is_flag=True, help="Ask about each doubt, with its picture, and score again.")
@translate_errors
def command(
    photos: tuple[Path, ...],
    game: str,
    words: Path | None,
    reader: str | None,
    as_json: bool,
    report: Path | None,
    debug: Path | None,
    review: bool,
    **judging: Any,
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
    from dataclasses import replace

    from report.stage_pictures import write_stages

    settings = Settings.from_environment()
    if reader:
        settings = replace(settings, reader=reader)
    options = gather(settings, **judging)
    referee, listed = Referee(settings=settings), load_words(words) if words else None
    if report:
        checked_kind(report.suffix)  # before any work
    signing = signer(settings) if report else None
    results = []
    for path, stem in zip(photos, distinct_stems(photos), strict=True):
        verdict = judge(referee, path, options, game, listed)
        own = report.with_stem(f"{report.stem}-{stem}") if report and len(photos) > 1 else report
        if review and isinstance(verdict, PhotoVerdict):
            verdict = ask(verdict, options)
        if own and not isinstance(verdict, ScanError):
            write_atomically(own, render_report(verdict, own.suffix, signer=signing))
        if debug and isinstance(verdict, PhotoVerdict):
            write_stages(verdict, debug, stem)
        if not as_json or isinstance(verdict, ScanError):
            show(path, verdict)
        results.append((path, verdict))
    if as_json:
        documents = [as_document(path, verdict) for path, verdict in results]
        print_json(documents if len(documents) > 1 else documents[0])
    sys.exit(worst(results))


def judge(referee: Referee, path: Path, options: Options, game: str, words: WordList | None) -> Judged:
    """The verdict of a photo, or why there is none; the other photos go on either way."""
    try:
        data = read_without_waiting(path)
    except OSError as error:
        return UnreadableFile(str(error.strerror))
    try:
        return judge_game(referee, data, shown_name(path), options, game, words)
    except Exception as error:
        unusable = coded(error)
        if not isinstance(unusable, ScanError):
            raise
        unusable.sha256 = sha256(data).hexdigest()
        return unusable


def ask(verdict: PhotoVerdict, options: Options) -> PhotoVerdict:
    """The verdict with what a person answers at the terminal."""
    from cli.review_prompts import review
    from referee.settings import environment
    from report.terminal_pictures import protocol

    return review(verdict, options, protocol(environment()))


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
    elif isinstance(verdict, Q4Verdict):
        click.echo(verdict.text() + "\n")
    else:
        click.echo(render(verdict, colour=coloured(sys.stdout)) + "\n")


def as_document(path: Path, verdict: Judged) -> dict[str, Any]:
    """One result as JSON."""
    if isinstance(verdict, ScanError):
        return error_document(shown_name(path), verdict.sha256, verdict)
    return verdict.document() if isinstance(verdict, Q4Verdict) else document(verdict)


def worst(results: list[tuple[Path, Judged]]) -> int:
    """The exit code for all results together."""
    if any(isinstance(verdict, ScanError) for _, verdict in results):
        return PHOTO
    return REVIEW if any(not isinstance(v, ScanError) and v.needs_review for _, v in results) else CERTAIN
