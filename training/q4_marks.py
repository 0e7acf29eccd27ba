"""Fits the weights by which marks on Q4 sheets are told: `python -m training.q4_marks --sheets 300`.

Sheets are drawn with stroke models, so that no one's handwriting is needed; half of them fit the weights, half the
temperature.
"""

import argparse
import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from benchmarks.q4_draw import photograph, printed, written
from benchmarks.q4_game import STYLES, Played, styled
from q4.board import DOTS, neighbours_of, place_of
from q4.find import find, lay_flat
from q4.form import design, form
from q4.marks import (
    circle_features,
    cross_features,
    digit_darkness,
    dot_features,
    letter_darkness,
    pen_darkness,
    strike_features,
)
from q4.record import BLACK
from q4.words import english
from scanner.decode import decode
from training.strokes import draw

OUT = Path(__file__).resolve().parent.parent / "q4" / "marks.json"
SEED = 900_000  # far from those of benchmarks/q4.py
RIDGE = 1e-5  # marks are told apart so well that hardly anything else bounds the weights

Table = dict[str, list[tuple[np.ndarray, np.ndarray]]]


def usable_dots(number: int) -> list[int]:
    """The dots that are printed on a sheet."""
    own = design(number)
    return [d for d in range(DOTS) if all(own.printed(place_of(c)) != BLACK for c in neighbours_of(d))]


