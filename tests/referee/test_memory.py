"""Memory that a photo frees serves the next one."""

import subprocess
import sys

import pytest

FAULTS = """
import resource, sys
import numpy as np
if sys.argv[1] == "kept":
    from referee.memory import keep_freed_memory
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
