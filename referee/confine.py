"""Limits that a process sets on itself before it opens untrusted files."""

import faulthandler
import multiprocessing
import os
import resource
import signal
import threading
import warnings
from collections.abc import Callable
from pathlib import Path

PATIENCE = 12  # seconds by the clock for each of the processor's, before a copy that waits for something is ended
MEGABYTES = 1500  # above what is loaded; the largest photo allowed, 50 megapixels of 16 bits, takes 1,100


def confine(megabytes: int = MEGABYTES) -> None:
    """Limit the memory this process may still allocate, leave no core dump, and end when the parent ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which then ends its workers
    threading.Thread(target=_follow_parent, daemon=True).start()
    _limit(megabytes)


def in_child(work: Callable[[], bytes], seconds: int, megabytes: int) -> bytes:
    """What `work` gives, done by a copy of this process that ends when it has used so much time or memory.

    The time is the processor's, so that a busy machine takes nothing from it. A copy that was ended is a MemoryError or
    a TimeoutError here; whatever `work` raises is a ValueError with its message.
    """
    reading, writing = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # threads are not copied; the copy needs none
        child = os.fork()
    if not child:
        os.close(reading)
        _answer(work, writing, seconds, megabytes)
    os.close(writing)
    try:
        with os.fdopen(reading, "rb") as stream:
            kind, answer = stream.read(1), stream.read()
    finally:
        _, status = os.waitpid(child, 0)
    if os.waitstatus_to_exitcode(status) in (-signal.SIGXCPU, -signal.SIGALRM):
        raise TimeoutError(f"it takes more than {seconds} seconds")
    if status or not kind:
        raise MemoryError(f"it takes more than {megabytes} MB")
    if kind != b"+":
        raise ValueError(answer.decode())
    return answer


def _answer(work: Callable[[], bytes], writing: int, seconds: int, megabytes: int) -> None:
    """The life of the copy; it never returns, and nothing of its parent is tidied up on its way out."""
    try:
        faulthandler.disable()  # how it ends is told by the parent
        _limit(megabytes)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, resource.RLIM_INFINITY))
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(PATIENCE * seconds)
        try:
            answer = b"+" + work()
        except MemoryError:
            os._exit(1)
        except Exception as error:  # noqa: BLE001 - told to the parent, which knows what was asked for
            answer = b"-" + str(error).encode(errors="replace")
        with os.fdopen(writing, "wb") as stream:
            stream.write(answer)
        os._exit(0)
    finally:
        os._exit(1)


def _limit(megabytes: int) -> None:
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    statm = Path("/proc/self/statm")
    if statm.exists():
        loaded = int(statm.read_text(encoding="ascii").split()[0]) * resource.getpagesize()
        most = loaded + megabytes * 2**20
        soft, hard = resource.getrlimit(resource.RLIMIT_AS)
        most = min(limit for limit in (most, soft, hard) if limit >= 0)
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))


def _follow_parent() -> None:
    # A parent that was killed cannot end its workers: they must notice, even while they are busy.
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
