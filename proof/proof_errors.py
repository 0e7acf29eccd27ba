"""What can go wrong with keys and signatures."""

from referee.referee_errors import RefereeError


class BadKey(RefereeError):
    """A key cannot be used."""

    code = "bad-key"
    hint = "Put the key back from its copy, or make a new one with `qwords keys replace`; docs/security.md says more."


class KeyNotPrivate(RefereeError):
    """Other users of this machine can read the private key."""

    code = "key-not-private"
    hint = "Close it with `chmod 600`; if others use this machine, make a new one with `qwords keys replace`."


class NoReport(RefereeError):
    """A file is too large to be a report, or is empty."""

    code = "no-report"
    hint = "Give the report as it was made: HTML or PDF, the whole file."
