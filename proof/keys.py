"""The keys of an installation: its own, made at first use and readable by its owner only, and those it knows."""

import os
import re
import stat
import tempfile
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from proof.proof_errors import BadKey, KeyNotPrivate
from referee.files import NotWritable, make_private, write_atomically
from referee.settings import Settings

AT_HOME = "~/.qwords/keys"
OWN, KNOWN = "signing-key.pem", "known-keys.txt"
FORMER, TRUSTED = "former", "trusted"  # whose a known key is: this installation's, before it was replaced; another's
LINE = re.compile(rf"([\w-]{{43}})\s+({FORMER}|{TRUSTED})(?:\s+(.*))?")
HEAD = "# Keys whose reports count as genuine here, one a line: KEY former|trusted NAME\n"


@dataclass(frozen=True)
class Known:
    """A public key whose reports count as genuine here, and whose it is."""

    key: bytes
    state: str
    name: str


@dataclass(frozen=True)
class Signer:
    """What a report is signed with: the private key, the installation's name, and the moment."""

    seed: bytes = field(repr=False)
    name: str = ""
    at: str = ""
    address: str = ""  # of the service whose page answers for its claims

    @property
    def key(self) -> bytes:
        """The public key."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return Ed25519PrivateKey.from_private_bytes(self.seed).public_key().public_bytes_raw()

    def sign(self, purpose: bytes, data: bytes) -> bytes:
        """The signature of data for one purpose, worth nothing for another."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return Ed25519PrivateKey.from_private_bytes(self.seed).sign(purpose + b"\0" + data)


def holds(key: bytes, purpose: bytes, data: bytes, signature: bytes) -> bool:
    """Whether the owner of a public key signed these data for this purpose."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, purpose + b"\0" + data)
    except (InvalidSignature, ValueError):
        return False
    return True


def fingerprint(key: bytes) -> str:
    """A public key in short, to be compared by people: 80 bits, far from any that could be made to fit."""
    digits = sha256(key).hexdigest()[:20]
    return " ".join(digits[at : at + 4] for at in range(0, len(digits), 4))


def text_of(data: bytes) -> str:
    """A key or a signature as it is written in files and codes."""
    return urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def bytes_of(text: str) -> bytes:
    """The same back; ValueError where it is none."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def folder_of(settings: Settings) -> Path:
    """Where the keys lie."""
    try:
        return Path(settings.keys or AT_HOME).expanduser()
    except RuntimeError as error:
        raise NotWritable("There is no home folder for the key.", "Set QWORDS_KEYS to a folder.") from error


def signer(settings: Settings) -> Signer:
    """What this installation signs with at this moment; its key is made where it has none."""
    path = folder_of(settings) / OWN
    if not path.exists():
        _make(path)
    return Signer(_seed(path), settings.name, datetime.now(UTC).isoformat(timespec="seconds"), settings.address)


def own_key(settings: Settings) -> bytes | None:
    """The public key of this installation; None before it has signed anything."""
    path = folder_of(settings) / OWN
    return Signer(_seed(path)).key if path.exists() else None


def _make(path: Path) -> None:
    """A new key; of several processes that begin together one makes it."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    made = Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    make_private(path.parent)
    try:
        handle, name = tempfile.mkstemp(dir=path.parent)  # readable by its owner only
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(made)
                file.flush()
                os.fsync(file.fileno())
            os.link(name, path)  # unlike a rename, it never takes the place of another's
        except FileExistsError:
            pass
        finally:
            Path(name).unlink()
    except OSError as error:
        raise NotWritable(f"{path}: {error.strerror}") from error


def _seed(path: Path) -> bytes:
    """The private key in a file; one that others may read, or that is of another kind, is refused."""
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        if stat.S_IMODE(path.stat().st_mode) & 0o077:
            raise KeyNotPrivate(f"{path}: other users of this machine can read or change this key.")
        loaded = load_pem_private_key(path.read_bytes(), None)
    except (OSError, TypeError, ValueError, UnsupportedAlgorithm) as error:
        why = error.strerror if isinstance(error, OSError) else "this is no private key without a password"
        raise BadKey(f"{path}: {why}.") from error
    if not isinstance(loaded, Ed25519PrivateKey):
        raise BadKey(f"{path}: this is a key of another kind than Ed25519.")
    return loaded.private_bytes_raw()


def known_keys(settings: Settings) -> tuple[Known, ...]:
    """The keys that are known here beside its own."""
    path = folder_of(settings) / KNOWN
    try:
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    except (OSError, UnicodeDecodeError) as error:
        raise BadKey(f"{path} cannot be read: {error}.") from error
    found = []
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        fields = LINE.fullmatch(line.strip())
        if not fields:
            raise BadKey(f"{path}, line {number}: this is not a known key.", "Correct the line, or put # before it.")
        found.append(Known(bytes_of(fields[1]), fields[2], fields[3] or ""))
    return tuple(found)


def trust(settings: Settings, key: str, name: str, state: str = TRUSTED) -> Known:
    """Have the reports of a key count as genuine here; what was said of it before is replaced."""
    try:
        public = bytes_of(key.strip())
        if len(public) != 32:
            raise ValueError
    except ValueError as error:
        hint = "Copy the whole key as `qwords keys show` prints it."
        raise BadKey(f"{key[:60]!r} is not a public key.", hint) from error
    known = Known(public, state, " ".join(name.split()))
    others = [one for one in known_keys(settings) if one.key != public]
    lines = [f"{text_of(one.key)} {one.state} {one.name}".rstrip() + "\n" for one in (*others, known)]
    make_private(folder_of(settings))
    write_atomically(folder_of(settings) / KNOWN, (HEAD + "".join(lines)).encode())
    return known


def replace_key(settings: Settings) -> Signer:
    """A new key of this installation; the old one is kept as a former one, so that its reports stay genuine.

    A file that holds no key that can be used, or one that others may have read, is laid aside, and not known any more.
    """
    path = folder_of(settings) / OWN
    try:
        if (old := own_key(settings)) is not None:
            trust(settings, text_of(old), settings.name, FORMER)
            path.unlink()
    except (BadKey, KeyNotPrivate):
        path.replace(path.with_suffix(".unusable"))
    return signer(settings)
