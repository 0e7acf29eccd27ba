"""Everything the scanner is judged by, in one table, before and after a change.

    python -m benchmarks.scanner [PHOTOS] [--save FILE.json] [--against FILE.json] [--quick] [--verbose]

PHOTOS holds the folders render, composite, several, writers and grids. On each photo the sheets are located, laid flat,
cut and read; sizes that are not there are asked for as well. Drawn designs and hard cases need no photos. `--against`
prints what is worse than in a saved run. Times are processor time of one thread, and noisy on a busy machine.
"""

import argparse
import json
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from benchmarks.drawn import Design, any_design, as_seen, fields_right, photograph, unusual_design
from benchmarks.hard_cases import drawn_cases, shown_corners, slip_over_puzzle
from benchmarks.locate import CLOSE, NEGATIVE_SIZES, SAME, SHARED, Truth, items
from scanner import make_reader
from scanner.cut import cut
from scanner.decode import decode, sharpened
from scanner.locate import locate
from scanner.locate_corners import locate_at
from scanner.pipeline import scan
from scanner.rectify import rectify
from scanner.scan_errors import SheetNotFound
from scanner.values import Lattice, Photo, Scan

FIGURES = (
    *("sheets", "found", "false", "asked", "within 2 %", "corner 95 %", "upright", "side"),
    *("circles", "total", "bonus", "joker", "letters", "numbers", "locate ms", "rectify ms", "cut ms"),
)
LOWER = ("false", "corner 95 %", "locate ms", "rectify ms", "cut ms")
NOISE = 1.25  # times slower that a busy machine may make a stage
SHARP = 38  # photo pixels to a cell from which on more do not help
Notes = dict[str, list[Any]]


def timed(notes: Notes, name: str, call: Callable[[], Any]) -> Any:
    """What a call gives; its milliseconds are noted."""
    started = time.process_time()
    result = call()
    notes[name].append(1000 * (time.process_time() - started))
    return result


def compare(notes: Notes, found: Sequence[Lattice], truths: Sequence[Truth], name: str) -> None:
    """Note which lattices were found, how exactly, and how many that are not there."""
    left = list(found)
    for truth in truths:
        notes["sheets"].append(1)
        best = min(left, key=truth.error, default=None)
        good = best is not None and truth.error(best) < SAME
        notes["found"].append(good)
        if best is None or not good:
            notes["failed"].append(f"{name}: missed")
            continue
        left = [lattice for lattice in left if lattice is not best]
        notes["corner"].append(truth.error(best))
        if truth.error(best) >= CLOSE:
            notes["failed"].append(f"{name}: corner off by {truth.error(best):.1%}")
    notes["false"] += [1] * len(left)
    notes["failed"] += [f"{name}: found what is not there"] * len(left)


def measure_photos(root: Path, name: str, reader: Any, sizes: Sequence[int]) -> Notes:
    """All figures of a folder of photos."""
    notes: Notes = defaultdict(list)
    cells = 9 if name == "grids" else 5
    documents = sheet_documents(root / ("render" if name == "chosen-on" else name))
    for item in items(root, name, (0, 0)):
        photo = decode(item.data, item.name)
        found = timed(notes, "locate ms", lambda: locate(photo, cells, cells))  # noqa: B023
        compare(notes, found, item.truths, item.name)
        for size in sizes:
            compare(notes, locate(photo, size, size), (), f"{item.name} {size}x{size}")
            notes["asked"].append(1)
        if cells == 5 and found:
            time_stages(notes, photo, found)
            judge_scans(notes, photo, reader, documents[item.name])
    return notes


def sheet_documents(folder: Path) -> dict[str, list[dict[str, Any]]]:
    """The truth of every sheet of every photo in a folder."""
    documents = {path.stem: json.loads(path.read_text()) for path in sorted(folder.glob("[0-9]*.json"))}
    return {name: document.get("sheets", [document]) for name, document in documents.items()}


def time_stages(notes: Notes, photo: Photo, found: Sequence[Lattice]) -> None:
    """Note the milliseconds of laying flat and of cutting."""
    pitch = min(float(np.linalg.norm(lattice.nodes[0, 1] - lattice.nodes[0, 0])) for lattice in found)
    sharp = sharpened(photo, SHARP / pitch)
    for lattice in found:
        sheet = timed(notes, "rectify ms", lambda: rectify(sharp, lattice))  # noqa: B023
        timed(notes, "cut ms", lambda: cut(sheet))  # noqa: B023


