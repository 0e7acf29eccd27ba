"""What is said of a game: points by round, violations, findings, standings."""

from dataclasses import dataclass, field
from typing import Any

from q4.board import Place
from q4.record import ROUNDS


@dataclass(frozen=True)
class Remark:
    """A violation of the rules or a finding, with what its sentence names; `cost` is the points that do not count."""

    round: int
    code: str
    values: dict[str, Any] = field(default_factory=dict)
    cost: int = 0


@dataclass(frozen=True)
class RoundScore:
    """One round: points of the words, bonus, penalty (points lost), and the score after it."""

    round: int
    points: int
    bonus: int
    penalty: int
    score: int


@dataclass(frozen=True)
class ScoredWord:
    """A word that counts: where it stands, in reading order, and its points without bonus."""

    round: int
    word: str
    cells: tuple[Place, ...]
    points: int


@dataclass(frozen=True)
class PlayerResult:
    """One player's game."""

    name: str
    score: int
    rounds: tuple[RoundScore, ...]
    violations: tuple[Remark, ...]
    findings: tuple[Remark, ...]
    scored: tuple[ScoredWord, ...] = ()

    @property
    def finished(self) -> bool:
        """Whether all rounds were played."""
        return len(self.rounds) >= ROUNDS


@dataclass(frozen=True)
class Result:
    """The whole table, in the order of the record."""

    mode: str
    words: str  # name of the word list
    players: tuple[PlayerResult, ...]

    @property
    def clean(self) -> bool:
        """Whether no rule was broken."""
        return not any(player.violations for player in self.players)

    @property
    def standings(self) -> tuple[tuple[int | None, PlayerResult], ...]:
        """Places, best first; equal scores share one. Who has not played all rounds comes last and has none."""
        ranked = sorted(self.players, key=lambda player: (not player.finished, -player.score))
        return tuple(
            (1 + sum(o.score > player.score for o in ranked if o.finished) if player.finished else None, player)
            for player in ranked
        )
