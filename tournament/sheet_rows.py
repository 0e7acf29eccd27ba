"""Stored pages → rows: what was read of each sheet, with all that people said applied on top."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice

from referee.options import Options
from tournament.decisions import Decisions, by_sheet, ruled_options, rulings_of
from tournament.entities import Known, LogEntry, Player, Row, SheetResult
from tournament.identity import identify, player_key
from tournament.records import StoredPage, Tournament
from tournament.roster import suggestions

SHORT = 10  # hex digits of a sheet's id: unique among millions of photos, short enough to type

Rejudge = Callable[[str, int, str, Options, Decisions, Tournament], SheetResult]


@dataclass(frozen=True)
class Remembered:
    """The rows of a page, and what they were made from."""

    sheets: tuple[SheetResult, ...]
    known: Known
    said: tuple[int, ...]  # the lines of the log on its sheets
    basis: tuple[str, frozenset[str]]
    rows: tuple[Row, ...]


class SheetRows:
    """Turns stored pages into rows: what was read, with all that people said applied."""

    def __init__(
        self,
        rejudge: Rejudge,
        tournament: Tournament,
        log: Sequence[LogEntry],
        roster: Sequence[Player],
        memory: dict[str, "Remembered"],
    ) -> None:
        self._memory = memory
        self._rejudge, self._tournament, self._double = rejudge, tournament, tournament.spec.double_entry
        self._roster = roster
        self._said = by_sheet(log)
        self._lines: dict[str, tuple[int, ...]] = {}  # by photo: the lines on its sheets
        for entry in log:
            if entry.sheet:
                content = entry.sheet.rpartition("-")[0]
                self._lines[content] = (*self._lines.get(content, ()), entry.id)
        rulings = rulings_of(log)
        self._options = ruled_options(tournament.scoring, rulings)
        self._ruled = frozenset(str(entry.what["word"]) for entry in rulings)
        self._suggested: dict[str, tuple[str, ...]] = {}
        self._players = frozenset(player_key(player.name) for player in roster)
        self._by = repr((tournament.versions.get("lexicon", ""), self._options))  # list and rulings
        self._basis = (self._by, self._players)
        if any(kept.basis != self._basis for kept in islice(memory.values(), 1)):
            memory.clear()  # what is remembered was made by another roster or other rulings

    def rows(self, page: StoredPage) -> tuple[Row, ...]:
        """The sheets of one page; they are remembered until roster, rulings or what was said of them change."""
        key, said = page.page.location, self._lines.get(page.content, ())
        kept = self._memory.get(key)
        if kept and kept.said == said and kept.sheets is page.sheets and kept.known is page.known:
            return kept.rows
        rows = tuple(self._made(page))
        self._memory[key] = Remembered(page.sheets, page.known, said, self._basis, rows)
        return rows

    def _made(self, page: StoredPage) -> Iterable[Row]:
        for number, read in enumerate(page.sheets, start=1):
            key = f"{page.content}-{number}"
            said = self._said.get(key)
            now = self._now(page.content, number, read, said)
            found = identify(page.known, number, len(page.sheets), read.code)
            who = said.identity if said and said.identity else found.identity
            rival = found.rival if not (said and said.identity) else None
            offered = (rival.player or who.player,) if rival else self._suggestions(who.player)
            yield Row(
                key=key,
                id=short_id(key),
                page=page.page.name,
                index=number,
                order=page.ordinal,
                identity=who,
                result=now,
                read=read,
                open=self._open(who.player, now, said or Decisions(), bool(rival)),
                withdrawn=bool(said and said.withdrawn),
                corrected=now.grid != read.grid or bool(said and (said.side or said.rules or said.score is not None)),
                suggestions=offered,
                seen_by=tuple(said.views) if said else (),
                coded=rival,
            )

    def _now(self, content: str, number: int, read: SheetResult, said: Decisions | None) -> SheetResult:
        spoken = said and (said.agreed(self._double) or said.side or said.rules or said.score is not None)
        if not spoken and not self._ruling_matters(read):
            return read
        said = said or Decisions()
        answers = said.answers(self._double)
        heard = (sorted(answers.cells.items()), answers.side, answers.rules, said.score)
        basis = sha256(f"{self._by}{heard}".encode()).hexdigest()
        return self._rejudge(content, number, basis, self._options, said, self._tournament)

    def _ruling_matters(self, read: SheetResult) -> bool:
        """Whether any ruling is on a word that may stand here: it may score, or have a part in what is said of it."""
        return any(read.may_hold(word) for word in self._ruled)

    def _suggestions(self, player: str) -> tuple[str, ...]:
        if not self._unknown(player):
            return ()
        if player not in self._suggested:
            self._suggested[player] = suggestions(player, self._roster)
        return self._suggested[player]

    def _open(self, player: str, now: SheetResult, said: Decisions, rival: bool) -> tuple[str, ...]:
        """Why a person must look at this sheet."""
        if now.empty or said.withdrawn:
            return ()
        reasons = []
        complete = said.complete(self._double, sum(map(len, now.grid)))
        if now.reasons and not complete:
            reasons.append("doubt")
        if said.disputed():
            reasons.append("disputed")
        elif self._double and not complete and _one_sided(said, now):
            reasons.append("second-arbiter")
        if not player:
            reasons.append("nameless")
        elif rival:
            reasons.append("identity")
        elif not said.identity and self._unknown(player):
            reasons.append("unknown-player")
        return tuple(reasons)

    def _unknown(self, player: str) -> bool:
        return bool(player and self._players) and player_key(player) not in self._players


def _one_sided(said: Decisions, now: SheetResult) -> bool:
    """Whether someone gave letters that do not count yet: they settle a doubt, or differ from what stands."""
    given = [item for view in said.views.values() for item in view.items()]
    differ = any(now.grid[row - 1][column - 1] != letter for (row, column), letter in given)
    return bool(said.views) and (bool(now.reasons) or differ)


def short_id(key: str) -> str:
    """The form of a sheet's key that people type."""
    content, _, number = key.rpartition("-")
    return f"{content[:SHORT]}-{number}"
