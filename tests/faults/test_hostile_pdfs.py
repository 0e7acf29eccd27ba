"""PDF files of a few kilobytes that ask for hours or all memory there is: a code within seconds, and nobody ends."""

import resource
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.confine import in_child
from tests import needs
from tournament import archives
from tournament.tournament_errors import BadPdf

needs.package("pypdfium2", because="the extra `tournament` is not installed")
Objects = dict[int, bytes]


def stream(data: bytes, about: bytes = b"") -> bytes:
    packed = zlib.compress(data, 9)
    return b"<<%b/Filter/FlateDecode/Length %d>>\nstream\n%b\nendstream" % (about, len(packed), packed)


def pdf(content: bytes, resources: bytes = b"", more: Objects | None = None) -> bytes:
    """A file of one page."""
    objects: Objects = {
        1: b"<</Type/Catalog/Pages 2 0 R>>",
        2: b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        3: b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<<%b>>>>" % resources,
        4: stream(content),
    } | (more or {})
    out, places = bytearray(b"%PDF-1.7\n"), []
    for number in range(1, max(objects) + 1):
        places.append(len(out))
        out += b"%d 0 obj\n%b\nendobj\n" % (number, objects.get(number, b"null"))
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    head = b"xref\n0 %d\n0000000000 65535 f \n" % (len(places) + 1)
    end = b"trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (len(places) + 1, len(out))
    return bytes(out) + head + table + end


def forms_within_forms() -> bytes:
    """Ten times the next form in each: 10^10 rectangles from a kilobyte."""
    about = b"/Type/XObject/Subtype/Form/BBox[0 0 600 800]/Resources<</XObject<</F %d 0 R>>>>"
    forms = {number: stream(b"/F Do " * 10, about % (number + 1)) for number in range(5, 14)}
    return pdf(b"/F Do", b"/XObject<</F 5 0 R>>", forms | {14: stream(b"0 0 600 800 re f", about % 15)})


def picture_again_and_again() -> bytes:
    size = b"/Type/XObject/Subtype/Image/Width 3000/Height 3000/BitsPerComponent 8/ColorSpace/DeviceRGB"
    return pdf(b"q 600 0 0 800 0 0 cm /I Do Q " * 20_000, b"/XObject<</I 5 0 R>>", {5: stream(bytes(27_000_000), size)})


def tiles_without_end() -> bytes:
    about = (
        b"/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 50 50]/XStep .0001/YStep .0001/Resources<<>>"
    )
    return pdf(b"/Pattern cs /P scn 0 0 600 800 re f", b"/Pattern<</P 5 0 R>>", {5: stream(b"0 0 50 50 re f", about)})


HOSTILE: dict[str, Callable[[], bytes]] = {
    "forms within forms": forms_within_forms,
    "a picture again and again": picture_again_and_again,
    "tiles without end": tiles_without_end,
    "millions of rectangles": lambda: pdf(b"0 0 600 800 re f\n" * 5_000_000),
    "a gigabyte of nothing": lambda: pdf(bytes(10**9)),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_a_page_that_cannot_be_drawn_in_time_and_memory_has_a_code(name: str, tmp_path: Path) -> None:
    path = tmp_path / "hostile.pdf"
    path.write_bytes(HOSTILE[name]())
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with pytest.raises(BadPdf, match="page 1: it takes more than") as told:
        archives.read_pdf_page(str(path), "1")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    assert used < archives.PDF_SECONDS + 2 and "pictures" in told.value.hint


def test_a_page_after_a_hostile_one_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "PDF_SECONDS", 1)
    (tmp_path / "hostile.pdf").write_bytes(tiles_without_end())
    (tmp_path / "sound.pdf").write_bytes(pdf(b"0 0 600 400 re f"))
    with pytest.raises(BadPdf, match="more than 1 seconds"):
        archives.read_pdf_page(str(tmp_path / "hostile.pdf"), "1")
    assert archives.read_pdf_page(str(tmp_path / "sound.pdf"), "1").startswith(b"BM")


def test_what_a_child_says_reaches_its_parent() -> None:
    def fail() -> bytes:
        raise OSError("it is torn")

    assert in_child(lambda: b"pixels" * 10**6, 5, 500) == b"pixels" * 10**6
    with pytest.raises(ValueError, match="it is torn"):
        in_child(fail, 5, 500)
    with pytest.raises(MemoryError, match="100 MB"):
        in_child(lambda: bytes(2 * 10**8), 5, 100)
