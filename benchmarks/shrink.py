"""Does a photo that a phone has shrunk for a slow connection still read the same?

The page shrinks photos whose longer side is over LONGEST pixels to that, as JPEG of quality 85 (api/page/photo.js).
Every photo is read as it is and shrunk; smaller ones are enlarged to a phone's 4000 pixels first, so that there is
something to shrink.

python -m benchmarks.shrink [FOLDER]      # FOLDER: photos of sheets; default: the samples
"""

import sys
from pathlib import Path

import cv2

from referee.options import Options
from referee.referee import Referee
from scanner.scan_errors import ScanError

LONGEST, QUALITY, CAMERA = 2400, 85, 4000
SAMPLES = Path(__file__).resolve().parent.parent / "samples"


def measure(folder: Path = SAMPLES, most: int = 40) -> dict[str, float]:
    """Photos read both ways: how many keep letters and total, the worst loss of certainty, the share of bytes saved."""
    referee = Referee()
    photos = letters = totals = flagged = 0
    worst = before = after = 0.0
    for path in sorted(folder.rglob("*.jpg"))[:most]:
        picture = cv2.imread(str(path))
        scale = CAMERA / max(picture.shape[:2])
        large = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC) if scale > 1 else picture
        full = _jpeg(large, 92)
        small = cv2.resize(
            large, None, fx=LONGEST / max(large.shape), fy=LONGEST / max(large.shape), interpolation=cv2.INTER_AREA
        )
        sent = _jpeg(small, QUALITY)
        try:
            one, other = (referee.photo(data, path.name, Options(lang="auto")).sheets for data in (full, sent))
        except ScanError:
            continue
        for a, b in zip(one, other, strict=False):
            photos += 1
            letters += a.card.grid == b.card.grid
            totals += a.card.total == b.card.total
            flagged += a.card.total != b.card.total and not b.needs_review
            worst = max(worst, a.certainty - b.certainty)
        before, after = before + len(full), after + len(sent)
    return {
        "sheets": photos,
        "same_letters": letters,
        "same_total": totals,
        "other_total_not_flagged": flagged,
        "worst_loss_of_certainty": round(worst, 4),
        "bytes_sent": round(after / before, 3) if before else 0.0,
    }


def _jpeg(picture: "cv2.typing.MatLike", quality: int) -> bytes:
    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    assert done
    return data.tobytes()


def main() -> None:
    """Print the figures."""
    for name, value in measure(Path(sys.argv[1]) if len(sys.argv) > 1 else SAMPLES).items():
        print(f"{name:28} {value}")


if __name__ == "__main__":
    main()
