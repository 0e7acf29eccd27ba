"""What reading several frames of one sheet together gains over the first frame alone.

Each sample becomes frames as a hand-held camera gives them: shifted and tilted a little, blurred and noisy, each by
chance. The same frames are read alone and together, and both are compared with the truth of the sample.

python -m benchmarks.frames [--frames 3] [--rounds 2] [--only NAME]
"""

import argparse
import tomllib
from pathlib import Path

import cv2
import numpy as np

from referee.options import Options
from referee.referee import Referee
from referee.verdict import SheetVerdict
from scanner.scan_errors import ScanError

SAMPLES = Path(__file__).resolve().parent.parent / "samples"
BLUR = (1.0, 3.2)  # standard deviation in pixels of a photo of 1600: from nearly sharp to shaken
NOISE = 6.0  # grey levels
TILT = 0.015  # of the picture's width that each corner moves


def frame(picture: "cv2.typing.MatLike", chance: np.random.Generator) -> bytes:
    """The picture as one frame of a hand-held camera."""
    height, width = picture.shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    moved = corners + chance.uniform(-TILT, TILT, (4, 2)).astype(np.float32) * width
    seen = cv2.warpPerspective(
        picture, cv2.getPerspectiveTransform(corners, moved), (width, height), borderMode=cv2.BORDER_REPLICATE
    )
    seen = cv2.GaussianBlur(seen, (0, 0), chance.uniform(*BLUR) * max(width, height) / 1600)
    noisy = np.clip(seen + chance.normal(0, NOISE, seen.shape), 0, 255).astype(np.uint8)
    return cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, 88])[1].tobytes()


def measure(frames: int, rounds: int, only: str = "") -> dict[str, dict[str, int]]:
    """Letters and totals right, and wrong totals not flagged, of the first frame alone and of all together."""
    referee, chance = Referee(), np.random.default_rng(1)
    found = {
        way: {"sheets": 0, "letters": 0, "totals": 0, "sure": 0, "wrong_and_sure": 0} for way in ("alone", "together")
    }
    for path in sorted(SAMPLES.glob(f"{only or '*'}/photo.jpg")) * rounds:
        truth = tomllib.loads((path.parent / "truth.toml").read_text(encoding="utf-8"))
        if "language" not in truth:
            continue  # of another game
        options = Options(lang=truth["language"])
        shots = [frame(cv2.imread(str(path)), chance) for _ in range(frames)]
        for way, more in (("alone", ()), ("together", shots[1:])):
            try:
                read = referee.photo(shots[0], path.name, options, frames=more)
            except ScanError:
                continue
            if len(read.sheets) != 1:
                continue
            sheet, row = read.sheets[0], found[way]
            true = _total(referee, truth["grid"], sheet)
            pairs = zip("".join(sheet.card.grid.rows), "".join(truth["grid"]), strict=True)
            row["sheets"] += 1
            row["letters"] += sum(a == b for a, b in pairs)
            row["totals"] += sheet.card.total == true
            row["sure"] += not sheet.needs_review
            row["wrong_and_sure"] += not sheet.needs_review and sheet.card.total != true
    return found


def _total(referee: Referee, grid: list[str], sheet: SheetVerdict) -> int:
    judged = referee.grid("/".join(grid), Options(lang=sheet.language, side=sheet.side or "auto"))
    return judged.sheets[0].card.total


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--frames", type=int, default=3)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--only", default="")
    asked = parser.parse_args()
    for way, row in measure(asked.frames, asked.rounds, asked.only).items():
        share = row["letters"] / (25 * row["sheets"]) if row["sheets"] else 0.0
        counts = "  ".join(f"{name} {row[name]:3}" for name in ("sheets", "totals", "sure", "wrong_and_sure"))
        print(f"{way:9} {counts}  letters {share:.2%}")


if __name__ == "__main__":
    main()
