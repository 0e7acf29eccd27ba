"""How well letters, numbers and marks are read, beside the OCR engines a user could pick instead.

    python -m benchmarks.reading [--engines cnn tesseract rapidocr ddddocr easyocr] [--limit N]

Sources: validation glyphs of writers never trained on, fonts never trained on, and the cells that the project's own
pipeline cuts from photos. Engines that are not installed are left out. All capitals; small letters apart.
"""

import argparse
import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.engines import ENGINES, start
from benchmarks.truth import SHARED
from scanner.readers import make_reader
from scanner.scan_errors import ReaderUnavailable
from scanner.values import Glyph, Pixels

CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, eq=False)
class Source:
    """Labelled crops of one origin; `groups` are the crops that belong to one sheet or writer."""

    name: str
    crops: tuple[Pixels, ...]
    labels: tuple[str, ...]
    groups: tuple[str, ...]
    sheets: bool = False


def glyph_sources(hand: Path) -> list[Source]:
    """The validation sets, one source per set and case."""
    found = []
    for name in ("chars74k_writers_1_25", "upv_shebna"):
        with np.load(hand / "validate" / f"{name}.npz") as data:
            labels = [str(label) for label in data["labels"]]
            writers = [str(w) for w in data["writers"]] if "writers" in data.files else [name] * len(labels)
            images = list(data["native64"])
        for case, right in (("capitals", str.isupper), ("small", str.islower)):
            pick = [at for at, label in enumerate(labels) if right(label)]
            found.append(
                Source(
                    f"{name} {case}",
                    tuple(images[at] for at in pick),
                    tuple(labels[at].upper() for at in pick),
                    tuple(writers[at] for at in pick),
                )
            )
    return found


def photo_sources(photos: Path) -> dict[str, list[Source]]:
    """The crops our pipeline cuts from the photos to report on, given where the grids lie."""
    from benchmarks.crops import crops_of

    kinds: dict[str, list[Source]] = {"letters": [], "numbers": [], "marks": []}
    for title, folder, first, last in (
        ("render 1000-1047", "render", 1000, 1047),
        ("composite", "composite", 0, 10**6),
        ("render 2000+", "render", 2000, 10**6),
    ):
        for kind, rows in crops_of(photos / folder, first, last).items():
            for case in sorted({row.case for row in rows}):
                chosen = [row for row in rows if row.case == case]
                kinds[kind].append(
                    Source(
                        f"{title} {case}".strip(),
                        tuple(row.crop for row in chosen),
                        tuple(row.label for row in chosen),
                        tuple(row.photo for row in chosen),
                        sheets=True,
                    )
                )
    return kinds


def read_grouped(read, source: Source) -> tuple[list[Glyph], float]:
    """Every group read in one call, as a sheet is; gives glyphs in order and milliseconds per crop."""
    glyphs: list[Glyph | None] = [None] * len(source.crops)
    begun = sum(os.times()[:4])  # with child processes: Tesseract is one
    for group in dict.fromkeys(source.groups):
        at = [index for index, name in enumerate(source.groups) if name == group]
        for index, glyph in zip(at, read([source.crops[index] for index in at]), strict=True):
            glyphs[index] = glyph
    spent = sum(os.times()[:4]) - begun
    return [glyph for glyph in glyphs if glyph is not None], 1000 * spent / max(len(glyphs), 1)


def calibration_error(sure: np.ndarray, right: np.ndarray, bins: int = 15) -> float:
    """Expected calibration error over bins of equal size."""
    order = np.argsort(sure)
    parts = np.array_split(order, bins)
    return float(
        sum(len(part) * abs(sure[part].mean() - right[part].mean()) for part in parts if len(part)) / len(sure)
    )


