"""Small pictures in a terminal: by the kitty or sixel protocol where it speaks one, in half blocks otherwise."""

from base64 import b64encode
from collections.abc import Mapping

import cv2
import numpy as np

from scanner.values import Pixels

SIXEL_TERMS = ("sixel", "mlterm", "foot", "contour", "yaft")


def protocol(environment: Mapping[str, str]) -> str:
    """What the terminal understands, by what it says of itself: kitty, sixel or blocks."""
    term, program = environment.get("TERM", ""), environment.get("TERM_PROGRAM", "")
    if environment.get("KITTY_WINDOW_ID") or "kitty" in term or program in ("ghostty", "WezTerm"):
        return "kitty"
    return "sixel" if any(name in term for name in SIXEL_TERMS) else "blocks"


def encode(picture: Pixels, how: str) -> str:
    """A grey or BGR picture as the text that shows it."""
    grey = picture if picture.ndim == 2 else np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    return {"kitty": _kitty, "sixel": _sixel}.get(how, _blocks)(grey)


def _kitty(grey: Pixels) -> str:
    done, png = cv2.imencode(".png", _resized(grey, 120))
    assert done
    data = b64encode(bytes(png)).decode("ascii")
    chunks = [data[start : start + 4096] for start in range(0, len(data), 4096)]
    parts = []
    for number, chunk in enumerate(chunks):
        head = "a=T,f=100," if number == 0 else ""
        parts.append(f"\x1b_G{head}m={int(number + 1 < len(chunks))};{chunk}\x1b\\")
    return "".join(parts)


def _sixel(grey: Pixels, levels: int = 8) -> str:
    small = _resized(grey, 120)
    steps = np.minimum(small.astype(int) * levels // 256, levels - 1)
    palette = "".join(f"#{n};2;{';'.join([str(n * 100 // (levels - 1))] * 3)}" for n in range(levels))
    bands = []
    for top in range(0, steps.shape[0], 6):
        band = steps[top : top + 6]
        weights = 1 << np.arange(band.shape[0])[:, None]
        rows = [f"#{n}" + "".join(chr(63 + int(v)) for v in ((band == n) * weights).sum(axis=0)) for n in range(levels)]
        bands.append("$".join(rows))
    return f"\x1bPq{palette}{'-'.join(bands)}\x1b\\"


def _blocks(grey: Pixels) -> str:
    small = _resized(grey, 36)
    small = small[: small.shape[0] // 2 * 2]
    shades = 232 + small.astype(int) * 24 // 256  # the 24 greys of the 256 colours
    lines = []
    for upper, lower in zip(shades[::2], shades[1::2], strict=True):
        lines.append("".join(f"\x1b[38;5;{a};48;5;{b}m▀" for a, b in zip(upper, lower, strict=True)) + "\x1b[0m")
    return "\n".join(lines)


def _resized(grey: Pixels, width: int) -> Pixels:
    height = max(2, round(grey.shape[0] * width / grey.shape[1]))
    return np.asarray(cv2.resize(grey, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
