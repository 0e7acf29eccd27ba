"""Blind samples: drawn, filled in, and taken among the judged ones."""

from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from benchmarks import judging, lexicons
from benchmarks.judging import ACCEPTED, COMMON, REFUSED, BadSheet, agreed, draw, frequent, judgements, read_sheet, take
from lexicons import load


def filled(sheet: str, verdict: str, reason: str) -> str:
    return sheet.replace("\t\t\t", f"\t{verdict}\t{reason}\t")


def rows(sheet: str) -> list[list[str]]:
    return [line.split("\t") for line in sheet.splitlines() if not line.startswith("#")][1:]


@pytest.fixture(scope="module")
def sheet() -> str:
    return draw("it", 99, 4711)


@pytest.fixture
def judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(judging, "JUDGED", tmp_path)
    (tmp_path / "it.tsv").write_text("draw\tword\tstatus\tjudgement\tnote\n", encoding="utf-8")
    return tmp_path / "it.tsv"


def test_a_draw_is_the_same_for_the_same_seed_only(sheet: str) -> None:
    assert draw("it", 99, 4711) == sheet != draw("it", 99, 4712)


def test_a_sheet_has_both_kinds_mixed_and_says_of_none_which_it_is(sheet: str) -> None:
    lexicon = load("it")
    kinds = [row[0] in lexicon for row in rows(sheet)]
    assert (sum(kinds), len(kinds)) == (ACCEPTED, ACCEPTED + REFUSED)
    assert 0.4 < sum(kinds[:250]) / 250 < 0.8
    assert all(row[1:3] == ["", ""] and len(row[3]) == 8 for row in rows(sheet))


def test_a_sheet_holds_no_accepted_word_that_was_judged_before(sheet: str) -> None:
    accepted = {row[0] for row in rows(sheet)} & load("it").words
    assert not accepted & {item.word for item in judgements("it")}


def test_refused_strings_are_common_ones(sheet: str) -> None:
    refused = {row[0] for row in rows(sheet)} - load("it").words
    assert refused <= set(islice(frequent("it"), COMMON))


def test_the_seal_tells_what_a_judgement_means(sheet: str) -> None:
    lexicon = load("it")
    language, found = read_sheet(filled(sheet, "valid", "a word"))
    assert language == "it"
    assert all(item.draw == 99 and item.note == "a word" for item in found)
    assert {(item.status, item.judgement) for item in found} == {("accepted", "ok"), ("refused", "missing")}
    assert all((item.status == "accepted") == (item.word in lexicon) for item in found)
    _, found = read_sheet(filled(sheet, "invalid", "none"))
    assert {(item.status, item.judgement) for item in found} == {("accepted", "junk"), ("refused", "ok")}


def test_a_sheet_that_is_not_filled_in_is_refused(sheet: str) -> None:
    word = rows(sheet)[0][0]
    with pytest.raises(BadSheet, match=word):
        read_sheet(sheet)
    with pytest.raises(BadSheet, match=word):
        read_sheet(filled(sheet, "perhaps", "who knows"))


def test_a_judgement_against_the_lexicon_needs_a_reason(sheet: str) -> None:
    with pytest.raises(BadSheet) as error:
        read_sheet(filled(sheet, "valid", ""))
    assert len(str(error.value).split(", ")) == REFUSED + 1  # the sentence itself has a comma


def test_a_changed_word_breaks_its_seal(sheet: str) -> None:
    word = rows(sheet)[0][0]
    with pytest.raises(BadSheet, match="seal"):
        read_sheet(filled(sheet, "valid", "a word").replace(f"\n{word}\t", "\nZZZZZ\t"))


@pytest.mark.parametrize("text", ["", "word\tjudgement\treason\tseal\n", "# language it, draw 6, seed 1\nword\n"])
def test_what_is_no_sheet_is_refused(text: str) -> None:
    with pytest.raises(BadSheet):
        read_sheet(text)


def test_a_taken_sheet_counts_once(sheet: str, judged: Path) -> None:
    text = filled(sheet, "valid", 'a "word"')
    assert take([text]) == "it"
    assert sorted(judgements("it")) == sorted(read_sheet(text)[1])
    with pytest.raises(BadSheet, match="already"):
        take([text])


def test_what_most_readers_wrote_counts(sheet: str) -> None:
    generous, strict = filled(sheet, "valid", "a word"), filled(sheet, "invalid", "unknown")
    first = rows(sheet)[0][0]
    split = generous.replace(f"\n{first}\tvalid\ta word", f"\n{first}\tinvalid\ttypo")
    language, judged = agreed([strict, generous, split])
    assert language == "it"
    assert judged[1:] == read_sheet(generous)[1][1:]
    assert judged[0] == read_sheet(strict)[1][0]


def test_readers_of_different_draws_or_in_even_number_do_not_agree(sheet: str) -> None:
    text = filled(sheet, "valid", "a word")
    with pytest.raises(BadSheet, match="odd number"):
        agreed([text, text])
    with pytest.raises(BadSheet, match="same draw"):
        agreed([text, text, filled(draw("it", 9, 2), "valid", "a word")])


def test_frequent_strings_come_commonest_first() -> None:
    assert list(islice(frequent("en"), 3)) == ["THE", "AND", "FOR"]


def test_a_floor_is_raised_and_never_lowered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lexicons, "FLOORS", tmp_path / "floors.json")
    now = replace(lexicons.measure("it"), drawn_junk=0.03, wrongly_refused=0.01)  # just what is wanted
    lexicons.FLOORS.write_text('{"it": {"top_1000": 0.5, "top_3000": 1.0, "lost_now": 7}}', encoding="utf-8")
    lexicons.record(["it"])
    floor = lexicons.floors()["it"]
    assert (floor["top_1000"], floor["top_3000"], floor["lost_now"]) == (now.top_1000, 1.0, now.lost_now)
    assert lexicons.failures("it", now, floor) == [f"it: top_3000 is {now.top_3000}, its limit is 1.0"]


def test_a_draw_that_misses_its_target_fails() -> None:
    worse = replace(lexicons.measure("it"), drawn_junk=0.031, wrongly_refused=0.011)
    assert len(lexicons.failures("it", worse, {})) == 2
