"""One stage of the scanner before and after a change, in pairs, on every photo, drawing and hard case.

    python -m benchmarks.stages locate|sheets|cut --save FILE.json      what the scanner does now
    python -m benchmarks.stages locate|sheets|cut --against FILE.json   what a change made of it, photo by photo

`locate` asks every picture for the size that is there and for sizes that are not. `sheets` lays the lattices that the
saved run of `locate` found flat, cuts and reads them; `cut` only cuts and reads the sheets of the saved run.
With `--set` the work can be done in parts: what is saved is added to the file.
Crops are compared by the loss at what is written there, the negative logarithm of its probability: z is the mean
difference over its standard error. Drawings, lattices and flat sheets are kept in build/stages.
"""

import argparse
import json
import pickle
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from benchmarks.drawn import Design, any_design, as_seen, fields_right, photograph, unusual_design
from benchmarks.hard_cases import drawn_cases, shown_corners, slip_over_puzzle
from benchmarks.locate import CLOSE, NEGATIVE_SIZES, SAME, SHARED, Truth, items
from benchmarks.scanner import sheet_documents
from scanner import make_reader
from scanner.canvas import CELL_PX
from scanner.cut import cut
from scanner.decode import decode, sharpened
from scanner.locate import locate
from scanner.locate_corners import locate_at
from scanner.pipeline import DECIDED, SHARP
from scanner.readers import Reader
from scanner.rectify import rectify
from scanner.values import Glyph, Lattice, Photo, Sheet

KEPT = Path(__file__).resolve().parent.parent / "build" / "stages"
PHOTOS = ("render", "chosen-on", "composite", "several", "writers", "grids")
DRAWINGS, HARD = 60, 20  # seeds of drawings and of each hard case
LEAST = 1e-6  # probability below which an answer is not called worse
Record = dict[str, Any]


@dataclass(frozen=True, eq=False)
class Case:
    """A picture, the lattices in it, the size that is asked for, and the sizes that are not there."""

    name: str
    photo: Photo
    truths: list[Truth]
    size: int
    absent: tuple[int, ...]
    shown: Any = None  # corners that a person showed


def kept(name: str, make: Callable[[], Any]) -> Any:
    """What was made before under a name, or what is made now."""
    path = KEPT / f"{name}.pickle"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(pickle.dumps(make()))
    return pickle.loads(path.read_bytes())


def cases(root: Path, name: str) -> Iterator[Case]:
    """The pictures of a set."""
    if name == "hard":
        rows = kept("hard", lambda: [tuple(vars(case).values()) for case in _hard(root)])
        yield from (Case(*row) for row in rows)
        return
    size = 9 if name == "grids" else 5
    found = items(root, name, (0, DRAWINGS - 1))
    for item in kept("drawn", lambda: list(found)) if name == "drawn" else found:
        yield Case(item.name, decode(item.data, item.name), item.truths, size, NEGATIVE_SIZES[size])


def _hard(root: Path) -> Iterator[Case]:
    for _, case in drawn_cases(HARD):
        truths = [Truth(lattice.corners.astype(float), None) for lattice in case.lattices]
        yield Case(case.name, case.photo, truths, 5, ())
    for seed in range(2 * HARD):
        case, corners = shown_corners(seed)
        yield Case(case.name, case.photo, [Truth(case.lattices[0].corners.astype(float), None)], 5, (), corners)
    for number, item in enumerate(list(items(root, "grids", (0, 0)))[: 2 * HARD]):
        pixels = np.asarray(cv2.imdecode(np.frombuffer(item.data, np.uint8), cv2.IMREAD_COLOR), np.uint8)
        case = slip_over_puzzle(pixels, item.truths[0].corners, number)
        yield Case(case.name, case.photo, [], 5, (4, 6))


def located(case: Case) -> tuple[Record, dict[int, Lattice]]:
    """How exactly each lattice of a picture was found, what else was, the time, and the lattices by their truth."""
    started = time.process_time()
    if case.shown is None:
        found = list(locate(case.photo, case.size, case.size))
    else:
        found = [locate_at(case.photo, case.shown)]
    spent = 1000 * (time.process_time() - started)
    matched: dict[int, Lattice] = {}
    for number, truth in enumerate(case.truths):
        best = min(found, key=truth.error, default=None)
        if best is not None and truth.error(best) < SAME:
            found = [lattice for lattice in found if lattice is not best]
            matched[number] = best
    errors = [
        case.truths[number].error(matched[number]) if number in matched else None for number in range(len(case.truths))
    ]
    absent = [len(locate(case.photo, size, size)) for size in case.absent]
    return {"errors": errors, "false": [len(found), *absent], "ms": spent}, matched


def measure_locate(root: Path, names: list[str], save: bool) -> Record:
    """What is found in the pictures of some sets."""
    records: Record = {}
    for name in (name for name in names if name != "unusual"):
        lattices = {}
        for case in cases(root, name):
            records[f"{name}/{case.name}"], lattices[case.name] = located(case)
        if save:
            (KEPT / f"lattices-{name}.pickle").write_bytes(pickle.dumps(lattices))
        print(name, tally_locate({key: one for key, one in records.items() if key.startswith(f"{name}/")}), flush=True)
    return records


