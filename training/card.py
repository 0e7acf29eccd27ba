"""Write the model cards beside the networks, with figures measured on the spot: `python -m training.card`."""

import hashlib
import json
from collections import Counter
from pathlib import Path

import numpy as np
import onnx

from benchmarks.reading import Source, calibration_error, coverage, glyph_sources, photo_sources, read_grouped
from benchmarks.truth import SHARED
from scanner.readers import make_reader
from scanner.values import Glyph
from training.export import MODELS
from training.glyphs import HELD_OUT_FONTS

TEXTS = Path(__file__).with_name("cards")


def figures(source: Source, glyphs: list[Glyph]) -> str:
    """One row of the table of measurements."""
    right = np.array([glyph.symbol == label for glyph, label in zip(glyphs, source.labels, strict=True)])
    top = np.mean([label in dict(glyph.ranking[:3]) for glyph, label in zip(glyphs, source.labels, strict=True)])
    sure = np.array([glyph.p for glyph in glyphs])
    error = 100 * calibration_error(sure, right)
    return f"| {source.name} | {len(right)} | {100 * right.mean():.2f} % | {100 * top:.2f} % | {error:.2f} % |"


def card(kind: str, sources: list[Source], read) -> str:
    """The text of one card."""
    path = MODELS / f"{kind}.onnx"
    facts = {entry.key: entry.value for entry in onnx.load(str(path)).metadata_props}
    rows, wrong = [], Counter()
    everything: list[Glyph] = []
    labels: list[str] = []
    for source in sources:
        glyphs, _ = read_grouped(read, source)
        rows.append(figures(source, glyphs))
        if "2000" not in source.name and "small" not in source.name:
            everything += glyphs
            labels += source.labels
            pairs = zip(source.labels, glyphs, strict=True)
            wrong.update(f"{label or 'nothing'} as {g.symbol or 'nothing'}" for label, g in pairs if label != g.symbol)
    confused = ", ".join(f"{pair} ({count})" for pair, count in wrong.most_common(12))
    return "\n".join(
        [
            f"# Model card: {kind}.onnx",
            "",
            f"{_identity(path)}, temperature {facts['temperature']}, symbols {len(json.loads(facts['symbols']))}",
            "",
            *_second(MODELS / f"{kind}-2.onnx"),
            (TEXTS / f"{kind}.md").read_text(encoding="utf-8").format(held_out=", ".join(HELD_OUT_FONTS)).strip(),
            "",
            "## Measured",
            "",
            "On writers and photos that were not trained on. The temperature was fitted on photos `render 2000+` and, "
            "for letters and marks, on crops rendered from the validation glyphs and on drawn badges as well; how "
            "crops are cut and smoothed, and when a second network is asked, was settled with all these photos in "
            "view, so none of their figures is of photos unseen. Crops were cut by the project's own pipeline at the "
            "true grids.",
            "",
            "| source | crops | right | among the first three | calibration error |",
            "|---|---|---|---|---|",
            *rows,
            "",
            f"Surest share of the reported crops and how many of it are right: {coverage(everything, labels)}.",
            "",
            f"Most frequent mistakes on the reported crops: {confused or 'none'}.",
            "",
        ]
    )


def _second(path: Path) -> list[str]:
    """What to say of a second network, where there is one."""
    return [f"With `{path.name}`, asked where this one is unclear: {_identity(path)}", ""] if path.exists() else []


def _identity(path: Path) -> str:
    return f"sha256 `{hashlib.sha256(path.read_bytes()).hexdigest()}`, {path.stat().st_size / 1e6:.2f} MB"


def main() -> None:
    """Measure and write all three cards."""
    reader = make_reader("cnn")
    sources = photo_sources(SHARED / "photos")
    sources["letters"] = glyph_sources(SHARED / "hand") + sources["letters"]
    for kind in ("letters", "numbers", "marks"):
        text = card(kind, sources[kind], getattr(reader, kind))
        (MODELS / f"{kind}.md").write_text(text, encoding="utf-8")
        print(text)


if __name__ == "__main__":
    main()
