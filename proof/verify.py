"""What a report is worth: whether it is genuine, by whose key, and what the photo alone gives today."""

import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

import numpy as np

from proof.claim import MARK as CLAIM
from proof.claim import read_claim
from proof.keys import FORMER, fingerprint, known_keys, own_key
from proof.proof_errors import NoReport
from proof.signed_file import UNSIGNED, SignedFile, read
from proof.statement import Given, list_hash, program
from q4.words import english
from referee.coded import has_code
from referee.games import game
from referee.referee import Referee
from referee.settings import Settings
from referee.values import Evidence
from scanner.photo_privacy import without_metadata
from scanner.scan_errors import ScanError
from sheets.qr_code import read_qr

GENUINE, PERSON, FORGED = 0, 3, 4  # exit codes: carried by the photo alone; genuine, but; not genuine or unsigned
REPORT_BYTES = 60_000_000  # more than any report; a photo of one is smaller still
KEPT = ("lang", "policy", "fairness", "mode")  # options that are no word about one sheet
AHEAD = timedelta(days=1)  # clocks differ; more than that is worth a sentence
WRONG = {
    "unsigned": "not genuine: there is no signature in this file, so anyone may have written it",
    "older": "unsigned: this report was made before reports were signed (0.2.1 or earlier), so anyone may have changed "
    "it. Make it again from the photo, and read that",
    "two-signatures": "not genuine: there are two signatures in this file; parts of two reports were put together",
    "appended": "not genuine: something was put behind the signature",
    "cut-off": "not genuine: the file ends within its signature; ask for the whole file",
    "changed": "not genuine: this file was changed after it was signed",
    "statement": "not genuine: its signature fits, but it does not hold what this program signs",
    "code": "not genuine: the code's text was changed after it was signed",
}


@dataclass(frozen=True)
class Check:
    """One thing that was looked at: whether it holds, and that in a sentence."""

    name: str
    holds: bool
    text: str


@dataclass(frozen=True)
class Outcome:
    """All that is said of a report."""

    checks: tuple[Check, ...]
    forged: bool = False
    statement: Mapping[str, Any] | None = None
    key: str = ""  # its fingerprint
    alone: tuple[int | None, ...] = ()
    alone_from: str = ""  # "photo", "evidence"; "" where it could not be judged

    @property
    def exit_code(self) -> int:
        """0, 3 or 4, as the contract has it."""
        return FORGED if self.forged else GENUINE if all(check.holds for check in self.checks) else PERSON

    def document(self) -> dict[str, Any]:
        """The whole outcome as JSON."""
        stated = self.statement or {}
        sheets = stated.get("sheets", ())
        return {
            "genuine": any(check.name == "signature" and check.holds for check in self.checks),
            "verified": self.exit_code == GENUINE,
            "totals": [sheet["total"] for sheet in sheets],
            "version": stated.get("version", ""),
            "made": stated.get("made", ""),
            "made_by": {"name": stated.get("by", ""), "key": self.key},
            **{name: stated.get(name, "") for name in ("game", "player", "event", "date", "photo")},
            "given": [sheet["given"] for sheet in sheets],
            "alone": {"totals": list(self.alone), "from": self.alone_from},
            "checks": [vars(check) for check in self.checks],
        }


def verify(data: bytes, photo: tuple[str, bytes] | None, settings: Settings) -> Outcome:
    """What a report is worth, with its photo at hand or without."""
    if not data or len(data) > REPORT_BYTES:
        raise NoReport("The file is empty." if not data else f"The file has more than {REPORT_BYTES // 10**6} MB.")
    signed = read(data)
    if signed.wrong in ("unsigned", "older"):
        return _of_code(signed.wrong, _code_text(data), settings)
    if signed.wrong:
        return _forged(signed.wrong)
    try:
        return _of_file(signed, photo, settings)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        if has_code(error):
            raise
        return _forged("statement")  # a key that signs anything at all is not one of this program's


def _forged(wrong: str) -> Outcome:
    return Outcome((Check("signature", False, WRONG[wrong]),), forged=True)


def _of_file(signed: SignedFile, photo: tuple[str, bytes] | None, settings: Settings) -> Outcome:
    stated: Mapping[str, Any] = signed.statement
    sheets: Sequence[Mapping[str, Any]] = stated["sheets"]
    named = " · ".join(filter(None, (stated["player"], stated["event"], stated["date"])))
    when = str(stated["made"]).replace("T", " ")[:16]
    totals = _totals([one["total"] for one in sheets])
    said = f"genuine: nothing was changed since it was signed ({when} UTC). It says {totals}"
    checks = [Check("signature", True, f"{said} ({named})" if named else said)]
    checks += [_made_by(signed.key, str(stated["by"]), settings), *_dated(str(stated["made"]))]
    if stated["program"] != program():
        text = f"made by another version ({stated['version']}) or other word lists than are installed here"
        checks.append(Check("program", False, text))
    if photo and stated["photo"] and not _is_of(photo[1], str(stated["photo"])):
        text = "not of this photo: the report is genuine, but was made from another one"
        return Outcome((Check("photo", False, text), *checks), True, stated, fingerprint(signed.key))
    checks += [check for sheet in sheets for check in _given(sheet["given"])]
    alone, found_in = _alone(stated, photo, settings)
    checks.append(_carried(sheets, alone, found_in))
    gives = tuple(total for total, _ in alone)
    return Outcome(tuple(checks), False, stated, fingerprint(signed.key), gives, found_in)


def _totals(totals: Sequence[object]) -> str:
    return f"total {', '.join('?' if total is None else str(total) for total in totals)}"


