"""Hunspell dictionaries: every inflected form that a .dic and its .aff describe."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

_LONGEST_STEM = 14  # suffixes that strip more than nine letters do not exist
_LONGEST_PART = 8  # a form that is longer than this after one suffix is never cut back to five letters


@dataclass(frozen=True)
class Affix:
    """One rule: take `strip` away, put `add` in its place, where the stem fits `condition`."""

    strip: str
    add: str
    condition: re.Pattern[str]
    flags: frozenset[str]


@dataclass
class Rules:
    """What an .aff file says: the affixes by flag, and the flags with a meaning of their own."""

    long_flags: bool = False
    special: dict[str, str] = field(default_factory=dict)
    suffixes: dict[str, list[Affix]] = field(default_factory=lambda: defaultdict(list))
    prefixes: dict[str, list[Affix]] = field(default_factory=lambda: defaultdict(list))
    crossing: set[str] = field(default_factory=set)

    def split(self, flags: str) -> frozenset[str]:
        """Split the flags of a word or an affix."""
        if self.long_flags:
            return frozenset(flags[at : at + 2] for at in range(0, len(flags), 2))
        return frozenset(flags)

    def barred(self, flags: frozenset[str]) -> bool:
        """Say whether a form with these flags never stands alone."""
        return any(self.special.get(name) in flags for name in ("FORBIDDENWORD", "ONLYINCOMPOUND", "CIRCUMFIX"))


def parse_rules(text: str) -> Rules:
    """Read an .aff file."""
    rules = Rules(long_flags=bool(re.search(r"^FLAG\s+long", text, re.MULTILINE)))
    for line in text.splitlines():
        fields = line.split()
        if len(fields) == 2 and fields[0] in ("NEEDAFFIX", "FORBIDDENWORD", "ONLYINCOMPOUND", "CIRCUMFIX"):
            rules.special[fields[0]] = fields[1]
        elif len(fields) >= 4 and fields[0] in ("SFX", "PFX"):
            _add_affix(rules, fields)
    return rules


def _add_affix(rules: Rules, fields: list[str]) -> None:
    side, flag, strip, added = fields[:4]
    if len(fields) == 4 and strip in "YN" and added.isdigit():
        if strip == "Y":
            rules.crossing.add(flag)
        return
    add, _, flags = added.partition("/")
    condition = fields[4] if len(fields) > 4 and fields[4] != "." else ""
    pattern = re.compile(f"{condition}$" if side == "SFX" else f"^{condition}")
    affix = Affix("" if strip == "0" else strip, "" if add == "0" else add, pattern, rules.split(flags))
    (rules.suffixes if side == "SFX" else rules.prefixes)[flag].append(affix)


def expand(dictionary: str, rules: Rules) -> Iterator[tuple[str, str]]:
    """Give every form of up to 5 letters of a .dic file, each with the notes (po: …) that stand behind its stem."""
    for line in dictionary.splitlines()[1:]:
        entry, _, notes = line.replace("\t", " ").partition(" ")
        stem, _, flag_text = entry.partition("/")
        flags = rules.split(flag_text.strip())
        if not stem or len(stem) > _LONGEST_STEM or rules.barred(flags):
            continue
        for form in _forms(stem, flags, rules):
            if 2 <= len(form) <= 5 and form.isalpha():
                yield form, notes


def _forms(stem: str, flags: frozenset[str], rules: Rules) -> set[str]:
    forms = set() if rules.special.get("NEEDAFFIX") in flags else {stem}
    for form, more, crossing in _suffixed(stem, flags, rules):
        forms.add(form)
        if len(form) > _LONGEST_PART:
            continue
        forms |= {twice for twice, _, _ in _suffixed(form, more, rules)}
        if crossing:
            forms |= set(_prefixed(form, flags | more, rules, crossed=True))
    if len(stem) > _LONGEST_PART:
        return forms
    return forms | set(_prefixed(stem, flags, rules, crossed=False))


def _suffixed(stem: str, flags: frozenset[str], rules: Rules) -> Iterator[tuple[str, frozenset[str], bool]]:
    for flag in sorted(flags & rules.suffixes.keys()):
        for affix in rules.suffixes[flag]:
            if stem.endswith(affix.strip) and affix.condition.search(stem) and not rules.barred(affix.flags):
                yield stem[: len(stem) - len(affix.strip)] + affix.add, affix.flags, flag in rules.crossing


def _prefixed(stem: str, flags: frozenset[str], rules: Rules, crossed: bool) -> Iterator[str]:
    for flag in sorted(flags & rules.prefixes.keys()):
        if crossed and flag not in rules.crossing:
            continue
        for affix in rules.prefixes[flag]:
            if stem.startswith(affix.strip) and affix.condition.search(stem) and not rules.barred(affix.flags):
                yield affix.add + stem[len(affix.strip) :]
