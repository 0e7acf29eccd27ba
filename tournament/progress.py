"""The progress of a run on the terminal: a bar with rate, time left and counts; plain lines where nobody watches."""

import time
from typing import TextIO

from tournament.run import Tally

WIDTH = 24  # characters of the bar
BAR_SECONDS = 0.1  # how often the bar is drawn
LINE_SECONDS = 10.0  # how often a line is written where no bar can be drawn


class Progress:
    """Draws a run's tally; call it with each new one."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._live = stream.isatty()
        self._drawn = 0.0

    def __call__(self, tally: Tally) -> None:
        """Draw, unless it was drawn a moment ago."""
        last = tally.finished == tally.total
        if not last and time.monotonic() - self._drawn < (BAR_SECONDS if self._live else LINE_SECONDS):
            return
        self._drawn = time.monotonic()
        if self._live:
            self._stream.write(f"\r{bar(tally)} {text(tally)}\x1b[K" + ("\n" if last else ""))
        else:
            self._stream.write(text(tally) + "\n")
        self._stream.flush()


def bar(tally: Tally) -> str:
    """The bar itself."""
    full = WIDTH * tally.finished // max(tally.total, 1)
    return "█" * full + "░" * (WIDTH - full)


def text(tally: Tally) -> str:
    """The figures beside the bar."""
    left = tally.total - tally.finished
    parts = [f"{tally.finished}/{tally.total}"]
    if tally.rate:
        parts.append(f"{tally.rate * 60:.0f} a minute")
        parts.append(f"{clock(left / tally.rate)} left" if left else f"in {clock(tally.seconds)}")
    parts.append(f"{tally.done} done, {tally.doubtful} doubtful, {tally.failed} failed")
    if tally.known:
        parts.append(f"{tally.known} known before")
    return " · ".join(parts)


def clock(seconds: float) -> str:
    """A duration as minutes and seconds."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"
