"""Printed badges and joker boxes, struck by a pen or not, as a camera sees them."""

from pathlib import Path

import cv2
import numpy as np
from PIL import ImageFont

from scanner.readers.normalise import prepare_marks
from training.camera import GRAIN, inked, patch, pen_of, photographed, pixel, strike
from training.glyphs import font_glyph
from training.written import HEIGHT, tight

MARK_INPUT = (40, 40)


class MarkMaker:
    """Makes bonus badges and joker boxes, open (0) or struck (1), as crops show them in which coloured print fades."""

    def __init__(self, hand: Path) -> None:
        self.tens: list[np.ndarray] = []
        self.queries: list[np.ndarray] = []
        for path in sorted((hand / "fonts").glob("*.ttf")):
            font = ImageFont.truetype(str(path), 60)
            self.tens += [image for image in [font_glyph(font, "10")] if image is not None]
            self.queries += [image for image in [font_glyph(font, "?")] if image is not None]

    def inputs(self, rng: np.random.Generator) -> list[tuple[np.ndarray, int]]:
        """One network input and its label."""
        crop, struck = self.crop(rng)
        return [(prepare_marks([crop], MARK_INPUT)[0, 0], struck)]

    def crop(self, rng: np.random.Generator) -> tuple[np.ndarray, int]:
        """One grey crop, and 1 where a pen struck the print."""
        bonus = rng.random() < 0.55
        reach = rng.uniform(0.27, 0.46) * HEIGHT
        centre = np.array([32.0, 32.0]) + rng.normal(0, 2.5, 2)
        field = _badge(centre, reach, rng) if bonus else _box(centre, reach, rng)
        self._print(field, bonus, centre, reach, rng)
        struck = int(rng.random() < 0.5)
        pen, rough = pen_of(rng)
        if struck:
            field = _struck(field, centre, reach, pen, rough, rng)
        elif rng.random() < 0.12:
            axes = (round(reach * rng.uniform(0.9, 1.3) * 16), round(reach * rng.uniform(0.8, 1.2) * 16))
            cv2.ellipse(field, pixel(centre + rng.normal(0, 2, 2)), axes, 0, 0, 360, int(200 * pen), 1, cv2.LINE_AA, 4)
        if rng.random() < 0.35:
            _halo(field, centre, reach, rng)
        return photographed(field, rng), struck

    def _print(
        self, field: np.ndarray, bonus: bool, centre: np.ndarray, reach: float, rng: np.random.Generator
    ) -> None:
        """The printed 10 or question mark: dark, or light on a filled badge."""
        text = np.zeros_like(field)
        if rng.random() < 0.5:
            glyphs = self.tens if bonus else self.queries
            glyph = tight(glyphs[rng.integers(len(glyphs))])
            tall = max(round(reach * rng.uniform(0.55, 1.3)), 6)
            wide = min(max(round(glyph.shape[1] * tall / glyph.shape[0]), 2), 60)
            glyph = cv2.resize(glyph, (wide, tall), interpolation=cv2.INTER_AREA)
            top, left = round(centre[1] - tall / 2), round(centre[0] - wide / 2)
            top, left = max(top, 0), max(left, 0)
            spot = text[top : top + tall, left : left + wide]
            spot[:] = glyph[: spot.shape[0], : spot.shape[1]]
        else:
            words = "10" if bonus else "?"
            face = int(rng.choice([cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX]))
            size, thick = rng.uniform(0.5, 1.0), int(rng.integers(1, 4))
            (wide, tall), _ = cv2.getTextSize(words, face, size, thick)
            cv2.putText(
                text,
                words,
                (round(centre[0] - wide / 2), round(centre[1] + tall / 2)),
                face,
                size,
                255,
                thick,
                cv2.LINE_AA,
            )
        if field[round(centre[1]), round(centre[0])] > 40 and rng.random() < 0.4:
            field[:] = np.minimum(field, 255 - text)
        else:
            np.maximum(field, (text * rng.uniform(0.15, 1.0)).astype(np.uint8), out=field)


