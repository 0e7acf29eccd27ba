"""Folders, ZIP files and PDF files become pages; nothing hostile gets through and nothing is lost."""

import io
import struct
import zipfile
from pathlib import Path

import cv2
import numpy as np
import pytest

from tournament import archives
from tournament import tournament_errors as errors
from tournament.entities import Page
from tournament.intake import clean, list_pages

PICTURE = cv2.imencode(".png", np.full((40, 60, 3), 200, np.uint8))[1].tobytes()


def names(pages: list[Page]) -> list[str]:
    return [page.name for page in pages]


def make_zip(path: Path, members: dict[str, bytes], compression: int = zipfile.ZIP_DEFLATED) -> Path:
    with zipfile.ZipFile(path, "w", compression) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return path


def make_pdf(pages: int) -> bytes:
    from reportlab.pdfgen.canvas import Canvas

    stream = io.BytesIO()
    canvas = Canvas(stream, pagesize=(200, 100))
    for number in range(1, pages + 1):
        canvas.drawString(20, 50, f"page {number}")
        canvas.showPage()
    canvas.save()
    return stream.getvalue()


def test_a_folder_gives_its_photos_in_order_without_what_file_managers_leave(tmp_path: Path) -> None:
    folder = tmp_path / "scans"
    for name in ("b.jpg", "a.jpg", "round2/c.jpg", ".DS_Store", "Thumbs.db", ".hidden/d.jpg", "__MACOSX/._a.jpg"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(PICTURE)
    assert names(list_pages([folder])) == ["scans/a.jpg", "scans/b.jpg", "scans/round2/c.jpg"]


def test_the_manifest_and_the_output_folder_are_no_photos(tmp_path: Path) -> None:
    (tmp_path / "who.csv").write_text("file,player\n")
    (tmp_path / "a.jpg").write_bytes(PICTURE)
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "standings.csv").write_text("place\n")
    pages = list_pages([tmp_path], skip=[tmp_path / "who.csv", tmp_path / "out"])
    assert names(pages) == [f"{tmp_path.name}/a.jpg"]


def test_two_sources_of_one_name_stay_apart(tmp_path: Path) -> None:
    for folder in ("x/scans", "y/scans"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "1.jpg").write_bytes(PICTURE)
    found = names(list_pages([tmp_path / "x/scans", tmp_path / "y/scans"]))
    assert len(set(found)) == 2


def test_a_missing_source_is_an_error_that_says_so(tmp_path: Path) -> None:
    with pytest.raises(errors.SourceNotFound):
        list_pages([tmp_path / "nothing"])


def test_zip_members_are_read_without_unpacking(tmp_path: Path) -> None:
    path = make_zip(tmp_path / "r1.zip", {"Anna.png": PICTURE, "sub/Ben.png": PICTURE, "__MACOSX/._Anna.png": b"x"})
    pages = list_pages([path])
    assert names(pages) == ["r1.zip/Anna.png", "r1.zip/sub/Ben.png"]
    assert archives.read_page(pages[0]) == PICTURE
    assert [file.name for file in tmp_path.iterdir()] == ["r1.zip"]


@pytest.mark.parametrize(
    "name",
    ["../../etc/passwd.png", "/etc/cron.d/x.png", "C:\\Windows\\x.png", "a\x1b[31m\u202e.png", "n" * 3000 + ".png"],
)
def test_hostile_names_are_shown_harmlessly_and_their_photos_still_scored(tmp_path: Path, name: str) -> None:
    (page,) = list_pages([make_zip(tmp_path / "z.zip", {name: PICTURE})])
    assert ".." not in page.name and "\x1b" not in page.name and "\u202e" not in page.name
    assert page.name.startswith("z.zip/") and len(page.name) < 250
    assert archives.read_page(page) == PICTURE


def test_a_zip_bomb_is_rejected_before_it_is_unpacked(tmp_path: Path) -> None:
    (page,) = list_pages([make_zip(tmp_path / "z.zip", {"bomb.jpg": bytes(30 * 2**20)})])
    assert page.fault and page.fault[0] == "hostile-archive"


def test_a_zip_whose_files_lie_upon_each_other_is_rejected_as_a_whole(tmp_path: Path) -> None:
    data = make_zip(tmp_path / "a.zip", {"a.png": PICTURE}).read_bytes()
    at, end = data.index(b"PK\x01\x02"), data.index(b"PK\x05\x06")
    entry = data[at:end]  # forty times the same file: small to send, long to unpack
    tail = struct.pack("<4s4H2IH", b"PK\x05\x06", 0, 0, 40, 40, 40 * len(entry), at, 0)
    (tmp_path / "a.zip").write_bytes(data[:at] + 40 * entry + tail)
    (page,) = list_pages([tmp_path / "a.zip"])
    assert page.fault and page.fault[0] == "hostile-archive"


