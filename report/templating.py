"""HTML from templates: whatever is filled in is escaped, and what is missing is an error."""

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from texts import text

if TYPE_CHECKING:
    from jinja2 import Environment


def page(room: str, name: str, language: str, /, **values: object) -> str:
    """The page `templates/<name>.html` of a room, with its style, in the reader's language."""
    template = _environment(room).get_template(f"{name}.html")
    return template.render(
        language=language,
        style=_markup(style(room, name)),
        t=lambda name, /, **parts: text(name, language, **parts),
        **values,
    )


def style(room: str, name: str) -> str:
    """The style that a page carries, exactly as it stands in it."""
    return (files(room) / "templates" / f"{name}.css").read_text(encoding="utf-8")


def _markup(trusted: str) -> object:
    from markupsafe import Markup

    return Markup(trusted)


@cache
def _environment(room: str) -> "Environment":
    from jinja2 import Environment, PackageLoader, StrictUndefined

    return Environment(
        loader=PackageLoader(room),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
