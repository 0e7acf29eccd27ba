"""ZIP and PDF files made to harm: each is one page with a code, and what they point at is never opened."""

import stat
import zipfile
from pathlib import Path

import pytest

from tests import needs
from tournament.archives import PDF_PAGES_LIMIT, read_page
from tournament.intake import list_pages


def test_a_zip_of_twenty_thousand_empty_files_is_one_page_with_a_reason(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "many.zip", "w") as archive:
        for number in range(19_999):
            archive.writestr(f"{number}.jpg", b"")
    (page,) = list_pages([tmp_path / "many.zip"])
    assert page.fault and page.fault[0] == "too-many-pages" and "Split" in page.fault[1]


def test_a_pdf_of_two_thousand_pages_is_one_page_with_a_reason(tmp_path: Path) -> None:
    needs.package("pypdfium2", because="the extra `tournament` is not installed")
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas(str(tmp_path / "long.pdf"))
    for _ in range(2 * PDF_PAGES_LIMIT):
        canvas.showPage()
    canvas.save()
    (page,) = list_pages([tmp_path / "long.pdf"])
    assert page.fault and page.fault[0] == "too-many-pages"


@pytest.mark.parametrize("kind", [stat.S_IFLNK, stat.S_IFCHR, stat.S_IFIFO])
def test_what_a_link_inside_a_zip_points_at_is_never_read(tmp_path: Path, kind: int) -> None:
    secret = tmp_path / "secret.jpg"
    secret.write_bytes(b"of someone else")
    link = zipfile.ZipInfo("link.jpg")
    link.external_attr = (kind | 0o777) << 16
    with zipfile.ZipFile(tmp_path / "links.zip", "w") as archive:
        archive.writestr(link, str(secret))
    (page,) = list_pages([tmp_path / "links.zip"])
    assert read_page(page) == str(secret).encode()  # the bytes of the member, which no decoder takes