def tally_locate(records: Record) -> str:
    """The figures of some pictures in a line."""
    errors = [error for record in records.values() for error in record["errors"]]
    seen = np.array([error for error in errors if error is not None] or [np.nan])
    false = sum(sum(record["false"]) for record in records.values())
    times = [record["ms"] for record in records.values()]
    return (
        f"found {len(seen[~np.isnan(seen)])}/{len(errors)}, false {false}, within 2 % {(seen < CLOSE).sum()}, corner "
        f"mean {np.nanmean(seen):.3%} 95 % {np.nanpercentile(seen, 95):.3%}, {np.mean(times):.1f} ms"
    )


def compare_locate(before: Record, after: Record) -> None:
    """Which pictures changed, and how much farther off corners are."""
    steps = []
    for key, new in after.items():
        old = before[key]
        for one, two in zip(old["errors"], new["errors"], strict=True):
            if (one is None) != (two is None) or ((one or 0) < CLOSE) != ((two or 0) < CLOSE):
                print(f"    {key}: corner {one} → {two}")
            steps += [two - one] if one is not None and two is not None else []
        if old["false"] != new["false"]:
            print(f"    {key}: false {old['false']} → {new['false']}")
    print(
        f"corners farther off by {pairs(steps, 1e4)} of 10,000 sides; before, over all:",
        tally_locate({key: before[key] for key in after}),
    )
    print("after, over all:", tally_locate(after))


def sheets_of(root: Path, name: str) -> Iterator[tuple[str, Photo, Lattice, Record]]:
    """Every sheet whose lattice the saved run found, sharp enough to be read, and its truth."""
    lattices = pickle.loads((KEPT / f"lattices-{name}.pickle").read_bytes())
    documents = sheet_documents(root / ("render" if name == "chosen-on" else name))
    for item in items(root, name, (0, 0)):
        found = lattices[item.name]
        pitches = [float(np.linalg.norm(lattice.nodes[0, 1] - lattice.nodes[0, 0])) for lattice in found.values()]
        photo = sharpened(decode(item.data, item.name), SHARP * CELL_PX / min(pitches)) if pitches else None
        for number, lattice in found.items():
            assert photo is not None
            yield f"{name}/{item.name}-{number}", photo, lattice, documents[item.name][number]


def laid_flat(photo: Photo, lattice: Lattice, known: Record) -> tuple[Sheet, bool, float]:
    """A sheet laid flat, the way its truth says where only letters can tell; whether it was right; the time."""
    corners = np.array(known["grid_corners"])
    side = float(np.linalg.norm(corners[1] - corners[0]))
    away = [float(np.linalg.norm(np.rot90(lattice.nodes, -turn)[0, 0] - corners[0])) for turn in range(4)]
    started = time.process_time()
    sheet = rectify(photo, lattice)
    spent = 1000 * (time.process_time() - started)
    if sheet.turn_p < DECIDED:
        return rectify(photo, lattice, int(np.argmin(away))), True, spent
    return sheet, bool(np.linalg.norm(sheet.lattice.corners[0] - corners[0]) < SAME * side), spent


def seen_fields(sheet: Sheet, known: Record) -> Record:
    """Which fields are there that should be, and the side."""
    fields, printed = sheet.fields, known["layout_name"] != "handruled"
    return {
        "side": sheet.side == known["side"],
        "circles": (len(fields.rows + fields.columns) == 10) == printed,
        "total": (fields.total is not None) == printed,
        "bonus": (fields.bonus is not None) == printed,
        "joker": (fields.joker is not None) == (known["joker_crossed"] is not None),
    }


def losses(glyphs: list[Glyph], written: list[str]) -> list[float]:
    """The loss of each answer at what is written; where it is wrong, plus 100, so that errors can be counted."""
    found = []
    for glyph, symbol in zip(glyphs, written, strict=True):
        chance = max(dict(glyph.ranking).get(symbol, 0.0), LEAST)
        found.append(float(-np.log(chance)) + (0 if glyph.symbol == symbol else 100))
    return found


def read_sheet(sheet: Sheet, known: Record, reader: Reader) -> Record:
    """The losses of letters and numbers on a sheet that lies the right way up, and the time that cutting took."""
    started = time.process_time()
    cells = cut(sheet)
    record: Record = {"cut ms": 1000 * (time.process_time() - started)}
    record["letters"] = losses(reader.letters(cells.letters), [letter for row in known["grid"] for letter in row])
    claims = [*known["claimed"]["rows"], *known["claimed"]["cols"], known["claimed"]["total"]]
    crops = [*cells.rows, *cells.columns, *([] if cells.total is None else [cells.total])]
    if len(crops) == len(claims):
        record["numbers"] = losses(reader.numbers(crops), [claim or "" for claim in claims])
    marks = [crop for crop in (cells.bonus, cells.joker) if crop is not None]
    struck = [known["claimed"]["bonus"] == "struck", bool(known["joker_crossed"])][: len(marks)]
    record["marks"] = losses(reader.marks(marks), ["struck" if one else "open" for one in struck])
    return record


