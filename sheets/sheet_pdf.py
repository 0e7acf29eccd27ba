"""Sheets on pages: PDF or PNG, one or several on a page, sides A and B back to back."""

import io
from collections.abc import Sequence
from typing import Any

from sheets import design as d
from sheets.fonts import new_canvas
from sheets.identity_code import Identity
from sheets.sheet_drawing import CUT, draw_sheet

MM = 72 / 25.4


def sheets_pdf(
    side: str,
    players: Sequence[Identity] = (),
    paper: str = "A6",
    per_page: int = 1,
    language: str = "en",
    copies: int = 1,
    codes: Sequence[str] = (),
) -> bytes:
    """A PDF with one sheet for each player, or `copies` blank ones; side "AB" prints both back to back.

    `codes` are the players' own codes, printed beside the QR code.
    """
    arrangement = d.arrange(paper, per_page)
    wanted = list(players) or [Identity()] * copies
    shown = list(zip(wanted, codes or [""] * len(wanted), strict=True))
    stream = io.BytesIO()
    canvas = new_canvas(stream, arrangement.width * MM, arrangement.height * MM)
    canvas.setTitle(f"Qwords, side {side}")
    if len(side) > 1:  # the printer is told how to turn the paper, so that each back lies behind its front
        upright = arrangement.height > arrangement.width
        canvas.setViewerPreference("Duplex", "DuplexFlipLongEdge" if upright else "DuplexFlipShortEdge")
    for start in range(0, len(shown), per_page):
        for number, face in enumerate(side):
            slots = arrangement.turned() if number else arrangement.slots
            _page(canvas, arrangement, slots, face, shown[start : start + per_page], language)
    canvas.save()
    return stream.getvalue()


def _page(
    canvas: Any, arrangement: d.Arrangement, slots: Sequence[d.Slot], side: str, shown: Sequence[tuple[Identity, str]],
    language: str,
) -> None:  # fmt: skip
    for slot, (player, code) in zip(slots, shown, strict=False):
        canvas.saveState()
        # From here on: millimetres of the design, y downward from the sheet's top left corner.
        canvas.translate(slot.x * MM, (arrangement.height - slot.y) * MM)
        canvas.scale(slot.scale * MM, -slot.scale * MM)
        draw_sheet(canvas, side, player, language, code)
        canvas.restoreState()
    if len(arrangement.slots) > 1:
        _cut_lines(canvas, arrangement)
    canvas.showPage()


def sheets_png(pdf: bytes, dpi: int = 300) -> list[bytes]:
    """The pages of such a PDF as PNG pictures."""
    import cv2
    import pypdfium2

    with pypdfium2.PdfDocument(pdf) as document:
        pages = [page.render(scale=dpi / 72).to_numpy()[:, :, :3] for page in document]
    return [cv2.imencode(".png", page)[1].tobytes() for page in pages]


def _cut_lines(canvas: Any, arrangement: d.Arrangement) -> None:
    canvas.setStrokeColorRGB(*CUT)
    canvas.setLineWidth(0.3)
    canvas.setDash(3, 3)
    for edge in sorted({round(slot.x, 3) for slot in arrangement.slots})[1:]:
        canvas.line(edge * MM, 0, edge * MM, arrangement.height * MM)
    for edge in sorted({round(slot.y, 3) for slot in arrangement.slots})[1:]:
        y = (arrangement.height - edge) * MM
        canvas.line(0, y, arrangement.width * MM, y)
