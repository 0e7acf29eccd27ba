"""Any error as one that has a code and a hint."""

from referee.error_places import places
from scanner.scan_errors import InternalError, OutOfMemory


def has_code(error: BaseException) -> bool:
    """Whether an error is one of ours; OpenCV's have codes, too, but numbers."""
    return isinstance(getattr(error, "code", None), str) and isinstance(getattr(error, "hint", None), str)


def coded(error: Exception) -> Exception:
    """The error itself if it is ours; otherwise one of ours that keeps the places and hides the message."""
    if has_code(error):
        return error
    if isinstance(error, MemoryError):
        return OutOfMemory()
    hidden = InternalError()
    hidden.places = places(error)
    return hidden
