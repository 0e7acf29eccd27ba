"""A publisher's own look: name, logo and colours of the page, from a small TOML file."""

import json
import re
import tomllib
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

from api.page_files import FOLDER
from referee.referee_errors import BadSetting

COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}")
TOKENS = frozenset({
    "table", "table-2", "paper", "paper-2", "raised", "ink", "ink-2", "rule", "rule-2", "row", "column", "accent",
    "button", "on-button",
})  # fmt: skip
ORIGIN = re.compile(r"https?://[A-Za-z0-9.-]+(:\d{1,5})?")
LOGOS = {".svg", ".png", ".webp"}
MARK = re.compile(r'<svg class="brand-mark".*?</svg>', re.DOTALL)
LARGEST_LOGO = 200_000  # bytes


@dataclass(frozen=True)
class Theme:
    """What a publisher may change: the page's name, its logo, and its colours by day and by night."""

    name: str
    short_name: str
    logo: Path | None = None
    colours: dict[str, str] = field(default_factory=dict)
    dark: dict[str, str] = field(default_factory=dict)

    @staticmethod
    def load(path: Path) -> "Theme":
        """Read a theme; BadSetting where the file cannot be used."""
        try:
            told = tomllib.loads(path.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise BadSetting(f"QWORDS_THEME: {path.name} cannot be read: {error}") from error
        colours, dark = _tables(told.get("colours", {}))
        name = str(told.get("name", "Qwords referee"))
        logo = path.parent / told["logo"] if told.get("logo") else None
        if logo and (logo.suffix not in LOGOS or not logo.is_file() or logo.stat().st_size > LARGEST_LOGO):
            raise BadSetting(f"QWORDS_THEME: the logo {logo.name} is not an SVG, PNG or WebP file of at most 200 kB.")
        return Theme(name, str(told.get("short_name", name)), logo, _checked(colours), _checked(dark))

    def files(self) -> dict[str, bytes]:
        """The files of the page that this look replaces."""
        manifest = json.loads((FOLDER / "manifest.webmanifest").read_text(encoding="utf-8"))
        files = {"theme.css": self.css().encode()}
        files |= {path.name: self._named(path.read_text(encoding="utf-8")) for path in FOLDER.glob("*.html")}
        if self.logo:
            files[self._logo_name()] = self.logo.read_bytes()
        manifest |= {"name": self.name, "short_name": self.short_name}
        if "table" in self.colours:
            manifest["background_color"] = self.colours["table"]
        return files | {"manifest.webmanifest": json.dumps(manifest).encode()}

    def _named(self, page: str) -> bytes:
        """A page under this name and logo."""
        for own in ("Qwords <span>referee</span>", "Qwords referee"):
            page = page.replace(own, escape(self.name))
        if self.logo:
            page = MARK.sub(f'<img class="brand-mark" src="/page/{self._logo_name()}" alt="">', page)
        return page.encode()

    def _logo_name(self) -> str:
        return f"icons/logo{self.logo.suffix}" if self.logo else ""

    def css(self) -> str:
        """The colours as custom properties."""
        night = f"@media (prefers-color-scheme: dark) {{ :root {{ {_declared(self.dark)} }} }}\n"
        return f":root {{ {_declared(self.colours)} }}\n{night}"


def origins_of(text: str) -> tuple[str, ...]:
    """The origins of an allow-list; BadSetting where one is not an origin."""
    for origin in text.split():
        if not ORIGIN.fullmatch(origin):
            raise BadSetting(f"QWORDS_EMBED: {origin} is not an origin.", "Write origins like https://www.example.org.")
    return tuple(text.split())


def _declared(colours: dict[str, str]) -> str:
    return " ".join(f"--{name}: {colour};" for name, colour in sorted(colours.items()))


def _tables(told: object) -> tuple[dict[str, object], dict[str, object]]:
    """The colours by day and by night."""
    if not isinstance(told, dict) or not isinstance(told.get("dark", {}), dict):
        raise BadSetting("QWORDS_THEME: colours is not a table.")
    return {name: value for name, value in told.items() if name != "dark"}, dict(told.get("dark", {}))


def _checked(colours: dict[str, object]) -> dict[str, str]:
    for name, colour in colours.items():
        if name not in TOKENS or not isinstance(colour, str) or not COLOUR.fullmatch(colour):
            known = ", ".join(sorted(TOKENS))
            raise BadSetting(
                f"QWORDS_THEME: {name} = {colour!r} is not a colour of the page.", f"Colours are #rrggbb: {known}."
            )
    return {name: str(colour) for name, colour in colours.items()}
