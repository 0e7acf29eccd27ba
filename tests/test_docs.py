"""The documentation says what the program does."""

import re
import tomllib
from pathlib import Path

import pytest

from scripts.docs import PAGES
from tests.test_architecture import ROOMS


@pytest.mark.parametrize("name", PAGES)
def test_generated_pages_are_up_to_date(root: Path, name: str) -> None:
    assert (root / "docs" / name).read_text(encoding="utf-8") == PAGES[name](), "run `make docs`"


def test_links_between_pages_lead_somewhere(root: Path) -> None:
    pages = [root / "README.md", root / "CONTRIBUTING.md", *(root / "docs").rglob("*.md")]
    for page in pages:
        for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page.relative_to(root)} links to {target}"


SAYS = re.compile(r"pip3? install(?: -[\w-]+)* (?P<quote>['\"]?)(?P<what>[^\s'\"`]+)(?P=quote)")
WORKS = re.compile(r"(?:\.|FILE\.whl)(?:\[(?P<extras>[a-z,{}]+)\])?")


def test_what_people_are_told_to_install_can_be_installed(root: Path) -> None:
    """No registry has this program: only the source folder and the wheel do, with extras that exist."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    pages = [*root.glob("*.md"), *(root / "docs").rglob("*.md")]
    pages += [page for room in ROOMS for kind in ("*.py", "*.json", "*.html") for page in (root / room).rglob(kind)]
    told = 0
    for page in pages:
        text = page.read_text(encoding="utf-8")
        assert page.name == "CHANGELOG.md" or "qwords-referee[" not in text, page
        for found in SAYS.finditer(text):
            told += 1
            works = WORKS.fullmatch(found["what"])
            assert works, f"{page.relative_to(root)}: {found[0]}"
            extras = set((works["extras"] or "").split(",")) - {"", "{extra}"}
            assert extras <= set(project["optional-dependencies"]), f"{page.relative_to(root)}: {found[0]}"
    assert told >= 8, "the docs and hints that say what to install"
