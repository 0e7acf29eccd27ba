"""OCR engines that a user could pick instead, wrapped to read one crop each; none of them is needed by the program."""

from collections.abc import Callable, Sequence
from typing import Any

import cv2
import numpy as np

from scanner.readers.normalise import darkness, ink_window, look_through
from scanner.scan_errors import ReaderUnavailable
from scanner.values import Glyph, Pixels


class Engine:
    """An engine that gives one text per picture; what it gives is folded to capitals."""

    def __init__(self, name: str, read: Callable[[Pixels], str]) -> None:
        self.name = name
        self._read = read

    def letters(self, crops: Sequence[Pixels]) -> list[Glyph]:
        """Read one cell each; nothing found counts as empty."""
        return [self._letter(crop) for crop in crops]

    def _letter(self, crop: Pixels) -> Glyph:
        letters = [sign for sign in self._read(_picture(crop)).upper() if "A" <= sign <= "Z"]
        return Glyph(((letters[0] if letters else ".", 1.0),))


def _picture(crop: Pixels) -> Pixels:
    """Black on white with a wide white margin, the form that these engines read best."""
    dark = darkness(crop)
    seen = look_through(dark, ink_window(dark), (64, 64))
    framed: Pixels = cv2.copyMakeBorder(255 - seen, 24, 24, 24, 24, cv2.BORDER_CONSTANT, value=255)
    return framed


def _rapidocr() -> Callable[[Pixels], str]:
    from rapidocr_onnxruntime import RapidOCR

    engine = RapidOCR()

    def read(picture: Pixels) -> str:
        answer, _ = engine(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR), use_det=False, use_cls=False, use_rec=True)
        return str(answer[0][0]) if answer else ""

    return read


def _ddddocr() -> Callable[[Pixels], str]:
    import ddddocr

    engine = ddddocr.DdddOcr(show_ad=False)

    def read(picture: Pixels) -> str:
        return str(engine.classification(cv2.imencode(".png", picture)[1].tobytes()))

    return read


def _easyocr() -> Callable[[Pixels], str]:
    import easyocr

    engine: Any = easyocr.Reader(["en"], gpu=False, download_enabled=False, verbose=False)

    def read(picture: Pixels) -> str:
        found = engine.recognize(np.ascontiguousarray(picture), allowlist="ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        return str(found[0][1]) if found else ""

    return read


ENGINES: dict[str, Callable[[], Callable[[Pixels], str]]] = {
    "rapidocr": _rapidocr,
    "ddddocr": _ddddocr,
    "easyocr": _easyocr,
}


def start(name: str) -> Engine:
    """The engine of that name, if it is installed with its weights."""
    try:
        return Engine(name, ENGINES[name]())
    except (ImportError, FileNotFoundError, OSError) as error:
        raise ReaderUnavailable(f"{name} is not installed: {error}") from error
