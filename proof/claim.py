"""A short signed claim for a QR code on paper: of whom, at which event, with which total, by which report."""

import json
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from proof.keys import Signer, bytes_of, holds, text_of
from proof.statement import Given

PURPOSE = b"qwords claim 1"
MARK = "qwords-claim:"
LONGEST = 40  # characters of a name in a code: more would not be read well from paper


@dataclass(frozen=True)
class Claim:
    """What a code says, and whose key signed it."""

    key: bytes
    event: str
    player: str
    totals: tuple[int | None, ...]
    alone: bool  # whether the photo carried them, with nothing given by people
    report: str  # hash of the report's statement

    @property
    def total(self) -> str:
        """The totals as people read them."""
        return ", ".join("?" if total is None else str(total) for total in self.totals)


def statement_hash(statement: dict[str, Any]) -> str:
    """A report's statement in short; claim and report belong together where it is the same."""
    text = json.dumps(statement, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()[:32]


def claim_text(statement: dict[str, Any], signer: Signer) -> str:
    """The claim of a report, as it stands in its code."""
    sheets = statement["sheets"]
    totals = [sheet["total"] for sheet in sheets]
    alone = all(sheet["certain"] and not Given.from_json(sheet["given"]) for sheet in sheets)
    names = [statement[name][:LONGEST] for name in ("event", "player")]
    said = [*names, totals, int(alone), statement_hash(statement)]
    data = json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode()
    before = f"{signer.address.rstrip('/')}/proof/" if signer.address else ""
    return f"{before}{MARK}{text_of(data)}.{text_of(signer.key)}.{text_of(signer.sign(PURPOSE, data))}"


def read_claim(text: str) -> Claim | None:
    """The claim in a code's text; None where it is none, or not as it was signed."""
    try:
        data, key, signature = map(bytes_of, text.partition(MARK)[2].split("."))
        if not holds(key, PURPOSE, data, signature):
            return None
        event, player, totals, alone, report = json.loads(data)
        return Claim(key, str(event), str(player), tuple(totals), bool(alone), str(report))
    except (ValueError, TypeError, RecursionError):
        return None
