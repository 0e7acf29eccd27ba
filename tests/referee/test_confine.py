"""A copy of this process does what may take too much."""

import time

import pytest

from referee import confine


def slow() -> bytes:
    time.sleep(60)
    return b"late"


def test_a_copy_gives_what_its_work_gives() -> None:
    assert confine.in_child(lambda: b"done", 5, 500) == b"done"


def test_a_copy_that_only_waits_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(confine, "PATIENCE", 1)
    with pytest.raises(TimeoutError, match="more than 1 seconds"):
        confine.in_child(slow, 1, 500)


def test_a_copy_that_takes_too_much_memory_says_so() -> None:
    with pytest.raises(MemoryError, match="more than 100 MB"):
        confine.in_child(lambda: bytes(10**9), 5, 100)


def test_what_a_copy_refuses_is_told_with_its_reason() -> None:
    def refusing() -> bytes:
        raise OSError("no pages")

    with pytest.raises(ValueError, match=r"^no pages$"):
        confine.in_child(refusing, 5, 500)
