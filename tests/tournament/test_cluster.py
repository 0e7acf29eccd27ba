"""The same work on a real dask cluster: a scheduler, two workers, one of which is killed in the middle."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from planned_photos import GRIDS, plan, planned_scorer

from referee.scoring_spec import ScoringSpec
from tests import needs
from tournament.cluster import cluster_scores
from tournament.entities import Page, TournamentSpec
from tournament.run import Tally
from tournament.session import start
from tournament.tournament_errors import ClusterUnavailable

distributed = needs.package("distributed", because="the extra `cluster` is not installed")
COUNT = 24
# dask warns about loose ends of its own when a worker vanishes; they are not ours to mend.
pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")


class Cluster:
    """A scheduler and its workers, each a process of its own."""

    def __init__(self, folder: Path, root: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.address = f"tcp://127.0.0.1:{probe.getsockname()[1]}"
        self._folder = folder
        paths = os.pathsep.join(map(str, (root, root / "tests", root / "tests/tournament")))
        self._environment = {**os.environ, "PYTHONPATH": paths, "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "3"}
        port = self.address.rpartition(":")[2]
        self._processes = [self._run("scheduler", "--host", "127.0.0.1", "--port", port, "--no-dashboard")]

    def add_worker(self) -> subprocess.Popen[bytes]:
        options = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", str(self._folder))
        worker = self._run("worker", self.address, *options)
        self._processes.append(worker)
        return worker

    def _run(self, *command: str) -> subprocess.Popen[bytes]:
        line = [sys.executable, "-m", "distributed.cli.dask_" + command[0], *command[1:]]
        return subprocess.Popen(line, env=self._environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    @property
    def scheduler(self) -> subprocess.Popen[bytes]:
        return self._processes[0]

    def wait(self) -> None:
        """Until the scheduler knows both workers; starting takes its time on a busy machine."""
        deadline = time.monotonic() + 180
        while time.monotonic() < deadline:
            try:
                with distributed.Client(self.address, timeout=5) as client:
                    client.wait_for_workers(2, timeout=120)
                    return
            except OSError:
                time.sleep(0.5)
        pytest.fail("the cluster did not start")

    def stop(self) -> None:
        for process in self._processes:
            process.kill()
            process.wait()


@pytest.fixture
def cluster(tmp_path: Path, root: Path) -> Iterator[Cluster]:
    running = Cluster(tmp_path, root)
    yield running
    running.stop()


@pytest.mark.slow
def test_a_killed_worker_costs_nothing_but_time(cluster: Cluster, tmp_path: Path) -> None:
    for number in range(COUNT):
        letter = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[number]
        plan(tmp_path / "in" / f"Player{letter}.jpg", GRIDS[number % 4], sleep=0.15, salt=number)
    victim = cluster.add_worker()
    cluster.add_worker()
    cluster.wait()

    def watch(tally: Tally) -> None:
        if tally.done == 4:
            victim.send_signal(signal.SIGKILL)

    with start(tmp_path / "out", TournamentSpec("Cup")) as session:
        scores = session.scores(0, cluster.address, planned_scorer)
        session.run([tmp_path / "in"], None, scores, watch)
        view = session.export()
    assert victim.wait() == -signal.SIGKILL
    assert view.summary.scored == COUNT and view.summary.rejected == view.summary.pending == 0
    lines = (tmp_path / "out" / "results.jsonl").read_text(encoding="utf-8").splitlines()
    assert len({json.loads(line)["page"] for line in lines}) == len(lines) == COUNT


@pytest.mark.slow
def test_a_scheduler_that_is_lost_has_a_code_and_nothing_done_is_lost(cluster: Cluster, tmp_path: Path) -> None:
    for number in range(8):
        plan(tmp_path / "in" / f"Player{'ABCDEFGH'[number]}.jpg", GRIDS[number % 4], sleep=0.3, salt=number)
    cluster.add_worker()
    cluster.add_worker()
    cluster.wait()

    def watch(tally: Tally) -> None:
        if tally.done == 2:
            cluster.scheduler.kill()

    with start(tmp_path / "out", TournamentSpec("Cup")) as session:
        with pytest.raises(ClusterUnavailable):
            session.run([tmp_path / "in"], None, session.scores(0, cluster.address, planned_scorer), watch)
        session.run([tmp_path / "in"], None, session.scores(1, "", planned_scorer), lambda tally: None)
        assert session.export().summary.scored == 8


def test_a_cluster_that_is_not_there_says_so(tmp_path: Path) -> None:
    plan(tmp_path / "in" / "Anna.jpg")
    page = Page("Anna.jpg", "file", str(tmp_path / "in" / "Anna.jpg"))
    with pytest.raises(ClusterUnavailable):
        list(cluster_scores(ScoringSpec(), "tcp://127.0.0.1:1", wait_seconds=1)([(page, "x")]))
