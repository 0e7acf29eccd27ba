"""Settings: read once from the environment, at the door, and passed on as plain values."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path

from referee.referee_errors import BadSetting

PREFIX = "QWORDS_"


@dataclass(frozen=True)
class Settings:
    """Everything that can be set from outside; each field is the variable QWORDS_<FIELD>."""

    lang: str = "en"  # language when none is given
    reader: str = "cnn"  # cnn or tesseract
    max_megabytes: int = 40  # largest photo file
    max_megapixels: int = 50  # largest photo
    host: str = "127.0.0.1"  # where the service listens
    port: int = 8000
    address: str = ""  # https://… where people reach the service; the codes of its reports lead there
    hosts: str = ""  # names, with commas, that the service answers to beside its own; see docs/service.md
    workers: int = 0  # scanning processes of the service; 0: one for each core
    photo_seconds: int = 60  # longest that one photo may take; then its worker is replaced
    queue: int = 16  # scans that may wait before the service answers 429
    client_requests: int = 32  # photos, uploads and scores that one address may have under way
    token: str = ""  # the organiser's token; empty: each tournament gets its own when it is created
    data: Path = Path("qwords-data")  # where the service keeps tournaments
    store: str = ""  # database URL of tournaments; empty: SQLite in the data folder
    keys: str = ""  # folder of the key that reports are signed with; empty: ~/.qwords/keys
    name: str = ""  # what this installation is called in the reports it signs
    log_level: str = "info"

    @staticmethod
    def from_environment(environment: Mapping[str, str] | None = None) -> "Settings":
        """The defaults, overridden by QWORDS_… variables."""
        environment = os.environ if environment is None else environment
        given: dict[str, str | int | Path] = {}
        for field in fields(Settings):
            name = PREFIX + field.name.upper()
            if text := environment.get(name, ""):
                given[field.name] = _parse(name, text, type(field.default))
        return Settings(**given)  # type: ignore[arg-type]


def _parse(name: str, text: str, kind: type) -> str | int | Path:
    if kind is int:
        if not text.isdecimal():
            raise BadSetting(f"{name} is {text!r}, not a whole number")
        return int(text)
    return Path(text) if issubclass(kind, Path) else text


def use_one_thread() -> None:
    """Have NumPy multiply with one thread, unless the user says otherwise; it looks here when it is first imported.

    Small matrices are multiplied faster by one thread than by several that wait for each other.
    """
    os.environ.setdefault("OMP_NUM_THREADS", "1")


def environment() -> Mapping[str, str]:
    """The environment as the terminal set it, for colours and pictures; read by the doors only."""
    return os.environ
