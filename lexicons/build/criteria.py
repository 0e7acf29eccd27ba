"""The criteria of a language: which evidence makes a word valid."""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from lexicons.build.build_errors import BuildError
from lexicons.build.list_evidence import Evidence
from lexicons.build.lists import CATEGORIES, list_files
from lexicons.build.packages import locked
from lexicons.languages import FOLDER


@dataclass(frozen=True)
class Rule:
    """Evidence of these tags from this many families, this common, makes a word valid in this category.

    `guard` keeps out ordinary English words; `weak` yields the category to the project's own list.
    """

    category: str
    evidence: frozenset[str]
    witnesses: int = 1
    zipf: float = 0.0
    min_level: int = 0
    max_level: int = 10**12
    guard: bool = False
    weak: bool = False

    def passed(self, evidence: Sequence[Evidence], zipf: float, english: bool) -> bool:
        """Say whether a word with this evidence and frequency passes; `english` marks an ordinary English word."""
        if zipf < self.zipf or (self.guard and english):
            return False
        packages = locked()
        families = {
            packages[item.source].family
            for item in evidence
            if item.tag in self.evidence and self.min_level <= item.level <= self.max_level
        }
        return len(families) >= self.witnesses


@dataclass(frozen=True)
class Criteria:
    """Everything that is particular to the build of one language."""

    language: str
    licence: str
    sources: tuple[str, ...]
    rules: tuple[Rule, ...]
    english_guard: int = 0
    ignored: tuple[str, ...] = ()
    limits: dict[str, int] = field(default_factory=dict)

    def counts(self, item: Evidence) -> bool:
        """Say whether evidence counts at all: its tag is not ignored and its level not above the limit of its tag."""
        return item.tag not in self.ignored and item.level <= self.limits.get(item.tag, item.level)

    @property
    def digest(self) -> str:
        """The sha256 over the criteria, the lists and the locked packages: what the compiled file was made from."""
        total = sha256((FOLDER / self.language / "criteria.toml").read_bytes())
        for path in (FOLDER / self.language / "language.toml", FOLDER / "fame.toml", *list_files(self.language)):
            total.update(f"{path.parent.name}/{path.name}\n".encode() + path.read_bytes())
        for name in self.packages:
            total.update(f"{name} {locked()[name].sha256} {locked()[name].names.get(self.language)}\n".encode())
        return total.hexdigest()

    @property
    def packages(self) -> tuple[str, ...]:
        """The short names of all packages the build reads, also those that only guard."""
        return self.sources if not self.english_guard or "scowl" in self.sources else (*self.sources, "scowl")


def read_criteria(language: str) -> Criteria:
    """Read and check the criteria of a language."""
    text = (FOLDER / language / "criteria.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    rules = tuple(Rule(**{**rule, "evidence": frozenset(rule["evidence"])}) for rule in data.pop("rule"))
    criteria = Criteria(
        language=data["language"],
        licence=data["licence"],
        sources=tuple(data["sources"]),
        rules=rules,
        english_guard=data.get("english_guard", 0),
        ignored=tuple(data.get("ignored", ())),
        limits=data.get("limits", {}),
    )
    for rule in criteria.rules:
        unknown = {tag for tag in rule.evidence if tag.partition(":")[0] not in criteria.sources}
        if unknown or rule.category not in CATEGORIES:
            raise BuildError(
                f"{language}/criteria.toml: unknown evidence or category: {sorted(unknown)} {rule.category}"
            )
    if missing := [name for name in criteria.packages if name not in locked()]:
        raise BuildError(f"{language}/criteria.toml names packages that are not locked: {missing}")
    return criteria
