"""Logs: one JSON object a line, to stderr. They hold no letters, no names and nothing of a photo."""

import json
import logging
import sys
from datetime import UTC, datetime

from referee.error_places import places

FIELDS = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}


class JsonLines(logging.Formatter):
    """A record as one JSON object; what was passed as `extra` becomes fields of it."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            # Where a task fails unheard, asyncio adds what was raised in words, on lines of its own.
            "message": record.getMessage().partition("\n")[0],
        }
        line |= {name: value for name, value in vars(record).items() if name not in FIELDS}
        if record.exc_info and record.exc_info[1]:
            line["places"] = places(record.exc_info[1])
        return json.dumps(line, ensure_ascii=False, default=str)


def start_logging(level: str) -> None:
    """Send all logs of this process to stderr as JSON lines."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    logging.getLogger("alembic").setLevel(logging.WARNING)  # it tells at length that there is nothing to do
