"""docs/add-a-language.md, walked: a folder is a language, and no code has to know it."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

FILES = {
    "language.toml": """
name = "Esperanto"
english = "Esperanto"

[letters]
"Ĉ" = "CX"

[look_up]
name = "PIV"
link = "https://vortaro.net/#{word}"
""",
    "criteria.toml": """
language = "eo"
licence = "CC0-1.0"
sources = ["words-eo"]

[[rule]]
category = "dictionary"
evidence = ["words-eo:dict"]
""",
    "two_letter.txt": "[dictionary]\nmi, vi\n",
    "exclamations.txt": "ho, ve\n",
    "places.txt": "[cities]\nRomo, Vieno\n",
    "people.txt": "",
    "disputed.txt": "[little-known]\nZaz\n",
    "refused.txt": "[foreign]\nwater\n",
    "SOURCES.md": "# Sources\nCC0-1.0\n<!-- table -->\n<!-- /table -->\n",
}
SOURCE = """
[words-eo]
title = "A tiny list"
registry = "pypi"
package = "words-eo"
version = "1"
file = "words-eo-1.tgz"
sha256 = "{sha256}"
licence = "CC0-1.0"
reader = "word-list"
path = "package/words"
names = {{ eo = "eta listo" }}
"""


@pytest.fixture(scope="module")
def tree(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The rooms that judge, without the languages they have, and one new folder."""
    tree = tmp_path_factory.mktemp("tree")
    no_language = shutil.ignore_patterns("__pycache__", "*.tsv", "de", "en", "es", "fr", "it")
    shutil.copytree(root / "lexicons", tree / "lexicons", ignore=no_language)
    folder = tree / "lexicons" / "eo"
    folder.mkdir()
    for name, text in FILES.items():
        (folder / name).write_text(text.lstrip(), encoding="utf-8")
    _lock(tree, ["domo", "hundo", "ĉio", "ho", "water", "kato", "mi"])
    return tree


def _lock(tree: Path, words: list[str]) -> None:
    import io
    import tarfile
    from hashlib import sha256

    cache, packed, data = tree / "build" / "lexicons", io.BytesIO(), "\n".join(words).encode()
    cache.mkdir(parents=True)
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        member = tarfile.TarInfo("package/words")
        member.size = len(data)
        archive.addfile(member, io.BytesIO(data))
    (cache / "words-eo-1.tgz").write_bytes(packed.getvalue())
    lock = tree / "lexicons" / "sources.toml"
    text = lock.read_text(encoding="utf-8") + SOURCE.format(sha256=sha256(packed.getvalue()).hexdigest())
    lock.write_text(text, encoding="utf-8")


def python(tree: Path, *arguments: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(tree)}
    command = [sys.executable, *arguments]
    done = subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_folder_is_a_language(tree: Path) -> None:
    assert "lexicon.tsv" in python(tree, "-m", "lexicons.build", "eo")
    assert "the same bytes" in python(tree, "-m", "lexicons.build", "--check")
    code = (
        "import json, lexicons; x = lexicons.load('eo'); e = x.explain;"
        "print(json.dumps([lexicons.LANGUAGES, sorted(w for w in x if len(w) == 4),"
        " e('ĉio').word, e('ho').why_code, e('Vieno').why_code, e('water').why_code, e('zaz').why_code,"
        " e('domo').known_as, e('domo').look_up]))"
    )
    assert json.loads(python(tree, "-c", code))[0] == ["eo"]
    _, four, letters, *codes, known, link = json.loads(python(tree, "-c", code))
    assert {"DOMO", "KATO", "ROMO"} <= set(four)
    assert letters == "CXIO"
    assert codes == ["refused-exclamation", "place", "refused-foreign", "refused-little-known"]
    assert (known, link) == (["eta listo"], "https://vortaro.net/#domo")
    assert "| A tiny list |" in (tree / "lexicons" / "eo" / "SOURCES.md").read_text(encoding="utf-8")


def test_a_mistake_in_a_list_stops_the_build(tree: Path) -> None:
    path = tree / "lexicons" / "eo" / "refused.txt"
    before = path.read_text(encoding="utf-8")
    path.write_text("[because]\nwater\n", encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(tree)}
    command = [sys.executable, "-m", "lexicons.build", "eo"]
    done = subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True, check=False)
    path.write_text(before, encoding="utf-8")
    assert done.returncode == 1 and "because is not a reason" in done.stderr
