"""A private PostgreSQL for tests: a temporary cluster that only this machine's socket reaches."""

import os
import pwd
import shutil
import subprocess
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.needs import skip_or_fail

USER = "referee"


def find_program(name: str) -> Path:
    """A program of PostgreSQL, also where Debian hides it; otherwise skip, or fail where CI must not skip."""
    places = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), reverse=True)
    if found := shutil.which(name) or (places[0] if places else None):
        return Path(found)
    reason = "PostgreSQL is not installed: run `make test` as root or with sudo, or install it by hand"
    return skip_or_fail(reason)


@contextmanager
def server() -> Iterator[Path]:
    """A running server; gives the folder of its socket. It refuses to run as root, so root hands it to another user."""
    initdb = find_program("initdb")
    folder = Path(tempfile.mkdtemp(prefix="qwords-pg-"))
    owner = _owner()
    if owner:
        os.chown(folder, pwd.getpwnam(owner).pw_uid, -1)

    data = folder / "data"
    try:
        _run(folder, initdb, "-D", data, "-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        start(folder)
        yield folder
    finally:
        if (data / "postmaster.pid").exists():
            stop(folder)
        shutil.rmtree(folder, ignore_errors=True)


def start(folder: Path) -> None:
    """Start a server that was stopped."""
    options = f"-c listen_addresses='' -c unix_socket_directories='{folder}' -c fsync=off -c max_connections=30"
    _run(folder, find_program("pg_ctl"), "-D", folder / "data", "-o", options, "-l", folder / "log", "-w", "start")


def stop(folder: Path) -> None:
    """Stop a server as a power cut would."""
    _run(folder, find_program("pg_ctl"), "-D", folder / "data", "-m", "immediate", "-w", "stop")


def _run(folder: Path, *command: object) -> None:
    subprocess.run(
        [str(part) for part in command], check=True, capture_output=True, user=_owner(), cwd=folder, timeout=120
    )


def new_database(socket: Path) -> str:
    """A fresh database; gives its URL."""
    import psycopg

    name = f"t{uuid.uuid4().hex}"
    with psycopg.connect(host=str(socket), user=USER, dbname="postgres", autocommit=True) as connection:
        connection.execute(f'create database "{name}"')
    return f"postgresql://{USER}@/{name}?host={socket}"


def _owner() -> str | None:
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"
