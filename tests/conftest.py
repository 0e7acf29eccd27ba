"""What all tests share: where things lie, and which system parts are installed."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from planned_scans import PlanScan, plan_scan

from tests.needs import skip_or_fail

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"


# The tier that runs in under a minute: no photo, browser, database or training set. Those marked slow are not in it.
FAST = (
    "scoring", "lexicons", "referee", "texts", "proof", "report", "cli", "q4", "api/test_pool.py",
    "test_architecture.py", "test_architecture_page.py", "test_docs.py",
)  # fmt: skip
HERE = Path(__file__).resolve().parent


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let the Makefile run every test once, in two parts."""
    parser.addoption("--tier", choices=("fast", "rest"), help="only the quick tests, or only all others")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even import what the fast tier leaves out."""
    if config.getoption("--tier") != "fast":
        return None
    path = collection_path.resolve()
    wanted = [HERE / name for name in FAST]
    return not any(path.is_relative_to(place) or place.is_relative_to(path) for place in wanted) or None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what the other tier runs."""
    if tier := config.getoption("--tier"):
        others = [item for item in items if is_fast(item) is not (tier == "fast")]
        items[:] = [item for item in items if is_fast(item) is (tier == "fast")]
        config.hook.pytest_deselected(items=others)


def is_fast(item: pytest.Item) -> bool:
    """Whether the fast tier runs it."""
    return not item.get_closest_marker("slow") and any(item.path.is_relative_to(HERE / name) for name in FAST)


@pytest.fixture(scope="session", autouse=True)
def _keys_of_the_tests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test signs with the key of whoever runs it."""
    folder = str(tmp_path_factory.mktemp("keys") / "keys")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("QWORDS_KEYS", folder)
        patch.setattr("proof.keys.AT_HOME", folder)
        yield


@pytest.fixture(scope="session")
def root() -> Path:
    """The project's top folder."""
    return ROOT


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of development material beside the project; tests that need it skip where it is absent."""
    if not (SHARED / "photos").is_dir():
        pytest.skip("the development photos (../shared) are not on this machine")
    return SHARED


def require_program(*names: str) -> str:
    """The path of the first program that is installed; otherwise skip, or fail where CI must not skip."""
    for name in names:
        if path := shutil.which(name):
            return path
    reason = f"{' or '.join(names)} is not installed: run `make test` as root or with sudo, or install it by hand"
    return skip_or_fail(reason)


@pytest.fixture(scope="session")
def tesseract() -> str:
    """The Tesseract program."""
    return require_program("tesseract")


@pytest.fixture(scope="session")
def chromium() -> str:
    """A Chromium or Chrome browser."""
    return require_program("chromium", "chromium-browser", "google-chrome")


@pytest.fixture(scope="session")
def firefox_program() -> str:
    """Firefox."""
    return require_program("firefox-esr", "firefox")


@pytest.fixture(scope="session")
def webkit_driver() -> str:
    """What drives WebKit, on a screen that nobody sees."""
    require_program("Xvfb")
    return require_program("WebKitWebDriver")


@pytest.fixture(scope="session")
def strace() -> str:
    """The program that shows what another asks of the system."""
    return require_program("strace")


@pytest.fixture
def planned() -> PlanScan:
    """Scans as a test plans them."""
    return plan_scan
