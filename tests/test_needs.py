"""In CI nothing is skipped for want of a package or a program."""

import re
from pathlib import Path

import pytest

from tests import needs


def test_what_is_missing_is_skipped_by_people_and_fails_in_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="no such extra"):
        needs.package("qwords_no_such_package", because="no such extra")
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="no such extra"):
        needs.package("qwords_no_such_package", because="no such extra")
    assert needs.package("json", because="").loads("1") == 1


def test_an_import_that_fails_within_what_is_installed_is_no_reason_to_skip() -> None:
    with pytest.raises(ModuleNotFoundError), needs.installed("PIL", because=""):
        raise ModuleNotFoundError("No module named 'other'", name="other")


def test_no_test_skips_in_ci_by_another_way(root: Path) -> None:
    skips = re.compile(r"\bimportorskip\(")
    found = {path.name for path in (root / "tests").rglob("*.py") if skips.search(path.read_text(encoding="utf-8"))}
    assert found <= {Path(__file__).name}
