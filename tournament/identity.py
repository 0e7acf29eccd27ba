"""Who played: from the manifest, the QR code on our own sheets, or the file name, in this order."""

import re

from sheets.identity_code import Identity, tidy

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


def _number(pattern: re.Pattern[str], text: str) -> str:
    match = pattern.search(text)
    return match.group(1) if match else ""


def _player(stem: str) -> str:
    words = [word.strip("-") for word in re.split(r"[\s_.]+", stem)]
    named = [word for word in words if word in ("+", "&") or _is_name(word)]
    return tidy(" ".join(named)).strip("+& ")


def _is_name(word: str) -> bool:
    return bool(re.search(r"[^\W\d]", word)) and not CAMERA.match(word) and not HEX.match(word)
