"""Who a printed sheet belongs to, and the text of its QR code."""

import unicodedata
from dataclasses import dataclass
from urllib.parse import quote, unquote

PLAIN, SHORT = "QW1", "QW2"  # how the name is written: letter by letter, or in the short form of other scripts
WORTH_IT = 0.6  # length of the short form against the plain one: Latin names with a few accents stay plain


@dataclass(frozen=True)
class Identity:
    """Who played a sheet, and how that is known: "manifest", "qr", "name", "ruling" or ""."""

    player: str = ""
    round: str = ""
    table: str = ""
    how: str = ""


def encode_identity(identity: Identity, side: str) -> str:
    """The text of a sheet's QR code: plain ASCII, so that every decoder gives it back unharmed.

    Names in other scripts are written in Punycode, a third as long as percent signs: a smaller code is read from afar.
    """
    short = identity.player.encode("punycode").decode("ascii")
    plain = len(quote(short, safe=" ")) > WORTH_IT * len(quote(identity.player, safe=" "))
    fields = (identity.round, side, identity.table, identity.player if plain else short)
    return "/".join([PLAIN if plain else SHORT, *(quote(field, safe=" ") for field in fields)])


def decode_identity(code: str) -> Identity | None:
    """Who a QR code names; None when the code is not one of ours."""
    parts = code.split("/")
    if len(parts) != 5 or parts[0] not in (PLAIN, SHORT):
        return None
    number, _side, table, player = (unquote(part) for part in parts[1:])
    if parts[0] == SHORT:
        try:
            player = player.encode("ascii").decode("punycode")
        except UnicodeError:
            return None
    return Identity(tidy(player), tidy(number), tidy(table), "qr")


def tidy(text: str) -> str:
    """A name without control characters and doubled spaces, accents in one letter, of bounded length."""
    one = unicodedata.normalize("NFC", text)  # file names from a Mac have their accents beside the letters
    return " ".join("".join(char if char.isprintable() else " " for char in one).split())[:80]
