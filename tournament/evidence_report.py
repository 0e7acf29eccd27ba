"""The evidence report of one sheet of a tournament: the same verdict as in the standings, under the player's name."""

from pathlib import Path
from typing import Any

from proof.keys import Signer
from referee.files import write_atomically
from referee.values import PhotoVerdict
from scanner.scan_errors import ScanError
from scanner.values import Photo
from tournament.arbiter import find_one
from tournament.decisions import word_language
from tournament.entities import LogEntry, Row
from tournament.log_sentences import log_sentence, sheet_name
from tournament.overview import TournamentView
from tournament.page_worker import read_page
from tournament.tournament_errors import PageError, UnreadableFile

FLAT_QUALITY = 82  # of the JPEG of a flat sheet


def photo_of(view: TournamentView, row: Row, photos: Path) -> bytes:
    """The picture a sheet was read from: the kept one, or the source if it is still there."""
    content = row.key.rpartition("-")[0]
    for kept in photos.glob(f"{content}*"):
        return kept.read_bytes()
    for stored in view.store.pages(view.id):
        if stored.content == content:
            return read_page(stored.page)
    raise UnreadableFile(row.page, "Run with --keep-photos, or keep the source where it was.")


def sheet_verdict(view: TournamentView, row: Row, photos: Path) -> PhotoVerdict:
    """The verdict of a sheet as it stands, with pictures where its photo is still there."""
    photo, pictures = _pictures(view, row, photos)
    scoring = view.overview().tournament.scoring
    told = notes(view, row, word_language(scoring))
    return PhotoVerdict(scoring.playing, photo, (view.verdict(row, pictures),), told, scoring.reader)


def notes(view: TournamentView, row: Row, language: str) -> tuple[str, ...]:
    """What people said of a sheet, and the rulings on words it may hold: who, when, what and why."""
    said = view.overview()
    return tuple(
        f"{entry.at[:16].replace('T', ' ')} UTC: {log_sentence(entry, said, language)} {entry.why}".rstrip()
        for entry in said.log
        if concerns(entry, row)
    )


def concerns(entry: LogEntry, row: Row) -> bool:
    """Whether a line of the log is about a sheet, or rules on a word that it may hold."""
    if entry.kind == "ruling":
        return row.read.may_hold(str(entry.what["word"]))
    return entry.sheet == row.key


def _pictures(view: TournamentView, row: Row, photos: Path) -> tuple[Photo | None, Any]:
    """The photo, and what it shows of the sheet; nothing where the photo is gone."""
    from referee.referee import Referee

    scoring = view.overview().tournament.scoring
    referee = Referee(settings=scoring.settings())
    try:
        photo = referee.decoded(photo_of(view, row, photos), row.page)
        found = scoring.playing.read(photo, referee.reader)
    except (PageError, ScanError):
        return None, None
    return (photo, found[row.index - 1].pictures) if row.index <= len(found) else (None, None)


def write_report(view: TournamentView, sheet: str, photos: Path, path: Path, signer: Signer) -> None:
    """Write the report of a sheet."""
    row = find_one(view.overview(), sheet)
    write_atomically(path, rendered_report(view, row, photos, path.suffix.lower(), signer))


def rendered_report(view: TournamentView, row: Row, photos: Path, suffix: str, signer: Signer) -> bytes:
    """The report of a sheet as the content of a file with this suffix."""
    from report.subject import Subject

    verdict, played = sheet_verdict(view, row, photos), view.overview().tournament
    name = sheet_name(row.key, view.overview(), word_language(played.scoring))
    subject = Subject(name, played.spec.name, sheet=row.index, photo=row.key.rpartition("-")[0])
    return verdict.game.report(verdict, suffix, subject=subject, signer=signer)


def flat_picture(view: TournamentView, row: Row, photos: Path) -> bytes:
    """A JPEG of a sheet laid flat."""
    from report.pictures import jpeg

    verdict = sheet_verdict(view, row, photos)
    flat = verdict.game.flat(verdict.photo, verdict.sheets[0]) if verdict.photo else None
    if flat is None:
        raise UnreadableFile("The sheet has no place in a photo.")
    return jpeg(flat, FLAT_QUALITY)
