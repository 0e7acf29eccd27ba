"""Train the small network that tells a printed A from a printed B.

python -m training.side_train FONTS... --out scanner/models/side.npz

FONTS are folders of print fonts (.ttf, .otf, .woff). Every sample is drawn, blurred and cut out by the scanner's own
code, which scales letters of any size alike.
"""

import argparse
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from scanner.side import letter_patch

PITCH = 64
OTHERS = "CDEFGHJKLMNPRSTUVXYZ2345678x?=10%"
HIDDEN = 40
Random = np.random.Generator


def main() -> None:
    """Draw samples, train, print how many of other fonts are right, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("fonts", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--samples", type=int, default=60000)
    args = parser.parse_args()
    random = np.random.default_rng(1)
    torch.manual_seed(1)
    paths = sorted(
        path for folder in args.fonts for path in folder.rglob("*") if path.suffix in (".ttf", ".otf", ".woff")
    )
    random.shuffle(paths)
    held_out = len(paths) // 6
    train = _samples(paths[held_out:], args.samples, random)
    test = _samples(paths[:held_out], args.samples // 10, random)
    network = _train(*train)
    _report(network, *test)
    first, second = network[0], network[2]
    arrays = {"w1": first.weight.T, "b1": first.bias, "w2": second.weight.T, "b2": second.bias}
    np.savez_compressed(args.out, **{key: value.detach().numpy().astype(np.float16) for key, value in arrays.items()})


def _samples(paths: list[Path], count: int, random: Random) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """Patches and classes: 0 A, 1 B, 2 anything else."""
    patches, classes = [], []
    while len(patches) < count:
        kind = int(random.choice(3, p=(0.4, 0.4, 0.2)))
        text = "AB"[kind] if kind < 2 else str(random.choice(list(OTHERS)))
        patch = letter_patch(draw(text, paths[random.integers(len(paths))], random), PITCH)
        if patch is not None:
            patches.append(patch.ravel())
            classes.append(kind)
    return np.stack(patches), np.array(classes)


def draw(text: str, path: Path, random: Random) -> NDArray[np.uint8]:
    """A window of darkness with one printed letter, as a flat sheet shows it."""
    side = round(0.95 * PITCH)
    big = 4
    font = ImageFont.truetype(str(path), round(random.uniform(0.28, 0.75) * PITCH * big))
    image = Image.new("L", (side * big, side * big))
    middle = side * big / 2 + random.normal(0, 0.06 * PITCH * big, 2)
    ImageDraw.Draw(image).text(tuple(middle), text, fill=255, font=font, anchor="mm")
    glyph = np.asarray(image)
    turn = cv2.getRotationMatrix2D((side * big / 2, side * big / 2), random.normal(0, 3), random.uniform(0.9, 1.1))
    turn[0, 1] += random.normal(0, 0.08)
    glyph = cv2.warpAffine(glyph, turn, glyph.shape[::-1])
    fine = random.uniform(0.25, 1.0)  # pixels of the photo per pixel here
    glyph = cv2.resize(glyph, None, fx=fine / big, fy=fine / big, interpolation=cv2.INTER_AREA)
    glyph = cv2.GaussianBlur(glyph, (0, 0), random.uniform(0.2, 1.6))
    strength, noise = random.uniform(0.12, 0.95), random.uniform(0.5, 8)
    dark = glyph * strength + random.normal(0, noise, glyph.shape) + random.uniform(0, 12)
    dark = cv2.resize(dark, (side, side), interpolation=cv2.INTER_LINEAR)
    if random.random() < 0.3:  # the edge of the paper, a neighbouring circle
        edge = int(random.integers(2, side // 6))
        dark[:, -edge:] += random.uniform(30, 200) * random.integers(2)
        dark[-edge:] += random.uniform(30, 200) * random.integers(2)
    return np.clip(dark, 0, 255).astype(np.uint8)


def _train(patches: NDArray[np.float32], classes: NDArray[np.int64]) -> torch.nn.Sequential:
    network = torch.nn.Sequential(
        torch.nn.Linear(patches.shape[1], HIDDEN), torch.nn.ReLU(), torch.nn.Linear(HIDDEN, 3)
    )
    optimiser = torch.optim.AdamW(network.parameters(), 2e-3, weight_decay=0.05)
    inputs, targets = torch.tensor(patches), torch.tensor(classes)
    epochs = 30
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, 5e-3, epochs * (len(inputs) // 256 + 1))
    loss = torch.nn.CrossEntropyLoss(label_smoothing=0.01)
    for _ in range(epochs):
        order = torch.randperm(len(inputs))
        for batch in order.split(256):
            optimiser.zero_grad()
            loss(network(inputs[batch]), targets[batch]).backward()
            optimiser.step()
            schedule.step()
    return network


def _report(network: torch.nn.Sequential, patches: NDArray[np.float32], classes: NDArray[np.int64]) -> None:
    with torch.no_grad():
        logits = network(torch.tensor(patches)).numpy()
    letters = classes < 2
    right = logits[letters, :2].argmax(1) == classes[letters]
    told = (logits.argmax(1) == classes).mean()
    print(f"other fonts: A or B right {right.mean():.4f} of {len(right)}; told from other print {told:.4f}")


if __name__ == "__main__":
    main()
