"""How well a network trained by our recipe reads hands that it never met: cross-validation over all 78 writers.

    python -m benchmarks.cross_validation --pool build/reader/pool --work build/folds [--minutes 11] [--show DIR]

The 65 `digilets` writers that may be trained on are parted into three; for each third a network is trained from nothing
without it, and reads it. The 13 validation writers are read by all three. 25 clean cells of one hand at a time,
capitals and small letters apart. The figures are of the recipe with little training, one network at a time: not of the
networks that are shipped, which were trained longer, on all 65, and are asked together. The pool is one of
`training.generate`; networks that lie in the work folder are not trained again. With `--show`, pictures of what was
misread in the worst hands.
"""

import argparse
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import torch

from benchmarks.hands import CASES, Hand, Result, clean_hands, confusions, read, summary
from benchmarks.truth import SHARED
from scanner.readers.normalise import prepare_letters
from scanner.readers.ranking import fold_cases, ranked, softmax
from scanner.values import Glyph, Pixels
from training.export import SHAPES
from training.glyphs import SYMBOLS
from training.pages import FOLDED, FOLDS, fold_of
from training.train import NETS

KIND = "letters-2"  # the smaller network: it learns most in a few minutes
WORST = 10  # hands named
COLUMNS, TILE = 12, 72  # of a picture of misread letters


class OneNetwork:
    """A reader of letters with one network, as it was trained."""

    def __init__(self, weights: Path) -> None:
        self.net = NETS[KIND]()
        self.net.load_state_dict(torch.load(weights))
        self.net.eval()

    def letters(self, crops: Sequence[Pixels]) -> list[Glyph]:
        """What each cell is, all of them one writer's."""
        cells = torch.from_numpy(prepare_letters(crops, SHAPES[KIND]).astype(np.float32) / 255)
        with torch.no_grad():
            names, folded = fold_cases(tuple(SYMBOLS), softmax(self.net(cells).numpy()))
        return [ranked(names, row) for row in folded]


def trained(fold: int, pool: Path, work: Path, minutes: float) -> OneNetwork:
    """The network of a fold, trained unless it is there."""
    weights, part = work / f"fold-{fold}.pt", work / f"fold-{fold}.part"
    if not weights.exists():
        work.mkdir(parents=True, exist_ok=True)
        options = ("--pool", pool, "--out", part, "--minutes", minutes, "--fold", fold)
        subprocess.run([sys.executable, "-m", "training.train", KIND, *map(str, options)], check=True)
        part.rename(weights)
    return OneNetwork(weights)


def results(networks: Sequence[OneNetwork], hand: Path, case: str) -> tuple[list[Result], list[Result]]:
    """How the writers left out are read, each by the one network that never met it, and validation writers by all."""
    known = clean_hands(hand / "train" / f"{FOLDED}.npz", case)
    left_out = [read(one, networks[fold_of(_writer(one.name))]) for one in known]
    others = clean_hands(hand / "validate" / f"{FOLDED}_writers.npz", case)
    return left_out, [_together([read(one, network) for network in networks]) for one in others]


def _together(parts: Sequence[Result]) -> Result:
    """One hand as several networks read it, each on its own."""
    labels = tuple(label for part in parts for label in part.labels)
    return Result(parts[0].hand, labels, tuple(glyph for part in parts for glyph in part.glyphs))


def _writer(name: str) -> str:
    return name.rpartition("/")[2]


def describe(name: str, found: Sequence[Result]) -> str:
    """The figures of some hands, the worst of them by name, and what was mistaken for what."""
    sums, worst = summary(found), sorted(found, key=lambda result: result.right)[:WORST]
    return (
        f"{name}: {sums.hands} hands, {100 * sums.mean:.2f} %, worst tenth {100 * sums.worst_tenth:.1f} %, "
        f"faultless {100 * sums.faultless:.0f} %, calibration error {100 * sums.calibration:.2f} %\n"
        f"    worst: {', '.join(f'{result.hand} {100 * result.right:.1f}' for result in worst)}\n"
        f"    mistakes in 1,000: {confusions(found, 16)}"
    )


def picture(hands: Sequence[Hand], networks: Sequence[OneNetwork]) -> Pixels:
    """The misread letters of some hands, each with what it is and what it was taken for."""
    tiles = []
    for hand in hands:
        for crop, glyph, label in zip(
            hand.crops, networks[fold_of(_writer(hand.name))].letters(hand.crops), hand.labels, strict=True
        ):
            if glyph.symbol != label:
                tile = np.full((TILE + 14, TILE + 26), 255, np.uint8)
                tile[:TILE, :TILE] = cv2.resize(crop, (TILE, TILE))
                words = f"{label}>{glyph.symbol} {_writer(hand.name)}"
                cv2.putText(tile, words, (2, TILE + 11), cv2.FONT_HERSHEY_SIMPLEX, 0.4, 0, 1, cv2.LINE_AA)
                tiles.append(tile)
    tiles += [np.full((TILE + 14, TILE + 26), 255, np.uint8)] * (-len(tiles) % COLUMNS)
    rows = [np.hstack(tiles[at : at + COLUMNS]) for at in range(0, len(tiles), COLUMNS)]
    return np.vstack(rows) if rows else np.full((TILE, TILE), 255, np.uint8)


def main() -> None:
    """Train what is missing and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pool", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=11.0, help="of processor time for each network")
    parser.add_argument("--show", type=Path, help="folder for pictures of misread letters of the worst hands")
    options = parser.parse_args()
    if not (SHARED / "hand").is_dir():
        print("skipped: the handwriting sets beside the project are missing")
        return
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    networks = [trained(fold, options.pool, options.work, options.minutes) for fold in range(FOLDS)]
    for case in CASES:
        left_out, others = results(networks, SHARED / "hand", case)
        print(describe(f"{case}, writers left out in turn", left_out))
        print(describe(f"{case}, validation writers", others))
        print(describe(f"{case}, all", [*left_out, *others]), flush=True)
        if options.show:
            worst = {result.hand for result in sorted(left_out, key=lambda result: result.right)[:WORST]}
            hands = clean_hands(SHARED / "hand" / "train" / f"{FOLDED}.npz", case)
            options.show.mkdir(parents=True, exist_ok=True)
            shown = picture([hand for hand in hands if hand.name in worst], networks)
            cv2.imwrite(str(options.show / f"{case.replace(' ', '-')}.png"), shown)


if __name__ == "__main__":
    main()
