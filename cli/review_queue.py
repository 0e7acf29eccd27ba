"""The review queue as JSON."""

from typing import Any

from tournament.cases import cases
from tournament.overview import Overview, weight


def queue_document(view: Overview) -> dict[str, Any]:
    """The queue as JSON, worst first."""
    return {
        "queue": [
            {
                "sheet": (row := case.row).id,
                "page": row.page,
                "number": row.index,
                "player": row.identity.player or None,
                "round": row.identity.round,
                "why": list(row.open),
                "grid": list(row.result.grid),
                "total": row.total,
                "certainty": row.result.certainty,
                "expected_damage": round(weight(row), 4),
                "same_as": row.same_as or None,
                "suggestions": list(case.offers),
                "doubts": [
                    {
                        "kind": doubt.kind,
                        "row": doubt.cell[0] or None,
                        "column": doubt.cell[1] or None,
                        "letter": doubt.subject,
                        "or": doubt.other,
                        "p": doubt.p,
                        "total_if": doubt.total_if,
                    }
                    for doubt in row.result.doubts
                ],
            }
            for case in cases(view)
        ],
        "rejected": [{"page": page.page, "code": page.code, "hint": page.hint} for page in view.rejected],
    }
