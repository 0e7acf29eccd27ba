"""Writes api/page/types.d.ts: the service's JSON as types, so that the page's scripts can be checked against them.

python -m scripts.page_types
"""

import re
from pathlib import Path
from typing import Any

PATH = Path(__file__).resolve().parent.parent / "api" / "page" / "types.d.ts"
ROOTS = ("VerdictOut", "ScoreIn", "MetaOut", "WordOut", "FrameOut", "CoachOut", "Problem")
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def types() -> str:
    """The declarations, those the page uses and all they are made of."""
    from api.app import create_app

    known = {_short(name): schema for name, schema in create_app().openapi()["components"]["schemas"].items()}
    wanted, done = list(ROOTS), dict[str, str]()
    while wanted:
        name = wanted.pop(0)
        if name not in done:
            done[name] = _declared(name, known[name])
            wanted += re.findall(r"\b([A-Z]\w+)\b", done[name].split("\n", 1)[1])
            wanted = [found for found in wanted if found in known]
    head = "// The service's JSON. Written by scripts/page_types.py from its OpenAPI description; do not edit.\n"
    return head + "".join(done[name] for name in sorted(done))


def _declared(name: str, schema: dict[str, Any]) -> str:
    needed = set(schema.get("required", ()))
    fields = "".join(
        f"  {_key(key)}{'' if key in needed else '?'}: {_type(value)};\n"
        for key, value in schema.get("properties", {}).items()
    )
    return f"export interface {name} {{\n{fields}}}\n"


def _short(name: str) -> str:
    """A name without the module that pydantic puts before those that several modules have."""
    name = name.removeprefix("api__schemas__").removeprefix("api__forms__")
    return name.removesuffix("-Input").removesuffix("-Output")  # of what is sent and answered alike


def _key(name: str) -> str:
    return name if name.isidentifier() else f'"{name}"'


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return _short(str(schema["$ref"]).rpartition("/")[2])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(_type(part) for part in schema["anyOf"]))
    if "const" in schema:
        return f'"{schema["const"]}"'
    if "enum" in schema:
        return " | ".join(f'"{value}"' for value in schema["enum"])
    if "prefixItems" in schema:
        return f"[{', '.join(_type(part) for part in schema['prefixItems'])}]"
    if schema.get("type") == "array":
        return f"({_type(schema.get('items', {}))})[]"
    if schema.get("type") == "object":
        inner = schema.get("additionalProperties")
        return f"Record<string, {_type(inner)}>" if isinstance(inner, dict) else "Record<string, any>"
    return PLAIN.get(schema.get("type", ""), "any")


if __name__ == "__main__":
    PATH.write_text(types(), encoding="utf-8")
