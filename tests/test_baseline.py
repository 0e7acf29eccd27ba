"""The recorded figures of the verdicts can only get better."""

from benchmarks.__main__ import better, worse

BASELINE = {"samples": {"cells": 0.9, "flagged": 0.5}}


def test_what_fell_behind_is_named() -> None:
    assert worse(BASELINE, {"samples": {"cells": 0.8, "flagged": 0.6}}) == [
        "samples cells: 0.8000, was 0.9000",
        "samples flagged: 0.6000, was 0.5000",
    ]
    assert not worse(BASELINE, {"samples": {"cells": 0.95, "flagged": 0.5}})


def test_only_what_got_better_is_recorded() -> None:
    figures = {"samples": {"cells": 0.95, "flagged": 0.6, "ms_per_photo": 90.0}, "render": {"cells": 0.7}}
    assert better(BASELINE, figures) == {"samples": {"cells": 0.95, "flagged": 0.5}, "render": {"cells": 0.7}}
    assert better(BASELINE, {}) == BASELINE
