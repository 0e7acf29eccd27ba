"""Blind sheets: mixed, in another order for each reader, and nothing is taken that was not answered."""

from pathlib import Path

import pytest

from benchmarks import blind
from benchmarks.judging import BadSheet
from lexicons import load


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sheets")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(blind, "LANGUAGES", ("it",))
        blind.draw(folder, blind.KINDS, 9)
    return folder


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(blind, "BLIND", tmp_path)
    return tmp_path


def words(sheet: Path) -> list[str]:
    return sheet.read_text(encoding="ascii").split()


def answer(folder: Path, name: str, says: dict[int, str]) -> None:
    for reader, answers in says.items():
        for sheet in (folder / name).glob(f"it*-{reader}.txt"):
            text = "".join(f"{word} {answers}\n" for word in words(sheet))
            sheet.with_suffix(".answers.txt").write_text(text, encoding="utf-8")


def test_every_pair_is_asked_of_every_reader_in_another_order(drawn: Path) -> None:
    orders = [words(drawn / "pairs" / f"it-{reader}.txt") for reader in blind.KINDS["pairs"].readers]
    assert len({tuple(order) for order in orders}) == len(orders) == 5
    assert all(len(set(order)) == len(order) == 26 * 26 for order in orders)


@pytest.mark.parametrize("name", blind.KINDS)
def test_a_sheet_is_short_enough_and_mixes_what_counts_with_what_does_not(drawn: Path, name: str) -> None:
    lexicon = load("it")
    sheets = [words(path) for path in (drawn / name).glob("it*-[1-9].txt")]
    assert len(sheets) >= len(blind.KINDS[name].readers)
    for sheet in sheets:
        assert len(sheet) == len(set(sheet)) <= blind.LONGEST
        assert {word in lexicon for word in sheet} == {True, False}
        assert sheet != sorted(sheet), "an order would tell"


def test_every_common_refused_string_is_asked_of_both_readers(drawn: Path) -> None:
    lexicon = load("it")
    asked = [
        {word for path in (drawn / "gaps").glob(f"it.*-{reader}.txt") for word in words(path)} for reader in (1, 2)
    ]
    assert asked[0] == asked[1]
    refused = asked[0] - lexicon.words
    by_rule = {"refused-exclamation", "refused-roman-numeral"}
    assert refused == {
        word
        for word in blind.frequencies("it").keys() - lexicon.words
        if len(word) > 2 and lexicon.explain(word).why_code not in by_rule
    }


def test_answers_are_kept_with_what_the_lists_said(drawn: Path) -> None:
    answer(drawn, "known", {1: "yes a note", 2: "no", 3: "yes", 4: "YES", 5: "no"})
    taken = blind.take(drawn, "known", "it", 9)
    assert taken == blind.judged("known", "it")
    assert {(item.round, item.answers, item.note) for item in taken} == {(9, "ynyyn", "a note")}
    assert all(item.counted == (item.word in load("it")) for item in taken)
    assert blind.take(drawn, "known", "it", 10)[0].round == 10
    blind.take(drawn, "known", "it", 9)
    assert len(blind.judged("known", "it")) == 2 * len(taken), "each round is kept, once"


def test_silence_is_a_no_only_where_the_task_says_so(drawn: Path) -> None:
    for name, reader in (("gaps", 1), ("pairs", 1)):
        for sheet in (drawn / name).glob(f"it*-{reader}.txt"):
            sheet.with_suffix(".answers.txt").write_text(f"{words(sheet)[0]} yes\n", encoding="utf-8")
    taken = blind.take(drawn, "gaps", "it", 9)
    assert {item.answers for item in taken} == {"y-", "n-"}, "the second reader has not answered"
    with pytest.raises(BadSheet, match="675 strings lack an answer"):
        blind.take(drawn, "pairs", "it", 9)


@pytest.mark.parametrize("line", ["ZZZZZZ yes", "AA perhaps", "AA yes\nAA no"])
def test_an_answer_to_nothing_or_twice_is_refused(drawn: Path, line: str, kept: Path) -> None:
    (drawn / "pairs" / "it-2.answers.txt").write_text(line + "\n", encoding="utf-8")
    (drawn / "pairs" / "it-1.answers.txt").unlink(missing_ok=True)
    with pytest.raises(BadSheet, match="answers no string of the sheet"):
        blind.take(drawn, "pairs", "it", 9)
    assert not list(kept.rglob("*.tsv")), "nothing is half taken"
