"""What a test needs of the machine: without it the test is skipped, but fails where CI promises that all is there."""

import importlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import NoReturn

import pytest


def package(name: str, *, because: str) -> ModuleType:
    """A package that not everyone installs."""
    with installed(name, because=because):
        return importlib.import_module(name)


@contextmanager
def installed(name: str, *, because: str) -> Iterator[None]:
    """Around imports that need this package."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != name:
            raise
        skip_or_fail(because)


def skip_or_fail(reason: str) -> NoReturn:
    """Skip where a person runs the tests; fail in CI, where nothing may be left out unseen."""
    if os.environ.get("CI"):
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason, allow_module_level=True)
