"""Whole evidence with every result, figures beside it, rosters, crops, and roles; no import path any more.

What the first layout stored of a sheet is brought into the new form here, in code that stays as it is: the rankings it
kept become evidence, its own verdict becomes the figures.
"""

import hashlib
import json
import secrets
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

JUDGING = ("lang", "side", "rules", "policy", "house", "rolls", "reader")
OTHER_REASON_DAMAGE = 5.0
MARKS = {True: "10", False: "struck", None: ""}


def upgrade() -> None:
    """Make the new tables and columns, then bring over what is stored."""
    for column in (
        sa.Column("scoring", sa.Text, nullable=False, server_default="{}"),
        sa.Column("versions", sa.Text, nullable=False, server_default="{}"),
        sa.Column("tie_break", sa.Text, nullable=False, server_default="shared"),
        sa.Column("rounds", sa.Integer, nullable=False, server_default="0"),
        sa.Column("arbiter_sha256", sa.Text),
        sa.Column("secret", sa.Text, nullable=False, server_default=""),
        sa.Column("revision", sa.Integer, nullable=False, server_default="0"),
    ):
        op.add_column("tournaments", column)
    op.add_column("results", sa.Column("sheets", sa.Text, nullable=False, server_default="[]"))
    op.create_table(
        "players",
        sa.Column("tournament", sa.Text, sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("team", sa.Text, nullable=False),
        sa.Column("seat", sa.Text, nullable=False),
    )
    op.create_table(
        "crops",
        sa.Column("tournament", sa.Text, sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("content", sa.Text, primary_key=True),
        sa.Column("sheet", sa.Integer, primary_key=True),
        sa.Column("cell", sa.Integer, primary_key=True),
        sa.Column("jpeg", sa.LargeBinary, nullable=False),
    )
    connection = op.get_bind()
    _bring_results(connection)
    _bring_tournaments(connection)
    op.drop_column("tournaments", "recipe")


def _bring_tournaments(connection: sa.Connection) -> None:
    """Recipes become scoring settings and versions; results stay those of their tournament under its new hash."""
    for id, text in connection.execute(sa.text("select id, recipe from tournaments")).all():
        recipe = json.loads(text)
        scoring = {name: recipe[name] for name in JUDGING if name in recipe} | {"house_name": ""}
        versions = recipe.get("versions", {})
        before = hashlib.sha256(json.dumps(recipe, sort_keys=True).encode()).hexdigest()
        after = hashlib.sha256(json.dumps({**scoring, "versions": versions}, sort_keys=True).encode()).hexdigest()
        connection.execute(
            sa.text("update tournaments set scoring = :scoring, versions = :versions, secret = :secret where id = :id"),
            {
                "scoring": json.dumps(scoring, ensure_ascii=False),
                "versions": json.dumps(versions),
                "secret": secrets.token_hex(16),
                "id": id,
            },
        )
        for table in ("results", "pages"):
            renamed = f"update {table} set fingerprint = :after where tournament = :id and fingerprint = :before"
            connection.execute(sa.text(renamed), {"after": after, "before": before, "id": id})


def _bring_results(connection: sa.Connection) -> None:
    keys = "tournament = :tournament and content = :content and fingerprint = :fingerprint"
    found = connection.execute(sa.text("select tournament, content, fingerprint, document from results")).all()
    for tournament, content, fingerprint, text in found:
        document = json.loads(text)
        figures = [_figures(sheet) for sheet in document.get("sheets", ())]
        for sheet in document.get("sheets", ()):
            sheet["evidence"] = _evidence(sheet)
        if error := document.get("error"):
            document = {"error": {name: error.get(name, "") for name in ("code", "hint", "message")}}
        values = {
            "tournament": tournament,
            "content": content,
            "fingerprint": fingerprint,
            "document": json.dumps(document, ensure_ascii=False, separators=(",", ":")),
            "sheets": json.dumps(figures, ensure_ascii=False, separators=(",", ":")),
        }
        connection.execute(sa.text(f"update results set document = :document, sheets = :sheets where {keys}"), values)


def _evidence(sheet: dict[str, Any]) -> dict[str, Any]:
    """The rankings as they were kept; what was written around the grid has only its text left, and so is certain.

    Those rankings had the claims weighed in, and judging weighs them once more: where that could hide a doubt, the way
    up counts as unknown, so that the sheet stays in the review until a person has confirmed it.
    """
    claimed = sheet["claimed"] or {}
    cells = [cell for row in sheet.get("cells") or () for cell in row]
    letters = [{cell["letter"]: cell["p"], **dict(cell["others"])} for cell in cells]
    unsure = "turn" in sheet.get("reasons", ()) or (sheet["needs_review"] and "claims" in sheet.get("weighed_by", ()))
    joker = {None: None, True: {"crossed": 1.0}, False: {"open": 1.0}}[sheet["joker_crossed"]]
    bonus = MARKS[claimed.get("bonus")]
    return {
        "letters": letters or [{letter: 1.0} for letter in "".join(sheet["grid"])],
        "rows": [{text: 1.0} for text in claimed.get("rows", ())],
        "columns": [{text: 1.0} for text in claimed.get("columns", ())],
        "total": {claimed["total"]: 1.0} if claimed else None,
        "bonus": {bonus: 1.0} if bonus else None,
        "joker": joker,
        "side": sheet["side"],
        "side_p": sheet["side_p"],
        "turn_p": 0.0 if unsure else 1.0,
        "corners": sheet.get("corners"),
    }


def _figures(sheet: dict[str, Any]) -> dict[str, Any]:
    claimed = sheet["claimed"] or {}
    reasons = sheet.get("reasons") or (["certainty"] if sheet["needs_review"] else [])
    damage = sum(float(p) * abs(int(total) - sheet["total"]) for total, p in sheet["totals"])
    written = [*claimed["rows"], *claimed["columns"], claimed["total"]] if claimed else []
    cells = [cell for row in sheet.get("cells") or () for cell in row]
    possible = [cell["letter"] + "".join(letter for letter, p in cell["others"] if p >= 0.001) for cell in cells]
    return {
        "language": sheet["language"],
        "side": sheet["side"] or "",
        "rules": sheet["rules"],
        "grid": sheet["grid"],
        "possible": possible or list("".join(sheet["grid"])),
        "claims": " ".join(text or "_" for text in written) + f" bonus={claimed['bonus']}" if claimed else "",
        "claimed_total": claimed.get("total", ""),
        "total": sheet["total"],
        "bonus": sheet["bonus"],
        "certainty": sheet["certainty"],
        "damage": round(damage + (OTHER_REASON_DAMAGE if set(reasons) - {"certainty"} else 0), 4),
        "reasons": reasons,
        "empty": bool(sheet.get("empty")),
        "findings": len(sheet["findings"]),
        "doubts": [_doubt(doubt) for doubt in sheet["doubts"]],
        "code": sheet.get("code", ""),
    }


def _doubt(doubt: dict[str, Any]) -> dict[str, Any]:
    return {
        "row": doubt["row"] or 0,
        "column": doubt["column"] or 0,
        "letter": doubt["letter"],
        "other": doubt["or"],
        "p": doubt["p"],
        "total_if": doubt["total_if"],
    }


def downgrade() -> None:
    """There is no way back: the first layout has no place for evidence."""
    raise NotImplementedError("restore the copy made before the upgrade")
