"""What may befall a run, each mishap as one function: afterwards the run is done again, and ends well."""

import os
import random
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PATHS = [str(ROOT), str(ROOT / "tests"), str(ROOT / "tests" / "tournament")]
sys.path[:0] = PATHS  # also where it is run as a script

from planned_photos import GRIDS, plan  # noqa: E402

SCRIPT = Path(__file__).with_name("planned_run.py")
EXPORTS = ("results.csv", "results.jsonl", "standings.csv", "standings.json", "rejected.csv", "review.csv")
SECONDS = 300.0  # for one run, on a busy machine


class Failed(AssertionError):
    """A mishap was not survived."""


class Cup:
    """A folder of planned photos, the exports they must give, and a place for runs that go wrong."""

    def __init__(self, folder: Path, pages: int) -> None:
        self.folder, self.pages = folder, pages
        self.source = folder / "in"
        for number in range(pages):
            plan(self.source / f"Player{number:03}.jpg", GRIDS[number % 4], sleep=0.03, salt=number)
        (self.source / "torn.jpg").write_text("no photo")
        began = time.monotonic()
        self.expected = self.exports(self.finish(folder / "undisturbed"))
        self.seconds = time.monotonic() - began

    def new(self) -> Path:
        """An output folder that nobody has used."""
        return self.folder / f"out{len(list(self.folder.iterdir()))}"

    def begin(self, out: Path, *more: str) -> subprocess.Popen[str]:
        """Start a run."""
        path = os.pathsep.join(PATHS)
        line = [sys.executable, str(SCRIPT), str(self.source), str(out), *more]
        with (self.folder.parent / f"{self.folder.name}.log").open("a") as log:
            return subprocess.Popen(
                line,
                env=os.environ | {"PYTHONPATH": path},
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                start_new_session=True,
            )

    def code(self, out: Path, *more: str) -> str:
        """What a run says that cannot end well."""
        said = self.begin(out, *more).communicate(timeout=SECONDS)[0].strip()
        if said.startswith("internal"):
            raise Failed(said)
        return said.split(" ")[0]

    def finish(self, out: Path) -> Path:
        """Run until the end, and check that no page is lost or doubled."""
        with self.begin(out) as process:
            said = process.communicate(timeout=SECONDS)[0]
        if not said.startswith(f"{self.pages + 1} pages in = {self.pages} scored + 1 rejected;"):
            raise Failed(said)
        return out

    def exports(self, out: Path) -> dict[str, str]:
        """The exports of a run."""
        return {name: (out / name).read_text(encoding="utf-8") for name in EXPORTS if (out / name).exists()}

    def check(self, out: Path) -> None:
        """Run again without a mishap: everything must be as if nothing had happened."""
        found = self.exports(self.finish(out))
        if found != self.expected:
            raise Failed(f"other exports: {[name for name in self.expected if found.get(name) != self.expected[name]]}")


def kill(cup: Cup, chance: random.Random) -> None:
    """A run that is killed at a random moment from its start to its end, workers and all or only the parent."""
    out = cup.new()
    with cup.begin(out) as process:
        time.sleep(chance.uniform(0.0, cup.seconds))
        if chance.random() < 0.5:
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
    cup.check(out)


def full_disk(cup: Cup, chance: random.Random) -> None:
    """A disk that takes no more after some bytes."""
    del chance
    for most in (1_000, 20_000, 60_000, 100_000):
        out = cup.new()
        if cup.code(out, str(most)) not in {"store-unavailable", "not-writable", f"{cup.pages + 1}"}:
            raise Failed("no code for a full disk")
        cup.check(out)


def read_only(cup: Cup, chance: random.Random) -> None:
    """A place where nothing can be written."""
    del chance
    if cup.code(Path("/proc/version/out")) != "not-writable":
        raise Failed("no code for a read-only place")


