"""Ink and camera: pens of several kinds, strokes that strike out, light, blur, noise and JPEG."""

import cv2
import numpy as np

NOISE = np.random.default_rng(7).normal(0, 1, (512, 512)).astype(np.float32)
GRAIN = cv2.GaussianBlur(np.random.default_rng(8).normal(0, 1, (512, 512)).astype(np.float32), (0, 0), 2.5) * 4


def patch(bank: np.ndarray, shape: tuple[int, int], rng: np.random.Generator) -> np.ndarray:
    """A random piece of a bank of noise."""
    y, x = rng.integers(0, bank.shape[0] - shape[0]), rng.integers(0, bank.shape[1] - shape[1])
    return bank[y : y + shape[0], x : x + shape[1]]


def pixel(point: np.ndarray) -> tuple[int, int]:
    """A point in sixteenths of a pixel, as OpenCV draws with."""
    return round(float(point[0]) * 16), round(float(point[1]) * 16)


def pen_of(rng: np.random.Generator) -> tuple[float, float]:
    """Strength and roughness of a pen."""
    kind = rng.random()
    if kind < 0.3:
        return rng.uniform(0.25, 0.65), rng.uniform(0.05, 0.35)  # pencil
    if kind < 0.75:
        return rng.uniform(0.5, 0.95), rng.uniform(0, 0.2)  # ballpoint, gel
    return rng.uniform(0.75, 1.0), 0.0  # felt-tip


def inked(layer: np.ndarray, pen: float, rough: float, rng: np.random.Generator) -> np.ndarray:
    """Ink of a given strength with uneven pressure and, for pencils, the paper's grain."""
    ink = layer.astype(np.float32) * pen
    if rough > 0:
        ink *= np.clip(
            1 - rough * np.abs(patch(GRAIN, layer.shape, rng)) - rough * 0.6 * np.abs(patch(NOISE, layer.shape, rng)),
            0.25,
            1,
        )
    return ink.astype(np.uint8)


def strike(
    layer: np.ndarray, box: tuple[float, float, float, float], rng: np.random.Generator, zigzag: float = 0.45
) -> None:
    """Strike out what lies in a box: a line, a cross, several lines, or a dense zigzag."""
    x0, y0, x1, y1 = box
    w, h = x1 - x0, y1 - y0
    thick = int(rng.choice([1, 2, 3, 4], p=[0.25, 0.4, 0.25, 0.1]))
    kind = rng.uniform(0.45 - zigzag, 1.0)
    if kind < 0.45:  # zigzag
        turns = int(rng.integers(6, 16))
        along = np.linspace(0, 1, turns) + rng.normal(0, 0.02, turns)
        across = np.where(np.arange(turns) % 2, 1.0, 0.0) + rng.normal(0, 0.08, turns)
        points = np.stack([x0 - 2 + (w + 4) * across, y0 + h * along], 1)
        if rng.random() < 0.35:
            points = np.stack([x0 + w * along, y0 - 1 + (h + 2) * across], 1)
        cv2.polylines(layer, [np.rint(points * 16).astype(np.int32)], False, 255, thick, cv2.LINE_AA, 4)
        return
    lines = [((x0 - 3, y0 + h * rng.uniform(0.3, 0.7)), (x1 + 3, y0 + h * rng.uniform(0.3, 0.7)))] if kind < 0.6 else []
    if kind < 0.6 and rng.random() < 0.5:
        lines.append(((x0 - 3, y0 + h * rng.uniform(0.3, 0.7)), (x1 + 3, y0 + h * rng.uniform(0.3, 0.7))))
    if kind >= 0.6:
        x0, x1 = (x0 - 3, x1 + 3) if rng.random() < 0.5 else (x1 + 3, x0 - 3)
        lines.append(((x0, y0 - 2), (x1, y1 + 2)))
        if rng.random() < 0.65:
            lines.append(((x1, y0 - 2), (x0, y1 + 2)))
    for start, stop in lines:
        ends = np.array([start, stop]) + rng.normal(0, 2, (2, 2))
        cv2.line(layer, pixel(ends[0]), pixel(ends[1]), 255, thick, cv2.LINE_AA, 4)


