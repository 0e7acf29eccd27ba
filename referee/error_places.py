"""Where an error came from, for logs: places and kinds, never the messages, which may hold names and letters."""

import traceback
from collections.abc import Iterator
from pathlib import Path

DEPTH = 30  # places; an endless recursion has a thousand


def places(error: BaseException) -> tuple[str, ...]:
    """The kinds of an error and its causes, each with its stack of places, innermost last."""
    return tuple(line for one in _chain(error) for line in (*_frames(one), type(one).__qualname__))


def _chain(error: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    found: list[BaseException] = []
    at: BaseException | None = error
    while at is not None and id(at) not in seen:
        seen.add(id(at))
        found.append(at)
        at = at.__cause__ or (None if at.__suppress_context__ else at.__context__)
    return reversed(found)


def _frames(error: BaseException) -> Iterator[str]:
    for frame in traceback.extract_tb(error.__traceback__)[-DEPTH:]:
        path = Path(frame.filename)
        yield f"{path.parent.name}/{path.name}:{frame.lineno} {frame.name}"
