"""Settings come from the environment, once."""

from pathlib import Path

import pytest

from referee.referee_errors import BadSetting
from referee.settings import Settings
from tests.hints import hint_of


def test_variables_override_defaults() -> None:
    settings = Settings.from_environment(
        {"QWORDS_LANG": "de", "QWORDS_PORT": "9000", "QWORDS_DATA": "/data", "OTHER": "x"}
    )
    assert (settings.lang, settings.port, settings.data) == ("de", 9000, Path("/data"))
    assert Settings.from_environment({}) == Settings()


def test_a_number_that_is_none_is_refused() -> None:
    with pytest.raises(BadSetting, match="QWORDS_PORT") as caught:
        Settings.from_environment({"QWORDS_PORT": "eighty"})
    assert caught.value.code == "bad-setting" and caught.value.hint == hint_of("bad-setting")
