"""The service against its own description."""

import httpx
import hypothesis
import pytest
import schemathesis
from hypothesis import HealthCheck
from schemathesis.specs.openapi.checks import positive_data_acceptance

from scripts.page_types import PATH, types

OPERATIONS = (
    ("GET", "/healthz"),
    ("GET", "/readyz"),
    ("GET", "/metrics"),
    ("GET", "/v1/meta"),
    ("GET", "/v1/words/{lang}/{word}"),
    ("GET", "/v1/lexicons/{lang}"),
    ("POST", "/v1/scores"),
    ("POST", "/v1/q4/checks"),
    ("POST", "/v1/scans"),
    ("POST", "/v1/reports"),
    ("POST", "/v1/reports/typed"),
)


@pytest.fixture(scope="session")
def described(address: str) -> schemathesis.BaseSchema:
    return schemathesis.openapi.from_url(f"{address}/openapi.json")


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_answers_are_as_described(described: schemathesis.BaseSchema, method: str, path: str) -> None:
    operation = described[path][method]

    @hypothesis.settings(
        max_examples=12, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
    )
    @hypothesis.given(case=operation.as_strategy())
    def conforms(case: schemathesis.Case) -> None:
        # A picture without a sheet, or letters that make no grid, fit the description and are refused all the same.
        case.call_and_validate(excluded_checks=[positive_data_acceptance])

    conforms()


def test_the_description_is_complete(client: httpx.Client) -> None:
    description = client.get("/openapi.json").json()
    assert set(OPERATIONS) <= {
        (method.upper(), path) for path, entry in description["paths"].items() for method in entry
    }
    form = description["paths"]["/v1/scans"]["post"]["requestBody"]["content"]["multipart/form-data"]["schema"]
    assert form["required"] == ["photo"]
    assert {"photo", "lang", "side", "rules", "policy", "corners", "pictures"} <= set(form["properties"])
    assert "examples" in description["components"]["schemas"]["ScoreIn"]
    assert "HTTPValidationError" not in str(description)


def test_nothing_of_the_service_is_loaded_from_elsewhere(client: httpx.Client) -> None:
    for address in ("/", "/docs"):
        page = client.get(address).text
        assert "<html" in page and "https://" not in page and "//cdn" not in page


def test_the_types_of_the_page_are_those_of_the_service() -> None:
    assert PATH.read_text(encoding="utf-8") == types(), "run `make docs`"
