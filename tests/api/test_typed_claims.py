"""Claims typed around typed letters, through the service."""

import httpx
import pytest

GRID = "SUPER/TRIPH/RNLOI/ATECT/PMHHE"


@pytest.mark.parametrize("rows", [["10", "6", "-", "3", "1"], [""] * 5])
def test_a_bonus_typed_for_a_sheet_that_earns_none_is_a_finding(client: httpx.Client, rows: list[str]) -> None:
    for bonus in (True, False, None):
        claims = {"rows": rows, "columns": [""] * 5, "bonus": bonus, "total": ""}
        sheet = client.post("/v1/scores", json={"grid": GRID, "side": "A", "claims": claims}).json()["sheets"][0]
        assert sheet["claimed"]["bonus"] is bonus
        assert [found["kind"] for found in sheet["findings"]] == ["bonus"] * (bonus is True)
        again = client.post("/v1/scores", json={"evidence": sheet["evidence"], "side": "A"}).json()["sheets"][0]
        assert again == sheet


def test_rules_that_were_told_ask_nothing_about_the_side(client: httpx.Client) -> None:
    typed = client.post("/v1/scores", json={"grid": GRID, "side": "A"}).json()["sheets"][0]["evidence"]
    doubted = {"evidence": typed | {"side": "A", "side_p": 0.8}}
    asked = client.post("/v1/scores", json=doubted).json()["sheets"][0]
    assert (asked["certainty"], [doubt["or"] for doubt in asked["doubts"]]) == (0.8, ["B"])
    told = client.post("/v1/scores", json=doubted | {"rules": "standard"}).json()["sheets"][0]
    assert (told["certainty"], told["doubts"], told["totals"]) == (1.0, [], [[told["total"], 1.0]])
