"""Another English word list, as a newer version of the program brings one."""

import pytest

import lexicons
from lexicons.table import Table, read_table


def install_newer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Install an English list that does not know SUPER any more."""
    load = lexicons.load
    table = Table(read_table("en").data.replace(b" SUPER ", b" ", 1), "newer")
    assert "SUPER" not in table.valid and "SUPER" in read_table("en").valid

    def other(language: str, policy: str = "official", house: lexicons.House | None = None) -> lexicons.Lexicon:
        if language != "en":
            return load(language, policy, house)
        return lexicons.Lexicon("en", table, policy, house or lexicons.House())

    monkeypatch.setattr(lexicons, "load", other)
