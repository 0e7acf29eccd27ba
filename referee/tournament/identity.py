"""Who played: from the manifest, the QR code on our own sheets, or the file name, in this order."""

import re
from urllib.parse import quote, unquote

from referee.tournament.values import Identity

CODE_PREFIX = "QW1"
ROUND = re.compile(r"(?:^|[\s_.\-/(])(?:round|runde|manche|turno|ronde|rd|r)[\s_.\-]?0*(\d{1,3})(?=$|[\s_.\-/)])", re.I)
TABLE = re.compile(r"(?:^|[\s_.\-/(])(?:table|tisch|tavolo|t)[\s_.\-]?0*(\d{1,3})(?=$|[\s_.\-/)])", re.I)
# What cameras, scanners and messengers call their files; none of it is a player.
CAMERA = re.compile(
    r"^(?:img|dsc|dscn|dscf|pxl|mvimg|gopr|p\d|sam|cimg|imag|image|photo|foto|bild|picture|scan|scanned|doc|document|"
    r"screenshot|whatsapp|signal|received|cap|capture|sheet|page|seite|blatt|file|untitled|copy|a|b|side|edit|edited|hdr|"
    r"jpeg|jpg|png|heic|image|at|pm|am|video|burst|cover|camera|mobile|phone)?[\d\s_.\-:()~]*$",
    re.I,
)
HEX = re.compile(r"^[0-9a-f\-]{8,}$", re.I)


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


def from_name(name: str) -> Identity:
    """Who a file name names, as in `round2/Anna Weber.jpg` or `t3_anna-weber_r2.jpg`; nobody in `IMG_0042.jpg`."""
    path, _, page = name.partition("#")
    *folders, file = path.split("/")
    stem = re.sub(r"\.(?:jpe?g|png|webp|tiff?|bmp|heic|heif|pdf|zip)$", "", file, flags=re.I)
    number, table = _number(ROUND, stem), _number(TABLE, stem)
    for folder in reversed(folders):
        number = number or _number(ROUND, folder.removesuffix(".zip"))
        table = table or _number(TABLE, folder.removesuffix(".zip"))
    if page:  # a stack of many pages bears the name of the stack, not of a player
        return Identity("", number, table, "")
    player = _player(TABLE.sub(" ", ROUND.sub(" ", stem)))
    return Identity(player, number, table, "name" if player else "")


def players_of(identity: Identity) -> tuple[str, ...]:
    """The players a file name lists for a photo of several sheets: `Anna + Ben + Cleo.jpg`."""
    return tuple(tidy(part) for part in re.split(r"[+&,]", identity.player) if tidy(part))


def tidy(text: str) -> str:
    """A name without control characters and doubled spaces, of bounded length."""
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())[:80]


def _number(pattern: re.Pattern[str], text: str) -> str:
    match = pattern.search(text)
    return match.group(1) if match else ""


def _player(stem: str) -> str:
    words = [word.strip("-") for word in re.split(r"[\s_.]+", stem)]
    named = [word for word in words if word in ("+", "&") or _is_name(word)]
    return tidy(" ".join(named)).strip("+& ")


def _is_name(word: str) -> bool:
    return bool(re.search(r"[^\W\d]", word)) and not CAMERA.match(word) and not HEX.match(word)
