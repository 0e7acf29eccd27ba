"""Ink on paper: how dark the writing is at each place, in which colour, and without boxes and corners in print."""

import cv2
import numpy as np

from scanner.light import WHITE
from scanner.values import Floats, Pixels

PLAIN, CLEAR = 1.15, 1.5  # times as dark as the line: below, it is the line alone; above, it is ink on the line
EDGE = 0.2  # of a box's height from its rim, within which its frame is sought
CORNER = 0.3  # pitches from a cell's corner within which its rounding is sought
PRINTED = 0.12  # pitches inside a cell's edge that what is left of its printed outline may take
SPARED = 0.12  # share of the cells in which print may be missing
GAIN = 2.5  # the most a faint hand is strengthened
FULL = 190.0  # grey levels below paper that ink is brought to
GHOST, SEEN = 30.0, 55.0  # of 255 after strengthening: what is fainter is no writing; from the second on it is


def darkness(light: Pixels, weights: Floats) -> Pixels:
    """How dark an evenly lit picture is, 0 to 255, in the channels that show ink."""
    blue, green, red = cv2.split(light)
    mixed = cv2.addWeighted(blue, float(weights[0]), green, float(weights[1]), 0)
    return np.asarray(cv2.bitwise_not(cv2.addWeighted(mixed, 1.0, red, float(weights[2]), 0)), np.uint8)


def pen_on(pixels: Pixels, weights: Floats) -> Pixels:
    """The most ink of a pen, darkening the channels as `weights` tell, that can lie at each place of a flat picture."""
    channels = zip(cv2.split(pixels), np.maximum(3 * weights, 1).tolist(), strict=True)
    blue, green, red = (cv2.addWeighted(one, -255 / WHITE / share, one, 0, 255 / share) for one, share in channels)
    return np.asarray(cv2.min(cv2.min(blue, green), red), np.uint8)


def channel_weights(light: Pixels) -> Floats:
    """How strongly the writing among evenly lit pixels (n, 3) shows in each channel; the weights sum to 1."""
    dark = cv2.bitwise_not(light)
    total = dark.sum(axis=1, dtype=np.int32)
    written = dark[total > np.partition(total, -len(total) // 20)[-len(total) // 20]]
    strength = np.maximum(written.mean(axis=0) if len(written) else np.ones(3), 1.0)
    return np.asarray(strength / strength.sum(), np.float32)


def without_box(dark: Pixels) -> Floats:
    """The darkness of a box with its printed frame, somewhere near the picture's rim, taken away."""
    bare, rim = dark.astype(np.float32), round(EDGE * min(dark.shape))
    for _ in range(2):
        rows = np.concatenate([bare[:rim], bare[-rim:]])  # the rows that the frame may take, then the columns
        profile = np.sort(rows, axis=1)[:, rows.shape[1] // 2].reshape(2, rim, 1)
        printed = np.concatenate([cv2.dilate(part, np.ones((3, 1), np.uint8)) for part in profile])
        rows = ink_on(rows, printed)
        bare[:rim], bare[-rim:] = rows[:rim], rows[rim:]
        bare = bare.T
    return bare


def without_corners(letters: Pixels, pitch: int) -> Pixels:
    """The darkness of all cells (n, side, side) with what nearly all share in their corners taken away."""
    size = round(CORNER * pitch)
    least = int(SPARED * len(letters))  # print is in every cell; the stems of many capitals stand in the same place too
    for rows in (slice(None, size), slice(-size, None)):
        for columns in (slice(None, size), slice(-size, None)):
            parts = letters[:, rows, columns]
            piled = np.ascontiguousarray(np.moveaxis(parts, 0, -1))
            shared = np.partition(piled, least, axis=-1)[..., least]
            printed = cv2.dilate(shared, np.ones((3, 3), np.uint8))
            letters[:, rows, columns] = ink_on(parts, printed)
    return letters


def from_inside(letters: Pixels, margin: int, pitch: int) -> Pixels:
    """The darkness of all cells (n, side, side) where near the cells' edges only strokes that come from inside stay."""
    edge = margin + round(PRINTED * pitch)
    count, side = letters.shape[:2]
    whole = np.zeros(
        (side, count, side + 2), np.uint8
    )  # side by side, as OpenCV likes long rows; none reaches the next
    whole[..., :-2] = letters.transpose(1, 0, 2)
    reached = np.zeros_like(whole)
    inner = slice(edge, -edge), slice(None), slice(edge, -edge - 2)
    reached[inner] = whole[inner]
    mask: Pixels = whole.reshape(side, -1)
    pile: Pixels = reached.reshape(mask.shape)
    kernel = np.ones((5, 5), np.uint8)
    for _ in range(0, edge, 2):
        pile = np.asarray(cv2.min(cv2.dilate(pile, kernel), mask), np.uint8)
    return np.ascontiguousarray(pile.reshape(whole.shape)[..., :-2].transpose(1, 0, 2))


def ink_on(dark: Pixels | Floats, printed: Pixels | Floats) -> Floats:
    """What is left of the darkness where print of a known darkness, or 0, lies under it."""
    under = printed.astype(np.float32)
    over = (dark - np.float32(PLAIN) * under) / np.maximum(np.float32(CLEAR - PLAIN) * under, 1)
    over[np.broadcast_to(under == 0, over.shape)] = 1
    return np.asarray(dark * np.clip(over, 0, 1), np.float32)


def gain(letters: Pixels | Floats) -> float:
    """By how much the writing of a sheet must be strengthened, from the darkness of its cells (n, side, side)."""
    sample = letters[:, ::3, ::3].reshape(len(letters), -1)
    rank = round(0.985 * sample.shape[1])
    darkest = np.partition(sample, rank, axis=1)[:, rank].astype(np.float32)
    return float(np.clip(FULL / max(float(np.median(darkest)), 1.0), 1.0, GAIN))


def without_ghosts(dark: Pixels | Floats, strength: float) -> Floats:
    """The darkness of fields (n, height, width), those faded whose darkest part is far fainter than the writing."""
    darkest = np.array([cv2.blur(field, (3, 3)).max() for field in dark], np.float32)
    weights = np.clip((darkest * strength - GHOST) / (SEEN - GHOST), 0, 1)
    return np.asarray(dark * weights[:, None, None], np.float32)


def as_crop(dark: Pixels | Floats, strength: float) -> Pixels:
    """Darkness as a grey picture, dark ink on white paper."""
    if not dark.size:
        return np.zeros(dark.shape, np.uint8)
    flat = dark.reshape(-1, dark.shape[-1])  # OpenCV takes a third dimension for colours
    return np.asarray(cv2.bitwise_not(cv2.convertScaleAbs(flat, alpha=strength)), np.uint8).reshape(dark.shape)
