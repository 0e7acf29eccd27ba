"""A report with its signature: over the bytes of the file itself, up to its last comment, with nothing after it.

HTML and PDF both allow comments. One holds the statement, which is what the report says as data; the last one holds the
public key and the signature over every byte before it. A word changed, a box drawn over it, a section cut out or a
second file behind it: none needs to be understood to be noticed.
"""

import json
import re
import zlib
from base64 import b64decode, b64encode
from dataclasses import dataclass
from typing import Any

from proof.keys import Signer, bytes_of, holds, text_of

PURPOSE = b"qwords report 1"
MARKS = {b"<!doctype html": (b"<!--", b"-->"), b"%PDF": (b"%", b"")}  # how a file begins, and its comments
STATEMENT, SIGNATURE = b"qwords-statement:", b"qwords-signature:"
UNSIGNED = b"qwords-report:"  # what 0.1 and 0.2 wrote, which anyone can
XREF = re.compile(rb"startxref\n(\d+)\n%%EOF\n?\Z")
STATEMENT_BYTES = 4_000_000  # unpacked; those of sixteen sheets take a tenth


@dataclass(frozen=True)
class SignedFile:
    """What a file says of itself, whose key signed it, and what is wrong with it: "" where nothing is."""

    wrong: str
    key: bytes = b""
    statement: Any = None


def sign(report: bytes, statement: dict[str, Any], signer: Signer) -> bytes:
    """The report with its statement and signature in it."""
    before, after = next(marks for start, marks in MARKS.items() if report.startswith(start))
    packed = b64encode(zlib.compress(json.dumps(statement, ensure_ascii=False, sort_keys=True).encode(), 9))
    line = before + STATEMENT + packed + after + b"\n"
    # A PDF is looked up from its end, where nothing long may stand: there it goes before the table of objects.
    body = _before_table(report, line) if before == b"%" else report + line
    signature = signer.sign(PURPOSE, body)
    return body + before + SIGNATURE + f"{text_of(signer.key)}:{text_of(signature)}".encode() + after + b"\n"


def _before_table(report: bytes, line: bytes) -> bytes:
    found = XREF.search(report)
    assert found, "reportlab ends its files like this"
    at = int(found[1])
    return report[:at] + line + report[at : found.start(1)] + b"%d" % (at + len(line)) + report[found.end(1) :]


def read(data: bytes) -> SignedFile:
    """What a file says, if nobody has touched it since it was signed."""
    before, after = next((marks for start, marks in MARKS.items() if data.startswith(start)), (b"", b""))
    mark = (b"\n" + before if before == b"%" else before) + SIGNATURE
    count = data.count(mark) if before else 0
    if not count:
        return SignedFile("older" if UNSIGNED in data else "unsigned")
    if count > 1:
        return SignedFile("two-signatures")
    at = data.index(mark) + len(mark)
    found = re.compile(rb"([\w-]{43}):([\w-]{86})" + after + rb"\n?(.*)", re.DOTALL).match(data, at)
    if not found or found[3]:
        return SignedFile("appended" if found else "cut-off")
    key, signature = (bytes_of(found[group].decode("ascii")) for group in (1, 2))
    body = data[: at - len(SIGNATURE) - len(before)]
    if not holds(key, PURPOSE, body, signature):
        return SignedFile("changed", key)
    try:  # whoever has a key may have signed anything
        packed = re.compile(rb"[A-Za-z0-9+/=]*").match(body, body.rindex(STATEMENT) + len(STATEMENT))
        unpacked = zlib.decompressobj().decompress(b64decode(packed[0] if packed else b""), STATEMENT_BYTES)
        return SignedFile("", key, json.loads(unpacked))
    except (ValueError, zlib.error, RecursionError):
        return SignedFile("statement", key)
