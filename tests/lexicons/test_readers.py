"""Blind samples as plain lists: each reader has all lines in another order, and what they write is taken together."""

import csv
from pathlib import Path

import pytest

from benchmarks import fame, judging, readers
from benchmarks.judging import BadSheet
from lexicons import load


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("draw")
    readers.draw(folder, 99, 99, ["it"])
    return folder


@pytest.fixture
def judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "fame").mkdir()
    monkeypatch.setattr(judging, "JUDGED", tmp_path)
    monkeypatch.setattr(fame, "FAME", tmp_path / "fame")
    (tmp_path / "it.tsv").write_text("draw\tword\tstatus\tjudgement\tnote\n", encoding="utf-8")
    return tmp_path


def lines(folder: Path, reader: int) -> list[str]:
    return (folder / f"reader{reader}" / "it.list").read_text(encoding="utf-8").splitlines()


def write(folder: Path, reader: int, signs: str = "+") -> None:
    text = "\n".join(f"{line} {signs}" for line in lines(folder, reader))
    (folder / f"reader{reader}" / "it.txt").write_text(text, encoding="utf-8")


def test_every_reader_has_the_same_lines_in_another_order(drawn: Path) -> None:
    first, second, third = (lines(drawn, reader) for reader in readers.READERS)
    assert first != second != third != first
    assert sorted(first) == sorted(second) == sorted(third)
    assert len(first) == fame.ACCEPTED + fame.DISPUTABLE + judging.ACCEPTED + judging.REFUSED
    assert all(len(line.split()) == 2 for line in first), "nothing says what the lexicon accepts"


def test_two_of_three_decide(drawn: Path, judged: Path) -> None:
    for reader, signs in ((1, "- unknown"), (2, "+"), (3, "+")):
        write(drawn, reader, signs)
    readers.take(drawn, ["it"])
    lexicon = load("it")
    with (judged / "fame" / "it.tsv").open(encoding="utf-8") as file:
        assert {(row["known"], row["draw"]) for row in csv.DictReader(file, delimiter="\t")} == {("2", "99")}
    items = judging.judgements("it")
    assert all(item.judgement == ("ok" if item.word in lexicon else "missing") for item in items)


def test_a_line_that_lacks_is_named(drawn: Path, judged: Path) -> None:
    for reader in readers.READERS:
        write(drawn, reader)
    path = drawn / "reader2" / "it.txt"
    first, _, rest = path.read_text(encoding="utf-8").partition("\n")
    path.write_text(rest, encoding="utf-8")
    with pytest.raises(BadSheet, match=first.split()[1]):
        readers.take(drawn, ["it"])