def measure_sheets(root: Path, names: list[str], save: bool) -> Record:
    """Ways up, fields, letters and numbers of all sheets found, and the fields of drawn designs."""
    reader = make_reader("cnn")
    records: Record = {}
    for name in (name for name in names if name in PHOTOS and name != "grids"):
        flat = {}
        for key, photo, lattice, known in sheets_of(root, name):
            sheet, upright, spent = laid_flat(photo, lattice, known)
            flat[key] = (sheet, known)
            records[key] = {"upright": upright, "ms": spent, **seen_fields(sheet, known)}
            records[key] |= read_sheet(sheet, known, reader) if upright else {}
        if save:
            (KEPT / f"sheets-{name}.pickle").write_bytes(pickle.dumps(flat))
    for name, any_of, count in (("drawn", any_design, 2 * DRAWINGS), ("unusual", unusual_design, DRAWINGS)):
        for seed in range(count) if name in names else ():
            records[f"{name}/{seed}"] = drawn_fields(any_of(seed), f"{name}/{seed}", seed)
    return records


def drawn_fields(design: Design, name: str, seed: int) -> Record:
    """Way up, side and fields of a drawn sheet, and the time."""
    photo, nodes = kept(f"designs/{name}", lambda: photograph(design, turn=seed % 4, seed=seed))
    started = time.process_time()
    sheet = rectify(photo, as_seen(nodes))
    spent = 1000 * (time.process_time() - started)
    upright = bool(np.allclose(sheet.lattice.nodes, nodes.nodes))
    return {"ms": spent, "upright": upright, "side": sheet.side == design.side, **fields_right(design, sheet.fields)}


def measure_cut(names: list[str]) -> Record:
    """Letters and numbers of the sheets that the saved run laid flat."""
    reader = make_reader("cnn")
    records: Record = {}
    for name in (name for name in names if name in PHOTOS and name != "grids"):
        for key, (sheet, known) in pickle.loads((KEPT / f"sheets-{name}.pickle").read_bytes()).items():
            records[key] = read_sheet(sheet, known, reader)
    return records


def compare_sheets(before: Record, after: Record) -> None:
    """Which sheets changed, and how much worse letters and numbers are read."""
    for key in after:
        for sign in ("upright", "side", "circles", "total", "bonus", "joker"):
            if sign in after[key] and before[key].get(sign) != after[key][sign]:
                print(f"    {key}: {sign} {before[key].get(sign)} → {after[key][sign]}")
    for kind in ("letters", "numbers", "marks"):
        shared = [
            key for key in after if kind in after[key] and len(before[key].get(kind, ())) == len(after[key][kind])
        ]
        old, new = (np.array([loss for key in shared for loss in run[key][kind]]) for run in (before, after))
        print(
            f"{kind} {len(new)}: wrong {(old >= 100).sum()} → {(new >= 100).sum()}, mean loss "
            f"{np.mean(old % 100):.4f} → {np.mean(new % 100):.4f}, {pairs(list(new % 100 - old % 100))}"
        )


def tally_sheets(records: Record) -> str:
    """What is not right, and the times."""
    signs: dict[str, list[str]] = defaultdict(list)
    for key, record in records.items():
        for sign in ("upright", "side", "circles", "total", "bonus", "joker"):
            if not record.get(sign, True):
                signs[sign].append(key)
    times = {
        kind: np.mean([one[kind] for one in records.values() if kind in one] or [np.nan]) for kind in ("ms", "cut ms")
    }
    return f"{len(records)} sheets, not right: {dict(signs)}, {times['ms']:.1f} ms, cut {times['cut ms']:.1f} ms"


def pairs(steps: list[float], unit: float = 1.0) -> str:
    """The mean of differences, and how many standard errors it is."""
    values = np.array(steps or [0.0]) * unit
    error = values.std() / np.sqrt(len(values))
    return f"{values.mean():+.4f} (z {values.mean() / error if error else 0:+.1f}, {np.count_nonzero(values)} differ)"


def main() -> None:
    """Measure a stage, keep what came of it, or compare it with what was kept."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stage", choices=("locate", "sheets", "cut"))
    parser.add_argument("photos", type=Path, nargs="?", default=SHARED)
    parser.add_argument("--set", action="append", choices=(*PHOTOS, "drawn", "unusual", "hard"))
    parser.add_argument("--save", type=Path)
    parser.add_argument("--against", type=Path)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    names = options.set or [*PHOTOS, "drawn", "unusual", "hard"]
    keep = options.save is not None
    KEPT.mkdir(parents=True, exist_ok=True)
    if options.stage == "locate":
        records = measure_locate(options.photos, names, keep)
    else:
        records = measure_cut(names) if options.stage == "cut" else measure_sheets(options.photos, names, keep)
        print(tally_sheets(records))
    if options.save:
        earlier = json.loads(options.save.read_text()) if options.save.exists() else {}
        options.save.write_text(json.dumps(earlier | records))
    if options.against:
        before = json.loads(options.against.read_text())
        (compare_locate if options.stage == "locate" else compare_sheets)(before, records)


if __name__ == "__main__":
    main()
