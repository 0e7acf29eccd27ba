"""The evidence report of a verdict, for a dispute: HTML or PDF."""

from pathlib import Path

from referee.files import write_atomically
from referee.referee_errors import RefereeError
from referee.verdict import PhotoVerdict
from report.subject import NOTHING_SAID, Subject


class UnknownReport(RefereeError):
    """A report can only be written as HTML or PDF."""

    code = "unknown-report"
    hint = "End the report's file name in .html or .pdf."


def checked_kind(suffix: str) -> str:
    """The suffix of a report's file name, where it is one of a report; in any case."""
    if suffix.lower() not in (".html", ".pdf"):
        raise UnknownReport(f"{suffix or 'no suffix'}: not a kind of report")
    return suffix.lower()


def render(
    verdict: PhotoVerdict, suffix: str, texts_language: str | None = None, subject: Subject = NOTHING_SAID
) -> bytes:
    """The report as the content of a file with this suffix, in the reader's language or else that of the words."""
    kind = checked_kind(suffix)
    if kind == ".html":
        from report.html import to_html

        return to_html(verdict, texts_language, subject).encode("utf-8")
    from report.pdf import to_pdf

    return to_pdf(verdict, texts_language, subject)


def write(verdict: PhotoVerdict, path: Path, subject: Subject = NOTHING_SAID) -> None:
    """Write the report, whole or not at all."""
    write_atomically(path, render(verdict, path.suffix, subject=subject))