def _made_by(key: bytes, name: str, settings: Settings) -> Check:
    """Whose key it is; the name of one that is not known here is only what it calls itself."""
    known = {one.key: one for one in known_keys(settings)}
    short = f"key {fingerprint(key)}"
    if key == own_key(settings):
        return Check("key", True, f"made by this installation, {short}")
    if key in known:
        former = known[key].state == FORMER
        whose = "this installation with a former key" if former else known[key].name or "an installation known here"
        return Check("key", True, f"made by {whose}, {short}")
    called = f", which calls itself {name!r}" if name else ""
    return Check("key", False, f"made with a key that is unknown here{called}: {short}. Compare it with its owner's")


def _dated(made: str) -> Iterator[Check]:
    """When it was made, where that cannot be."""
    if datetime.fromisoformat(made) > datetime.now(UTC) + AHEAD:
        yield Check("time", False, "by the clock of this machine it was made in the future: one of the clocks is wrong")


def _given(gave: Mapping[str, Any]) -> Iterator[Check]:
    """What people gave, in words."""
    found = Given.from_json(gave)
    if found.letters:
        was = "was" if found.letters == 1 else "were"
        yield Check("letters", False, f"{found.letters} of {found.of} letters {was} given by people")
    if found.marks:
        yield Check("letters", False, f"marks given by people: {found.marks}")
    if found.sent:
        yield Check("letters", False, "what was read was sent to the program, which has not seen the photo")
    if found.settings:
        told = ", ".join(setting.replace(".", " ") for setting in found.settings)
        yield Check("settings", False, f"given by people, not read: {told}")
    if found.rulings:
        counted = "word counts" if len(found.rulings) == 1 else "words count"
        words = ", ".join(found.rulings)
        yield Check("rulings", False, f"{len(found.rulings)} {counted} by a house ruling, or not: {words}")


Alone = list[tuple[int | None, bool]]  # total and whether it is certain, sheet by sheet


def _alone(stated: Mapping[str, Any], photo: tuple[str, bytes] | None, settings: Settings) -> tuple[Alone, str]:
    """What the photo alone gives today: from the photo where it is at hand, else from what was read of it."""
    playing = game(stated["game"])
    own_list = playing.code != "q4" or list_hash(english()) in stated["words"].values()
    if not own_list or not (stated["photo"] or photo):
        return [], ""
    if photo:
        referee = Referee(settings=replace(settings, reader=str(stated.get("reader", settings.reader))))
        corners = np.array(stated["corners"], np.float32) if stated["corners"] else None
        read = playing.read(referee.decoded(photo[1], photo[0]), referee.reader, corners)
        evidences = [one.evidence for one in (read[stated["sheet"] - 1 : stated["sheet"]] if stated["sheet"] else read)]
    else:
        evidences = [Evidence(playing.code, sheet["evidence"]) for sheet in stated["sheets"]]
    # What people told of the sheet is left out; the language of its words and the list they are in stay.
    options = playing.options({name: str(stated["options"][name]) for name in KEPT if name in stated["options"]})
    figures = [playing.judge(evidence, options).figures for evidence in evidences]
    return [(one.total, not one.reasons) for one in figures], "photo" if photo else "evidence"


def _carried(sheets: Sequence[Mapping[str, Any]], alone: Alone, found_in: str) -> Check:
    """Whether the photo alone carries what the report says."""
    if not found_in:
        return Check("alone", False, "no photo carries the total: it was typed or sent, or its word list is not here")
    where = "judged anew from the photo" if found_in == "photo" else "from what was read of it, as signed in the report"
    gives = f"the photo alone gives {_totals([total for total, _ in alone])} ({where})"
    if [total for total, _ in alone] != [sheet["total"] for sheet in sheets]:
        return Check("alone", False, f"{gives}, which is not what the report says")
    if not all(certain for _, certain in alone):
        return Check("alone", False, f"{gives}, and leaves it in doubt")
    return Check("alone", True, gives)


def _is_of(photo: bytes, hashed: str) -> bool:
    """Whether a photo has this hash, as it is or as a tournament keeps it, without its metadata."""
    if sha256(photo).hexdigest() == hashed:
        return True
    try:
        return sha256(without_metadata(photo)[0]).hexdigest() == hashed
    except (ScanError, ValueError, IndexError, struct.error):  # not a picture, or a damaged one
        return False


def _code_text(data: bytes) -> str:
    """The text of the QR code in a picture of a report, "" where there is none."""
    import cv2

    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE)
    return "" if picture is None else read_qr(np.asarray(picture, np.uint8))


def _of_code(wrong: str, text: str, settings: Settings) -> Outcome:
    """What the code on a picture of a report is worth; what stands around it on the paper, nobody signed."""
    if text.startswith(UNSIGNED.decode()):
        return _forged("older")
    if CLAIM not in text:
        return _forged(wrong)
    claim = read_claim(text)
    if claim is None:
        return _forged("code")
    named = " · ".join(filter(None, (claim.player, claim.event)))
    said = f"the code is genuine. It says {_totals(claim.totals)}" + (f" ({named})" if named else "")
    checks = [Check("signature", True, said), _made_by(claim.key, "", settings)]
    if not claim.alone:
        checks.append(Check("letters", False, "by the code, the photo alone does not carry the total"))
    checks.append(Check("text", False, "only the code was compared: read what stands on the paper beside it yourself"))
    sheets: list[dict[str, Any]] = [{"total": total, "given": {}} for total in claim.totals]
    stated = {"sheets": sheets, "player": claim.player, "event": claim.event}
    return Outcome(tuple(checks), False, stated, fingerprint(claim.key))
