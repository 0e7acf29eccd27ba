"""A certificate made on the spot, so that phones in the same network may use their cameras on the page."""

import ipaddress
import os
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from referee.files import NotWritable, make_folder

if TYPE_CHECKING:
    from cryptography import x509

VALID_DAYS = 365  # phones refuse certificates that are valid for longer than 398 days
RENEW_DAYS = 7
NAME = "Qwords referee"


@dataclass(frozen=True)
class Certificate:
    """Where key and certificate lie, and the fingerprint that a phone shows."""

    key: Path
    certificate: Path
    fingerprint: str


def certificate_for(addresses: tuple[str, ...], folder: Path) -> Certificate:
    """The certificate for these addresses: the stored one while it fits, else a new one, readable by its owner only."""
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    if not _fits(certificate, key, addresses):
        make_folder(folder)
        private, public = _made(addresses)
        _write(key, private)
        _write(certificate, public)
    return Certificate(key, certificate, _fingerprint(certificate))


def _made(addresses: tuple[str, ...]) -> tuple[bytes, bytes]:
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(days=VALID_DAYS))
        .add_extension(x509.SubjectAlternativeName([_named(one) for one in _all(addresses)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)  # so that phones can trust it
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(key, hashes.SHA256())
    )
    plain = serialization.NoEncryption()
    pem = serialization.Encoding.PEM
    return key.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain), made.public_bytes(pem)


def _all(addresses: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*addresses, "localhost")))


def _named(address: str) -> "x509.GeneralName":
    """An address as certificates write it: by its number, or by its name."""
    from cryptography import x509

    try:
        return x509.IPAddress(ipaddress.ip_address(address))
    except ValueError:
        return x509.DNSName(address)


def _fits(certificate: Path, key: Path, addresses: tuple[str, ...]) -> bool:
    from cryptography import x509

    try:
        stored = x509.load_pem_x509_certificate(certificate.read_bytes())
        names = stored.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        fresh = stored.not_valid_after_utc - datetime.now(UTC) > timedelta(days=RENEW_DAYS)
        return key.is_file() and fresh and set(names) == {_named(address) for address in _all(addresses)}
    except (OSError, ValueError, x509.ExtensionNotFound):
        return False


def _write(path: Path, data: bytes) -> None:
    try:
        path.unlink(missing_ok=True)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
    except OSError as error:
        raise NotWritable(f"{path}: {error.strerror}") from error


def _fingerprint(certificate: Path) -> str:
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes

    digest = x509.load_pem_x509_certificate(certificate.read_bytes()).fingerprint(hashes.SHA256())
    return ":".join(f"{byte:02X}" for byte in digest)
