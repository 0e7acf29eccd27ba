"""The table of SOURCES.md: what each package gave to the compiled file."""

from collections import Counter

from lexicons.build.criteria import read_criteria
from lexicons.build.packages import locked
from lexicons.languages import FOLDER
from lexicons.table import Table

_OPEN, _CLOSE = "<!-- table -->", "<!-- /table -->"


def notes(language: str) -> bytes:
    """SOURCES.md with the table of the compiled file between its two marks; empty where there is no such file."""
    path = FOLDER / language / "SOURCES.md"
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    before, opened, rest = text.partition(_OPEN)
    _, closed, after = rest.partition(_CLOSE)
    table = f"\n{_table(language)}\n" if closed else ""
    return f"{before}{opened}{table}{closed}{after}".encode()


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
