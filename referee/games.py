"""The games that are installed, and which of them a photo shows. Nothing else names a game."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from types import MappingProxyType
from typing import Any, cast

from referee.game import Choice, Game
from referee.referee import Referee
from referee.referee_errors import BrokenGame, UnknownGame
from referee.values import Answer, PhotoVerdict
from scanner.scan_errors import SheetNotFound
from scanner.values import Photo, Points

GROUP = "qwords.games"  # entry points: `code = "module:value"`
BUILT_IN = {"qwords": "report.qwords_game:GAME", "q4": "report.q4_game:GAME"}
AUTO = "auto"  # as the sheet looks
SheetAnswers = Mapping[int, Sequence[Answer]]  # by the number of the sheet in its photo, from 1
NOTHING: SheetAnswers = MappingProxyType({})


@cache
def places() -> Mapping[str, str]:
    """Where each installed game lies, the default first; of two with one code the built-in one counts."""
    found = {entry.name: entry.value for entry in entry_points(group=GROUP)}
    return {**BUILT_IN, **{code: value for code, value in found.items() if code not in BUILT_IN}}


def codes() -> tuple[str, ...]:
    """The codes of all games."""
    return tuple(places())


@cache
def game(code: str) -> Game:
    """The game of this code."""
    if code not in places():
        raise UnknownGame(f"{code} is not one of {', '.join(codes())}.")
    module, _, name = places()[code].partition(":")
    try:
        found = cast(Game, getattr(import_module(module), name))
        complete = found.code == code and all(hasattr(found, part) for part in vars(Game) if not part.startswith("_"))
    except (ImportError, AttributeError) as error:
        raise BrokenGame(f"{code}: {error}") from error
    if not complete:
        raise BrokenGame(f"{code}: {places()[code]} is not a whole game of that code.")
    return found


def installed() -> list[Game]:
    """All games that can be used, the default first."""
    found = []
    for code in codes():
        with suppress(BrokenGame):  # whoever asks for that game hears of it
            found.append(game(code))
    return found


def choices(kind: str = "choices") -> dict[str, Choice]:
    """What a table may choose in any game, or have printed (`prints`); the first game's word on a name counts."""
    found: dict[str, Choice] = {}
    for choice in (choice for one in installed() for choice in getattr(one, kind)):
        found.setdefault(choice.name, choice)
    return found


def judge_photo(
    referee: Referee,
    data: bytes,
    name: str,
    chosen: Mapping[str, str],
    code: str = AUTO,
    at: Points | None = None,
    answers: SheetAnswers = NOTHING,
) -> PhotoVerdict:
    """The verdict of a photo by the game asked for, with what people said of its sheets, numbered from 1.

    Where no game is asked for, the first one reads; another that recognises its print takes what the first is unsure
    of, and what it finds no sheet in, unless a person has said something of the first one's sheets.
    """
    photo = referee.decoded(data, name)

    def judged(playing: Game) -> PhotoVerdict:
        return play(playing, photo, referee, playing.options(chosen), at, answers)

    first, *others = installed() if code == AUTO else [game(code)]
    others = [] if answers or at is not None else others
    try:
        verdict = judged(first)
    except SheetNotFound:
        meant = next((other for other in others if other.recognise(photo, closely=True)), None)
        if meant is None:
            raise
    else:
        unsure = others if verdict.needs_review else []
        meant = next((other for other in unsure if other.recognise(photo)), None)
        if meant is None:
            return verdict
    return judged(meant)


def play(
    playing: Game,
    photo: Photo,
    referee: Referee,
    options: Any,
    at: Points | None = None,
    answers: SheetAnswers = NOTHING,
) -> PhotoVerdict:
    """The verdict of a photo by one game."""
    sheets = tuple(
        playing.judge(read.evidence, options, answers.get(number, ()), pictures=read.pictures)
        for number, read in enumerate(playing.read(photo, referee.reader, at), start=1)
    )
    return PhotoVerdict(playing, photo, sheets, reader=referee.settings.reader)
