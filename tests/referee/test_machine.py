"""Memory that a photo frees serves the next one."""

import os
import subprocess
import sys

import pytest

from referee.machine import usable_cores

FAULTS = """
import resource, sys
import numpy as np
if sys.argv[1] == "kept":
    from referee.machine import keep_freed_memory
    keep_freed_memory()
for turn in range(30):
    if turn == 10:
        before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    held = [np.ones(2_000_000, np.uint8) for _ in range(8)]
    del held
print(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only glibc is told")
def test_freed_memory_is_not_fetched_from_the_system_again() -> None:
    faults = {}
    for how in ("usual", "kept"):
        command = [sys.executable, "-c", FAULTS, how]
        faults[how] = int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert faults["kept"] < 500 < faults["usual"]  # pages; the pictures have thousands


def test_cores_are_counted_where_the_system_cannot_tell_which_may_be_used(monkeypatch: pytest.MonkeyPatch) -> None:
    assert usable_cores() >= 1
    monkeypatch.delattr("os.sched_getaffinity", raising=False)
    assert usable_cores() == os.cpu_count()
