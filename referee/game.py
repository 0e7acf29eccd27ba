"""What a game must give to be played here. `docs/add-a-game.md` walks through a small one."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from lexicons.house import Ruling
from referee.values import ALONE, Answer, Context, Doubt, Evidence, Figures, PhotoVerdict, Place, SheetVerdict
from scanner.readers import Reader
from scanner.values import Photo, Pixels, Points


@dataclass(frozen=True)
class Choice:
    """What a table may choose: an option of the command, a field of the form, and a text that is stored.

    A choice has some `values`, or takes the text of a `file`; without either it is any text. A `flag` is "" or "yes".
    Games that share a choice's name share the option; each understands the text in its own way.
    """

    name: str
    help: str
    values: tuple[str, ...] = ()
    default: str = ""
    tournament: str = ""  # the default in tournaments, where that is another
    file: bool = False
    flag: bool = False
    stored: Callable[[str, str], str] = lambda text, name: text  # of the text and the name of a file: what is kept
    least: int = 0
    most: int = 0  # the largest number that may be given; 0: it is no number


@dataclass(frozen=True, eq=False)
class Read:
    """One sheet of a photo: its evidence, and what its pictures can show, as the game keeps them."""

    evidence: Evidence
    pictures: Any = None


@dataclass(frozen=True, eq=False)
class Question:
    """What a person is asked about a doubt."""

    doubt: Doubt
    text: str
    place: str  # in words
    choices: tuple[str, ...]  # the likeliest first
    free: bool = True  # whether another answer than these may be given
    picture: Pixels | None = None


class Game(Protocol):
    """One game. Its functions are pure: the same arguments give the same result."""

    @property
    def code(self) -> str:
        """What people type and what is stored: "qwords"."""

    @property
    def longest_word(self) -> int:
        """Letters of the longest word that rulings can be on."""

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What a table may choose beside the language of the words."""

    @property
    def prints(self) -> tuple[Choice, ...]:
        """What may be chosen for printed sheets."""

    def options(self, chosen: Mapping[str, str], rulings: Sequence[Ruling] = ()) -> Any:
        """The choices understood, as `judge` takes them. Called once for a stack of sheets; raises what it refuses.

        `chosen` also holds `lang`, and the name of a file beside its text: `house`, `house_name`. `rulings` are what a
        tournament has ruled on words since, the last word on a word last.
        """

    def recognise(self, photo: Photo, closely: bool = False) -> bool:
        """Whether a photo shows a sheet of this game, told without letters.

        By marks that only its print has; `closely`, where no game has seen its own, also by the lattices.
        """

    def read(self, photo: Photo, reader: Reader, at: Points | None = None) -> tuple[Read, ...]:
        """Every sheet of a photo, top to bottom, left to right; `at`: corners that a person showed.

        Raises SheetNotFound where there is none.
        """

    def typed(self, text: str, options: Any, written: Any = None) -> Evidence:
        """What someone typed instead of a photo: rows joined by "/"; `written`: what stood around them."""

    def judge(
        self,
        evidence: Evidence,
        options: Any,
        answers: Sequence[Answer] = (),
        context: Context = ALONE,
        pictures: Any = None,
    ) -> SheetVerdict:
        """The verdict of a sheet: a function of evidence, options, answers and context; `pictures` only go along."""

    def questions(self, sheet: SheetVerdict, texts: str | None = None) -> tuple[Question, ...]:
        """What would settle a sheet, the worst doubt first."""

    def answer(self, said: Answer, figures: Figures) -> Answer:
        """What a person said, in the game's own spelling; BadAnswer where it cannot be said of such a sheet."""

    def rows(self, text: str, figures: Figures) -> tuple[str, ...]:
        """All letters of a sheet as a person types them, rows joined by "/"; raises where they do not fit the sheet."""

    def document(self, verdict: PhotoVerdict, texts: str | None = None) -> dict[str, Any]:
        """The verdict as JSON, its sentences in this language or else in that of the words."""

    def sheet_document(self, sheet: SheetVerdict, texts: str | None = None, title: str = "") -> dict[str, Any]:
        """What the document says of one sheet, as a tournament keeps it; without what takes long to find."""

    def crops(self, sheet: SheetVerdict) -> Iterable[tuple[Place, Pixels]]:
        """The cells that a person may be asked about, as they look."""

    def flat(self, photo: Photo, sheet: SheetVerdict) -> Pixels | None:
        """The sheet laid flat, for those who review it."""

    def picture(self, sheet: SheetVerdict) -> dict[str, Any] | None:
        """The flat sheet as a data URL, and where things lie in it, for a page; None without pictures."""

    def sheet_code(self, pictures: Any) -> str:
        """The text of the QR code printed on a sheet; "" where there is none."""

    def words_version(self, chosen: Mapping[str, str]) -> str:
        """The hash of the installed lists that sheets are judged by; "" where the list lies among the choices."""

    def text(self, verdict: PhotoVerdict, texts: str | None = None, colour: bool = False) -> str:
        """The verdict for a terminal."""

    def report(
        self, verdict: PhotoVerdict, suffix: str, texts: str | None = None, subject: Any = None, signer: Any = None
    ) -> bytes:
        """The evidence report, as the content of a file with this suffix: .html or .pdf; a door names who signs it."""

    def debug(self, verdict: PhotoVerdict, folder: Path, stem: str) -> None:
        """Write pictures of the stages of reading."""

    def sheet_pdf(
        self, players: Sequence[Any], chosen: Mapping[str, str], texts: str, codes: Sequence[str] = ()
    ) -> bytes:
        """Sheets to be printed, one for each player; a player without a name gets a blank one.

        `codes` are the players' own codes, to be printed where there is room.
        """
