"""QR codes as rows of dark and light: for paper, the page and the terminal."""

QUIET = 2  # modules of white around a code; four are the norm, but these stand on white paper


def modules(text: str, level: str = "M") -> list[list[bool]]:
    """The code of a text, without its quiet zone."""
    from reportlab.graphics.barcode.qr import QrCodeWidget

    code = QrCodeWidget(text, barLevel=level).qr
    code.make()
    size = code.getModuleCount()
    return [[bool(code.isDark(row, column)) for column in range(size)] for row in range(size)]


def svg_path(text: str) -> tuple[str, int]:
    """The dark modules as one SVG path, and the width of the code with its quiet zone."""
    rows = modules(text)
    path = "".join(
        f"M{column + QUIET} {row + QUIET}h1v1h-1z"
        for row, cells in enumerate(rows)
        for column, dark in enumerate(cells)
        if dark
    )
    return path, len(rows) + 2 * QUIET


def terminal(text: str) -> str:
    """The code in half blocks: two rows of modules a line of text, light on a dark terminal."""
    rows = modules(text, "L")
    size = len(rows) + 2 * QUIET
    light = [[True] * size for _ in range(QUIET)]
    light += [[True] * QUIET + [not dark for dark in row] + [True] * QUIET for row in rows]
    light += [[True] * size for _ in range(QUIET + (size % 2))]
    signs = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}
    pairs = zip(light[::2], light[1::2], strict=False)
    return "\n".join("".join(signs[pair] for pair in zip(*two, strict=True)) for two in pairs)
