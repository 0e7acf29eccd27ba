"""Pictures made to deceive: is what the program is certain of still right?

    python -m benchmarks.deceit [--each N] [--seed S]

Made from the samples, whose letters are known: a photo of a screen (moiré, lines, glare), a second sheet that covers
part of the first, a crossword beside it, letters written over others, tiny letters, and a copy in which a program
exchanged letters. A picture counts as wrong where a total stands unasked that is not that of the letters now to be
seen. Where a letter was written over another one, either of the two is taken as right.
"""

import argparse
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

import lexicons
from benchmarks.truth import SAMPLES, PhotoTruth, load
from referee.options import Options
from referee.referee import Referee
from scanner.scan_errors import ScanError
from scoring import Grid, rules_named, score

Picture = NDArray[np.uint8]
Letters = dict[tuple[int, int], str]  # cells that now hold another letter
CELL_PX = 60


@dataclass(frozen=True, eq=False)
class Scene:
    """A sample photo of one sheet, with the way from its cells to its pixels."""

    truth: PhotoTruth
    picture: Picture

    @property
    def to_photo(self) -> NDArray[np.float64]:
        """The homography from a flat grid of CELL_PX a cell to the photo."""
        side = 5 * CELL_PX
        square = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
        return cv2.getPerspectiveTransform(square, self.truth.sheets[0].corners.astype(np.float32))

    def cell(self, row: int, column: int) -> Picture:
        """One cell, laid flat."""
        side = 5 * CELL_PX
        flat = cv2.warpPerspective(self.picture, np.linalg.inv(self.to_photo), (side, side))
        return flat[row * CELL_PX : (row + 1) * CELL_PX, column * CELL_PX : (column + 1) * CELL_PX].copy()

    def with_patch(self, patch: Picture, row: int, column: int, mask: Picture) -> Picture:
        """The photo with a flat picture laid into a cell, where the mask is set."""
        shift = np.array([[1, 0, column * CELL_PX], [0, 1, row * CELL_PX], [0, 0, 1]], float)
        size = (self.picture.shape[1], self.picture.shape[0])
        laid = cv2.warpPerspective(patch, self.to_photo @ shift, size)
        where = cv2.warpPerspective(mask, self.to_photo @ shift, size)[..., None] / 255
        return (self.picture * (1 - where) + laid * where).astype(np.uint8)


def screen(scene: Scene, rng: np.random.Generator) -> tuple[Picture, Letters]:
    """A photo of the photo on a screen."""
    height, width = scene.picture.shape[:2]
    y, x = np.mgrid[:height, :width]
    pitch, angle = rng.uniform(2.1, 4.5), rng.uniform(-0.1, 0.1)
    lines = 1 + rng.uniform(0.05, 0.2) * np.sin(2 * np.pi * (x * np.cos(angle) + y * np.sin(angle)) / pitch)
    rows = 1 + rng.uniform(0.05, 0.2) * np.sin(2 * np.pi * y / rng.uniform(2.1, 4.5))
    glare = 90 * np.exp(-(((x - width * rng.random()) / width) ** 2 + ((y - height * rng.random()) / height) ** 2) * 12)
    picture = np.clip(scene.picture * (lines * rows)[..., None] + glare[..., None], 0, 255)
    return cv2.GaussianBlur(picture.astype(np.uint8), (3, 3), 0), {}


