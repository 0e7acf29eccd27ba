"""QR codes drawn as one path, with the strongest error correction: a third may be cut off or dirty."""

from typing import Any

LEVEL = "H"  # restores 30 %
QUIET_MODULES = 4


def modules(text: str, level: str = LEVEL) -> list[list[bool]]:
    """The dark modules, row by row."""
    from reportlab.graphics.barcode.qr import QrCodeWidget

    code = QrCodeWidget(text, barLevel=level).qr
    code.make()
    count = code.getModuleCount()
    return [[bool(code.isDark(row, column)) for column in range(count)] for row in range(count)]


def qr_svg(text: str) -> str:
    """A code as a picture for the page, with its quiet edge."""
    dark = modules(text, "M")
    size = len(dark) + 2 * QUIET_MODULES
    path = "".join(
        f"M{column + QUIET_MODULES} {row + QUIET_MODULES}h1v1h-1z"
        for row, line in enumerate(dark)
        for column, is_dark in enumerate(line)
        if is_dark
    )
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" shape-rendering="crispEdges">'
    return f'{svg}<path fill="#fff" d="M0 0h{size}v{size}H0z"/><path d="{path}"/></svg>'


def draw_qr(canvas: Any, text: str, x: float, y: float, size: float, down: bool = False) -> None:
    """A code with its corner at (x, y), on white; `down` where the canvas points downward."""
    dark = modules(text)
    module = size / len(dark)
    quiet = QUIET_MODULES * module
    canvas.setFillColorRGB(1, 1, 1)
    canvas.rect(x - quiet / 2, y - quiet / 2, size + quiet, size + quiet, stroke=0, fill=1)
    canvas.setFillColorRGB(0, 0, 0)
    path = canvas.beginPath()
    for row, line in enumerate(dark if down else dark[::-1]):
        for column, is_dark in enumerate(line):
            if is_dark:
                path.rect(x + column * module, y + row * module, module, module)
    canvas.drawPath(path, stroke=0, fill=1)
