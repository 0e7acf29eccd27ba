"""The claim in a report's QR code."""

import pytest

import report
from proof.claim import MARK, claim_text, read_claim, statement_hash
from proof.keys import Signer, bytes_of, text_of
from proof.statement import qwords_statement
from referee.options import Options
from referee.referee import Referee

OWN, EVE = Signer(b"a" * 32), Signer(b"e" * 32)


@pytest.fixture(scope="module")
def text() -> str:
    verdict = Referee().grid("SUPER/TRIPH/RNLOI/ATECT/PMHHE", Options())
    return claim_text(qwords_statement(verdict, player="Ada " * 30, event="Cup"), OWN)


def test_a_claim_says_what_its_report_says(text: str) -> None:
    claim = read_claim(text)
    assert claim and (claim.total, claim.event, claim.alone, claim.key) == ("52", "Cup", False, OWN.key)
    assert claim.player == ("Ada " * 30)[:40] and len(claim.report) == 32
    verdict = Referee().grid("SUPER/TRIPH/RNLOI/ATECT/PMHHE", Options())
    assert claim.report == statement_hash(qwords_statement(verdict, player="Ada " * 30, event="Cup"))
    assert len(text) < 400, "it must be read from paper"


def test_a_claim_that_was_changed_is_none(text: str) -> None:
    data, key, signature = text.removeprefix(MARK).split(".")
    more = text_of(bytes_of(data).replace(b"52", b"99"))
    assert more != data
    for changed in (
        f"{more}.{key}.{signature}",
        f"{data}.{text_of(EVE.key)}.{signature}",
        f"{data}.{key}.{signature[:-4]}AAAA",
        f"{data}.{key}",
        "",
        "....",
        f"{data}.{key}.é",
    ):
        assert read_claim(MARK + changed) is None
    assert read_claim(text) is not None


def test_what_else_a_key_signs_is_no_claim() -> None:
    for said in (b"[]", b"x", b"{}", b"[1,2,3,4,5]", b'["a","b",[1],1]'):
        signed = f"{text_of(said)}.{text_of(OWN.key)}.{text_of(OWN.sign(b'qwords claim 1', said))}"
        assert read_claim(MARK + signed) is None


def test_every_report_carries_its_claim() -> None:
    verdict = Referee().grid("SUPER/TRIPH/RNLOI/ATECT/PMHHE", Options())
    assert b'class="qr"' in report.render(verdict, ".html", signer=OWN)
    assert b'class="qr"' not in report.render(verdict, ".html")