def _struck(
    field: np.ndarray, centre: np.ndarray, reach: float, pen: float, rough: float, rng: np.random.Generator
) -> np.ndarray:
    """The print struck by a pen, in a way that can be seen: what nobody could tell must not be taught as struck."""
    while True:
        layer = np.zeros_like(field)
        inner = reach * rng.uniform(0.6, 1.1)
        across, down = inner * rng.uniform(0.7, 1), inner * rng.uniform(0.7, 1)
        box = (centre[0] - across, centre[1] - down, centre[0] + across, centre[1] + down)
        for _ in range(2 if rng.random() < 0.2 else 1):
            strike(layer, box, rng, zigzag=0.06)
        ink = inked(layer, pen, rough, rng).astype(np.float32)
        marked = (255 - (255 - field) * (255 - ink) / 255).astype(np.uint8)  # a pen darkens what is printed below it
        darker = marked[layer > 128].astype(np.float32) - field[layer > 128]
        if (darker > 30).mean() > 0.5:
            return marked
        pen = min(1.0, pen + 0.1)


def _halo(field: np.ndarray, centre: np.ndarray, reach: float, rng: np.random.Generator) -> None:
    """A dark ground around the print: coloured panels, and what evening out the light makes of them."""
    y, x = np.mgrid[0:HEIGHT, 0:HEIGHT].astype(np.float32)
    away = (
        np.maximum(abs(x - centre[0]), abs(y - centre[1]))
        if rng.random() < 0.4
        else np.hypot(x - centre[0], y - centre[1])
    )
    ground = np.clip((away - reach * rng.uniform(0.95, 1.4)) / rng.uniform(1, 8), 0, 1) * rng.uniform(0.1, 0.8)
    uneven = 0.75 + 0.25 * patch(GRAIN, field.shape, rng)
    np.maximum(field, np.clip(ground * uneven * 255, 0, 255).astype(np.uint8), out=field)


def _badge(centre: np.ndarray, reach: float, rng: np.random.Generator) -> np.ndarray:
    """A star or a circle, filled or in outline."""
    field = np.zeros((HEIGHT, HEIGHT), np.uint8)
    points = int(rng.choice([5, 6, 8, 10, 12, 14, 16, 60]))
    turn = np.linspace(0, 2 * np.pi, 2 * points, endpoint=False) + rng.uniform(0, 1)
    depth = rng.uniform(0.65, 0.95) if points < 60 else 1.0
    radius = reach * np.where(np.arange(2 * points) % 2, depth, 1.0)
    outline = [np.rint((centre + np.stack([np.cos(turn), np.sin(turn)], 1) * radius[:, None]) * 16).astype(np.int32)]
    if rng.random() < 0.5:
        cv2.fillPoly(
            field, outline, int(rng.uniform(5, 60) if rng.random() < 0.7 else rng.uniform(60, 170)), cv2.LINE_AA, 4
        )
    if rng.random() < 0.6:
        cv2.polylines(field, outline, True, int(rng.uniform(15, 255)), int(rng.integers(1, 3)), cv2.LINE_AA, 4)
    return field


def _box(centre: np.ndarray, reach: float, rng: np.random.Generator) -> np.ndarray:
    """A small square, sometimes filled."""
    field = np.zeros((HEIGHT, HEIGHT), np.uint8)
    corners = centre + np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * reach + rng.normal(0, 0.7, (4, 2))
    outline = [np.rint(corners * 16).astype(np.int32)]
    if rng.random() < 0.3:
        cv2.fillPoly(field, outline, int(rng.uniform(5, 100)), cv2.LINE_AA, 4)
    if rng.random() < 0.85:
        cv2.polylines(field, outline, True, int(rng.uniform(15, 255)), int(rng.integers(1, 4)), cv2.LINE_AA, 4)
    return field
