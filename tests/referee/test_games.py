"""The registry: what is installed, what is refused, and how the other games go on."""

import sys
from collections.abc import Iterator
from types import ModuleType, SimpleNamespace

import pytest

from referee import games
from referee.referee_errors import BadEvidence, BrokenGame, UnknownGame
from referee.values import EVIDENCE_VERSION, Evidence


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """A package that brings games beside the built-in ones."""
    module = ModuleType("brought")
    monkeypatch.setitem(sys.modules, "brought", module)
    entries = [("half", "brought:HALF"), ("gone", "nowhere:GAME"), ("qwords", "brought:HALF")]
    found = [SimpleNamespace(name=name, value=value) for name, value in entries]
    monkeypatch.setattr(games, "entry_points", lambda group: found if group == games.GROUP else [])
    for known in (games.places, games.game):
        known.cache_clear()
    yield module
    for known in (games.places, games.game):
        known.cache_clear()


def test_both_games_are_whole() -> None:
    assert [games.game(code).code for code in games.codes()] == ["qwords", "q4"]


def test_a_game_that_is_not_installed_is_named_with_those_that_are() -> None:
    with pytest.raises(UnknownGame, match="qwords, q4") as caught:
        games.game("chess")
    assert (caught.value.code, bool(caught.value.hint)) == ("unknown-game", True)


def test_a_game_half_made_or_gone_is_refused_and_the_others_work(installed: ModuleType) -> None:
    installed.HALF = SimpleNamespace(code="half")  # type: ignore[attr-defined]
    assert games.codes() == ("qwords", "q4", "half", "gone")
    for code in ("half", "gone"):
        with pytest.raises(BrokenGame):
            games.game(code)
    assert games.game("q4").code == "q4"
    assert {"side", "words"} <= games.choices().keys()


def test_of_two_games_with_one_code_the_built_in_one_counts(installed: ModuleType) -> None:
    assert games.game("qwords").code == "qwords"


def test_evidence_of_a_newer_program_is_refused_and_older_evidence_is_taken() -> None:
    assert Evidence("qwords", {"letters": []}).version == 1
    with pytest.raises(BadEvidence) as caught:
        Evidence("qwords", {"version": EVIDENCE_VERSION + 1})
    assert "wrote it" in caught.value.hint
