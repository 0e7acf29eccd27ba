import subprocess
import sys
from pathlib import Path

import pytest

import scoring
from scoring import ScoringError
from scoring import scoring_errors as errors

KINDS = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, ScoringError)]


@pytest.mark.parametrize("kind", KINDS)
def test_every_error_has_a_code_a_hint_and_a_message(kind: type[ScoringError]) -> None:
    assert kind.code == kind.code.lower().replace(" ", "-")
    assert kind.hint.endswith(".")
    assert str(kind()) == (kind.__doc__ or "")
    assert kind("Row 1 is odd.", hint="Look again.").hint == "Look again."


def test_every_error_has_its_own_code_and_is_exported() -> None:
    assert len({kind.code for kind in KINDS}) == len(KINDS) == 5
    assert all(getattr(scoring, kind.__name__) is kind for kind in KINDS)


def test_every_public_name_is_there() -> None:
    assert all(getattr(scoring, name) is not None for name in scoring.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = scoring.nonsense


def test_scoring_a_typed_grid_does_not_load_numpy(root: Path) -> None:
    program = "import sys; from scoring import STANDARD, Grid, score; "
    program += "score(Grid.of('A' * 25), {'AAA'}, STANDARD); sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], cwd=root, check=False).returncode == 0