def describe(source: Source, glyphs: Sequence[Glyph], milliseconds: float) -> str:
    """One line: accuracy, top three, calibration, time, and what was mistaken for what."""
    right = np.array([glyph.symbol == label for glyph, label in zip(glyphs, source.labels, strict=True)])
    third = np.mean(
        [label in [s for s, _ in glyph.ranking[:3]] for glyph, label in zip(glyphs, source.labels, strict=True)]
    )
    sure = np.array([glyph.p for glyph in glyphs])
    wrong = Counter(
        f"{label or '_'}>{glyph.symbol or '_'}"
        for glyph, label in zip(glyphs, source.labels, strict=True)
        if glyph.symbol != label
    )
    pairs = " ".join(f"{pair}:{count}" for pair, count in wrong.most_common(10))
    return (
        f"{source.name:34s} {len(right):5d}  {100 * right.mean():6.2f} %  top3 {100 * third:6.2f} %  "
        f"ece {100 * calibration_error(sure, right):5.2f} %  {milliseconds:7.2f} ms  {pairs}"
    )


def coverage(glyphs: Sequence[Glyph], labels: Sequence[str]) -> str:
    """Accuracy of the surest share of cells, for several shares."""
    sure = np.array([glyph.p for glyph in glyphs])
    right = np.array([glyph.symbol == label for glyph, label in zip(glyphs, labels, strict=True)])[np.argsort(-sure)]
    points = (0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 1.0)
    return "  ".join(
        f"{100 * part:.0f} %: {100 * right[: max(int(len(right) * part), 1)].mean():.2f}" for part in points
    )


def per_class(glyphs: Sequence[Glyph], labels: Sequence[str]) -> str:
    """Accuracy of each symbol."""
    seen, hits = (
        Counter(labels),
        Counter(label for glyph, label in zip(glyphs, labels, strict=True) if glyph.symbol == label),
    )
    return " ".join(
        f"{symbol or '_'} {100 * hits[symbol] / count:.1f} ({count})" for symbol, count in sorted(seen.items())
    )


def thinned(source: Source, limit: int) -> Source:
    """At most `limit` crops, spread evenly: slow engines need not read them all."""
    step = max(len(source.crops) // limit, 1) if limit else 1
    pick = range(0, len(source.crops), step)
    crops, labels, groups = (tuple(part[at] for at in pick) for part in (source.crops, source.labels, source.groups))
    return Source(source.name, crops, labels, groups, source.sheets)


def together(parts: Sequence[tuple[Source, list[Glyph], float]]) -> tuple[Source, list[Glyph], float]:
    """All crops of photos as one source: single ones hold too few fields to tell calibration from chance."""
    sources = [source for source, _, _ in parts]
    crops, labels, groups = (
        sum(part, ()) for part in zip(*((s.crops, s.labels, s.groups) for s in sources), strict=True)
    )
    glyphs = [glyph for _, own, _ in parts for glyph in own]
    spent = sum(milliseconds * len(own) for _, own, milliseconds in parts) / max(len(glyphs), 1)
    return Source("all photos together", crops, labels, groups, sheets=True), glyphs, spent


def main() -> None:
    """Print the figures of every engine on every source."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engines", nargs="+", default=["cnn"], choices=("cnn", "tesseract", *ENGINES))
    parser.add_argument("--limit", type=int, default=0, help="crops per source and other engine; 0: all")
    options = parser.parse_args()
    if not (SHARED / "hand").is_dir():
        print("no development material here; nothing to measure")
        return
    sources = photo_sources(SHARED / "photos")
    sources["letters"] = glyph_sources(SHARED / "hand") + sources["letters"]
    for name in options.engines:
        try:
            reader = start(name) if name in ENGINES else make_reader(name)
        except ReaderUnavailable as error:
            print(f"\n{name}: left out, {error}")
            continue
        for kind in ("letters", "numbers", "marks"):
            if not hasattr(reader, kind):
                continue
            print(f"\n{name}: {kind}")
            everything: list[Glyph] = []
            labels: list[str] = []
            pooled: list[tuple[Source, list[Glyph], float]] = []
            for source in sources[kind]:
                part = source if name == "cnn" else thinned(source, options.limit)
                glyphs, milliseconds = read_grouped(getattr(reader, kind), part)
                print(describe(part, glyphs, milliseconds))
                if source.sheets and "small" not in source.name:
                    pooled.append((part, glyphs, milliseconds))
                if "2000" not in source.name and "small" not in source.name:
                    everything += glyphs
                    labels += part.labels
            print(describe(*together(pooled)))
            print("coverage  " + coverage(everything, labels))
            print("per class " + per_class(everything, labels))


if __name__ == "__main__":
    main()
