"""The documentation says what the program does."""

import re
from pathlib import Path

import pytest

from scripts.docs import PAGES


@pytest.mark.parametrize("name", PAGES)
def test_generated_pages_are_up_to_date(root: Path, name: str) -> None:
    assert (root / "docs" / name).read_text(encoding="utf-8") == PAGES[name](), "run `make docs`"


def test_links_between_pages_lead_somewhere(root: Path) -> None:
    pages = [root / "README.md", root / "CONTRIBUTING.md", *(root / "docs").rglob("*.md")]
    for page in pages:
        for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page.relative_to(root)} links to {target}"
