"""The manifest: a CSV file that says who played which photo; and the players file of `qwords sheet`."""

import csv
import io
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from sheets.identity_code import Identity, tidy
from tournament.column_words import column_of
from tournament.tournament_errors import BadManifest

SIZE_LIMIT = 10 * 2**20


@dataclass(frozen=True)
class ManifestLine:
    """One line of the manifest; page and sheet are 0 where every page or sheet of the file is meant."""

    file: str
    identity: Identity
    page: int = 0
    sheet: int = 0
    number: int = 0  # of the line in its file


@dataclass(frozen=True)
class Manifest:
    """Who played what, by file."""

    lines: tuple[ManifestLine, ...] = ()

    def page(self, name: str) -> dict[int, Identity]:
        """Who played the sheets of a page, by their number; 0 stands for every sheet. The most exact line wins.

        That is the one that gives the most of the file's path, and then the one that names page and sheet.
        """
        file, _, number = name.partition("#")
        found = [(place, line) for place, key in enumerate(_keys(file)) for line in self._index.get(key, ())]
        fitting = [(place, line) for place, line in found if line.page in (0, int(number or 1))]
        return {sheet: _most_exact(name, fitting, sheet) for sheet in {line.sheet for _, line in fitting}}

    def missing(self, names: Sequence[str]) -> tuple[ManifestLine, ...]:
        """The lines no page belongs to: a photo that was announced and did not come."""
        keys = {key for name in names for key in _keys(name.partition("#")[0])}
        return tuple(line for line in self.lines if _spelt(line.file) not in keys)

    @cached_property
    def _index(self) -> dict[str, list[ManifestLine]]:
        index: dict[str, list[ManifestLine]] = {}
        for line in self.lines:
            index.setdefault(_spelt(line.file), []).append(line)
        return index


def _most_exact(name: str, fitting: Sequence[tuple[int, ManifestLine]], sheet: int) -> Identity:
    """Who played a sheet, of the lines on it and on all sheets; the smaller its place, the more a line says."""

    def vague(found: tuple[int, ManifestLine]) -> tuple[int, bool, bool]:
        place, line = found
        return place, not line.page, not line.sheet

    about = [found for found in fitting if found[1].sheet in (0, sheet)]
    first = min(map(vague, about))
    best = [line for place, line in about if vague((place, line)) == first]
    if any(line.identity != best[0].identity for line in best):
        told = ", ".join(f"line {line.number} ({line.file}: {line.identity.player})" for line in best)
        raise BadManifest(f"{name} is named by {told}", "Give more of the file's path, or take out what is wrong.")
    return best[0].identity


def _keys(name: str) -> list[str]:
    """What a manifest may call a file, exact ones first: any end of its path, or its name without the extension."""
    parts = _spelt(name).split("/")
    ends = ["/".join(parts[start:]) for start in range(len(parts))]
    stem = parts[-1].rsplit(".", 1)[0]
    return ends if stem in ends else [*ends, stem]


def _spelt(name: str) -> str:
    """One spelling of a file's name: in a ZIP file from a Mac the accents stand beside the letters."""
    return unicodedata.normalize("NFC", name).lower()


def load_manifest(path: Path) -> Manifest:
    """Read a manifest."""
    rows, columns = read_table(path)
    if "file" not in columns or "player" not in columns:
        raise BadManifest(f"{path.name} has no columns named file and player{instead(passed_over(path))}")
    lines = []
    for number, row in enumerate(rows, start=2):
        value = {name: tidy(row[place]) if place < len(row) else "" for name, place in columns.items()}
        if not any(value.values()):
            continue
        if not value["file"]:
            raise BadManifest(f"{path.name}, line {number}: no file")
        who = Identity(value["player"], value.get("round", ""), value.get("table", ""), "manifest")
        page, sheet = (_count(value.get(name, ""), path, number) for name in ("page", "sheet"))
        lines.append(ManifestLine(value["file"].replace("\\", "/"), who, page, sheet, number))
    return Manifest(tuple(lines))


def load_players(path: Path) -> tuple[Identity, ...]:
    """Read a players file: CSV with a column player (round, table), or one name a line."""
    rows, columns = read_table(path)
    players = []
    for row in rows:
        value = {name: tidy(row[place]) if place < len(row) else "" for name, place in columns.items()}
        if player := value.get("player", ""):
            players.append(Identity(player, value.get("round", ""), value.get("table", ""), "manifest"))
    if not players:
        raise BadManifest(f"{path.name} names no player")
    return tuple(players)


def read_table(path: Path) -> tuple[list[list[str]], dict[str, int]]:
    """The lines of a CSV file and where its known columns are; without a header the first column holds the player."""
    return table_of(_text(path), path.name)


def table_of(text: str, name: str) -> tuple[list[list[str]], dict[str, int]]:
    """The same of a text."""
    rows = _rows(text, name)
    if not rows:
        raise BadManifest(f"{name} is empty")
    columns: dict[str, int] = {}
    for place, cell in enumerate(rows[0]):
        if column := column_of(cell):
            columns.setdefault(column, place)
    return (rows[1:], columns) if columns else (rows, {"player": 0})


def _rows(text: str, name: str) -> list[list[str]]:
    lines = io.StringIO(text, newline=None)  # some programs end lines as Macs once did
    try:
        return list(csv.reader(lines, delimiter=_delimiter(text)))
    except csv.Error as error:
        raise BadManifest(f"{name} is not a CSV file: {error}") from error


def passed_over(path: Path) -> tuple[str, ...]:
    """The titles of the columns of a CSV file that are none of ours; nothing is left out silently."""
    return passed_over_in(_text(path), path.name)


def passed_over_in(text: str, name: str) -> tuple[str, ...]:
    """The same of a text. Where nothing in the first line is a title, only the first column is taken."""
    first = next(iter(_rows(text, name)), [])
    titles = [tidy(cell) for cell in first if not column_of(cell)]
    named = titles if len(titles) < len(first) else titles[1:]
    return tuple(title for title in named if title)


def instead(titles: Sequence[str]) -> str:
    """What a list holds in place of what was looked for."""
    return f"; these are not known: {', '.join(titles)}" if titles else ""


def _text(path: Path) -> str:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadManifest(f"{path.name}: {error.strerror}") from error
    if len(data) > SIZE_LIMIT or b"\0" in data:
        raise BadManifest(f"{path.name} is not a CSV file")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")  # what Excel writes by default in Western Europe


def _delimiter(text: str) -> str:
    first = text.split("\n", 1)[0]
    return max(",;\t", key=first.count)


def _count(text: str, path: Path, number: int) -> int:
    if not text:
        return 0
    if not text.isdecimal():
        raise BadManifest(f"{path.name}, line {number}: {text!r} is not a number")
    return int(text)
