"""The evidence report of a verdict, for a dispute: HTML or PDF, signed."""

from dataclasses import asdict

from proof.claim import claim_text
from proof.keys import Signer, fingerprint
from proof.signed_file import sign
from proof.statement import q4_statement, qwords_statement
from q4.games import Q4Verdict
from referee.referee_errors import RefereeError
from referee.verdict import PhotoVerdict
from report.subject import NOTHING_SAID, Seal, Subject


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
    verdict: PhotoVerdict | Q4Verdict,
    suffix: str,
    texts_language: str | None = None,
    subject: Subject = NOTHING_SAID,
    signer: Signer | None = None,
) -> bytes:
    """The report as the content of a file with this suffix, in the reader's language or else that of the words.

    The doors hand in who signs; without a signer, as in tests of what a report shows, it proves nothing.
    """
    kind, seal, stated = checked_kind(suffix), None, {}
    if signer:
        about = {**asdict(subject), "by": signer.name, "made": signer.at}
        if isinstance(verdict, Q4Verdict):
            stated = q4_statement(verdict, **about)
        else:
            stated = qwords_statement(verdict, **about)
        seal = Seal(signer.name, fingerprint(signer.key), signer.at, claim_text(stated, signer))
    if isinstance(verdict, Q4Verdict):
        from report.q4_report import render_q4

        drawn = render_q4(verdict, kind, texts_language, subject, seal)
    elif kind == ".html":
        from report.html import to_html

        drawn = to_html(verdict, texts_language, subject, seal).encode("utf-8")
    else:
        from report.pdf import to_pdf

        drawn = to_pdf(verdict, texts_language, subject, seal)
    return sign(drawn, stated, signer) if signer else drawn
