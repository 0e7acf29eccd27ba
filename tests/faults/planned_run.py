"""One run of a tournament on planned photos, in a process of its own that faults may befall.

python planned_run.py IN OUT [BYTES]     BYTES: the largest file that the system lets it write
"""

import faulthandler
import resource
import signal
import sys
from pathlib import Path

from planned_photos import planned_scorer

from referee.coded import coded
from tournament.entities import TournamentSpec
from tournament.session import start


def main() -> None:
    """Run; print the summary, or the code of what went wrong and leave with 1."""
    faulthandler.dump_traceback_later(240)  # where it hangs, if it does
    source, out = Path(sys.argv[1]), Path(sys.argv[2])
    if len(sys.argv) > 3:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[3]), int(sys.argv[3])))
    try:
        with start(out, TournamentSpec("Cup")) as session:
            session.run([source], None, session.scores(2, make_scorer=planned_scorer), lambda tally: None)
            sys.stdout.write(session.export().summary.sentence + "\n")
    except Exception as error:  # noqa: BLE001 - the code is what is asked for
        known = coded(error)
        sys.stdout.write(f"{getattr(known, 'code', '')} {getattr(known, 'places', '')}\n")
        sys.exit(1)


if __name__ == "__main__":
    main()
