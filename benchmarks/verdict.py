"""How often the verdict is right: on the samples, or on any folder of photos with truth.

    python -m benchmarks.verdict [FOLDER ...] [--only GLOB] [--json FILE] [--failures DIR]

Totals are judged against the true letters scored by the same lexicon and rules, so only the reading is measured.
"""

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

import lexicons
from benchmarks.truth import SAMPLES, SHARED, PhotoTruth, SheetTruth, load
from referee.inference.fairness import CERTAIN
from referee.judge import Answers, judge
from referee.options import Options
from referee.referee import Referee
from referee.verdict import SheetVerdict
from scanner import make_reader
from scanner.scan_errors import ScanError
from scoring import Grid, rules_named, score

ALONE = ("language", "side", "far-from-claim")  # reasons whose price is the sheets asked about for nothing else
FIELDS = ("rows", "columns", "total", "bonus", "joker")


@dataclass
class Tally:
    """Counts over a set of photos."""

    counts: Counter[str] = field(default_factory=Counter)
    certainties: list[tuple[float, bool]] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    def share(self, part: str, whole: str) -> float:
        """A count as a share of another."""
        return self.counts[part] / max(self.counts[whole], 1)


def measure(photos: Iterator[PhotoTruth], referee: Referee) -> Tally:
    """The tally over photos."""
    tally = Tally()
    for photo in photos:
        data = photo.path.read_bytes()
        started = time.process_time()
        cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
        decoded = time.process_time()
        options = Options(lang=photo.sheets[0].language)
        try:
            verdicts = referee.photo(data, photo.path.name, options).sheets
        except ScanError as error:
            verdicts = ()
            tally.failures.append(f"{photo.path.name}: {error.code}")
        tally.counts["photos"] += 1
        tally.counts["decode_us"] += int((decoded - started) * 1e6)
        tally.counts["scan_us"] += int((time.process_time() - decoded) * 1e6)
        compare_photo(photo, list(verdicts), tally)
    return tally


def compare_photo(photo: PhotoTruth, verdicts: list[SheetVerdict], tally: Tally) -> None:
    """Count what is right and wrong in one photo."""
    for truth in photo.sheets:
        tally.counts["sheets"] += 1
        match = next((verdict for verdict in verdicts if same_place(verdict, truth)), None)
        if match is None:
            tally.failures.append(f"{photo.path.name}: sheet missed")
            continue
        verdicts.remove(match)
        tally.counts["found"] += 1
        compare_sheet(photo, truth, in_its_language(match, truth), tally)
    for verdict in verdicts:
        if not verdict.empty:
            tally.counts["false_sheets"] += 1
            tally.failures.append(f"{photo.path.name}: false sheet {verdict.card.grid.rows}")


def in_its_language(verdict: SheetVerdict, truth: SheetTruth) -> SheetVerdict:
    """The verdict by the words of the sheet's own language, where others in the photo are of another."""
    if verdict.language == truth.language:
        return verdict
    return judge(verdict.evidence, Options(lang=truth.language), scan=verdict.scan)


def same_place(verdict: SheetVerdict, truth: SheetTruth) -> bool:
    """Whether a verdict is of this sheet."""
    assert verdict.scan
    side = np.linalg.norm(truth.corners[0] - truth.corners[2]) / np.sqrt(2)
    offset = verdict.scan.sheet.lattice.corners.mean(axis=0) - truth.corners.mean(axis=0)
    return bool(np.linalg.norm(offset) < 0.3 * side)


def compare_sheet(photo: PhotoTruth, truth: SheetTruth, verdict: SheetVerdict, tally: Tally) -> None:
    """Count what is right and wrong on one sheet."""
    counts, name = tally.counts, photo.path.name
    assert verdict.scan
    lattice = verdict.scan.sheet.lattice.corners
    extent = np.linalg.norm(truth.corners[0] - truth.corners[2]) / np.sqrt(2)
    upright = bool(np.linalg.norm(lattice[0] - truth.corners[0]) < 0.3 * extent)
    counts["upright"] += upright
    if not upright:
        tally.failures.append(f"{name}: wrong way up ({verdict.scan.sheet.turn_p:.3f})")
    counts["side_right"] += verdict.side == truth.side
    if verdict.side != truth.side:
        tally.failures.append(f"{name}: side {verdict.side} ({verdict.side_p:.3f}), truth {truth.side}")
    read, true = "".join(g.symbol for g in verdict.glyphs), "".join(truth.grid)
    wrong = [i for i in range(25) if read[i] != true[i]]
    counts["cells"] += 25
    counts["cells_right"] += 25 - len(wrong)
    if not truth.lowercase:
        counts["capitals"] += 25
        counts["capitals_right"] += 25 - len(wrong)
    if wrong:
        detail = ", ".join(f"r{i // 5 + 1}c{i % 5 + 1} {true[i]}→{read[i]} {verdict.glyphs[i].p:.2f}" for i in wrong)
        tally.failures.append(f"{name}: letters {detail}")
    compare_fields(name, truth, verdict, tally)
    compare_totals(name, truth, verdict, tally)


def compare_fields(name: str, truth: SheetTruth, verdict: SheetVerdict, tally: Tally) -> None:
    """Count the numbers and marks that were read right."""
    if not truth.has_fields:
        return
    claims = verdict.claims
    bonus = {None: "", True: "10", False: "struck"}[claims.bonus] if claims else None
    pairs = [*zip(truth.rows + truth.columns, (claims.rows + claims.columns) if claims else [None] * 10, strict=True)]
    pairs += [(truth.total, claims.total if claims else None)]
    tally.counts["numbers"] += len(pairs)
    tally.counts["numbers_right"] += sum(true == read for true, read in pairs)
    tally.counts["marks"] += 1 + (truth.side == "B")
    tally.counts["marks_right"] += (bonus == truth.bonus) + (
        truth.side == "B" and verdict.joker_crossed == truth.joker_crossed
    )
    wrong = [f"{true!r}→{read!r}" for true, read in pairs if true != read]
    if bonus != truth.bonus:
        wrong.append(f"bonus {truth.bonus!r}→{bonus!r}")
    if truth.side == "B" and verdict.joker_crossed != truth.joker_crossed:
        wrong.append(f"joker {truth.joker_crossed}→{verdict.joker_crossed}")
    if wrong:
        tally.failures.append(f"{name}: fields {', '.join(wrong)}")


