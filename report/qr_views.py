"""QR codes as an SVG path for the page, and in half blocks for the terminal."""

from sheets.qr_code import modules_at_best

QUIET = 2  # modules of white around a code; four are the norm, but these stand on white paper


def svg_path(text: str) -> tuple[str, int]:
    """The dark modules as one SVG path, and the width of the code with its quiet zone."""
    rows = modules_at_best(text, "M")
    path = "".join(
        f"M{column + QUIET} {row + QUIET}h1v1h-1z"
        for row, cells in enumerate(rows)
        for column, dark in enumerate(cells)
        if dark
    )
    return path, len(rows) + 2 * QUIET


def terminal(text: str) -> str:
    """The code in half blocks: two rows of modules a line of text, light on a dark terminal."""
    rows = modules_at_best(text, "L")
    size = len(rows) + 2 * QUIET
    light = [[True] * size for _ in range(QUIET)]
    light += [[True] * QUIET + [not dark for dark in row] + [True] * QUIET for row in rows]
    light += [[True] * size for _ in range(QUIET + (size % 2))]
    signs = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}
    pairs = zip(light[::2], light[1::2], strict=False)
    return "\n".join("".join(signs[pair] for pair in zip(*two, strict=True)) for two in pairs)
