"""How often words in the wrong language are noticed, and how often the right language is called wrong.

    python -m benchmarks.languages [FOLDER ...]

Every sheet is scanned once and judged in each language: in all but its own the verdict should carry the reason
`language`, in its own it should not, and `--lang auto` should take its own. Sheets with written points and sheets
without are counted apart.
"""

import argparse
from collections import Counter
from pathlib import Path

import cv2

import lexicons
from benchmarks.truth import SAMPLES, SHARED, load
from benchmarks.verdict import same_place
from referee.judge import judge
from referee.options import AUTO, Options
from referee.referee import Referee
from referee.verdict import SheetVerdict
from scanner.scan_errors import ScanError

SETS = ("render", "composite", "several", "writers")


def count(verdict: SheetVerdict, language: str, counts: Counter[str]) -> None:
    """Judge one sheet in every language."""
    kind = "with points" if verdict.evidence.claimed else "without"
    counts[f"{kind}: sheets"] += 1
    counts[f"{kind}: auto is right"] += judge(verdict.evidence, Options(lang=AUTO)).language == language
    for other in lexicons.LANGUAGES:
        flagged = "language" in judge(verdict.evidence, Options(lang=other)).reasons
        if other == language:
            counts[f"{kind}: false alarms"] += flagged
        else:
            counts[f"{kind}: wrong languages"] += 1
            counts[f"{kind}: noticed"] += flagged


def measure(folder: Path, referee: Referee) -> Counter[str]:
    """The counts over a folder of photos with truth."""
    counts: Counter[str] = Counter()
    for photo in load(folder):
        try:
            sheets = referee.photo(photo.path.read_bytes(), photo.path.name, Options()).sheets
        except ScanError:
            continue
        for truth in photo.sheets:
            match = next((sheet for sheet in sheets if same_place(sheet, truth) and not sheet.empty), None)
            if match and set("".join(truth.grid)) != {"."}:
                count(match, truth.language, counts)
    return counts


def main() -> None:
    """Print the counts of each folder and of all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", type=Path, help="default: the samples, and ../shared/photos if present")
    arguments = parser.parse_args()
    shared = [SHARED / "photos" / name for name in SETS]
    cv2.setNumThreads(1)
    referee, total = Referee(), Counter[str]()
    for folder in arguments.folders or [SAMPLES, *(folder for folder in shared if folder.is_dir())]:
        counts = measure(folder, referee)
        total += counts
        show(folder.name, counts)
    show("all", total)


def show(name: str, counts: Counter[str]) -> None:
    """Print one set of counts."""
    print(name)
    for kind in ("with points", "without"):
        sheets, wrong = counts[f"{kind}: sheets"], counts[f"{kind}: wrong languages"]
        if sheets:
            noticed, alarms, auto = (counts[f"{kind}: {what}"] for what in ("noticed", "false alarms", "auto is right"))
            print(f"  {kind:<12} wrong language noticed {noticed}/{wrong} = {noticed / wrong:.1%}", end="")
            print(f"  false alarms {alarms}/{sheets}  auto right {auto}/{sheets}", flush=True)


if __name__ == "__main__":
    main()
