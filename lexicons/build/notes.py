"""The table of SOURCES.md: what each package gave to the compiled file."""

from collections import Counter

from lexicons.build.criteria import read_criteria
from lexicons.build.packages import locked
from lexicons.languages import FOLDER
from lexicons.table import Table

_OPEN, _CLOSE = "<!-- table -->", "<!-- /table -->"


def update_notes(language: str) -> None:
    """Write the table of sources and counts between its two marks in SOURCES.md, if the file has them."""
    path = FOLDER / language / "SOURCES.md"
    if not path.exists():
        return
    text = path.read_text(encoding="utf-8")
    before, opened, rest = text.partition(_OPEN)
    _, closed, after = rest.partition(_CLOSE)
    if opened and closed:
        path.write_text(f"{before}{_OPEN}\n{_table(language)}\n{_CLOSE}{after}", encoding="utf-8")


def _table(language: str) -> str:
    table = Table((FOLDER / language / "lexicon.tsv").read_bytes(), language)
    valid, disputable = (Counter[str](), Counter[str]())
    categories = Counter[str]()
    for tier, counts in (("A", valid), ("B", disputable)):
        for line in table.lines(tier):
            _, category, _, sources, *_ = line.split("\t")
            counts.update({source.partition(".")[0] for source in sources.split("|") if source})
            if tier == "A":
                categories[category] += 1
    rows = ["| source | origin | licence | valid | disputable |", "|---|---|---|---:|---:|"]
    rows.append(
        f"| own lists | `lexicons/{language}`, `lexicons/world` | CC0-1.0 | {valid['list']} | {disputable['list']} |"
    )
    for name in read_criteria(language).sources:
        package = locked()[name]
        origin = f"{package.registry} `{package.package}` {package.version}"
        rows.append(f"| {package.title} | {origin} | {package.licence} | {valid[name]} | {disputable[name]} |")
    counts_line = ", ".join(f"{category} {number}" for category, number in sorted(categories.items()))
    total = f"Valid strings: {len(table.valid)} ({counts_line}). Disputable: {len(table.lines('B'))}. "
    return "\n".join(rows) + f"\n\n{total}Licence of the compiled file: {table.meta('licence')}."