def truths(played: Played) -> dict[str, np.ndarray]:
    """What is marked, in the order of the form."""
    own = form()
    return {
        "dots": np.array([played.dots >> dot & 1 for dot in range(DOTS)]),
        "blocks": np.array([(at // 5 + 1, at % 5 + 1) in played.blocks for at in range(len(own.blocks))], int),
        "crosses": np.array([(at // 6 + 1, at % 6 + 1) in played.crossed for at in range(len(own.letters))], int),
        "circles": np.array([number in played.circled for number in range(len(own.scores))], int),
        "strikes": np.array([number in played.struck for number in range(len(own.scores))], int),
    }


def features(dark: np.ndarray, number: int) -> dict[str, np.ndarray]:
    """The features of every place where a mark may be."""
    own, pen = form(), pen_darkness(dark)
    return {
        "dots": dot_features(dark, own.dots, own.dot, pen),
        "blocks": dot_features(dark, own.blocks, own.block_dot, pen),
        "crosses": cross_features(dark, pen, "".join(design(number).letter_grid)),
        "circles": circle_features(dark, pen),
        "strikes": strike_features(dark, pen),
    }


def print_darkness(count: int = 12) -> dict[str, float]:
    """How dark each letter of the letter grid is where nothing was written on it, on photos of empty sheets; and each
    digit, of which numbers have one or two."""
    seen: dict[str, list[float]] = {}
    digits = np.array([[str(number).count(digit) for digit in "0123456789"] for number in range(len(form().scores))])
    for number in range(count):
        rng = np.random.default_rng(SEED - 1 - number)
        data = cv2.imencode(".jpg", photograph(printed(number, low_ink=False), rng, 2000))[1].tobytes()
        photo = decode(data)
        (found,) = find(photo)
        flat = lay_flat(photo, found).dark
        shares = np.linalg.lstsq(digits, digit_darkness(flat), rcond=None)[0]
        letters = zip("".join(design(number).letter_grid), letter_darkness(flat), strict=True)
        for sign, dark in [*letters, *zip("0123456789", shares, strict=True)]:
            seen.setdefault(sign, []).append(float(dark))
    return {letter: round(float(np.median(values)), 4) for letter, values in sorted(seen.items())}


def fit(x: np.ndarray, y: np.ndarray, ridge: float = RIDGE) -> tuple[np.ndarray, float]:
    """Weights and bias of a logistic function, by Newton's method with a ridge."""
    design_matrix = np.column_stack([x, np.ones(len(x))])
    weights = np.zeros(design_matrix.shape[1])
    for _ in range(60):
        p = 1 / (1 + np.exp(-np.clip(design_matrix @ weights, -30, 30)))
        gradient = design_matrix.T @ (p - y) / len(y) + ridge * weights
        hessian = (design_matrix * (p * (1 - p))[:, None]).T @ design_matrix / len(y) + ridge * np.eye(len(weights))
        weights -= np.linalg.solve(hessian, gradient)
    return weights[:-1], float(weights[-1])


def fitted(kind: str, rows: list[tuple[np.ndarray, np.ndarray]], ridge: float = RIDGE) -> dict[str, Any]:
    """The weights of one kind of marks: half of the sheets fit them, half the temperature."""
    half = len(rows) // 2
    x, y = (np.concatenate(part) for part in zip(*rows[:half], strict=True))
    mean, spread = x.mean(axis=0), x.std(axis=0) + 1e-6
    own, bias = fit((x - mean) / spread, y, ridge)
    x, y = (np.concatenate(part) for part in zip(*rows[half:], strict=True))
    logit = (x - mean) / spread @ own + bias
    p = {t: 1 / (1 + np.exp(-logit / t)) for t in np.geomspace(1, 4, 24)}
    loss = {t: -np.log(np.where(y, q, 1 - q).clip(1e-9)).mean() for t, q in p.items()}
    best = min(loss, key=lambda t: loss[t])
    wrong = (logit > 0) != y
    print(f"{kind}: {len(y)} places, {int(wrong.sum())} wrong, temperature {best:.2f}, loss {loss[best]:.5f}")
    return {
        "mean": mean.round(4).tolist(),
        "spread": spread.round(4).tolist(),
        "weights": own.round(4).tolist(),
        "bias": round(bias, 4),
        "temperature": round(float(best), 3),
    }


def gather(count: int) -> Table:
    """Features and truth of so many drawn sheets."""
    words, table = english(), Table()
    for number in range(count):
        rng = np.random.default_rng(SEED + number)
        played = styled(STYLES[number % len(STYLES)], rng, words)
        page = written(played, draw, rng, low_ink=bool(rng.random() < 0.4))
        width = int(rng.choice([1600, 2000, 2400]))
        data = cv2.imencode(".jpg", photograph(page, rng, width), [cv2.IMWRITE_JPEG_QUALITY, 88])[1].tobytes()
        photo = decode(data)
        seen_here = find(photo)
        if not seen_here or seen_here[0].number != played.number:
            print(f"sheet {number} was not found")
            continue
        found = seen_here[0]
        real, seen = truths(played), features(lay_flat(photo, found).dark, found.number)
        for kind, values in seen.items():
            kept: Any = usable_dots(played.number) if kind == "dots" else slice(None)
            if kind == "circles":  # of a number scribbled out only the strike counts
                kept = sorted(set(range(len(values))) - played.struck - played.ticked)
            if kind == "strikes":
                kept = sorted(n for n in played.circled | played.struck if n < len(values))
            table.setdefault(kind, []).append((values[kept], real[kind][kept]))
        if number % 25 == 24:
            print(f"{number + 1} sheets", flush=True)
    return table


def main() -> None:
    """Draw, fit, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sheets", type=int, default=300)
    parser.add_argument("--keep", type=Path, help="file that keeps the features, to fit again without drawing")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    if args.keep and args.keep.exists():
        weights = json.loads(OUT.read_text(encoding="utf-8"))
        table = np.load(args.keep, allow_pickle=True).item()
    else:
        weights = json.loads(OUT.read_text(encoding="utf-8")) | {"print": print_darkness()}
        OUT.write_text(json.dumps(weights, indent=1) + "\n", encoding="utf-8")
        table = gather(args.sheets)
        if args.keep:
            np.save(args.keep, np.array(table, object), allow_pickle=True)
    for kind, rows in table.items():
        weights[kind] = fitted(kind, rows)
    OUT.write_text(json.dumps(weights, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
