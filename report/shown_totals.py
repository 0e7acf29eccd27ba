"""The totals that a report's file shows to its readers, whatever its fingerprint says."""

import re
from collections.abc import Iterator
from importlib.util import find_spec
from itertools import groupby

IN_HTML = re.compile(rb'<p class="total \w+">([^<]*)</p>')
LARGE = 40.0  # points; nothing else in a report on paper is set as large as its totals


def shown_totals(data: bytes) -> tuple[str, ...] | None:
    """The totals as they stand in an HTML or PDF report, sheet by sheet; None where only eyes can read them."""
    if data.startswith(b"%PDF"):
        return tuple(_in_pdf(data)) if find_spec("pypdfium2") else None
    if b"<html" in data[:1000]:
        return tuple(found.decode("utf-8", "replace") for found in IN_HTML.findall(data))
    return None


def _in_pdf(data: bytes) -> Iterator[str]:
    import pypdfium2
    from pypdfium2 import raw

    with pypdfium2.PdfDocument(data) as document:
        for page in document:
            text = page.get_textpage()
            sizes = ((place, raw.FPDFText_GetFontSize(text, place)) for place in range(text.count_chars()))
            for large, run in groupby(sizes, key=lambda sized: sized[1] > LARGE):
                if large:
                    yield "".join(text.get_text_range(place, 1) for place, _ in run).strip()
