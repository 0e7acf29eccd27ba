"""What the store keeps, as values, and how it lies in rows."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tournament.entities import Outcome, Page, Recipe


@dataclass(frozen=True)
class Tournament:
    """What is agreed for a whole tournament."""

    id: str
    name: str
    recipe: Recipe
    double_entry: bool = False
    keep_photos: bool = False
    created: str = ""
    token_sha256: str | None = None


@dataclass(frozen=True)
class StoredPage:
    """A page as stored, with its result if it has one."""

    page: Page
    ordinal: int
    content: str | None
    identities: Mapping[str, Any]
    state: str  # "pending", "done" or "rejected"
    document: str  # JSON; "" while pending


def to_tournament(row: Any) -> Tournament:
    """A tournament from its row."""
    recipe = Recipe.from_dict(json.loads(row.recipe))
    return Tournament(
        row.id, row.name, recipe, bool(row.double_entry), bool(row.keep_photos), row.created, row.token_sha256
    )


def page_values(id: str, page: Page, identities: Mapping[str, Any], ordinal: int) -> dict[str, Any]:
    """The row of a page."""
    return {
        "tournament": id,
        "location": page.location,
        "ordinal": ordinal,
        "name": page.name,
        "kind": page.kind,
        "path": page.path,
        "part": page.part,
        "fault": json.dumps(page.fault) if page.fault else None,
        "identities": json.dumps(identities, ensure_ascii=False),
    }


def result_values(id: str, fingerprint: str, outcome: Outcome) -> dict[str, Any]:
    """The row of a result."""
    return {
        "tournament": id,
        "content": outcome.content,
        "fingerprint": fingerprint,
        "state": outcome.state,
        "document": outcome.document,
        "seconds": outcome.seconds,
    }


def to_page(row: Any) -> Page:
    """A page from its row."""
    fault = json.loads(row.fault) if row.fault else None
    return Page(row.name, row.kind, row.path, row.part, (fault[0], fault[1]) if fault else None)


def to_stored_page(row: Any) -> StoredPage:
    """A page with its result from their row."""
    return StoredPage(
        to_page(row), row.ordinal, row.content, json.loads(row.identities), row.state or "pending", row.document or ""
    )
