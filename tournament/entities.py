"""The frozen values of a tournament."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from sheets.identity_code import Identity

Document = dict[str, Any]  # the contract's JSON


@dataclass(frozen=True)
class Page:
    """One picture to be scored: a file, a member of a ZIP file or a page of a PDF file."""

    name: str  # for people: source/relative/path.jpg, scans.zip/a.jpg, scans.pdf#3
    kind: str  # "file", "zip", "pdf" or "bad"
    path: str  # of the file that holds it
    part: str = ""  # the member's place in the ZIP file, or the page number from 1
    fault: tuple[str, str] | None = None  # code and hint of a page that is known to be unusable

    @property
    def location(self) -> str:
        """Where the page lies, unique on this machine."""
        return f"{self.path}!{self.part}" if self.part else self.path


@dataclass(frozen=True)
class Recipe:
    """How every page is scored. `factory` names the function that builds the scorer in each worker."""

    lang: str = "en"
    side: str = "auto"
    rules: str = "auto"
    policy: str = "official"
    reader: str = "cnn"
    house: str = ""  # text of a house file
    rolls: str = ""  # text of a log of the rolls
    factory: str = "tournament.work:referee_scorer"
    versions: Mapping[str, str] = field(default_factory=dict)  # model, lexicon, program

    def as_dict(self) -> Document:
        """The recipe as plain JSON."""
        return {**asdict(self), "versions": dict(self.versions)}

    @staticmethod
    def from_dict(data: Document) -> "Recipe":
        """The recipe from plain JSON; unknown keys of a newer version are left out."""
        known = {name: data[name] for name in Recipe.__dataclass_fields__ if name in data}
        return Recipe(**known)


@dataclass(frozen=True)
class Outcome:
    """What a worker says about one page."""

    content: str  # hash of the page
    state: str  # "done" or "rejected"
    document: str  # the contract's JSON, serialised
    doubtful: bool
    sheets: int
    seconds: float


@dataclass(frozen=True)
class LogEntry:
    """One line of the log of corrections and rulings; lines are appended, never changed."""

    id: int
    at: str
    who: str
    kind: str  # "letters", "confirm", "player", "side", "withdraw", "restore", "settle", "ruling", "publish"
    sheet: str  # content hash and number of the sheet, "" for the whole tournament
    what: Mapping[str, Any]
    why: str


@dataclass(frozen=True)
class Row:
    """One sheet as it stands after all corrections and rulings, without its pictures and probabilities."""

    key: str  # content hash and number
    id: str  # short form for people
    page: str
    index: int  # number of the sheet on its page, from 1
    order: int  # of its page among all pages
    identity: Identity
    language: str
    side: str
    rules: str
    grid: tuple[str, ...]
    claims: str  # what was written in circles and box, one line; "" without such fields
    total: int
    read_total: int  # as the program read it, before people spoke
    claimed_total: str
    bonus: int
    certainty: float
    damage: float  # expected error of the total, in points
    open: tuple[str, ...] = ()  # why a human must look: "doubt", "disputed", "second-arbiter", "nameless", …
    empty: bool = False
    withdrawn: bool = False
    corrected: bool = False
    same_as: str = ""  # id of the sheet this one repeats
    findings: int = 0
    doubts: tuple[tuple[int, int, str, str, float, int], ...] = ()  # row, column, letter, or, p, total_if


@dataclass(frozen=True)
class Rejected:
    """A page that could not be scored."""

    page: str
    code: str
    hint: str
    content: str = ""


@dataclass(frozen=True)
class Place:
    """One player's place. Equal totals share it."""

    place: int
    player: str
    total: int
    rounds: Mapping[str, int]
    open: int  # sheets of this player that a human must still look at


@dataclass(frozen=True)
class Summary:
    """What went in and what came out."""

    pages: int
    scored: int
    rejected: int
    pending: int
    sheets: int
    doubtful: int
    nameless: int
    repeated: int
    empty: int

    @property
    def sentence(self) -> str:
        """Pages in and results out, in one sentence."""
        out = f"{self.pages} pages in = {self.scored} scored + {self.rejected} rejected"
        if self.pending:
            out += f" + {self.pending} not yet scored"
        return (
            f"{out}; {self.sheets} sheets, {self.doubtful} to look at, {self.nameless} without a name, "
            f"{self.repeated} photographed twice, {self.empty} empty"
        )
