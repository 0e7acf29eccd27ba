"""Tables → an Excel workbook, one sheet each."""

import io
from collections.abc import Mapping, Sequence
from typing import Any

from referee.referee_errors import MissingExtra, install

Cell = str | int | float
WIDE = {"page", "hint", "doubts", "player", "grid"}

FORMULA_STARTS = tuple("=+-@＝＋－＠\t\r\n")  # a spreadsheet would run such a name; some take the wide signs, too
BLANKS = " \u00a0\u3000"  # some trim what they open


def starts_formula(text: str) -> bool:
    """Whether a spreadsheet may take a text for a formula."""
    return text.lstrip(BLANKS).startswith(FORMULA_STARTS)


def workbook(tables: Mapping[str, tuple[Sequence[str], Sequence[Sequence[Cell]]]]) -> bytes:
    """The tables as the content of an .xlsx file."""
    try:
        import openpyxl
        from openpyxl.cell import WriteOnlyCell
        from openpyxl.styles import Font
    except ImportError as error:
        raise MissingExtra("Excel files need openpyxl.", install("tournament")) from error
    book = openpyxl.Workbook(write_only=True)
    bold = Font(bold=True)
    for name, (head, lines) in tables.items():
        sheet: Any = book.create_sheet(name)
        sheet.freeze_panes = "A2"
        for number, title in enumerate(head):
            letter = openpyxl.utils.get_column_letter(number + 1)
            sheet.column_dimensions[letter].width = 32 if title in WIDE else 12
        titles = [WriteOnlyCell(sheet, value=title) for title in head]
        for cell in titles:
            cell.font = bold
        sheet.append(titles)
        for line in lines:
            sheet.append([_cell(WriteOnlyCell, sheet, value) for value in line])
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def _cell(kind: Any, sheet: Any, value: Cell) -> Any:
    if not isinstance(value, str):
        return value
    cell = kind(sheet, value="".join(char for char in value if char.isprintable()))
    cell.data_type = "s"  # text stays text, even where it begins like a formula
    cell.quotePrefix = starts_formula(value)  # also after someone has edited it
    return cell
