"""How widely a word is known, from independent evidence: 0 to 1, the share of adults who would know it."""

import math
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache

from lexicons.build.list_evidence import Evidence
from lexicons.build.packages import locked
from lexicons.languages import FOLDER

WEIGHTS = FOLDER / "fame.toml"
_NAMING = frozenset(
    ("place", "person", "first", "surname", "brand", "abbr", "home", "city", "country", "proper", "upper")
)


def features(evidence: Sequence[Evidence], zipf: float, vouched: bool, disputed: bool) -> dict[str, float]:
    """Give what speaks for a name: how common it is, who lists it, how many Wikipedias and inhabitants it has.

    `vouched`: the project's lists or the criteria take it; `disputed`: its editors read it and left it out.
    """
    packages = locked()
    naming = [item for item in evidence if item.kind in _NAMING]
    wikipedias = max((item.level for item in naming if item.kind == "person"), default=0)
    people = max((item.level for item in naming if item.kind in ("city", "home")), default=0)
    return {
        "base": 1.0,
        "zipf": zipf,
        "vouched": float(vouched),
        "disputed": float(disputed),
        "families": float(len({packages[item.source].family for item in naming})),
        "wikipedias": float(wikipedias),
        "population": math.log10(people) if people else 0.0,
        "country": float(any(item.kind == "country" for item in naming)),
    }


def name_fame(evidence: Sequence[Evidence], zipf: float, vouched: bool, disputed: bool) -> float:
    """Give the fame of a name, an abbreviation or a brand."""
    return _logistic(features(evidence, zipf, vouched, disputed), weights()["names"])


def word_fame(zipf: float) -> float:
    """Give the fame of a dictionary word."""
    return _logistic({"base": 1.0, "zipf": zipf}, weights()["words"])


@cache
def weights() -> dict[str, dict[str, float]]:
    """The fitted weights, for words and for names."""
    return tomllib.loads(WEIGHTS.read_text(encoding="utf-8"))


def _logistic(values: Mapping[str, float], weight: Mapping[str, float]) -> float:
    return 1 / (1 + math.exp(-sum(weight.get(name, 0.0) * value for name, value in values.items())))