def damaged_store(cup: Cup, chance: random.Random) -> None:
    """A database with a hole in it: a code, and no more; with it and what came of it gone the run is done again."""
    out = cup.finish(cup.new())
    store = out / "tournament.sqlite"
    data = bytearray(store.read_bytes())
    at = chance.randrange(len(data) // 2)
    data[at : at + 8192] = os.urandom(8192)
    data[:16] = os.urandom(16)
    store.write_bytes(data)
    if cup.code(out) != "store-unavailable":
        raise Failed("no code for a damaged store")
    for file in out.glob("tournament.sqlite*"):
        file.unlink()
    if cup.code(out) != "other-store":
        raise Failed("results that no store knows are overwritten")
    for file in [path for path in out.iterdir() if path.is_file()]:
        file.unlink()
    cup.check(out)


def two_at_once(cup: Cup, chance: random.Random) -> None:
    """Two runs on one folder: one of them gives way."""
    out = cup.new()
    with cup.begin(out) as first:
        time.sleep(chance.uniform(0.0, 1.5))
        said = cup.code(out)
        first.communicate(timeout=SECONDS)
    if said not in {"already-running", f"{cup.pages + 1}"}:
        raise Failed(f"the second run said {said}")
    cup.check(out)


def hung_worker(cup: Cup, chance: random.Random) -> None:
    """Workers that stop for a while, as on a machine that goes to sleep, and one that is killed."""
    out = cup.new()
    with cup.begin(out) as process:
        time.sleep(chance.uniform(0.5, 2.0))
        workers = _workers(process.pid)
        for worker in workers:
            os.kill(worker, signal.SIGSTOP)
        time.sleep(0.5)
        for number, worker in enumerate(workers):
            os.kill(worker, signal.SIGKILL if number == 0 else signal.SIGCONT)
        process.communicate(timeout=SECONDS)
    cup.check(out)


def odd_files(cup: Cup, chance: random.Random) -> None:
    """A pipe, a socket, a device and a name that is no text among the photos: rejected, and the others are scored."""
    del chance
    with _odd_files(cup.source) as names:
        process = cup.begin(out := cup.new())
        said = process.communicate(timeout=SECONDS)[0]
        expected = f"{cup.pages + 1 + len(names)} pages in = {cup.pages} scored + {1 + len(names)} rejected;"
        if not said.startswith(expected):
            raise Failed(said)
    rejected = (out / "rejected.csv").read_text(encoding="utf-8")
    if rejected.count("file-unreadable") != 3 or rejected.count("bad-file-name") != 1:
        raise Failed(rejected)


def locked_store(cup: Cup, chance: random.Random) -> None:
    """Another program that holds the database for some seconds."""
    out = cup.finish(cup.new())
    connection = sqlite3.connect(out / "tournament.sqlite", isolation_level=None)
    connection.execute("begin exclusive")
    process = cup.begin(out)
    time.sleep(chance.uniform(1.0, 3.0))
    connection.execute("rollback")
    connection.close()
    process.communicate(timeout=SECONDS)
    cup.check(out)


def clock_jump(cup: Cup, chance: random.Random) -> None:
    """Files from the future and from long ago, as after a clock that was set."""
    out = cup.new()
    with cup.begin(out) as process:
        time.sleep(chance.uniform(0.5, 2.0))
        process.kill()
    for path in (*cup.source.iterdir(), *out.rglob("*")):
        moment = chance.choice([0.0, time.time() - 10**8, time.time() + 10**8])
        os.utime(path, (moment, moment))
    cup.check(out)


Mishap = Callable[[Cup, random.Random], None]
MISHAPS: tuple[Mishap, ...] = (
    kill, full_disk, read_only, damaged_store, two_at_once, hung_worker, odd_files, locked_store, clock_jump,
)  # fmt: skip


def _workers(parent: int) -> list[int]:
    children = Path(f"/proc/{parent}/task").glob("*/children")
    found = {int(pid) for file in children for pid in file.read_text(encoding="ascii").split()}
    return [pid for pid in found if "spawn_main" in Path(f"/proc/{pid}/cmdline").read_text(encoding="utf-8")]


@contextmanager
def _odd_files(folder: Path) -> Iterator[list[Path]]:
    pipe, place, device = folder / "pipe.jpg", folder / "socket.jpg", folder / "zero.jpg"
    odd = Path(os.fsdecode(os.fsencode(folder) + b"/M\xfcller.jpg"))
    os.mkfifo(pipe)
    device.symlink_to("/dev/zero")
    shutil.copy(folder / "Player000.jpg", odd)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(place))
        try:
            yield [pipe, place, device, odd]
        finally:
            for path in (pipe, place, device, odd):
                path.unlink()
