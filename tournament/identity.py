"""Who played: from the manifest, the QR code on our own sheets, or the file name, in this order."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from sheets.identity_code import Identity, decode_identity, tidy
from tournament.column_words import plain, spellings
from tournament.entities import Known

INITIALS = {"round": "r", "table": "t"}
# What cameras, scanners and messengers call their files; none of it is a player.
DEVICES = (
    r"img|dsc|dscn|dscf|pxl|mvimg|gopr|p\d|sam|cimg|imag|scan|scanned|doc|document|screenshot|whatsapp|signal|received|"
    r"cap|capture|untitled|copy|a|b|side|edit|edited|hdr|jpeg|jpg|png|heic|at|pm|am|video|burst|cover|camera|mobile|phone"
)
HEX = re.compile(r"^[0-9a-f\-]{8,}$", re.I)


def from_name(name: str) -> Identity:
    """Who a file name names, as in `round2/Anna Weber.jpg` or `t3_anna-weber_r2.jpg`; nobody in `IMG_0042.jpg`."""
    path, _, page = name.partition("#")
    *folders, file = path.split("/")
    stem = re.sub(r"\.(?:jpe?g|png|webp|tiff?|bmp|heic|heif|pdf|zip)$", "", file, flags=re.I)
    number, table = _number("round", stem), _number("table", stem)
    for folder in reversed(folders):
        number = number or _number("round", folder.removesuffix(".zip"))
        table = table or _number("table", folder.removesuffix(".zip"))
    if page:  # a stack of many pages bears the name of the stack, not of a player
        return Identity("", number, table, "")
    player = _player(_numbered("table").sub(" ", _numbered("round").sub(" ", stem)))
    return Identity(player, number, table, "name" if player else "")


@dataclass(frozen=True)
class Identified:
    """Who played a sheet, and who else is named where manifest and QR code contradict each other."""

    identity: Identity
    rival: Identity | None = None


def identify(known: Known, number: int, count: int, code: str) -> Identified:
    """Who played: the manifest says, else the QR code on the sheet, else the file name; each may fill in the others."""
    listed = known.listed.get(number) or known.listed.get(0) or Identity()
    coded = decode_identity(code) or Identity()
    name = known.name.player if count == 1 else ""
    if count > 1 and len(players := players_of(known.name)) == count:
        name = players[number - 1]
    who = ((listed.player, listed.how), (coded.player, "qr"), (name, "name"))
    player, how = next(((player, how) for player, how in who if player), ("", ""))
    told = [turn for turn in (listed.round, coded.round, known.name.round) if turn]
    turn = _turn([*told, "1"], known.rounds)
    identity = Identity(player, turn, listed.table or coded.table or known.name.table, how)
    opens = coded.round and known.rounds is not None and coded.round not in known.rounds
    return Identified(identity, coded if opens or _contradict(listed, coded) else None)


def _turn(told: Sequence[str], open: tuple[str, ...] | None) -> str:
    """The round of a sheet: what is told first, but where a player sent it only one of those that are open."""
    if open is None:
        return told[0]
    return next((turn for turn in told if turn in open), open[-1])


def _contradict(listed: Identity, coded: Identity) -> bool:
    """Whether manifest and QR code name different players or rounds."""
    other_player = bool(listed.player and coded.player and player_key(listed.player) != player_key(coded.player))
    other_round = bool(listed.round and coded.round and listed.round != coded.round)
    return other_player or other_round


@lru_cache(maxsize=50_000)
def player_key(player: str) -> str:
    """One spelling of a name for comparing: case, spaces and how accents are stored do not matter."""
    return " ".join(unicodedata.normalize("NFC", player).casefold().replace("_", " ").split())


def players_of(identity: Identity) -> tuple[str, ...]:
    """The players a file name lists for a photo of several sheets: `Anna + Ben + Cleo.jpg`."""
    return tuple(tidy(part) for part in re.split(r"[+&,]", identity.player) if tidy(part))


def _number(column: str, text: str) -> str:
    match = _numbered(column).search(text)
    return match.group(1) if match else ""


@cache
def _numbered(column: str) -> re.Pattern[str]:
    """What stands in a file's name before the number of a round or table, in any language."""
    words = "|".join(re.escape(word) for word in (*spellings(column), INITIALS[column]))
    return re.compile(rf"(?:^|[\s_.\-/(])(?:{words})[\s_.\-]?0*(\d{{1,3}})(?=$|[\s_.\-/)])", re.I)


@cache
def _nobody() -> re.Pattern[str]:
    """What is no player in a file's name: what devices call their files, and words for paper and pictures."""
    paper = "|".join(re.escape(word) for column in ("file", "page", "sheet") for word in spellings(column))
    return re.compile(rf"^(?:{paper}|{DEVICES})?[\d\s_.\-:()~]*$", re.I)


def _player(stem: str) -> str:
    words = [word.strip("-") for word in re.split(r"[\s_.]+", stem)]
    named = [word for word in words if word in ("+", "&") or _is_name(word)]
    return tidy(" ".join(named)).strip("+& ")


def _is_name(word: str) -> bool:
    return bool(re.search(r"[^\W\d]", word)) and not _nobody().match(plain(word)) and not HEX.match(word)
