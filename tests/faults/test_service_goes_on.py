"""Nothing that one page, one tournament or one outage does stops the scoring of the others."""

import io
import struct
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import private_postgres
import pytest
from planned_photos import plan, planned_scorer

from referee.files import NotWritable
from referee.scoring_spec import ScoringSpec
from tournament import background, run
from tournament.archives import page_hash
from tournament.entities import Page, TournamentSpec
from tournament.records import Tournament
from tournament.service import TournamentService

SECONDS = 60.0  # much longer than any of it takes


@contextmanager
def opened(folder: Path, url: str = "") -> Iterator[TournamentService]:
    service = TournamentService(folder, url, jobs=1, make_scorer=planned_scorer)
    service.open()
    try:
        yield service
    finally:
        service.close()


def create(service: TournamentService, reader: str = "cnn") -> Tournament:
    return service.create(TournamentSpec("Cup", ScoringSpec(reader=reader)))[0]


def add(service: TournamentService, tournament: Tournament, name: str, data: bytes) -> None:
    service.add(tournament.id, [(name, io.BytesIO(data))])


def photo(folder: Path, salt: int) -> bytes:
    return plan(folder / f"{salt}.jpg", salt=salt).read_bytes()


def until(met: Callable[[], bool]) -> None:
    deadline = time.monotonic() + SECONDS
    while not met():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def finished(service: TournamentService, tournament: Tournament) -> bool:
    return not service.store.counts(tournament.id)["pending"]


def claiming_method(method: int) -> bytes:
    """A ZIP file whose one member says that it was packed by this method."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("a.jpg", b"\x09\x04\x05\x00" + b"x" * 400)
    data = bytearray(stream.getvalue())
    for sign, at in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):
        struct.pack_into("<H", data, data.index(sign) + at, method)
    return bytes(data)


@pytest.mark.parametrize("method", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2, 9, 93, 99, 65535])
def test_a_zip_file_of_any_method_is_one_rejected_page(tmp_path: Path, method: int) -> None:
    with opened(tmp_path / "data") as service:
        hostile, good = create(service), create(service)
        add(service, hostile, "round1.zip", claiming_method(method))
        add(service, good, "Anna.jpg", photo(tmp_path, 1))
        until(lambda: finished(service, hostile) and finished(service, good))
        assert service.store.counts(hostile.id)["rejected"] == 1
        assert service.store.counts(good.id)["done"] == 1
        assert not service.trouble


def test_a_tournament_that_cannot_be_scored_leaves_the_others_alone(tmp_path: Path) -> None:
    with opened(tmp_path / "data") as service:
        broken, good = create(service, "no such reader"), create(service)
        add(service, broken, "Anna.jpg", photo(tmp_path, 1))
        add(service, good, "Ben.jpg", photo(tmp_path, 2))
        until(lambda: finished(service, good))
        assert service.store.counts(broken.id)["pending"] == 1
        until(lambda: not service.trouble)


def test_a_service_whose_workers_cannot_start_says_so(tmp_path: Path) -> None:
    with opened(tmp_path / "data") as service:
        broken = create(service, "no such reader")
        add(service, broken, "Anna.jpg", photo(tmp_path, 1))
        until(lambda: service.trouble == "tournaments wait: worker-not-started")


def test_pages_that_are_known_already_take_no_more_than_their_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow_hash(page: Page) -> str:
        time.sleep(0.2)
        return page_hash(page)

    monkeypatch.setattr(background, "TURN_SECONDS", 0.5)
    monkeypatch.setattr(run, "page_hash", slow_hash)
    with opened(tmp_path / "data") as service:
        long, short = create(service), create(service)
        same = photo(tmp_path, 1)  # only the first is scored; the others are only looked at
        service.add(long.id, [(f"{n}.jpg", io.BytesIO(same)) for n in range(60)])
        until(lambda: service.store.counts(long.id)["done"] > 0)
        add(service, short, "Anna.jpg", photo(tmp_path, 99))
        until(lambda: finished(service, short))
        assert not finished(service, long)


def test_whatever_is_raised_the_thread_lives_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    failing = True

    def tournaments(store: object) -> list[Tournament]:
        if failing:
            raise ZeroDivisionError
        return known(store)  # type: ignore[arg-type]

    from tournament.store import Store

    known = Store.tournaments
    monkeypatch.setattr(Store, "tournaments", tournaments)
    with opened(tmp_path / "data") as service:
        until(lambda: bool(service.trouble))
        failing = False
        until(lambda: not service.trouble)


def test_one_tournament_does_not_keep_the_others_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "TURN_SECONDS", 0.5)
    with opened(tmp_path / "data") as service:
        long, short = create(service), create(service)
        photos = [plan(tmp_path / f"{n}.jpg", salt=n, sleep=0.2).read_bytes() for n in range(40)]
        service.add(long.id, [(f"{n}.jpg", io.BytesIO(data)) for n, data in enumerate(photos)])
        until(lambda: service.store.counts(long.id)["done"] > 0)
        add(service, short, "Anna.jpg", photo(tmp_path, 99))
        until(lambda: finished(service, short))
        assert not finished(service, long)


@pytest.mark.slow
def test_a_database_that_goes_away_and_comes_back(tmp_path: Path) -> None:
    with private_postgres.server() as socket:
        url = private_postgres.new_database(socket)
        with opened(tmp_path / "data", url) as service:
            tournament = create(service)
            add(service, tournament, "Anna.jpg", photo(tmp_path, 1))
            until(lambda: finished(service, tournament))
            private_postgres.stop(socket)
            service._background.wake()
            until(lambda: "store-unavailable" in service.trouble)
            private_postgres.start(socket)
            until(lambda: not service.trouble)
            add(service, tournament, "Ben.jpg", photo(tmp_path, 2))
            until(lambda: finished(service, tournament))
            assert service.store.counts(tournament.id) == {"done": 2, "rejected": 0, "pending": 0}


def test_a_data_folder_that_cannot_be_written_is_named_by_a_code(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(NotWritable):
        assert TournamentService(tmp_path / "file" / "data").creation_token
    (tmp_path / "token").touch()  # as a full disk left it
    assert len(TournamentService(tmp_path).creation_token) > 20
