"""Colours of what is printed: only on a terminal, and never against the wish of NO_COLOR (no-color.org)."""

from typing import Any, TextIO

import click

from referee.settings import environment


def coloured(stream: TextIO) -> bool:
    """Whether this stream takes colours."""
    return stream.isatty() and not environment().get("NO_COLOR")


def paint(words: str, stream: TextIO, **style: Any) -> str:
    """Words for this stream, with colour or bold if it takes them."""
    return click.style(words, **style) if coloured(stream) else words
