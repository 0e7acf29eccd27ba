"""A certificate made on the spot, so that phones in the same network may use their cameras on the page.

People are asked to install its root on their phones, and a root can vouch for any address there is: its private key is
forgotten as soon as it has signed, so that nobody can ever make it vouch for another one.
"""

import ipaddress
import os
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from referee.files import NotWritable, make_folder

if TYPE_CHECKING:
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric import ec

VALID_DAYS = 365  # phones refuse certificates that are valid for longer than 398 days
RENEW_DAYS = 7
NAME = "Qwords referee"
ROOT_NAME = "Qwords referee, root certificate"


@dataclass(frozen=True)
class Certificate:
    """Where key, certificate and root lie, and the fingerprint that a phone shows."""

    key: Path
    certificate: Path
    root: Path  # what a phone installs to trust the certificate
    fingerprint: str


def certificate_for(addresses: tuple[str, ...], folder: Path) -> Certificate:
    """The certificate for these addresses: the stored one while it fits, else a new one, readable by its owner only."""
    key, certificate, root = folder / "key.pem", folder / "certificate.pem", folder / "root.pem"
    if not _fits(certificate, key, root, addresses):
        make_folder(folder)
        for path, data in zip((key, certificate, root), _made(addresses), strict=True):
            _write(path, data)
    return Certificate(key, certificate, root, _fingerprint(certificate))


def _made(addresses: tuple[str, ...]) -> tuple[bytes, bytes, bytes]:
    """A key, its certificate, and the root that signed it; the root's own key is in no file and ends here."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import ExtendedKeyUsageOID

    key, root_key = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    root = (
        _builder(ROOT_NAME, ROOT_NAME, key=root_key.public_key(), signer=root_key.public_key())
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)  # so that phones can trust it
        .add_extension(_may_only("key_cert_sign"), critical=True)
        .sign(root_key, hashes.SHA256())
    )
    certificate = (
        _builder(NAME, ROOT_NAME, key=key.public_key(), signer=root_key.public_key())
        .add_extension(x509.SubjectAlternativeName([_named(one) for one in _all(addresses)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_may_only("digital_signature"), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(root_key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    private = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    return private, certificate.public_bytes(pem), root.public_bytes(pem)


def _builder(
    name: str, issuer: str, key: "ec.EllipticCurvePublicKey", signer: "ec.EllipticCurvePublicKey"
) -> "x509.CertificateBuilder":
    """What root and certificate have in common."""
    from cryptography import x509
    from cryptography.x509.oid import NameOID

    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)]))
        .issuer_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, issuer)]))
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(days=VALID_DAYS))
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(signer), critical=False)
    )


def _may_only(use: str) -> "x509.KeyUsage":
    from cryptography import x509

    uses = (
        *("digital_signature", "content_commitment", "key_encipherment", "data_encipherment", "key_agreement"),
        *("key_cert_sign", "crl_sign", "encipher_only", "decipher_only"),
    )
    return x509.KeyUsage(**{one: one == use for one in uses})


def _all(addresses: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*addresses, "localhost")))


def _named(address: str) -> "x509.GeneralName":
    """An address as certificates write it: by its number, or by its name."""
    from cryptography import x509

    try:
        return x509.IPAddress(ipaddress.ip_address(address))
    except ValueError:
        return x509.DNSName(address)


def _fits(certificate: Path, key: Path, root: Path, addresses: tuple[str, ...]) -> bool:
    """Whether what is stored belongs together, is for these addresses, and has a root without a key."""
    from cryptography import x509
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        stored, signer = (x509.load_pem_x509_certificate(path.read_bytes()) for path in (certificate, root))
        stored.verify_directly_issued_by(signer)
        public = load_pem_private_key(key.read_bytes(), None).public_key()
        names = stored.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        fresh = stored.not_valid_after_utc - datetime.now(UTC) > timedelta(days=RENEW_DAYS)
        own = public == stored.public_key() != signer.public_key()
        return own and fresh and set(names) == {_named(address) for address in _all(addresses)}
    except (OSError, TypeError, ValueError, InvalidSignature, x509.ExtensionNotFound):
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
