"""The service with a planned reader, on a real socket."""

import importlib.util
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import httpx
import pytest

from api.app import create_app
from referee.referee import Referee
from referee.settings import Settings

ROOT = Path(__file__).resolve().parent.parent.parent


def _load(name: str) -> ModuleType:
    # Tests are imported one by one, so what they share must be loaded by path.
    spec = importlib.util.spec_from_file_location(f"api_{name}", Path(__file__).with_name(f"{name}.py"))
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


planned = _load("planned")
# Row 3, column 3: B, or P; then ORBIT is no word any more.
DOUBTS = {12: (("B", 0.8), ("P", 0.19), ("R", 0.01))}


@pytest.fixture(scope="session")
def photo() -> bytes:
    """The classic sample."""
    return (ROOT / "samples" / "classic-en" / "photo.jpg").read_bytes()


@pytest.fixture(scope="session")
def planning() -> ModuleType:
    """The planned reader and the server."""
    return planned


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a service whose reader doubts one letter."""
    settings = Settings(data=tmp_path_factory.mktemp("data"))
    app = create_app(settings, Referee(reader=planned.PlannedReader(doubts=DOUBTS), settings=settings))
    with planned.running(app) as url:
        deadline = time.monotonic() + 20
        while httpx.get(f"{url}/readyz").status_code != 200:
            assert time.monotonic() < deadline
            time.sleep(0.02)
        yield url


@pytest.fixture
def client(address: str) -> Iterator[httpx.Client]:
    """A client of that service."""
    with httpx.Client(base_url=address, timeout=20) as client:
        yield client