def rounded_box(layer: np.ndarray, box: tuple[float, float, float, float], radius: float, thick: int) -> None:
    """Draw a box (left, top, right, bottom) with rounded corners."""
    x0, y0, x1, y1 = box
    quarter, points = np.linspace(0, np.pi / 2, 8), []
    corners = (
        (x1 - radius, y1 - radius),
        (x0 + radius, y1 - radius),
        (x0 + radius, y0 + radius),
        (x1 - radius, y0 + radius),
    )
    for turn, middle in enumerate(corners):
        arc = quarter + turn * np.pi / 2
        points.append(np.array(middle) + radius * np.stack([np.cos(arc), np.sin(arc)], 1))
    cv2.polylines(layer, [np.rint(np.concatenate(points) * 16).astype(np.int32)], True, 255, thick, cv2.LINE_AA, 4)


def shaken(picture: np.ndarray, length: int, angle: float) -> np.ndarray:
    """The picture blurred as by a camera that moved so many pixels that way."""
    kernel, middle = np.zeros((length, length), np.float32), (length - 1) / 2
    reach = np.array([np.cos(angle), np.sin(angle)]) * middle
    cv2.line(kernel, pixel(middle - reach), pixel(middle + reach), 1.0, 1, cv2.LINE_8, 4)
    return cv2.filter2D(picture, -1, kernel / max(float(kernel.sum()), 1e-6))


def photographed(ink: np.ndarray, rng: np.random.Generator, shadow: float = 0.1) -> np.ndarray:
    """Ink (255 darkest) on paper under a lamp through a lens: grey levels as a camera gives them."""
    height, width = ink.shape
    dark = ink.astype(np.float32) / 255
    sharp = rng.random()
    if sharp < 0.6:
        dark = cv2.GaussianBlur(dark, (0, 0), rng.uniform(0.4, 1.3) if sharp < 0.45 else rng.uniform(1.3, 2.6))
    if rng.random() < 0.12:
        dark = shaken(dark, int(rng.integers(3, 8)), rng.uniform(0, np.pi))
    paper = rng.uniform(150, 250) if rng.random() < 0.8 else rng.uniform(70, 150)
    picture = paper * (1 - dark)
    if rng.random() < 0.3:
        slope = rng.uniform(-0.3, 0.3, 2)
        picture *= 1 + (_ramp(height, width, slope)) * 0.5
    if rng.random() < shadow:
        edge = _ramp(height, width, rng.normal(0, 1, 2)) + rng.uniform(-0.4, 0.4)
        picture *= 1 - rng.uniform(0.1, 0.5) / (1 + np.exp(np.clip(-edge * rng.uniform(4, 40), -30, 30)))
    small = 1.0
    if rng.random() < 0.4:
        small = rng.uniform(0.33, 1.0)
        picture = cv2.resize(picture, None, fx=small, fy=small, interpolation=cv2.INTER_AREA)
    noise = abs(rng.normal(0, 3.5))
    picture = picture + patch(NOISE, picture.shape, rng) * noise
    if rng.random() < 0.15:
        picture = picture + patch(GRAIN, picture.shape, rng) * rng.uniform(0, 4)
    grey = np.clip(picture, 0, 255).astype(np.uint8)
    if rng.random() < 0.25:
        _, data = cv2.imencode(".jpg", grey, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(30, 90))])
        grey = cv2.imdecode(data, cv2.IMREAD_GRAYSCALE)
    return grey


def _ramp(height: int, width: int, slope: np.ndarray) -> np.ndarray:
    y = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
    x = np.linspace(-1, 1, width, dtype=np.float32)[None, :]
    return (x * slope[0] + y * slope[1]).astype(np.float32)
