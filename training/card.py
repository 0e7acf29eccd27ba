"""Write the model cards beside the networks, with figures measured on the spot: `python -m training.card`."""

import argparse
import hashlib
import json
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import onnx

from benchmarks.hands import clean_results, confusions, photo_results, summary
from benchmarks.reading import Source, calibration_error, photo_sources, read_grouped
from benchmarks.truth import SHARED
from scanner.readers.cnn import CnnReader
from scanner.values import Glyph, Pixels
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


def card(kind: str, measured: list[str]) -> str:
    """The text of one card."""
    path = MODELS / f"{kind}.onnx"
    facts = {entry.key: entry.value for entry in onnx.load(str(path)).metadata_props}
    text = (TEXTS / f"{kind}.md").read_text(encoding="utf-8").format(held_out=", ".join(HELD_OUT_FONTS)).strip()
    symbols = len(json.loads(facts["symbols"]))
    identity = f"{_identity(path)}, temperature {facts['temperature']}, symbols {symbols}"
    others = sorted(MODELS.glob(f"{kind}-*.onnx"))
    beside = [line for other in others for line in (f"`{other.name}`: {_identity(other)}", "")]
    return "\n".join(
        [f"# Model card: {kind}.onnx", "", identity, "", *beside, text, "", "## Measured", "", *measured, ""]
    )


def by_hand(apart: Path | None) -> list[str]:
    """Letters one hand at a time, on hands and photos never trained on."""
    reader = CnnReader()
    other = CnnReader(apart) if apart else None
    found = [*clean_results(reader, other, SHARED / "hand"), *photo_results(reader, SHARED / "photos")]
    return [
        "25 cells of one hand at a time; the worst tenth is the mean over a tenth of the hands. Hands set apart",
        "are read by a network that was trained without them. The cells",
        "of photos were cut by the project's pipeline at the true grids, each photo a hand (`benchmarks/hands.py`).",
        "",
        "| source | hands | right | worst tenth | faultless hands | calibration error |",
        "|---|---|---|---|---|---|",
        *(
            f"| {name} | {sums.hands} | {100 * sums.mean:.2f} % | {100 * sums.worst_tenth:.1f} % | "
            f"{100 * sums.faultless:.0f} % | {100 * sums.calibration:.2f} % |"
            for name, sums in ((name, summary(results)) for name, results in found)
        ),
        "",
        *(f"- {name}: {confusions(results)}" for name, results in found if name.startswith("capitals, ")),
    ]


def by_field(sources: list[Source], read: Callable[[Sequence[Pixels]], list[Glyph]]) -> list[str]:
    """Numbers or marks, cut from photos."""
    rows: list[str] = []
    wrong: Counter[str] = Counter()
    for source in sources:
        glyphs, _ = read_grouped(read, source)
        rows.append(figures(source, glyphs))
        pairs = zip(source.labels, glyphs, strict=True)
        wrong.update(f"{label or 'nothing'} as {g.symbol or 'nothing'}" for label, g in pairs if label != g.symbol)
    confused = ", ".join(f"{pair} ({count})" for pair, count in wrong.most_common(12))
    return [
        "On photos that were not trained on; crops were cut by the project's own pipeline at the true grids.",
        "",
        "| source | crops | right | among the first three | calibration error |",
        "|---|---|---|---|---|",
        *rows,
        "",
        f"Most frequent mistakes: {confused or 'none'}.",
    ]


def _identity(path: Path) -> str:
    return f"sha256 `{hashlib.sha256(path.read_bytes()).hexdigest()}`, {path.stat().st_size / 1e6:.2f} MB"


def main() -> None:
    """Measure and write all three cards."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--apart", type=Path, help="a reader trained without the hands set apart")
    parser.add_argument("kinds", nargs="*", default=("letters", "numbers", "marks"))
    options = parser.parse_args()
    reader, sources = CnnReader(), photo_sources(SHARED / "photos") if set(options.kinds) - {"letters"} else {}
    for kind in options.kinds:
        read = getattr(reader, kind)
        text = card(kind, by_hand(options.apart) if kind == "letters" else by_field(sources[kind], read))
        (MODELS / f"{kind}.md").write_text(text, encoding="utf-8")
        print(text)


if __name__ == "__main__":
    main()
