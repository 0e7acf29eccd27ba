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

PATIENCE = 12  # wall-clock seconds per second of processor time, after which a child that waits is killed
MEGABYTES = 1500  # above what is loaded; the largest photo allowed, 50 megapixels of 16 bits, takes 1,100


def confine() -> None:
    """Limit the memory this process may still allocate, leave no core dump, and end when the parent ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which then ends its workers
    threading.Thread(target=_follow_parent, daemon=True).start()
    _limit(MEGABYTES)


def in_child(work: Callable[[], bytes], seconds: int, megabytes: int) -> bytes:
    """The result of `work`, run in a forked child with limits on processor time and memory.

    A child that exceeds a limit raises TimeoutError or MemoryError here; any exception of `work` becomes a ValueError
    with its message.
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
    """What the child does; it never returns and runs none of its parent's clean-up."""
    try:
        faulthandler.disable()  # the parent reports how it ended
        _limit(megabytes)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, resource.RLIM_INFINITY))
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(PATIENCE * seconds)
        try:
            answer = b"+" + work()
        except MemoryError:
            os._exit(1)
        except Exception as error:  # noqa: BLE001 - sent to the parent, which knows what was asked for
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
