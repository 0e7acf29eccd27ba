"""docs/add-a-form.md, walked: a file in the folder is a form, and no code has to know it."""

import re
import shutil
import tomllib
from pathlib import Path

import pytest

from scanner import known_forms


@pytest.fixture
def page(root: Path) -> str:
    return (root / "docs/add-a-form.md").read_text(encoding="utf-8")


def test_a_file_in_the_folder_is_a_form(root: Path, tmp_path: Path, page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (block,) = re.findall(r"```toml\n(.*?)```", page, re.S)
    written = re.sub(r"^   ", "", block, flags=re.M)
    total = tomllib.loads(written)["total"]
    middle = ((total["x"] + total["width"] / 2) / 13.0, (total["y"] + total["height"] / 2) / 13.0)
    known = {form.name for form in known_forms.forms()}
    assert known_forms.nearness("total", middle) < 0.5, "no known form has its total there"

    shutil.copytree(root / "scanner" / "forms", tmp_path / "forms")
    (tmp_path / "forms" / "legend-right.toml").write_text(written, encoding="utf-8")
    monkeypatch.setattr(known_forms, "files", lambda _: tmp_path)
    known_forms.forms.cache_clear()
    try:
        assert {form.name for form in known_forms.forms()} == known | {"legend-right"}
        assert known_forms.nearness("total", middle) == pytest.approx(1)
    finally:
        known_forms.forms.cache_clear()


def test_every_place_that_the_page_names_exists(root: Path, page: str) -> None:
    named = re.findall(r"`((?:scanner|samples|sheets|scoring|tests)/[\w/.\-]*)`", page)
    assert len(named) >= 5 and not [name for name in named if not (root / name).exists()]
