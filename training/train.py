"""Train a network from a pool of chunks: `python -m training.train letters --pool pool --steps 20000 --out letters.pt`.

Chunks that appear in the pool meanwhile are used as they come; checkpoints allow stopping and going on at any time.
"""

import argparse
import copy
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from training.network import LetterNet, LikenessNet, MarkNet, NumberNet, SecondLetterNet
from training.pages import FREE, NAMES, set_apart
from training.resume import resume

LETTERS = {"letters": LetterNet, "letters-2": SecondLetterNet, "letters-3": SecondLetterNet}
LIKENESS = "likeness"
NETS = {**LETTERS, LIKENESS: LikenessNet, "numbers": NumberNet, "marks": MarkNet}
BATCH = 128
CASE_WEIGHT = 0.5
# Sixteen bits where the processor has them: twice as fast. Emulated, as with AVX-512 alone, three times as slow.
SHORT = torch.cpu._is_avx512_bf16_supported() or torch.cpu._is_amx_tile_supported()
FORMS = ("kaggle_az_sample", "emnist_balanced_small")  # scanned forms, which may be shown more often
SHARES = {"capitals": 0.61, "small": 0.33, "empty": 0.03, "struck": 0.03}  # of the cells


class Pool:
    """Random batches from the chunk files of a folder; new files are picked up."""

    def __init__(
        self, folder: Path, kind: str, wanted: Callable[[str], bool] = lambda source: True, forms: float = 1.0
    ) -> None:
        self.folder, self.kind, self.wanted, self.forms = folder, kind, wanted, forms
        self.chunks: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []
        self.seen: set[str] = set()

    def refresh(self) -> None:
        """Load chunks that were not there before, without the sources that are not wanted."""
        for path in sorted(self.folder.glob(f"{self.kind}-*.npz")):
            if path.name not in self.seen:
                with np.load(path) as data:
                    names = [str(source) for source in data["s"]] if "s" in data else []
                    keep = np.flatnonzero([self.wanted(name) for name in names]) if names else ...
                    x, y = data["x"][keep], data["y"][keep]
                    often = np.array([self.forms if name in FORMS else 1.0 for name in names] or np.ones(len(y)))[keep]
                    self.chunks.append((x, y, self._odds(y, often)))
                self.seen.add(path.name)

    def _odds(self, labels: np.ndarray, often: np.ndarray) -> np.ndarray:
        """Cumulated odds of a chunk's inputs."""
        if self.kind == "letters":
            return even(labels[:, 0], often)
        return np.linspace(0, 1, len(labels))

    def batch(self, rng: np.random.Generator) -> tuple[torch.Tensor, torch.Tensor]:
        """One batch of inputs, moved and shaded a little, and their labels."""
        xs, ys = [], []
        for _ in range(8):  # from eight chunks
            x, y, odds = self.chunks[rng.integers(len(self.chunks))]
            pick = np.searchsorted(odds, rng.random(BATCH // 8))
            dx, dy = rng.integers(-1, 2, 2)
            xs.append(np.roll(x[pick], (dy, dx), (2, 3)))
            ys.append(y[pick])
        x = np.concatenate(xs).astype(np.float32) / 255
        gamma = np.exp(rng.normal(0, 0.15, (len(x), 1, 1, 1))).astype(np.float32)
        x = np.clip(x**gamma + rng.normal(0, 0.02, (len(x), 1, 1, 1)).astype(np.float32), 0, 1)
        return warped(torch.from_numpy(x), rng), torch.from_numpy(np.concatenate(ys).astype(np.int64))


def even(classes: np.ndarray, often: np.ndarray) -> np.ndarray:
    """Cumulated odds that give every capital the same share, and every small letter about half of that."""
    capitals, small, empty, struck = SHARES.values()
    share = np.array([capitals / 26] * 26 + [small / 26] * 26 + [empty, struck])
    odds = often * (share / np.maximum(np.bincount(classes, often, len(share)), 1e-6))[classes]
    return np.cumsum(odds) / odds.sum()


def sources(free: bool, apart: bool, without: str = "") -> Callable[[str], bool]:
    """Which sources to train on: those with a licence alone, or all; without the hands set apart, or those that begin
    with a name: `unipen/tos` leaves out the writers of one of UNIPEN's sites."""

    def wanted(source: str) -> bool:
        book, _, writer = source.partition("/")
        left_out = without != "" and source.startswith(without)
        return book in (FREE if free else NAMES) and not left_out and not (apart and set_apart(book, writer))

    return wanted


def warped(x: torch.Tensor, rng: np.random.Generator) -> torch.Tensor:
    """Every other input turned, slanted and stretched a little: no cell is ever seen twice the same."""
    half = len(x) // 2
    angle, slant = rng.normal(0, 0.06, half), rng.normal(0, 0.08, half)
    wide, high = np.exp(rng.normal(0, 0.1, half)), np.exp(rng.normal(0, 0.06, half))
    matrix = np.stack([wide, slant - angle, angle, high], 1).reshape(half, 2, 2)
    moves = np.concatenate([matrix, rng.normal(0, 0.03, (half, 2, 1))], 2).astype(np.float32)
    grid = functional.affine_grid(torch.from_numpy(moves), [half, *x.shape[1:]], align_corners=False)
    return torch.cat([functional.grid_sample(x[:half], grid, align_corners=False), x[half:]])


def pair_loss(logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    """Cross entropy where either class of a label pair is right.

    Labels are not smoothed: a sheet's total is certain only if its clear letters are told from merely likely ones.
    """
    logs = functional.log_softmax(logits, 1)
    both = logs.gather(1, labels)
    either = torch.where(labels[:, 0] == labels[:, 1], both[:, 0], torch.logsumexp(both, 1))
    return -either.mean()


def letter_loss(logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    """Cross entropy of the letter in either case, and a little of the case: which of C and c it is hardly matters."""
    first = labels[:, 0]
    other = torch.where(first < 26, first + 26, torch.where(first < 52, first - 26, first))
    return pair_loss(logits, torch.stack([first, other], 1)) + CASE_WEIGHT * pair_loss(logits, labels)


def number_loss(logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    """Cross entropy of the kind and of every digit that is there (a label of -1: none)."""
    loss = functional.cross_entropy(logits[:, :5], labels[:, 0])
    for place in range(3):
        part = logits[:, 5 + 10 * place : 15 + 10 * place]
        there = labels[:, 1 + place] >= 0
        if there.any():
            share = there.float().mean()
            loss = loss + share * functional.cross_entropy(part[there], labels[there, 1 + place])
    return loss


LOSSES = {**dict.fromkeys(LETTERS, letter_loss), "numbers": number_loss, "marks": pair_loss}


def train(
    kind: str, pool: Pool, out: Path, steps: int, rate: float, start: Path | None, minutes: float, keep: float = 0.0
) -> None:
    """Train until the steps or the processor time are used up; the schedule follows whichever is nearer its end.

    With `keep`, that share of the weights that it started from stays: what is new is learnt, little is forgotten.
    """
    torch.manual_seed(1)
    rng = np.random.default_rng(2 if start else 1)
    pool.refresh()
    net = NETS[kind]().to(memory_format=torch.channels_last)  # a third faster
    if start and start.suffix == ".onnx":
        resume(net, start, pool.batch(rng)[0])
    elif start:
        net.load_state_dict(torch.load(start))
    average, before = copy.deepcopy(net), copy.deepcopy(net)
    decayed = [p for p in net.parameters() if p.ndim > 1]
    plain = [p for p in net.parameters() if p.ndim <= 1]
    optimiser = torch.optim.AdamW(
        [{"params": decayed, "weight_decay": 0.03}, {"params": plain, "weight_decay": 0.0}], lr=rate
    )
    loss_of = LOSSES[kind]
    begun, running = time.process_time(), 0.0
    for step in range(steps):
        done = max(step / steps, (time.process_time() - begun) / 60 / minutes)
        if done >= 1:
            break
        for group in optimiser.param_groups:
            group["lr"] = rate * min(1, (step + 1) / 300) * (0.5 * (1 + np.cos(np.pi * done)) * 0.99 + 0.01)
        x, y = pool.batch(rng)
        x = x.contiguous(memory_format=torch.channels_last)
        with torch.autocast("cpu", torch.bfloat16, enabled=SHORT):
            logits = net(x)
        loss = loss_of(logits.float(), y)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 2.0)
        optimiser.step()
        running = 0.98 * running + 0.02 * loss.item() if step else loss.item()
        follow(average, net, min(0.998, (step + 1) / (step + 20)))
        if step % 500 == 499:
            pool.refresh()
            torch.save(average.state_dict(), out)
            print(
                f"{step + 1} {(time.process_time() - begun) / 60:.1f} min loss {running:.4f} chunks {len(pool.seen)}",
                flush=True,
            )
    if start and keep:
        follow(before, average, keep)
        average = before
    torch.save(average.state_dict(), out)


def follow(average: nn.Module, net: nn.Module, keep: float) -> None:
    """Move the averaged weights towards the present ones."""
    with torch.no_grad():
        for old, new in zip(average.state_dict().values(), net.state_dict().values(), strict=True):
            if old.dtype.is_floating_point:
                old.mul_(keep).add_(new, alpha=1 - keep)
            else:
                old.copy_(new)


def main() -> None:
    """Read the options and train."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=tuple(LOSSES))
    parser.add_argument("--pool", type=Path, required=True)
    parser.add_argument("--free", action="store_true", help="only sets whose licence is stated")
    parser.add_argument("--apart", action="store_true", help="without the hands to measure on")
    parser.add_argument("--without", default="", help="a source to leave out, as `unipen/tos`")
    parser.add_argument(
        "--forms", type=float, default=2.0, help="how often cells of scanned forms are shown, others once"
    )
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--steps", type=int, default=10**6)
    parser.add_argument("--minutes", type=float, default=600.0, help="of processor time")
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--start", type=Path)
    parser.add_argument("--keep", type=float, default=0.0, help="share of the weights it started from that stays")
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    wanted = sources(options.free, options.apart, options.without)
    pool = Pool(options.pool, options.kind.partition("-")[0], wanted, options.forms)
    train(options.kind, pool, options.out, options.steps, options.rate, options.start, options.minutes, options.keep)


if __name__ == "__main__":
    main()
