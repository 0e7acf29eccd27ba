"""Photos of finished Q4 sheets: the printed form, a hand's writing on it, a camera."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import pypdfium2

from benchmarks.q4_game import Played
from q4.board import DOTS
from q4.find import STEP, fine
from q4.form import Box, Form, Point, form
from q4.form_pdf import forms_pdf
from training.camera import GRAIN

PX = 8  # pixels to a millimetre of the drawing
FINE = np.random.default_rng(9).normal(0, 1, 8_000_000).astype(np.float32)  # noise of a camera
INKS = ((60, 50, 45), (130, 60, 30), (40, 40, 40), (95, 95, 95))  # BGR: black, blue, gel, pencil

Hand = Callable[[str, np.random.Generator], np.ndarray]  # a letter → its glyph, ink 255 on 0


@dataclass(frozen=True, eq=False)
class Pen:
    """A pen: colour, strength, width in millimetres."""

    colour: tuple[int, int, int]
    strength: float
    width: float


def printed(number: int, low_ink: bool) -> np.ndarray:
    """The empty sheet."""
    document = pypdfium2.PdfDocument(forms_pdf([number], low_ink=low_ink))
    page = np.array(document[0].render(scale=PX * 25.4 / 72).to_numpy())[..., :3]
    document.close()
    own = form()
    return np.array(cv2.resize(page, (round(own.width * PX), round(own.height * PX))), np.uint8)


def written(played: Played, hand: Hand, rng: np.random.Generator, low_ink: bool = False) -> np.ndarray:
    """Our own sheet with everything that a player leaves on it, flat."""
    return write_on(printed(played.number, low_ink), form(), played, hand, rng)


def write_on(
    page: np.ndarray, own: Form, played: Played, hand: Hand, rng: np.random.Generator, outlined: bool = False
) -> np.ndarray:
    """A printed sheet with everything that a player leaves on it; `outlined`: marked blocks are drawn around."""
    ink = np.zeros(page.shape[:2], np.uint8)
    kind = int(rng.integers(len(INKS)))
    strength = rng.uniform(0.55, 0.8) if kind == 3 else rng.uniform(0.75, 1.0)
    pen = Pen(INKS[kind], float(strength), float(rng.uniform(0.45, 0.9)))
    size = float(rng.uniform(0.5, 0.72)) * own.cells[0].width
    for cell, letter in played.letters.items():
        _letter(ink, own.cells[cell], hand(letter, rng), size * float(np.exp(rng.normal(0, 0.08))), rng)
    for dot in range(DOTS):
        if played.dots >> dot & 1:
            _fill(ink, own.dots[dot], own.dot / 2, pen, rng)
    for row, column in played.blocks:
        middle = own.blocks[(row - 1) * 5 + column - 1]
        if outlined:
            _outline(ink, middle, own.letters[0].width, pen, rng)
        else:
            _fill(ink, middle, own.block_dot / 2, pen, rng)
    style = rng.choice(["slash", "back", "cross", "strike", "scribble"], p=[0.3, 0.1, 0.4, 0.1, 0.1])
    for row, column in played.crossed:
        _cross(ink, own.letters[(row - 1) * 6 + column - 1], str(style), pen, rng)
    for number in played.circled:
        if number < len(own.scores):
            _circle(ink, own.scores[number], pen, rng)
    for number in played.struck & set(range(len(own.scores))):
        _strike(ink, own.scores[number], number in played.circled, pen, rng)
    for number in played.ticked & set(range(len(own.scores))):
        _tick(ink, own.scores[number], pen, rng)
    rows, columns = np.nonzero(ink)
    alpha = ink[rows, columns].astype(np.float32) / 255 * pen.strength
    if kind == 3:
        alpha = alpha * np.clip(1 - 0.25 * np.abs(GRAIN[rows % len(GRAIN), columns % len(GRAIN)]), 0.4, 1)
    under = page[rows, columns]
    page[rows, columns] = under + (np.array(pen.colour, np.float32) - under) * alpha[:, None]
    return page


def _letter(ink: np.ndarray, box: Box, glyph: np.ndarray, height: float, rng: np.random.Generator) -> None:
    rows, columns = np.nonzero(glyph > 60)
    glyph = glyph[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    tall = max(glyph.shape[0], glyph.shape[1] * 0.8)
    scale = height * PX / tall
    angle = rng.normal(0, 0.04)
    x, y = box.middle[0] + rng.normal(0, 0.7), box.middle[1] + rng.normal(0, 0.7)
    move = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]) * scale
    middle = np.array([glyph.shape[1], glyph.shape[0]]) / 2
    left, top, side = round((box.x - 3) * PX), round((box.y - 3) * PX), round((box.width + 6) * PX)
    shift = np.array([x, y]) * PX - move @ middle - [left, top]
    layer = cv2.warpAffine(glyph, np.column_stack([move, shift]), (side, side), flags=cv2.INTER_CUBIC)
    part = ink[top : top + side, left : left + side]
    np.maximum(part, layer[: part.shape[0], : part.shape[1]], out=part)


def _line(ink: np.ndarray, points: Any, width: float, closed: bool = False) -> None:
    pixels = np.rint(np.asarray(points) * PX * 16).astype(np.int32)
    cv2.polylines(ink, [pixels], closed, 255, max(1, round(width * PX)), cv2.LINE_AA, 4)


def _fill(ink: np.ndarray, at: tuple[float, float], radius: float, pen: Pen, rng: np.random.Generator) -> None:
    """A dot filled in: as a blot, or with a zigzag."""
    middle = np.array(at) + rng.normal(0, 0.12 * radius, 2)
    if rng.random() < 0.5:
        angles = np.linspace(0, 2 * np.pi, 20, endpoint=False)
        radii = radius * rng.uniform(0.8, 1.15) * (1 + rng.normal(0, 0.06, 20))
        outline = middle + radii[:, None] * np.stack([np.cos(angles), np.sin(angles)], 1)
        cv2.fillPoly(ink, [np.rint(outline * PX * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
        return
    lazy = rng.random() < 0.15
    turns = max(4 if lazy else 5, round(2 * radius / pen.width * rng.uniform(0.5 if lazy else 0.8, 1.3)) + 1)
    along = np.linspace(-0.95, 0.95, turns)
    half = np.sqrt(np.clip(1 - along**2, 0.1, 1)) * rng.uniform(0.8, 1.1)
    across = np.where(np.arange(turns) % 2, half, -half)
    points = radius * np.stack([across, along], 1) + rng.normal(0, 0.08 * radius, (turns, 2))
    angle = rng.uniform(0, np.pi)
    spin = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    _line(ink, middle + points @ spin, pen.width)


def _cross(ink: np.ndarray, box: Box, style: str, pen: Pen, rng: np.random.Generator) -> None:
    """A letter crossed off."""
    half = box.width / 2 * rng.uniform(0.45, 0.95)
    middle = np.array(box.middle) + rng.normal(0, 0.45, 2)
    lines = {
        "slash": [[(-1, 1), (1, -1)]],
        "back": [[(-1, -1), (1, 1)]],
        "cross": [[(-1, 1), (1, -1)], [(-1, -1), (1, 1)]],
        "strike": [[(-1.1, 0.1), (1.1, -0.1)]],
        "scribble": [[(-1 + 0.4 * at, 1 if at % 2 else -1) for at in range(6)]],
    }[style]
    for line in lines:
        points = middle + half * (np.array(line) + rng.normal(0, 0.08, (len(line), 2)))
        _line(ink, points, pen.width * 0.85)


def _outline(ink: np.ndarray, at: Point, half: float, pen: Pen, rng: np.random.Generator) -> None:
    """A block of four letters drawn around, near the printed lines."""
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half * rng.uniform(0.93, 1.03)
    _line(ink, np.array(at) + corners + rng.normal(0, 0.035 * half, (4, 2)), pen.width, closed=True)


def _circle(ink: np.ndarray, box: Box, pen: Pen, rng: np.random.Generator) -> None:
    """A number circled, not quite round and not quite closed."""
    angles = np.linspace(0, 2 * np.pi * rng.uniform(0.93, 1.1), 40) + rng.uniform(0, 2 * np.pi)
    half = np.array([box.width * rng.uniform(0.33, 0.5), box.height * rng.uniform(0.42, 0.56)])
    drift = 1 + 0.08 * np.linspace(-1, 1, 40) + rng.normal(0, 0.03) * np.sin(2 * angles)
    points = np.array(box.middle) + rng.normal(0, 0.25, 2)
    points = points + half * drift[:, None] * np.stack([np.cos(angles), np.sin(angles)], 1)
    _line(ink, points, pen.width * 0.8)


def _strike(ink: np.ndarray, box: Box, circled: bool, pen: Pen, rng: np.random.Generator) -> None:
    """A number struck out: one line or two, or a zigzag; without a circle a thick one."""
    half = np.array([box.width, box.height]) * rng.uniform(0.36, 0.55, 2)
    shapes = [
        [[(-1, 1), (1, -1)]], [[(-1, -1), (1, 1)]], [[(-1, 1), (1, -1)], [(-1, -1), (1, 1)]], 
        [[(-1.1, 0.1), (1.1, -0.1)]], [[(-1, -0.25), (1, -0.35)], [(-1, 0.3), (1, 0.2)]],
    ]  # fmt: skip
    turns = int(rng.integers(5, 9))
    zigzag = [[(-1 + 2 * at / turns, 0.9 if at % 2 else -0.9) for at in range(turns + 1)]]
    lines = shapes[rng.integers(len(shapes))] if circled and rng.random() < 0.75 else zigzag
    middle = np.array(box.middle) + rng.normal(0, 0.3, 2)
    for line in lines:
        _line(ink, middle + half * (np.array(line) + rng.normal(0, 0.09, (len(line), 2))), pen.width * 0.9)


def _tick(ink: np.ndarray, box: Box, pen: Pen, rng: np.random.Generator) -> None:
    """A tick on a number or beside it."""
    middle = np.array(box.middle) + np.array([rng.uniform(-0.2, 0.35) * box.width, rng.normal(0, 0.5)])
    size = box.height * rng.uniform(0.3, 0.5)
    shape = np.array([(-0.8, 0.0), (-0.25, 0.8), (1.0, -1.0)]) + rng.normal(0, 0.08, (3, 2))
    _line(ink, middle + size * shape, pen.width * 0.85)


def photograph(page: np.ndarray, rng: np.random.Generator, width: int = 2000) -> np.ndarray:
    """A photo of a sheet on a table: any way up, askew, a little bent, in uneven light."""
    height, (rows, columns) = width * 3 // 4, page.shape[:2]
    quarter = int(rng.integers(4))
    turn = quarter * np.pi / 2 + rng.normal(0, 0.08)
    wide, high = (columns, rows) if quarter % 2 == 0 else (rows, columns)
    scale = min(width / wide, height / high) * rng.uniform(0.7, 0.86)
    tilt, toward, focal = rng.uniform(0, 0.4), rng.uniform(0, 2 * np.pi), 1.2 * width
    grid = np.stack(np.meshgrid(np.arange(0, width + STEP, STEP), np.arange(0, height + STEP, STEP)), -1)
    rotation, _ = cv2.Rodrigues(np.array([np.cos(toward), np.sin(toward), 0.0]) * tilt)
    view = np.diag([focal, focal, 1.0]) @ np.column_stack([rotation[:, :2], [0, 0, focal]])
    centred = (grid - [width / 2, height / 2]).reshape(1, -1, 2).astype(np.float64)
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    source = cv2.perspectiveTransform(centred, np.linalg.inv(view))[0] @ spin / scale
    source[:, 1] += rng.normal(0, 0.008) * columns * (1 - (source[:, 0] / columns * 2) ** 2)
    middle = np.array([columns / 2, rows / 2])
    source = fine((source + middle).reshape(grid.shape).astype(np.float32), width, height)
    table = rng.uniform(40, 150) * np.array(rng.uniform(0.7, 1.0, 3))
    paper = cv2.GaussianBlur(page, (0, 0), max(0.1, 0.5 / scale)) if scale < 0.8 else page
    photo = cv2.remap(paper, source, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=table.tolist())
    return _camera(photo, rng)


def _camera(photo: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Light, shadow, blur, noise."""
    height, width = photo.shape[:2]
    x, y = np.meshgrid(np.linspace(-1, 1, width // 8), np.linspace(-1, 1, height // 8))
    slope = rng.uniform(-0.15, 0.15, 2)
    light = rng.uniform(0.7, 0.97) * (1 + slope[0] * x + slope[1] * y)
    if rng.random() < 0.3:
        edge = x * rng.normal() + y * rng.normal() + rng.uniform(-0.6, 0.6)
        light *= 1 - rng.uniform(0.1, 0.4) / (1 + np.exp(np.clip(-edge * rng.uniform(4, 30), -30, 30)))
    lit = cv2.resize((light[..., None] * (1 + rng.normal(0, 0.03, 3))).astype(np.float32), (width, height))
    sharp = cv2.GaussianBlur(photo, (0, 0), rng.uniform(0.4, 1.6))
    start = rng.integers(0, len(FINE) - width * height)
    noise = FINE[start : start + width * height].reshape(height, width) * np.float32(rng.uniform(1, 5))
    picture = cv2.multiply(sharp, lit, dtype=cv2.CV_32F) + noise[..., None]
    return picture.clip(0, 255).astype(np.uint8)
