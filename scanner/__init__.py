"""Pixels to letters: find a sheet in a photo, lay it flat, cut it up and read it.

`scan` runs all stages and `make_reader` starts a reader; each stage alone is `scanner.<stage>.<stage>`, as in
`from scanner.decode import decode`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scanner.pipeline import scan
    from scanner.readers import make_reader

__all__ = ["make_reader", "scan"]

_HOMES = {"make_reader": "scanner.readers", "scan": "scanner.pipeline"}


def __getattr__(name: str) -> Any:
    """Import a part when it is first asked for, so that importing the package costs nothing."""
    if name not in _HOMES:
        raise AttributeError(f"module 'scanner' has no attribute '{name}'")
    return getattr(import_module(_HOMES[name]), name)
