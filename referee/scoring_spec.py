"""ScoringSpec: how sheets are read and judged, as one plain value that can be stored, sent and compared."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from lexicons.house import Ruling
from referee import games
from referee.game import Choice, Game
from referee.referee_errors import RefereeError
from referee.settings import Settings

NUMBERS = ("max_megabytes", "max_megapixels")


@dataclass(frozen=True)
class ScoringSpec:
    """The game, the language of the words, what else the table chose, the reader and the limits of a photo."""

    lang: str = "en"
    game: str = field(default_factory=lambda: games.codes()[0])
    choices: tuple[tuple[str, str], ...] = ()  # only what differs from the game's defaults, by name
    reader: str = Settings.reader
    max_megabytes: int = Settings.max_megabytes
    max_megapixels: int = Settings.max_megapixels

    @staticmethod
    def under(settings: Settings, chosen: Mapping[str, str], game: str = "", tournament: bool = False) -> "ScoringSpec":
        """The choices of a table, or of a tournament, with the settings that decide how a photo is read."""
        limits = {name: getattr(settings, name) for name in ("reader", *NUMBERS)}
        game = game or games.codes()[0]
        stricter = {choice.name: choice.tournament for choice in _choices(game) if tournament and choice.tournament}
        said = {name: value for name, value in chosen.items() if value}
        return ScoringSpec.from_json({**stricter, **said, **limits, "game": game})

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> "ScoringSpec":
        """The spec as it was written down; what a game does not know any more is kept."""
        own = {name: data[name] for name in ("lang", "reader", *NUMBERS) if name in data}
        game = data.get("game", next(iter(games.BUILT_IN)))  # the first versions had no other
        defaults = {choice.name: choice.default for choice in _choices(game)}
        left = {name: str(value) for name, value in data.items() if name not in own and name != "game" and value}
        differing = {name: value for name, value in left.items() if value != defaults.get(name, "")}
        return ScoringSpec(game=game, choices=tuple(sorted(differing.items())), **own)

    def to_json(self) -> dict[str, Any]:
        """The spec as plain JSON, the game's defaults written out."""
        defaults = {choice.name: choice.default for choice in _choices(self.game)}
        own = {name: getattr(self, name) for name in ("game", "reader", *NUMBERS)}
        return {"lang": self.lang, **defaults, **dict(self.choices), **own}

    @property
    def chosen(self) -> dict[str, str]:
        """What the table chose, as its game takes it."""
        return {"lang": self.lang, **dict(self.choices)}

    @property
    def playing(self) -> Game:
        """The game that is played."""
        return games.game(self.game)

    def options(self, rulings: Sequence[Ruling] = ()) -> Any:
        """The choices understood, with rulings made since; raises what the game cannot understand."""
        return self.playing.options(self.chosen, rulings)

    def settings(self) -> Settings:
        """The settings of a referee that reads by this spec."""
        return Settings(reader=self.reader, max_megabytes=self.max_megabytes, max_megapixels=self.max_megapixels)


def _choices(code: str) -> Sequence[Choice]:
    """What may be chosen in a game; nothing is known of one that is not installed."""
    with suppress(RefereeError):
        return games.game(code).choices
    return ()
