"""What a report is about beside the verdict: whose sheet, of which game, and what people said, when."""

from dataclasses import dataclass

Corners = tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Told:
    """What a person told: a letter, with row and column from 1; without them the side, or the language by its code."""

    row: int | None
    column: int | None
    what: str
    by: str = ""
    at: str = ""


@dataclass(frozen=True)
class Subject:
    """Everything that a report says and a verdict does not know."""

    player: str = ""
    event: str = ""
    date: str = ""
    sheet: int | None = None  # its number in the photo, from 1, where the report shows only one
    corners: Corners | None = None  # as a person showed them
    said: tuple[Told, ...] = ()  # of the sheet that is shown, with who and when
    photo: str = ""  # hash of the photo that the sheet was read from here, where the photo itself is gone


@dataclass(frozen=True)
class Seal:
    """What a report shows of its signature: whose it is, with which key, when, and the claim in its QR code."""

    name: str
    key: str  # in short, to be compared
    at: str
    claim: str


NOTHING_SAID = Subject()