def judge_scans(notes: Notes, photo: Photo, reader: Any, sheets: Sequence[dict[str, Any]]) -> None:
    """Note what was read right on each sheet of a photo."""
    try:
        scans = list(scan(photo, reader))
    except SheetNotFound:
        return
    for known in sheets:
        corners = np.array(known["grid_corners"])
        truth = Truth(corners, None)
        best = min(scans, key=lambda one: truth.error(one.lattice))
        if truth.error(best.lattice) < SAME:
            judge_scan(notes, best, known, photo.name)


def judge_scan(notes: Notes, one: Scan, known: dict[str, Any], name: str) -> None:
    """Note what was read right on a sheet."""
    corners, fields = np.array(known["grid_corners"]), one.sheet.fields
    side = float(np.linalg.norm(corners[1] - corners[0]))
    upright = float(np.linalg.norm(one.sheet.lattice.corners[0] - corners[0])) < SAME * side
    printed = known["layout_name"] != "handruled"
    seen = {
        "upright": upright,
        "side": one.sheet.side == known["side"],
        "circles": (len(fields.rows + fields.columns) == 10) == printed,
        "total": (fields.total is not None) == printed,
        "bonus": (fields.bonus is not None) == printed,
        "joker": (fields.joker is not None) == (known["joker_crossed"] is not None),
    }
    for key, good in seen.items():
        notes[key].append(good)
    notes["failed"] += [f"{name}: {key}" for key, good in seen.items() if not good]
    if not upright or known["lowercase"]:
        return
    letters = [letter for row in known["grid"] for letter in row]
    notes["letters"] += [glyph.symbol == letter for glyph, letter in zip(one.reading.letters, letters, strict=True)]
    if printed and len(one.reading.rows) == 5:
        claims = [*known["claimed"]["rows"], *known["claimed"]["cols"], known["claimed"]["total"]]
        glyphs = [*one.reading.rows, *one.reading.columns, one.reading.total]
        read = [glyph and glyph.symbol for glyph in glyphs]
        notes["numbers"] += [own == (claim or "") for own, claim in zip(read, claims, strict=True)]


def measure_drawn(count: int, sizes: Sequence[int], first: int = 0) -> Notes:
    """Drawn sheets of chance cells seen from any side, and the fields of chance designs."""
    notes: Notes = defaultdict(list)
    for item in items(Path(), "drawn", (first, first + count - 1)):
        photo = decode(item.data, item.name)
        found = timed(notes, "locate ms", lambda: locate(photo))  # noqa: B023
        compare(notes, found, item.truths, item.name)
        for size in sizes:
            compare(notes, locate(photo, size, size), (), f"{item.name} {size}x{size}")
            notes["asked"].append(1)
    for seed in range(first, first + count):
        note_fields(notes, any_design(seed), seed)
    return notes


def note_fields(notes: Notes, design: Design, seed: int) -> None:
    """Note which fields of a drawn sheet are found."""
    photo, nodes = photograph(design, turn=seed % 4, seed=seed)
    sheet = timed(notes, "rectify ms", lambda: rectify(photo, as_seen(nodes)))
    notes["upright"].append(bool(np.allclose(sheet.lattice.nodes, nodes.nodes)))
    notes["side"].append(sheet.side == design.side)
    right = fields_right(design, sheet.fields)
    for key, good in right.items():
        notes[key].append(good)
    notes["failed"] += [f"design {seed}: {key}" for key, good in right.items() if not good]


def measure_hard(root: Path, count: int) -> dict[str, Notes]:
    """The hard cases, kind by kind."""
    kinds: dict[str, Notes] = defaultdict(lambda: defaultdict(list))
    for kind, case in drawn_cases(count):
        found = locate(case.photo)
        truths = [Truth(lattice.corners.astype(float), None) for lattice in case.lattices]
        compare(kinds[kind], found, truths, case.name)
        for lattice, truth in ((a, b) for a in found for b in truths if b.error(a) < SAME):
            turned = rectify(case.photo, lattice).lattice.corners[0]
            kinds[kind]["upright"].append(float(np.linalg.norm(turned - truth.corners[0])) < SAME * truth.side)
    for seed in range(2 * count):
        case, corners = shown_corners(seed)
        truth = Truth(case.lattices[0].corners.astype(float), None)
        compare(kinds["corners shown"], [locate_at(case.photo, corners)], [truth], case.name)
    if (root / "grids").is_dir():
        for number, item in enumerate(list(items(root, "grids", (0, 0)))[: 2 * count]):
            pixels = cv2.imdecode(np.frombuffer(item.data, np.uint8), cv2.IMREAD_COLOR)
            case = slip_over_puzzle(pixels, item.truths[0].corners, number)
            for size in (4, 5, 6):
                compare(kinds["slip over a puzzle"], locate(case.photo, size, size), (), f"{case.name} {size}x{size}")
                kinds["slip over a puzzle"]["asked"].append(1)
    return dict(kinds)


