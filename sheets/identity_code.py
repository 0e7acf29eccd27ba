"""Who a printed sheet belongs to, and the text of its QR code."""

from dataclasses import dataclass
from urllib.parse import quote, unquote

CODE_PREFIX = "QW1"


@dataclass(frozen=True)
class Identity:
    """Who played a sheet, and how that is known: "manifest", "qr", "name", "ruling" or ""."""

    player: str = ""
    round: str = ""
    table: str = ""
    how: str = ""


def encode_identity(identity: Identity, side: str) -> str:
    """The text of a sheet's QR code: plain ASCII, so that every decoder gives it back unharmed."""
    fields = (identity.round, side, identity.table, identity.player)
    return "/".join([CODE_PREFIX, *(quote(field, safe=" ") for field in fields)])


def decode_identity(code: str) -> Identity | None:
    """Who a QR code names; None when the code is not one of ours."""
    parts = code.split("/")
    if len(parts) != 5 or parts[0] != CODE_PREFIX:
        return None
    number, _side, table, player = (tidy(unquote(part)) for part in parts[1:])
    return Identity(player, number, table, "qr")


def tidy(text: str) -> str:
    """A name without control characters and doubled spaces, of bounded length."""
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())[:80]