def compare_totals(name: str, truth: SheetTruth, verdict: SheetVerdict, tally: Tally) -> None:
    """Count totals that are right at once, after one answer, and wrong without a warning."""
    counts = tally.counts
    lexicon = lexicons.load(verdict.language)
    rules = rules_named("auto", truth.side)
    true_total = score(Grid(truth.grid), lexicon, rules).total
    right = verdict.card.total == true_total
    tally.certainties.append((verdict.certainty, right))
    counts["totals_right"] += right
    counts["right_by_letters"] += (verdict.unweighed.total if verdict.unweighed else verdict.card.total) == true_total
    counts["flagged"] += verdict.needs_review
    if len(verdict.reasons) == 1:
        counts[f"only_{verdict.reasons[0]}"] += 1
    counts["questions"] += len(verdict.doubts) if verdict.needs_review else 0
    counts["right_unasked"] += right and not verdict.needs_review
    if not right and not verdict.needs_review:
        counts["unflagged_wrong"] += 1
        tally.failures.append(f"{name}: UNFLAGGED {verdict.card.total}, truth {true_total} ({verdict.certainty:.4f})")
    after = right or (verdict.needs_review and total_after_one_answer(truth, verdict) == true_total)
    counts["right_after_one"] += after
    if not after:
        tally.failures.append(f"{name}: total {verdict.card.total}, truth {true_total}, not settled by one answer")


def total_after_one_answer(truth: SheetTruth, verdict: SheetVerdict) -> int | None:
    """The total once a person has answered the first question truthfully."""
    if not verdict.doubts:
        return None
    first = verdict.doubts[0]
    answers = Answers(side=truth.side)
    if first.row and first.column:
        answers = Answers({(first.row, first.column): truth.grid[first.row - 1][first.column - 1]})
    return judge(verdict.evidence, Options(lang=verdict.language), answers).card.total


def figures(tally: Tally) -> dict[str, Any]:
    """The tally as named figures."""
    counts = tally.counts
    return {
        "photos": counts["photos"],
        "sheets": counts["sheets"],
        "found": tally.share("found", "sheets"),
        "false_sheets": counts["false_sheets"],
        "upright": tally.share("upright", "found"),
        "side": tally.share("side_right", "found"),
        "cells": tally.share("cells_right", "cells"),
        "capitals": tally.share("capitals_right", "capitals"),
        "numbers": tally.share("numbers_right", "numbers"),
        "marks": tally.share("marks_right", "marks"),
        "totals_right": tally.share("totals_right", "sheets"),
        "totals_right_without_claims": tally.share("right_by_letters", "sheets"),
        "totals_right_unasked": tally.share("right_unasked", "sheets"),
        "totals_right_after_one": tally.share("right_after_one", "sheets"),
        "unflagged_wrong": tally.share("unflagged_wrong", "sheets"),
        "flagged": tally.share("flagged", "sheets"),
        **{f"asked only for {reason}": counts[f"only_{reason}"] for reason in ALONE},
        "questions_per_sheet": tally.share("questions", "sheets"),
        "times_decode": tally.share("scan_us", "decode_us"),
        "ms_per_photo": counts["scan_us"] / 1000 / max(counts["photos"], 1),
    }


def curve(tally: Tally) -> list[tuple[float, float, float]]:
    """For each threshold: the share of sheets flagged, and of sheets wrong but not flagged."""
    pairs, n = tally.certainties, max(len(tally.certainties), 1)
    return [
        (at, sum(c < at for c, _ in pairs) / n, sum(c >= at and not right for c, right in pairs) / n)
        for at in (0.5, 0.8, 0.9, 0.95, 0.97, CERTAIN, 0.99, 0.995, 0.998, 0.999)
    ]


def main() -> None:
    """Print the figures of each folder."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", type=Path, help="default: the samples, and ../shared/photos if present")
    parser.add_argument("--only", default="*", help="only photos whose name matches this pattern")
    parser.add_argument("--json", type=Path, help="write the figures here")
    parser.add_argument("--reader", default="cnn")
    parser.add_argument("--quiet", action="store_true", help="do not list the failures")
    arguments = parser.parse_args()
    shared = [SHARED / "photos" / name for name in ("render", "composite", "several")]
    folders = arguments.folders or [SAMPLES, *(folder for folder in shared if folder.is_dir())]
    referee = Referee(make_reader(arguments.reader))
    report = {}
    cv2.setNumThreads(1)
    for folder in folders:
        tally = measure((photo for photo in load(folder) if photo.path.match(arguments.only)), referee)
        report[folder.name] = figures(tally)
        print(f"\n{folder.name}")
        for name, value in report[folder.name].items():
            print(f"  {name:<24} {value:.4f}" if isinstance(value, float) else f"  {name:<24} {value}")
        print("  threshold flagged unflagged-wrong")
        for at, flagged, wrong in curve(tally):
            print(f"  {at:<9} {flagged:.3f}   {wrong:.4f}")
        if not arguments.quiet:
            print(*(f"  - {failure}" for failure in tally.failures), sep="\n")
        sys.stdout.flush()
    if arguments.json:
        arguments.json.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
