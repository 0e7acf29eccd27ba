"""Lets a hundred kills and every other mishap befall tournament runs, and checks that nothing is lost or doubled.

    python tests/faults/run.py [--kills 100] [--others 3] [--seed 1]

Every run that a mishap befell is done again; its exports must be the same as those of a run that nothing befell. The
mishaps of the service (database away and back, a tournament that cannot be scored) are in test_service_goes_on.py.
"""

import argparse
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.faults.mishaps import MISHAPS, Cup, Failed, kill


def main() -> None:
    """Run, and print what was survived."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--others", type=int, default=3, help="times for each other mishap")
    parser.add_argument("--pages", type=int, default=24)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    chance, survived, failed, began = random.Random(given.seed), Counter[str](), Counter[str](), time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        cup = Cup(Path(folder), given.pages)
        plan = [kill] * given.kills + [mishap for mishap in MISHAPS if mishap is not kill for _ in range(given.others)]
        for number, mishap in enumerate(plan, 1):
            try:
                mishap(cup, chance)
                survived[mishap.__name__] += 1
            except (Failed, OSError, subprocess.TimeoutExpired) as error:
                failed[mishap.__name__] += 1
                sys.stderr.write(f"{number} {mishap.__name__}: {error}\n")
            if number % 10 == 0:
                sys.stderr.write(f"{number} of {len(plan)}, {failed.total()} failed\n")
    sys.stdout.write(f"{survived.total()} of {len(plan)} survived in {time.monotonic() - began:.0f} s\n")
    for mishap in MISHAPS:
        sys.stdout.write(f"  {mishap.__name__}: {survived[mishap.__name__]} survived, {failed[mishap.__name__]} not\n")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
