"""How widely names are known: blind samples, fitted weights, targets."""

from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks import fame
from benchmarks.judging import BadSheet
from lexicons import LANGUAGES, load
from lexicons.build.fame import name_fame, word_fame
from lexicons.build.list_evidence import Evidence


def filled(sheet: str, answer: str) -> str:
    return sheet.replace("\t\t", f"\t{answer}\t")


@pytest.fixture(scope="module")
def sheet() -> str:
    return fame.draw("es", 99, 7, accepted=30, disputable=20)


def test_a_sheet_mixes_accepted_and_disputable_names_and_tells_neither(sheet: str) -> None:
    lexicon = load("es")
    words = [line.split("\t")[0] for line in sheet.splitlines()[2:]]
    assert (len(words), sum(word in lexicon for word in words)) == (50, 30)
    assert fame.draw("es", 99, 7, accepted=30, disputable=20) == sheet
    before = {item.word for item in fame.judged("es")}
    assert not before & set(words)


def test_three_readers_are_counted(sheet: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fame, "FAME", tmp_path)
    known, unknown = filled(sheet, "known"), filled(sheet, "unknown")
    assert fame.take([known, unknown, known]) == "es"
    assert {item.known for item in fame.judged("es")} == {2}
    with pytest.raises(BadSheet, match="already"):
        fame.take([known, known, known])


def test_sheets_that_do_not_fit_are_refused(sheet: str) -> None:
    with pytest.raises(BadSheet, match="neither known nor unknown"):
        fame.take([sheet] * 3)
    with pytest.raises(BadSheet, match="3 sheets"):
        fame.take([filled(sheet, "known")])
    with pytest.raises(BadSheet, match="does not begin"):
        fame.read_sheet("word\n")


def test_fame_rises_with_the_evidence() -> None:
    person = [Evidence("ROSSI", "Rossi", "pantheon", "person", 80)]
    plain = name_fame([], 2.0, vouched=False, disputed=False)
    assert plain < name_fame(person, 2.0, vouched=False, disputed=False) < name_fame(person, 4.0, False, False)
    assert name_fame(person, 4.0, vouched=True, disputed=False) > 0.9
    assert name_fame(person, 4.0, vouched=False, disputed=True) < 0.7
    assert word_fame(0.0) < word_fame(2.0) < word_fame(5.0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_figure_is_below_its_target_or_floor(language: str) -> None:
    figures = fame.measure(language)
    assert fame.failures(language, figures) == []
    assert abs(figures.fame_said - figures.fame_found) < 0.06  # what fame says is what readers say
    assert len(fame.failures(language, replace(figures, names_known=0.88, famous_accepted=0.96))) == 2
