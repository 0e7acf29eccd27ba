"""Which program, model and lexicon a verdict came from, so that anyone can repeat it."""

from functools import cache
from hashlib import sha256
from importlib import resources
from importlib.metadata import version

import lexicons
from referee.verdict import PhotoVerdict


@cache
def models() -> dict[str, str]:
    """The networks by file name with their sha256."""
    folder = resources.files("scanner") / "models"
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".onnx")), key=lambda file: file.name)
    return {file.name: sha256(file.read_bytes()).hexdigest() for file in files}


def provenance(verdict: PhotoVerdict) -> dict[str, str]:
    """Names and hashes of all that a verdict rests on."""
    rows = {"qwords-referee": version("qwords-referee")}
    if verdict.photo:
        rows[verdict.photo.name] = f"sha256 {verdict.photo.sha256}"
        rows |= {name: f"sha256 {digest}" for name, digest in models().items()}
    for language in sorted({sheet.language for sheet in verdict.sheets}):
        rows[f"lexicon {language}"] = f"sha256 {lexicons.load(language).version}"
    return rows
