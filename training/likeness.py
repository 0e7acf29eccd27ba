"""Make the network that compares two cells of one hand: `python -m training.likeness --pool pool --out likeness.pt`.

It learns from whole pages by people with several samples of each letter, capitals, small letters and digits together.
What counts are the pairs of which the readers cannot tell whether they are one letter: its errors should not be theirs.
Its convolutions are those of a network of letters. What they make of a cell is projected onto the directions in which
letters of one hand differ, and a logistic function of how two cells differ and agree there tells whether they are one.
"""

import argparse
import zlib
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

from scanner.readers.cnn import MODELS, Network
from training.generate import PAGE
from training.glyphs import SYMBOLS
from training.network import LikenessNet
from training.resume import resume
from training.train import SHORT

FEATURES, DIRECTIONS = 2048, 192  # values that the convolutions make of a cell, and directions that are kept of them
RIDGE = 0.03  # share of the mean noise that every direction is held to have
EVERY = 0.2  # weight of every pair of one letter for the noise, beside its own
LOT = 1.7  # weight below which a pair is taken by chance
STEPS, HELD = 8, 1e-4  # of Newton's method, and how strongly weights are held to nothing
BODY = MODELS / "letters-2.onnx"
BOOKS = ("unipen", "digilets", "uji_pen_v1")  # whose writers gave several samples of a letter
SOFT = 2.0  # temperature at which the readers' rankings say which pairs are in doubt
LEAST = 0.04  # weight of pairs that the readers tell, against one of which they know nothing
UNRANKED = 0.3  # that of pairs of digits
COPIES = 2  # of every page, each bent in another way
LETTERS = 52


def body_of(shown: torch.Tensor) -> LikenessNet:
    """The network with the convolutions of BODY."""
    net = LikenessNet()
    resume(net.body, BODY, shown)
    return net.to(memory_format=torch.channels_last)


def write_features(pool: Path) -> None:
    """What the convolutions make of each chunk of the pool, beside it; what exists is kept."""
    reader, net = Network(BODY, 1), None
    for path in sorted([*pool.glob("letters-*.npz"), *pool.glob("digits-*.npz")]):
        target, rng = pool / f"features-{path.stem}.npz", np.random.default_rng(len(path.stem))
        if target.exists():
            continue
        with np.load(path) as data:
            x, y, sources = data["x"], data["y"][:, 0], data["s"]
        if net is None:
            net = body_of(torch.from_numpy(x[:1000].astype(np.float32) / 255)).eval()
        pages = [at for at in range(0, len(y), PAGE) if str(sources[at]).partition("/")[0] in BOOKS]
        cells = np.stack([x[at : at + PAGE] for at in pages])
        letters = np.stack([y[at : at + PAGE] for at in pages])
        weights = np.stack([in_doubt(*page, reader) for page in zip(cells, letters, strict=True)])
        told = [np.stack([_told(net, page, rng) for page in cells]) for _ in range(COPIES)]
        known = np.where(letters < LETTERS, letters % 26, np.where(letters < len(SYMBOLS), -1, letters))
        half = target.with_suffix(".part")
        with half.open("wb") as file:
            np.savez(
                file, told=np.stack(told), letters=known, weights=weights.astype(np.float16), sources=sources[pages]
            )
        half.rename(target)
        print(target.name, len(pages), flush=True)


def in_doubt(cells: np.ndarray, labels: np.ndarray, reader: Network) -> np.ndarray:
    """The weight of each pair (25, 25) of a page: how little its readers know whether it is one letter."""
    there = (labels < LETTERS) | (labels >= len(SYMBOLS))
    weights = np.full((PAGE, PAGE), UNRANKED, np.float32)
    if (labels < len(SYMBOLS)).any():
        logits = reader.logits(cells)[:, :LETTERS] / SOFT
        chances = np.exp(logits - logits.max(1, keepdims=True)).reshape(PAGE, 2, 26).sum(1)
        chances /= chances.sum(1, keepdims=True)
        one = chances @ chances.T
        weights = LEAST + 4 * one * (1 - one)
    return np.triu(weights * np.outer(there, there), 1)


