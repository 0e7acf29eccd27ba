"""What can go wrong with a tournament. Each error has a stable code and says what to do next."""

from referee.referee_errors import RefereeError
from scanner import scan_errors as scanner


class TournamentError(RefereeError):
    """The tournament cannot go on."""

    code = "tournament-error"
    hint = "Read the message, put it right and run the same command again: nothing already scored is lost."


class SourceNotFound(TournamentError):
    """A source does not exist."""

    code = "source-not-found"
    hint = "Name folders, ZIP files, PDF files or photos that exist."


class NoPages(TournamentError):
    """There is no page in these sources."""

    code = "no-pages"
    hint = "Name folders with photos in them, ZIP files, PDF files or photos; hidden files are passed over."


class BadManifest(TournamentError):
    """The manifest or players file cannot be understood."""

    code = "bad-manifest"
    hint = "Use a CSV file with a header line: file,player,round (table, page and sheet if needed)."


class AlreadyRunning(TournamentError):
    """Another run is writing to this output folder."""

    code = "already-running"
    hint = "Wait until the other run has ended, or choose another --out."


class UnknownTournament(TournamentError):
    """There is no such tournament."""

    code = "tournament-not-found"
    hint = "Check the folder or the number; `qwords tournament run` makes a new one."


class UnknownSheet(TournamentError):
    """No sheet of this tournament has that name."""

    code = "sheet-unknown"
    hint = "Use the id of the first column of results.csv; its first letters are enough while they are unique."


class BadCorrection(TournamentError):
    """The correction cannot be applied."""

    code = "bad-correction"
    hint = "Give five rows of five letters (A-Z, '.' for an empty cell), or one cell as ROW,COLUMN=LETTER."


class NotConfirmed(TournamentError):
    """What is to be deleted was not named."""

    code = "not-confirmed"
    hint = "Give the tournament's name as it stands: what is deleted cannot be brought back."


class AlreadyPublished(TournamentError):
    """The standings are published; players send no more photos."""

    code = "already-published"
    hint = "Give the sheet to the organiser."


class RoundNotOpen(TournamentError):
    """A player's code opens no round."""

    code = "round-not-open"
    hint = "Give the number of a round that is agreed or that the organiser has begun; else ask the organiser."


class StillOpen(TournamentError):
    """Sheets are still open, or pages not yet scored."""

    code = "still-open"
    hint = "Review them first, or publish all the same: --anyway, or `anyway` in the request."


class StoreUnavailable(TournamentError):
    """The store of the tournament cannot be opened."""

    code = "store-unavailable"
    hint = (
        "Check the --store URL and that the database accepts connections; no folder keeps a password: give it in "
        "--store, QWORDS_STORE or PGPASSWORD."
    )


class DiskFull(TournamentError):
    """There is no room on the disk for more photos."""

    code = "disk-full"
    hint = "Make room on the disk of the service's data folder; nothing already accepted is lost."


class TournamentFull(TournamentError):
    """The tournament holds as many pages as one may."""

    code = "tournament-full"
    hint = "Begin another tournament, one for each day for instance."


class QuotaReached(TournamentError):
    """A player has sent as many photos as one may."""

    code = "quota-reached"
    hint = "Give the sheet to the organiser."


class SettingsDiffer(TournamentError):
    """The tournament was begun with other settings."""

    code = "settings-differ"
    hint = "Leave the option out to go on as the tournament began, or begin another one in another --out."


class OtherStore(TournamentError):
    """The folder belongs to a tournament of another store."""

    code = "other-store"
    hint = "Name the folder's own store (--store, QWORDS_STORE) or none; for another tournament choose another --out."


class WordListChanged(TournamentError):
    """Another word list is installed than the one that judged this tournament."""

    code = "word-list-changed"
    hint = "Judge all sheets again by the new list: `qwords tournament rejudge`, or the button on the organiser's page."


class ClusterUnavailable(TournamentError):
    """The cluster cannot be reached."""

    code = "cluster-unavailable"
    hint = "Check the address (tcp://host:8786) and that the scheduler and at least one worker run."


class PageError(TournamentError):
    """One page cannot be scored; the others go on."""

    code = "page-unusable"
    hint = "Photograph the sheet again."


class UnreadableFile(PageError):
    """The file cannot be opened."""

    code = "file-unreadable"
    hint = scanner.UnreadableFile.hint


class BadFileName(PageError):
    """The file's name is not valid text."""

    code = "bad-file-name"
    hint = "Rename the file with ordinary letters and run again."


class BadArchive(PageError):
    """The ZIP file is damaged or not a ZIP file."""

    code = "bad-archive"
    hint = "Pack the photos again, or give the folder itself."


class HostileArchive(PageError):
    """The ZIP file unpacks to far more than photos do."""

    code = "hostile-archive"
    hint = "Photos hardly shrink in a ZIP; unpack it by hand and look at what it holds."


class TooManyPages(PageError):
    """The file holds more pages than one file may."""

    code = "too-many-pages"
    hint = "Split it: at most 5,000 files in a ZIP file, 1,000 pages in a PDF file."


class NestedArchive(PageError):
    """A ZIP file inside a ZIP file is not opened."""

    code = "nested-archive"
    hint = "Unpack it and give its photos, or name it as a source of its own."


class LockedFile(PageError):
    """The file is protected by a password."""

    code = "file-locked"
    hint = "Save it again without a password."


class BadPdf(PageError):
    """The PDF file is damaged."""

    code = "bad-pdf"
    hint = "Save or scan it again; or export its pages as pictures."
