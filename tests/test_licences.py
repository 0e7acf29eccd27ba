"""The package says under which licences its parts are, and brings their texts."""

import os
import re
import subprocess
import sys
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

NO_NETWORK = re.compile(r"NewConnectionError|ConnectTimeout|ProxyError|Temporary failure|No matching distribution")


@pytest.mark.slow
def test_the_wheel_names_every_licence_and_holds_its_text(root: Path, tmp_path: Path) -> None:
    line = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--quiet", "--wheel-dir", str(tmp_path), str(root)]
    done = subprocess.run(line, capture_output=True, text=True, check=False, timeout=300)
    if done.returncode and NO_NETWORK.search(done.stderr) and os.environ.get("CI") != "true":
        pytest.skip("the package index cannot be reached")
    assert done.returncode == 0, done.stderr
    with zipfile.ZipFile(next(tmp_path.glob("*.whl"))) as wheel:
        names = wheel.namelist()
        facts = Parser().parsestr(wheel.read(next(n for n in names if n.endswith("/METADATA"))).decode())
    expression = facts["License-Expression"].split(" AND ")
    assert {"MIT", "GPL-3.0-only", "MPL-2.0", "LGPLLR", "CC-BY-SA-4.0", "CC-BY-4.0", "OFL-1.1"} <= set(expression)
    held = {Path(name).stem for name in names if "/licenses/licences/" in name}
    assert held == set(expression) - {"MIT"}
    assert any(name.endswith("/licenses/LICENSE") for name in names)


def test_every_licence_of_a_compiled_list_is_declared(root: Path) -> None:
    declared = set(re.findall(r"[\w.-]+", re.search(r'^license = "(.*)"', _pyproject(root), re.MULTILINE)[1]))  # type: ignore[index]
    for page in sorted((root / "lexicons").glob("*/SOURCES.md")):
        said = re.search(r"Licence of the compiled file: ([^,(\n]*)", page.read_text(encoding="utf-8"))
        assert said, page
        assert set(re.findall(r"[A-Z][\w.-]*\w", said[1])) - {"AND"} <= declared, page


def _pyproject(root: Path) -> str:
    return (root / "pyproject.toml").read_text(encoding="utf-8")
