"""The machine: usable cores, and how freed memory is kept."""

import ctypes
import gc
import os

M_TRIM_THRESHOLD, M_TOP_PAD, M_MMAP_THRESHOLD = -1, -2, -3  # parameters of glibc's mallopt
KEPT, STEP, LARGE = 256 << 20, 16 << 20, 128 << 20  # bytes


def keep_freed_memory() -> None:
    """Keep freed memory for the next photo: returning pages and fetching them again costs 3 % of the time.

    Pictures take megabytes, which glibc returns to the system at once. With another C library nothing happens.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        for parameter, value in ((M_TRIM_THRESHOLD, KEPT), (M_TOP_PAD, STEP), (M_MMAP_THRESHOLD, LARGE)):
            mallopt(parameter, value)


def give_back_memory() -> None:
    """Return freed memory to the system: glibc keeps that of large requests for good. Else nothing happens."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


def keep_for_good() -> None:
    """Exclude everything allocated so far, mostly word lists, from garbage collection.

    Scanning it takes a sixth of a second, during which the service answers nobody.
    """
    if not gc.get_freeze_count():
        gc.collect()
        gc.freeze()


def usable_cores() -> int:
    """The cores that this process may use; macOS cannot tell them from all."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1