def _told(net: LikenessNet, page: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """What the convolutions make of a page's cells, once they are written in another hand."""
    x = as_another_hand(torch.from_numpy(page.astype(np.float32) / 255), rng)
    with torch.no_grad(), torch.autocast("cpu", torch.bfloat16, enabled=SHORT):
        told = net.body(x.contiguous(memory_format=torch.channels_last))
    return told.float().numpy().astype(np.float16)


def as_another_hand(x: torch.Tensor, rng: np.random.Generator) -> torch.Tensor:
    """A page bent in its own way, its cells a little apart from that: one writer becomes many."""

    def moved(page: float, cell: float) -> np.ndarray:
        return rng.normal(0, page) + rng.normal(0, cell, len(x))

    wide, high = np.exp(moved(0.15, 0.05)), np.exp(moved(0.1, 0.04))
    slant, angle = moved(0.15, 0.04), moved(0.06, 0.04)
    matrix = np.stack([wide, slant - angle, angle, high], 1).reshape(-1, 2, 2)
    moves = np.concatenate([matrix, rng.normal(0, 0.03, (len(x), 2, 1))], 2).astype(np.float32)
    grid = functional.affine_grid(torch.from_numpy(moves), list(x.shape), align_corners=False)
    return functional.grid_sample(x, grid, align_corners=False).clamp(0, 1)


def write_projection(pool: Path) -> None:
    """The directions in which pages by one hand differ between letters and not within one, and the pool seen in them.

    Fisher's discriminant, over the pairs that count: what two samples of a letter differ by is noise.
    """
    parts = [np.load(path) for path in sorted(pool.glob("features-*.npz"))]
    same, other = np.zeros((2, FEATURES, FEATURES), np.float32)
    for part in parts:
        told, letters, odds = cells_of(part)[0], part["letters"], part["weights"].astype(np.float32)
        odds = odds + odds.swapaxes(1, 2)
        one = (letters[:, :, None] == letters[:, None]) & (odds > 0)
        for target, weights in ((same, np.where(one, odds + EVERY, 0)), (other, np.where(one, 0, odds))):
            between = weights.sum(2)[..., None] * told - weights @ told
            target += told.reshape(-1, FEATURES).T @ between.reshape(-1, FEATURES) / weights.sum() * len(told)
    noise = same + RIDGE * np.trace(same) / FEATURES * np.eye(FEATURES, dtype=np.float32)
    spread, axes = np.linalg.eigh(noise)
    white = axes / np.sqrt(spread)
    matrix = white @ np.linalg.eigh(white.T @ other @ white)[1][:, : -DIRECTIONS - 1 : -1]
    stored = {name: np.concatenate([part[name] for part in parts]) for name in ("letters", "weights", "sources")}
    seen = np.concatenate([cells_of(part) @ matrix for part in parts], 1)
    matrix /= seen.std()
    np.savez(pool / "pages.npz", matrix=matrix, told=(seen / seen.std()).swapaxes(0, 1).astype(np.float32), **stored)


def cells_of(part: Mapping[str, np.ndarray]) -> np.ndarray:
    """What the convolutions make of the cells of some pages: (copy, page, cell, value)."""
    told: np.ndarray = part["told"].astype(np.float32)
    return told.reshape(*told.shape[:3], FEATURES)


def pairs_of(pool: Path, held: bool) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """How far the cells of pairs differ and agree in each direction, whether each is one letter, and its weight.

    Pairs are taken as often as they count. `held`: those of the one writer in ten that fits nothing.
    """
    rng = np.random.default_rng(3)
    with np.load(pool / "pages.npz") as data:
        mine = [(zlib.crc32(str(source).encode()) % 10 == 0) == held for source in data["sources"]]
        told, letters, odds = data["told"][mine], data["letters"][mine], data["weights"][mine].astype(np.float32)
    page, one, two = np.nonzero(odds > LOT * rng.random(odds.shape, dtype=np.float32))
    weights = np.maximum(odds[page, one, two], LOT)
    copies = rng.integers(COPIES, size=(2, len(page)))
    cells = told[page, copies[0], one], told[page, copies[1], two]
    same = letters[page, one] == letters[page, two]
    weights /= np.where(same, weights[same].sum(), weights[~same].sum())  # one letter as likely as two
    values = np.concatenate([(cells[0] - cells[1]) ** 2, cells[0] * cells[1], np.ones((len(page), 1))], 1)
    return values.astype(np.float32), same, weights.astype(np.float32)


def fitted(values: np.ndarray, same: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """The logistic function with the best likelihood, by Newton's method."""
    found = np.zeros(values.shape[1], np.float32)
    for _ in range(STEPS):
        chances = 1 / (1 + np.exp(-values @ found))
        slope = values.T @ (weights * (chances - same)) + HELD * found
        curve = (values * (weights * chances * (1 - chances))[:, None]).T @ values
        found -= np.linalg.solve(curve + HELD * np.eye(len(found), dtype=np.float32), slope)
    return found


def fit(pool: Path, out: Path) -> None:
    """Fit the last layer and keep the weights; print how well it tells pairs of writers that fitted nothing."""
    function = fitted(*pairs_of(pool, held=False))
    values, same, weights = pairs_of(pool, held=True)
    odds = values @ function
    loss = np.logaddexp(0, np.where(same, -odds, odds))
    wrong = (weights * ((odds > 0) != same)).sum() / weights.sum()
    print(f"{len(same)} pairs held out: wrong {100 * wrong:.1f} %, loss {(weights * loss).sum() / weights.sum():.3f}")
    with np.load(min(pool.glob("letters-*.npz"))) as data:
        net = body_of(torch.from_numpy(data["x"][:1000].astype(np.float32) / 255))
    with np.load(pool / "pages.npz") as data, torch.no_grad():
        net.told[1].weight.copy_(torch.from_numpy(data["matrix"].T.copy()))
        net.head.weight.copy_(torch.from_numpy(function[None, :-1]))
        net.head.bias.fill_(float(function[-1]))
    torch.save(net.state_dict(), out)


def main() -> None:
    """Read the options and train."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pool", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    torch.set_num_threads(1)
    write_features(options.pool)
    if not (options.pool / "pages.npz").exists():
        write_projection(options.pool)
    fit(options.pool, options.out)


if __name__ == "__main__":
    main()
