"""How long one photo takes: warm beside OpenCV's decoding of the same file, and cold from the command line.

    python -m benchmarks.latency

The photo is a sample, enlarged to 3 and to 12 megapixels. Everything runs on one core.
"""

import subprocess
import sys
import time
from collections.abc import Callable
from statistics import median

import cv2
import numpy as np

from benchmarks.truth import SAMPLES
from referee.document import document
from referee.options import Options
from referee.referee import Referee

REPEATS = 9


def enlarged(megapixels: float) -> bytes:
    """A sample photo at this size, as JPEG."""
    picture = cv2.imread(str(SAMPLES / "classic-en" / "photo.jpg"))
    assert picture is not None
    scale = (megapixels * 1e6 / (picture.shape[0] * picture.shape[1])) ** 0.5
    picture = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    return bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 88])[1])


def seconds(action: Callable[[], object]) -> float:
    """The median time of an action on one core."""
    action()
    times = []
    for _ in range(REPEATS):
        started = time.process_time()
        action()
        times.append(time.process_time() - started)
    return median(times)


def warm() -> None:
    """Print the time of a whole verdict as a multiple of decoding, for both sizes."""
    referee = Referee()
    for megapixels, target in ((3, 4.0), (12, 2.0)):
        data = enlarged(megapixels)
        pixels = np.frombuffer(data, np.uint8)
        decode = seconds(lambda pixels=pixels: cv2.imdecode(pixels, cv2.IMREAD_COLOR))  # type: ignore[misc]
        whole = seconds(lambda data=data: document(referee.photo(data, "p.jpg", Options())))  # type: ignore[misc]
        print(
            f"{megapixels:>2} MP warm: {whole * 1000:6.1f} ms, decoding alone {decode * 1000:6.1f} ms, "
            f"ratio {whole / decode:.2f} (target ≤ {target})"
        )


def cold() -> None:
    """Print the wall time of the whole command, beside an interpreter that only imports OpenCV."""
    photo = str(SAMPLES / "classic-en" / "photo.jpg")
    command = [sys.executable, "-c", "from referee.cli import main; main()", "score", photo, "--json"]
    bare = [sys.executable, "-c", "import cv2"]
    times = {}
    for name, line in (("qwords score", command), ("import cv2", bare)):
        runs = []
        for _ in range(5):
            started = time.perf_counter()
            subprocess.run(line, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            runs.append(time.perf_counter() - started)
        times[name] = median(runs)
    print(f"cold: {times['qwords score']:.2f} s (target ≤ 1.5), importing OpenCV alone {times['import cv2']:.2f} s")


if __name__ == "__main__":
    cv2.setNumThreads(1)
    warm()
    cold()
