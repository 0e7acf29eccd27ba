"""Find glyphs with a wrong label: `python -m training.clean letters.pt --hand ../shared/hand --out rejects.json`.

The network must not have seen the sets it judges: it is the one trained on the free sets alone.
"""

import argparse
import json
from pathlib import Path

import numpy as np
import torch

from scanner.readers.normalise import prepare_letters
from training.glyphs import LETTER_SETS, SYMBOLS, label_of
from training.network import LetterNet

IMPOSSIBLE, CERTAIN = 0.02, 0.6  # a label below the first while another letter is above the second is wrong


def folded(net: LetterNet, images: np.ndarray) -> np.ndarray:
    """Probabilities of the 26 letters, cases taken together."""
    inputs = prepare_letters(images, (32, 32))[:, None].astype(np.float32) / 255
    with torch.no_grad():
        parts = [net(torch.from_numpy(inputs[at : at + 500])).softmax(1) for at in range(0, len(inputs), 500)]
    chances = torch.cat(parts).numpy()
    return chances[:, :26] + chances[:, 26:52]


def rejects(net: LetterNet, hand: Path) -> dict[str, list[int]]:
    """Per set, the places of the glyphs that contradict their label."""
    found = {}
    for name in LETTER_SETS:
        with np.load(hand / "train" / f"{name}.npz") as data:
            labels = data["labels"].astype(str)
            known = np.array([label in SYMBOLS for label in labels])
            images = data["images"]
        chances = folded(net, images[known])
        target = np.array([label_of(label.upper())[0] for label in labels[known]])
        own = chances[np.arange(len(target)), target]
        bad = (own < IMPOSSIBLE) & (chances.max(1) > CERTAIN)
        found[name] = [int(at) for at in np.flatnonzero(known)[bad]]
        print(f"{name}: {len(found[name])} of {len(images)}")
    return found


def main() -> None:
    """Write the list of rejects."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=Path)
    parser.add_argument("--hand", type=Path, default=Path("../shared/hand"))
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    net = LetterNet()
    net.load_state_dict(torch.load(options.weights))
    options.out.write_text(json.dumps(rejects(net.eval(), options.hand)))


if __name__ == "__main__":
    main()
