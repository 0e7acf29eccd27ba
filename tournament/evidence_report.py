"""The evidence report of one sheet of a tournament: the same verdict as in the standings, under the player's name."""

from dataclasses import replace
from pathlib import Path

from proof.keys import Signer
from q4.games import Q4Verdict
from referee.files import write_atomically
from referee.verdict import PhotoVerdict
from scanner.scan_errors import ScanError
from scanner.values import Photo, Scan
from tournament import q4_sheets
from tournament.arbiter import find_one
from tournament.decisions import word_language
from tournament.entities import LogEntry, Row
from tournament.log_sentences import log_sentence, sheet_name
from tournament.overview import TournamentView
from tournament.page_worker import read_page
from tournament.sheet_picture import sheet_picture
from tournament.tournament_errors import PageError, UnreadableFile


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
    verdict = view.verdict(row)
    photo, scan = _pictures(view, row, photos)
    scoring = view.overview().tournament.scoring
    told = notes(view, row, word_language(scoring))
    return PhotoVerdict(photo, (replace(verdict, scan=scan),), notes=told, reader=scoring.reader)


def q4_sheet_verdict(view: TournamentView, row: Row, photos: Path) -> Q4Verdict:
    """The verdict of a sheet of Q4 as it stands, with the pictures of its photo."""
    from q4.sheet_reading import read_sheet
    from referee.referee import Referee
    from scanner.decode import decode

    referee = Referee(settings=view.overview().tournament.scoring.settings())
    photo, verdict = decode(photo_of(view, row, photos), row.page), view.q4_verdict(row)
    seen = read_sheet(photo, referee.reader)
    shown = replace(verdict, reading=replace(verdict.reading, crops=seen.crops, places=seen.places))
    listed, read = view.q4_read(row)
    return Q4Verdict(photo, shown, listed=listed, read=read)


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


def _pictures(view: TournamentView, row: Row, photos: Path) -> tuple[Photo | None, Scan | None]:
    """The photo, and the place of the sheet in it; nothing where the photo is gone."""
    from referee.referee import Referee
    from scanner.decode import decode
    from scanner.pipeline import scan

    referee = Referee(settings=view.overview().tournament.scoring.settings())
    try:
        photo = decode(photo_of(view, row, photos), row.page)
        found = scan(photo, referee.reader)
    except (PageError, ScanError):
        return None, None
    return (photo, found[row.index - 1]) if row.index <= len(found) else (None, None)


def write_report(view: TournamentView, sheet: str, photos: Path, path: Path, signer: Signer) -> None:
    """Write the report of a sheet."""
    row = find_one(view.overview(), sheet)
    write_atomically(path, rendered_report(view, row, photos, path.suffix.lower(), signer))


def rendered_report(view: TournamentView, row: Row, photos: Path, suffix: str, signer: Signer) -> bytes:
    """The report of a sheet as the content of a file with this suffix."""
    import report
    from report.subject import Subject

    played = view.overview().tournament
    language = word_language(played.scoring)
    name = sheet_name(row.key, view.overview(), language)
    subject = Subject(name, played.spec.name, sheet=row.index, photo=row.key.rpartition("-")[0])
    if played.scoring.game == q4_sheets.GAME:
        return report.render(q4_sheet_verdict(view, row, photos), suffix, subject=subject, signer=signer)
    return report.render(sheet_verdict(view, row, photos), suffix, subject=subject, signer=signer)


def flat_picture(view: TournamentView, row: Row, photos: Path) -> bytes:
    """A JPEG of a sheet laid flat."""
    from report.pictures import jpeg

    if view.overview().tournament.scoring.game == q4_sheets.GAME:
        verdict = q4_sheet_verdict(view, row, photos)
        places = verdict.sheet.reading.places
        return jpeg(places.picture if places else verdict.photo.pixels)
    corners = view.evidence(row).corners
    if not corners:
        raise UnreadableFile("The sheet has no place in a photo.")
    return sheet_picture(photo_of(view, row, photos), corners)
