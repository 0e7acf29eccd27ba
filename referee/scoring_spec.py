"""ScoringSpec: how sheets are read and judged, as one plain value that can be stored, sent and compared."""

from dataclasses import dataclass
from typing import Any

from lexicons import House
from referee.options import Options
from referee.settings import Settings
from scoring import RollLog


@dataclass(frozen=True)
class ScoringSpec:
    """Language, side, rules, policy, the texts of house file and roll log, the reader and the limits of a photo."""

    lang: str = "en"
    side: str = "auto"
    rules: str = "auto"
    policy: str = "official"
    house: str = ""  # text of a house file
    house_name: str = ""  # what the house file is called, for those who read a verdict
    rolls: str = ""  # text of a log of the rolls
    game: str = "qwords"  # or another game of the referee's
    words: str = ""  # text of that game's word list; "": the default one
    words_name: str = ""
    mode: str = "competitive"  # how its tables play
    reader: str = Settings.reader
    max_megabytes: int = Settings.max_megabytes
    max_megapixels: int = Settings.max_megapixels

    @staticmethod
    def under(settings: Settings, **choices: Any) -> "ScoringSpec":
        """The choices of a table, with the settings that decide how a photo is read."""
        megabytes, megapixels = settings.max_megabytes, settings.max_megapixels
        return ScoringSpec(reader=settings.reader, max_megabytes=megabytes, max_megapixels=megapixels, **choices)

    def options(self) -> Options:
        """The choices as the referee takes them; raises where house rulings or rolls cannot be understood."""
        house = House.parse(self.house, self.house_name or House.name) if self.house.strip() else None
        rolls = RollLog.parse(self.rolls) if self.rolls.strip() else None
        return Options(self.lang, self.side, self.rules, self.policy, house, rolls)

    def settings(self) -> Settings:
        """The settings of a referee that reads by this spec."""
        return Settings(reader=self.reader, max_megabytes=self.max_megabytes, max_megapixels=self.max_megapixels)