def figures(notes: Notes) -> dict[str, float]:
    """The figures of one set: counts, shares, and means."""
    corner = np.array(notes["corner"] or [np.nan])
    table = {name: float(np.sum(notes[name])) for name in ("sheets", "found", "false", "asked")}
    table["within 2 %"] = float((corner < CLOSE).sum()) / max(table["sheets"], 1)
    table["corner 95 %"] = float(np.percentile(corner, 95))
    for name in ("upright", "side", "circles", "total", "bonus", "joker", "letters", "numbers"):
        table[name] = float(np.mean(notes[name])) if notes[name] else float("nan")
    for name in ("locate ms", "rectify ms", "cut ms"):
        table[name] = float(np.mean(notes[name])) if notes[name] else float("nan")
    return table


def line(name: str, table: dict[str, float]) -> str:
    """One line of the table."""
    cells = []
    for key in FIGURES:
        value = table[key]
        whole = key in ("sheets", "found", "false", "asked")
        text = f"{value:.0f}" if whole else f"{value:.1f}" if key.endswith("ms") else f"{value:.2%}"
        cells.append("" if np.isnan(value) else text)
    return f"| {name} | " + " | ".join(cells) + " |"


def worse(before: dict[str, float], after: dict[str, float]) -> list[str]:
    """Which figures of a set got worse."""
    found = []
    for key in FIGURES[1:]:
        old, new = before.get(key, float("nan")), after[key]
        slack = NOISE if key.endswith("ms") else 1.0
        if key != "asked" and ((new > old * slack + 1e-9) if key in LOWER else (new < old - 1e-9)):
            found.append(f"{key} {old:.4f} → {new:.4f}")
    return found


def main() -> None:
    """Print the table, save it, and say what got worse."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("photos", type=Path, nargs="?", default=SHARED)
    parser.add_argument("--set", action="append")
    parser.add_argument("--drawn", type=int, default=60)
    parser.add_argument("--first", type=int, default=0, help="seed of the first drawn sheet")
    parser.add_argument("--hard", type=int, default=20)
    parser.add_argument("--no-negatives", action="store_true", help="do not ask for sizes that are not there")
    parser.add_argument("--save", type=Path)
    parser.add_argument("--against", type=Path)
    parser.add_argument("--verbose", action="store_true", help="name what failed")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    reader = make_reader("cnn")
    rows: dict[str, dict[str, float]] = {}
    before = json.loads(options.against.read_text()) if options.against else {}
    print("| set | " + " | ".join(FIGURES) + " |\n|---|" + "---|" * len(FIGURES))

    def show(name: str, notes: Notes) -> None:
        rows[name] = figures(notes)
        print(line(name, rows[name]), flush=True)
        for text in worse(before[name], rows[name]) if name in before else ():
            print("    worse:", text)
        if options.verbose and notes["failed"]:
            print("   ", *notes["failed"], sep="\n    ", flush=True)

    wanted = options.set or [
        "render",
        "chosen-on",
        "composite",
        "several",
        "writers",
        "grids",
        "drawn",
        "unusual",
        "hard",
    ]
    for name in wanted:
        cells = 9 if name == "grids" else 5
        sizes = () if options.no_negatives else NEGATIVE_SIZES[cells]
        if name == "drawn":
            show(name, measure_drawn(options.drawn, sizes, options.first))
        elif name == "unusual":
            notes: Notes = defaultdict(list)
            for seed in range(options.first, options.first + options.drawn):
                note_fields(notes, unusual_design(seed), seed)
            show(name, notes)
        elif name == "hard":
            for kind, own in measure_hard(options.photos, options.hard).items():
                show(kind, own)
        elif (options.photos / ("render" if name == "chosen-on" else name)).is_dir():
            show(name, measure_photos(options.photos, name, reader, sizes))
    if options.save:
        options.save.write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
