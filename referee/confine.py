"""Limits that a process sets on itself before it opens untrusted files."""

import multiprocessing
import os
import resource
import signal
import threading
from pathlib import Path

MEGABYTES = 1500  # above what is loaded; the largest photo allowed, 50 megapixels of 16 bits, takes 1,100


def confine(megabytes: int = MEGABYTES) -> None:
    """Limit the memory this process may still allocate, leave no core dump, and end when the parent ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which then ends its workers
    threading.Thread(target=_follow_parent, daemon=True).start()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    statm = Path("/proc/self/statm")
    if statm.exists():
        loaded = int(statm.read_text(encoding="ascii").split()[0]) * resource.getpagesize()
        most = loaded + megabytes * 2**20
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (most if hard < 0 else min(most, hard), hard))


def _follow_parent() -> None:
    # A parent that was killed cannot end its workers: they must notice, even while they are busy.
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
