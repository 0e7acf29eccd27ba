"""How well sheets are turned upright, told apart and searched for their fields.

python -m benchmarks.sheet FOLDER... [--first N] [--last N] [--drawn N] [--dump FILE.npz]

Uses the true lattices, so that only the stages after locating are measured. Every photo is offered in all four turns.
--drawn adds N drawn sheets of chance design, whose fields must be found within 0.15 pitches; --dump writes all crops
with their truth into one file instead of turning the photos. Times are processor time of one thread.
"""

import argparse
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from benchmarks.drawn import any_design, as_seen, fields_right, photograph
from benchmarks.lattices import Truth, lattice, load, truths
from scanner import geometry
from scanner.cut import cut
from scanner.rectify import rectify
from scanner.values import Cells, Sheet


def main() -> None:
    """Print one line per folder, or write all crops with their truth into one file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="*")
    parser.add_argument("--drawn", type=int, default=0)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--last", type=int, default=10**6)
    parser.add_argument("--dump", type=Path)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    crops: list[tuple[Truth, Cells]] = []
    for folder in args.folders:
        results = []
        for truth in truths(folder, args.first, args.last):
            photo, nodes = load(truth.path), lattice(truth.sheet)
            started = time.process_time()
            sheet = rectify(photo, nodes, turn=0 if args.dump else None)
            cells = cut(sheet)
            seconds = time.process_time() - started
            if args.dump:
                crops.append((truth, cells))
            results.append(_judge(truth, sheet, seconds, _turns(photo, nodes, args.dump is not None)))
        _report(folder.name, results)
    if args.drawn:
        _drawn(args.drawn)
    if args.dump:
        np.savez_compressed(args.dump, **_table(crops))


def _drawn(count: int) -> None:
    """Search drawn sheets of chance design, each held another way up, and count what is found where it was drawn."""
    right = dict.fromkeys(("way up", "side", "circles", "total", "bonus", "joker"), 0)
    for seed in range(count):
        design = any_design(seed)
        photo, nodes = photograph(design, turn=seed % 4, seed=seed)
        sheet = rectify(photo, as_seen(nodes))
        found = {
            "way up": bool(np.allclose(sheet.lattice.nodes, nodes.nodes)),
            "side": sheet.side == design.side,
            **fields_right(design, sheet.fields),
        }
        missed = [key for key, good in found.items() if not good]
        if missed:
            print(f"drawn {seed}: wrong: {', '.join(missed)}")
        for key, good in found.items():
            right[key] += good
    print(f"drawn: {count} sheets; right: " + ", ".join(f"{key} {number}" for key, number in right.items()))


def _turns(photo: Any, nodes: Any, skip: bool) -> list[tuple[bool, float]]:
    """For each way the photo may be held: whether the sheet was turned upright, and how certain that was."""
    found = []
    for quarters in () if skip else range(4):
        sheet = rectify(photo, geometry.turned(nodes, quarters))
        right = bool(np.allclose(sheet.lattice.nodes, nodes.nodes))
        found.append((right, sheet.turn_p))
    return found


def _judge(truth: Truth, sheet: Sheet, seconds: float, turns: list[tuple[bool, float]]) -> dict[str, Any]:
    known, fields = truth.sheet, sheet.fields
    printed = known["layout_name"] != "handruled"
    if sheet.side != known["side"] or any(not right and p > 0.5 for right, p in turns):
        print(f"{truth.id}: side {known['side']}, taken for {sheet.side} ({sheet.side_p:.3f}), turns {turns}")
    found = {
        "circles": len(fields.rows + fields.columns) == 10,
        "total": fields.total is not None,
        "bonus": fields.bonus is not None,
        "joker": (fields.joker is not None) == (known["joker_crossed"] is not None),
    }
    if printed and not all(found.values()):
        print(f"{truth.id}: not found: {', '.join(key for key, value in found.items() if not value)}")
    return {
        "seconds": seconds,
        "turns": turns,
        "printed": printed,
        "side": sheet.side == known["side"],
        "side_p": sheet.side_p,
        **found,
    }


def _report(name: str, results: list[dict[str, Any]]) -> None:
    printed = [result for result in results if result["printed"]]
    turns = [turn for result in printed for turn in result["turns"]]
    decided = [right for right, p in turns if p > 0.5]
    print(f"{name}: {len(results)} sheets, {len(printed)} with printed fields")
    print(f"  way up decided {len(decided)}/{len(turns)}, right {sum(decided)}")
    print(f"  side right {sum(result['side'] for result in results)}/{len(results)}")
    for key in ("circles", "total", "bonus", "joker"):
        print(f"  {key} found {sum(result[key] for result in printed)}/{len(printed)}")
    bare = sum(result["circles"] or result["total"] for result in results if not result["printed"])
    print(f"  fields invented on bare grids {bare}/{len(results) - len(printed)}")
    print(f"  rectify and cut, median {1000 * float(np.median([r['seconds'] for r in results])):.1f} ms")


def _table(crops: list[tuple[Truth, Cells]]) -> dict[str, Any]:
    """All crops as arrays, with labels from the truth."""
    table: dict[str, list[Any]] = defaultdict(list)
    for truth, cells in crops:
        _add_letters(table, truth, cells)
        _add_fields(table, truth, cells)
    ragged = {"totals"}
    arrays: dict[str, Any] = {key: np.array(rows) for key, rows in table.items() if key not in ragged}
    arrays["totals"] = np.empty(len(table["totals"]), object)
    arrays["totals"][:] = table["totals"]
    return arrays


def _add_letters(table: dict[str, list[Any]], truth: Truth, cells: Cells) -> None:
    corrected = {tuple(entry["cell"]) for entry in truth.sheet["corrected"]}
    for index, crop in enumerate(cells.letters):
        row, column = divmod(index, 5)
        table["letters"].append(crop)
        table["letter_label"].append(truth.sheet["grid"][row][column])
        table["letter_photo"].append(truth.id)
        table["letter_cell"].append(index)
        table["letter_corrected"].append((row, column) in corrected)
        table["lowercase"].append(bool(truth.sheet["lowercase"]))


def _add_fields(table: dict[str, list[Any]], truth: Truth, cells: Cells) -> None:
    claimed = truth.sheet["claimed"]
    for where, row, labels in (("row", cells.rows, claimed["rows"]), ("col", cells.columns, claimed["cols"])):
        for index, crop in enumerate(row):
            table["numbers"].append(crop)
            table["number_label"].append(labels[index] or "")
            table["number_photo"].append(truth.id)
            table["number_where"].append(f"{where}{index + 1}")
    if cells.total is not None:
        table["totals"].append(cells.total)
        table["total_label"].append(claimed["total"] or "")
        table["total_photo"].append(truth.id)
    crossed = truth.sheet["joker_crossed"]
    marks = (("bonus", cells.bonus, claimed["bonus"] == "struck"), ("joker", cells.joker, bool(crossed)))
    for kind, crop, struck in marks:
        if crop is not None:
            table["marks"].append(crop)
            table["mark_kind"].append(kind)
            table["mark_label"].append("struck" if struck else "open")
            table["mark_photo"].append(truth.id)


if __name__ == "__main__":
    main()
