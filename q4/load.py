"""A record from a file, and its schema."""

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

from q4.parse import MOST_BYTES, parse_json
from q4.q4_errors import BadRecord
from q4.record import Record


def load_record(path: Path) -> Record:
    """The record in a file."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)  # not by the size it says: devices say none and never end
        if len(data) > MOST_BYTES:
            raise BadRecord(f"{path.name} is larger than {MOST_BYTES // 10**6} MB.")
        text = data.decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise BadRecord(f"{path.name} cannot be read: {error}", "Check the file's name and that it is text.") from None
    return parse_json(text)


def record_schema() -> dict[str, Any]:
    """The JSON Schema of a record."""
    schema: dict[str, Any] = json.loads(files("q4").joinpath("record.schema.json").read_text(encoding="utf-8"))
    return schema
