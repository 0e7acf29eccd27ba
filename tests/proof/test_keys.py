"""The keys of an installation: made once, private, replaced without losing what they signed."""

import json
import stat
import threading
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from cli import main
from proof.keys import (
    FORMER,
    Signer,
    fingerprint,
    folder_of,
    holds,
    known_keys,
    own_key,
    replace_key,
    signer,
    text_of,
    trust,
)
from proof.proof_errors import BadKey, KeyNotPrivate
from referee.files import NotWritable
from referee.settings import Settings


@pytest.fixture
def ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.setenv("QWORDS_KEYS", str(tmp_path / "keys"))
    return Settings(keys=str(tmp_path / "keys"))


def key_file(settings: Settings) -> Path:
    return folder_of(settings) / "signing-key.pem"


def qwords(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


def test_a_key_is_made_at_first_use_for_its_owner_alone(ours: Settings) -> None:
    assert own_key(ours) is None and not folder_of(ours).exists()
    first = signer(ours)
    assert stat.S_IMODE(key_file(ours).stat().st_mode) == 0o600
    assert stat.S_IMODE(folder_of(ours).stat().st_mode) == 0o700
    assert signer(ours).seed == first.seed and own_key(ours) == first.key
    assert [path.name for path in folder_of(ours).iterdir()] == ["signing-key.pem"]
    assert "seed" not in repr(first)


def test_several_that_begin_together_make_one_key(ours: Settings) -> None:
    found: list[Signer] = []
    threads = [threading.Thread(target=lambda: found.append(signer(ours))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8 and len({one.seed for one in found}) == 1


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o666])
def test_a_key_that_others_can_read_signs_nothing(ours: Settings, mode: int) -> None:
    signer(ours)
    key_file(ours).chmod(mode)
    with pytest.raises(KeyNotPrivate):
        signer(ours)


def test_a_key_of_another_kind_or_none_is_refused(ours: Settings) -> None:
    signer(ours)
    pem = (Encoding.PEM, PrivateFormat.PKCS8)
    other = ec.generate_private_key(ec.SECP256R1()).private_bytes(*pem, NoEncryption())
    for content in (other, b"", b"-----BEGIN PRIVATE KEY-----\nx\n-----END PRIVATE KEY-----\n", b"\xff\x00"):
        key_file(ours).write_bytes(content)
        with pytest.raises(BadKey):
            signer(ours)
        done = qwords("keys", "show")
        assert done.exit_code == 1 and "[bad-key]" in done.stderr
        assert key_file(ours).read_bytes() == content, "nothing was written"
    assert "not usable" in json.loads(qwords("doctor", "--json").stdout)["signing"]["key"]


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(NotWritable):
        signer(Settings(keys=str(tmp_path / "file" / "keys")))


def test_a_replaced_key_is_known_as_a_former_one(ours: Settings) -> None:
    first = signer(ours)
    second = replace_key(ours)
    assert second.key != first.key and own_key(ours) == second.key
    assert [(one.key, one.state) for one in known_keys(ours)] == [(first.key, FORMER)]
    third = replace_key(ours)
    assert [one.key for one in known_keys(ours)] == [first.key, second.key] and third.key != second.key


def test_a_key_that_others_may_have_read_is_replaced_and_not_known_any_more(ours: Settings) -> None:
    first = signer(ours)
    key_file(ours).chmod(0o644)
    assert qwords("keys", "replace").exit_code == 0
    assert signer(ours).key != first.key and known_keys(ours) == ()
    assert key_file(ours).with_suffix(".unusable").exists()


def test_keys_are_shown_and_trusted_by_commands(ours: Settings) -> None:
    other = Signer(b"o" * 32).key
    done = qwords("keys", "trust", text_of(other), "Chess  club\nnext door")
    assert done.exit_code == 0 and fingerprint(other) in done.stdout
    shown = json.loads(qwords("keys", "show", "--json").stdout)["keys"]
    assert [(one["state"], one["name"]) for one in shown] == [("own", ""), ("trusted", "Chess club next door")]
    assert shown[0]["fingerprint"] == fingerprint(signer(ours).key)
    assert text_of(other) in qwords("keys", "show").stdout
    assert json.loads(qwords("doctor", "--json").stdout)["signing"]["key"].startswith(shown[0]["fingerprint"])
    trust(ours, text_of(other), "Renamed")
    assert [one.name for one in known_keys(ours)] == ["Renamed"]


@pytest.mark.parametrize("key", ["", "abc", "ü" * 43, "A" * 44, text_of(b"k" * 33)])
def test_what_is_no_key_is_not_trusted(ours: Settings, key: str) -> None:
    done = qwords("keys", "trust", key, "Eve")
    assert done.exit_code == 1 and "[bad-key]" in done.stderr and known_keys(ours) == ()


def test_a_list_of_keys_that_is_damaged_is_refused_with_its_line(ours: Settings) -> None:
    trust(ours, text_of(Signer(b"o" * 32).key), "Club")
    path = folder_of(ours) / "known-keys.txt"
    path.write_text(path.read_text() + "\n# a remark\nAda's key\n")
    with pytest.raises(BadKey, match="line 5"):
        known_keys(ours)


def test_a_signature_is_for_one_purpose_one_text_and_one_key() -> None:
    own, eve = Signer(b"a" * 32), Signer(b"e" * 32)
    signature = own.sign(b"report", b"text")
    assert holds(own.key, b"report", b"text", signature)
    assert not holds(own.key, b"claim", b"text", signature)
    assert not holds(own.key, b"report", b"texts", signature)
    assert not holds(eve.key, b"report", b"text", signature)
    assert not holds(b"short", b"report", b"text", signature)
    assert len(fingerprint(own.key)) == 24 and fingerprint(own.key) != fingerprint(eve.key)