def overlapping(scene: Scene, rng: np.random.Generator) -> tuple[Picture, Letters]:
    """Another sheet that covers a corner of the grid: those letters are not to be seen."""
    height, width = scene.picture.shape[:2]
    corner = scene.truth.sheets[0].corners[int(rng.integers(4))]
    over = cv2.resize(scene.picture, (width // 2, height // 2))
    x, y = (
        int(np.clip(c - s // 2, 0, w - s))
        for c, s, w in zip(corner, (width // 2, height // 2), (width, height), strict=True)
    )
    picture = scene.picture.copy()
    picture[y : y + over.shape[0], x : x + over.shape[1]] = over
    return picture, {(-1, -1): "covered"}


def crossword(scene: Scene, rng: np.random.Generator) -> tuple[Picture, Letters]:
    """The sheet with a filled crossword of another size beside it."""
    height, width = scene.picture.shape[:2]
    count, pitch = int(rng.integers(6, 12)), int(width / 16)
    beside = np.full((height, (count + 2) * pitch, 3), 235, np.uint8)
    for row in range(min(count, height // pitch - 2)):
        for column in range(count):
            left, top = (column + 1) * pitch, (row + 1) * pitch
            black = rng.random() < 0.2
            cv2.rectangle(beside, (left, top), (left + pitch, top + pitch), (20, 20, 20), -1 if black else 2)
            letter = chr(65 + int(rng.integers(26)))
            cv2.putText(beside, letter, (left + pitch // 4, top + 3 * pitch // 4), 0, pitch / 40, (60, 30, 20), 2)
    return np.hstack([scene.picture, beside]), {}


def _cells(rng: np.random.Generator) -> tuple[tuple[int, int], tuple[int, int]]:
    """Two different cells."""
    one, other = rng.choice(25, 2, replace=False)
    return divmod(int(one), 5), divmod(int(other), 5)


def edited(scene: Scene, rng: np.random.Generator) -> tuple[Picture, Letters]:
    """A letter of the player's own hand that a program has copied over another one."""
    there, here = _cells(rng)
    patch = scene.cell(*here)
    mask = np.zeros((CELL_PX, CELL_PX), np.uint8)
    cv2.rectangle(mask, (6, 6), (CELL_PX - 7, CELL_PX - 7), 255, -1)
    return scene.with_patch(patch, *there, cv2.GaussianBlur(mask, (7, 7), 0)), {
        there: scene.truth.sheets[0].grid[here[0]][here[1]]
    }


def overwritten(scene: Scene, rng: np.random.Generator) -> tuple[Picture, Letters]:
    """Another letter written over one, in the same hand: the lower one still shows."""
    there, here = _cells(rng)
    patch = np.minimum(scene.cell(*here), scene.cell(*there))
    mask = np.full((CELL_PX, CELL_PX), 255, np.uint8)
    return scene.with_patch(patch, *there, mask), {there: f"or {scene.truth.sheets[0].grid[here[0]][here[1]]}"}


def tiny(scene: Scene, rng: np.random.Generator) -> tuple[Picture, Letters]:
    """The sheet so small in the picture that letters have a dozen pixels."""
    share = rng.uniform(0.16, 0.3)
    small = cv2.resize(scene.picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    return small, {}


TRICKS: dict[str, Callable[[Scene, np.random.Generator], tuple[Picture, Letters]]] = {
    "screen": screen, "overlapping": overlapping, "crossword": crossword, "edited": edited,
    "overwritten": overwritten, "tiny": tiny,
}  # fmt: skip


def outcome(referee: Referee, scene: Scene, picture: Picture, changed: Letters) -> str:
    """What the program makes of a picture."""
    truth = scene.truth.sheets[0]
    data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 88])[1].tobytes()
    try:
        verdict = referee.photo(data, "p.jpg", Options(truth.language))
    except ScanError as error:
        return error.code
    sheets = [sheet for sheet in verdict.sheets if not sheet.needs_review]
    if not sheets:
        return "asked"
    rules, lexicon = rules_named("auto", truth.side), lexicons.load(truth.language)
    readings = [[list(row) for row in truth.grid]]
    for (row, column), letter in changed.items():
        if letter == "covered":
            same = ["".join(sheet.card.grid.rows) == "".join(truth.grid) for sheet in sheets]
            return "certain" if all(same) else "WRONG"
        if letter.startswith("or "):
            readings.append([list(line) for line in truth.grid])
        readings[-1][row][column] = letter[-1]
    right = {score(Grid(tuple("".join(row) for row in grid)), lexicon, rules).total for grid in readings}
    return "certain" if all(sheet.card.total in right for sheet in sheets) else "WRONG"


def main() -> None:
    """Print what was made of each kind of picture."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--each", type=int, default=40, help="pictures of each kind")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rng, referee = np.random.default_rng(given.seed), Referee()
    scenes = [Scene(truth, cv2.imread(str(truth.path))) for truth in load(SAMPLES) if len(truth.sheets) == 1]  # type: ignore[arg-type]
    wrong = total = 0
    for name, trick in TRICKS.items():
        found: Counter[str] = Counter()
        for number in range(given.each):
            scene = scenes[number % len(scenes)]
            found[outcome(referee, scene, *trick(scene, rng))] += 1
        wrong, total = wrong + found["WRONG"], total + given.each
        print(f"{name:12} " + ", ".join(f"{what} {count}" for what, count in found.most_common()), flush=True)
    print(f"wrong and not asked: {wrong} of {total}")


if __name__ == "__main__":
    main()