def test_a_zip_that_lies_about_its_size_is_stopped_while_it_is_read(tmp_path: Path, monkeypatch) -> None:
    path = make_zip(tmp_path / "z.zip", {"a.jpg": bytes(300_000)}, zipfile.ZIP_STORED)
    monkeypatch.setattr(archives, "MEMBER_LIMIT", 100_000)
    data = bytearray(path.read_bytes())
    at = data.rindex(b"PK\x01\x02")
    data[at + 24 : at + 28] = struct.pack("<I", 50_000)  # the directory claims less than there is
    path.write_bytes(data)
    (page,) = list_pages([path])
    with pytest.raises(errors.PageError):
        assert len(archives.read_page(page)) > 100_000


def test_locked_nested_and_broken_archives_are_pages_with_a_reason(tmp_path: Path) -> None:
    inner = make_zip(tmp_path / "inner.zip", {"a.png": PICTURE}).read_bytes()
    make_zip(tmp_path / "outer.zip", {"inner.zip": inner})
    (tmp_path / "inner.zip").unlink()
    locked = bytearray(make_zip(tmp_path / "locked.zip", {"a.png": PICTURE}).read_bytes())
    locked[locked.rindex(b"PK\x01\x02") + 8] |= 1
    (tmp_path / "locked.zip").write_bytes(locked)
    (tmp_path / "torn.zip").write_bytes(inner[: len(inner) // 2])
    (tmp_path / "text.zip").write_text("not a zip")
    pages = list_pages([tmp_path])
    assert sorted(page.fault[0] for page in pages if page.fault) == [
        "bad-archive",
        "bad-archive",
        "file-locked",
        "nested-archive",
    ]


def test_every_page_of_a_pdf_is_a_page(tmp_path: Path) -> None:
    (tmp_path / "stack.pdf").write_bytes(make_pdf(29))
    pages = list_pages([tmp_path / "stack.pdf"])
    assert len(pages) == 29 and pages[28].name == "stack.pdf#29"
    pixels = cv2.imdecode(np.frombuffer(archives.read_page(pages[0]), np.uint8), cv2.IMREAD_COLOR)
    assert abs(pixels.shape[0] - 100 * 200 / 72) < 2 and abs(pixels.shape[1] - 200 * 200 / 72) < 2
    assert archives.page_hash(pages[0]) != archives.page_hash(pages[1])


def test_a_pdf_inside_a_zip_gives_its_pages_too(tmp_path: Path) -> None:
    path = make_zip(tmp_path / "z.zip", {"stack.pdf": make_pdf(2), "a.png": PICTURE})
    pages = list_pages([path])
    assert names(pages) == ["z.zip/a.png", "z.zip/stack.pdf#1", "z.zip/stack.pdf#2"]
    assert archives.read_page(pages[2]).startswith(b"BM")
    assert len({archives.page_hash(page) for page in pages}) == 3


def test_a_broken_pdf_is_a_page_with_a_reason(tmp_path: Path) -> None:
    (tmp_path / "x.pdf").write_bytes(b"%PDF-1.4 broken")
    (page,) = list_pages([tmp_path / "x.pdf"])
    assert page.fault and page.fault[0] == "bad-pdf"


def test_the_same_bytes_have_the_same_hash_wherever_they_lie(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(PICTURE)
    path = make_zip(tmp_path / "z.zip", {"b.png": PICTURE})
    hashes = {archives.page_hash(page) for page in list_pages([tmp_path / "a.png", path])}
    assert len(hashes) == 1


def test_clean_keeps_ordinary_names_as_they_are() -> None:
    assert clean("Runde 2/Jörg Weiß.jpg") == "Runde 2/Jörg Weiß.jpg"


def test_a_pdf_page_that_claims_72_dpi_is_scored(tmp_path: Path) -> None:
    """A scan of 12 megapixels saved with a point a pixel must not become larger than any photo may be."""
    import io

    import cv2
    from reportlab.lib.utils import ImageReader
    from reportlab.pdfgen.canvas import Canvas

    from referee.scoring_spec import ScoringSpec
    from scanner.decode import decode
    from tournament.archives import read_page, rendered_pixels

    sample = cv2.imread(str(Path(__file__).parents[2] / "samples/corrected-en/photo.jpg"))
    large = cv2.resize(sample, (4000, 3000))
    picture = io.BytesIO(cv2.imencode(".jpg", large)[1].tobytes())
    canvas = Canvas(str(tmp_path / "scan.pdf"), pagesize=(4000, 3000))
    canvas.drawImage(ImageReader(picture), 0, 0, 4000, 3000)
    canvas.save()
    (page,) = list_pages([tmp_path / "scan.pdf"])
    for spec in (ScoringSpec(), ScoringSpec(max_megapixels=5), ScoringSpec(max_megabytes=10)):
        data = read_page(page, rendered_pixels(spec))
        limits = {"max_bytes": spec.max_megabytes * 10**6, "max_pixels": spec.max_megapixels * 10**6}
        assert decode(data, "scan.pdf", **limits).width > 1500
