"""How our own printed form is read: sheets of both scripts' names, filled by unseen hands and photographed.

    python -m benchmarks.printed [--sheets 52] [--share 0.72]

`--share` is how much of the photo's width (2,000 pixels) the sheet fills. Hands are those of writers no network was
trained on, where they lie beside the project, else a plotter font. Compare with the same hands elsewhere:
`python -m benchmarks.hands`.
"""

import argparse
from dataclasses import dataclass, field

from benchmarks.played_tournament import hands, play, printed_pages, roster, written_sheet
from referee.options import Options
from referee.referee import Referee
from sheets.identity_code import Identity, decode_identity
from sheets.sheet_pdf import sheets_pdf
from tournament.sheet_codes import read_codes


@dataclass
class Found:
    """What was read of all sheets."""

    sheets: int = 0
    codes: int = 0
    cells: int = 0
    numbers: int = 0
    unasked: int = 0  # total right and nobody asked
    one_answer: int = 0  # total right, or right once the first doubt is answered by the truth
    unflagged: list[str] = field(default_factory=list)


def measure(count: int, share: float) -> Found:
    """Print, fill, photograph and read so many sheets."""
    from filled_sheets import photograph

    names, writers, found = roster(count), hands(), Found()
    pdf = sheets_pdf("A", [Identity(name, "1", "1") for name in names])
    referee, options = Referee(), Options("en")
    for number, (sheet, page) in enumerate(zip(play(names, 1, seed=11), printed_pages(pdf, count), strict=True)):
        paper, points = written_sheet(page, sheet, writers[number % len(writers)], number)
        verdict = referee.photo(photograph(paper, seed=number, fill_share=share), f"{number}.jpg", options)
        found.sheets += 1
        if not verdict.sheets:
            continue
        who = decode_identity(read_codes(verdict)[0])
        found.codes += bool(who and who.player == sheet.player)
        read = verdict.sheets[0]
        letters = sheet.grid.replace("/", "")
        found.cells += sum(a == b for a, b in zip("".join(read.card.grid.rows), letters, strict=True))
        claims = read.claims
        if claims:
            found.numbers += sum(
                a == b for a, b in zip((*claims.rows, *claims.columns, claims.total), points, strict=True)
            )
        right = read.card.total == sheet.total
        doubt = next(iter(read.doubts), None)
        settled = right
        if doubt and doubt.row:
            true = letters[doubt.row * 5 + doubt.column - 6]
            settled = right if true == doubt.letter else true == doubt.other and doubt.total_if == sheet.total
        found.unasked += right and not read.needs_review
        found.one_answer += settled
        if not right and not read.needs_review:
            found.unflagged.append(f"{sheet.player}: {read.card.total} instead of {sheet.total}")
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sheets", type=int, default=52)
    parser.add_argument("--share", type=float, default=0.72)
    options = parser.parse_args()
    found = measure(options.sheets, options.share)
    print(f"{found.sheets} sheets, {options.share:.0%} of the photo's width")
    for name, value, all_ in (
        ("codes", found.codes, found.sheets),
        ("cells", found.cells, 25 * found.sheets),
        ("numbers", found.numbers, 11 * found.sheets),
        ("total right, nobody asked", found.unasked, found.sheets),
        ("total right after one answer", found.one_answer, found.sheets),
    ):
        print(f"{name}: {value} of {all_} ({value / all_:.1%})")
    print(f"wrong and not flagged: {len(found.unflagged)}", *found.unflagged, sep="\n  ")


if __name__ == "__main__":
    main()
