"""The evidence report as one HTML file that needs nothing else."""

from base64 import b64encode
from functools import cache
from importlib import resources

from referee.verdict import PhotoVerdict
from report.content import content
from report.pictures import data_url
from report.qr_views import svg_path
from report.subject import NOTHING_SAID, Seal, Subject
from report.templating import page


def to_html(
    verdict: PhotoVerdict,
    texts_language: str | None = None,
    subject: Subject = NOTHING_SAID,
    seal: Seal | None = None,
) -> str:
    """The whole report."""
    report = content(verdict, texts_language, subject, seal)
    code = svg_path(report.claim) if report.claim else None
    return page("report", "report", report.language, report=report, picture=data_url, font=_font(), code=code)


@cache
def _font() -> str:
    return b64encode((resources.files("report") / "fonts" / "manrope.woff2").read_bytes()).decode("ascii")
