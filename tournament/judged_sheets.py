"""Sheets that people spoke of, judged again; remembered by all that decides them, also in the store."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from referee.scoring_spec import ScoringSpec
from referee.values import Answer, Evidence, Figures, SheetVerdict
from tournament.store import Store

REMEMBERED = 20_000  # sheets judged again that are remembered

Key = tuple[str, int, str]  # photo, number and basis


class JudgedSheets:
    """The figures of sheets judged again."""

    def __init__(self, store: Store, id: str, known: Mapping[Key, Figures] | None = None) -> None:
        self._store, self._id = store, id
        self._known = known or {}  # by someone else, who remembers them
        self._results: dict[Key, Figures] = {}
        self._fresh: dict[Key, tuple[str, Figures, str]] = {}  # not kept in the store yet
        self._kept: dict[tuple[str, int], tuple[str, Figures]] | None = None

    def ahead(self, before: "JudgedSheets | None" = None) -> "JudgedSheets":
        """One that knows what this one knows, and what was found ahead before, for what would be."""
        found = JudgedSheets(self._store, self._id, self._results)
        if before:
            found._results, found._fresh = dict(before._results), dict(before._fresh)
        return found

    def only(self, asked: Iterable[Key]) -> None:
        """Forget all but this."""
        asked = set(asked)
        self._results = {key: result for key, result in self._results.items() if key in asked}
        self._fresh = {key: fresh for key, fresh in self._fresh.items() if key in asked}

    def adopt(self, ahead: "JudgedSheets") -> None:
        """What would be is going to be: it need not be judged again."""
        self._results.update(ahead._results)
        self._fresh = dict(ahead._fresh)

    def result(
        self, content: str, number: int, basis: str, scoring: ScoringSpec, options: Any, answers: Sequence[Answer]
    ) -> Figures:
        """The figures of a sheet, judged once for each basis."""
        key = (content, number, basis)
        found = self._known.get(key) or self._results.get(key) or self._stored(key)
        if found is None:
            found = self._judged(key, scoring, options, answers)
        if len(self._results) > REMEMBERED:
            self._results.clear()
        self._results[key] = found
        return found

    def keep(self, asked: Iterable[Key]) -> None:
        """Keep what was judged anew for what stands now."""
        found = {(key[0], key[1]): self._fresh.pop(key) for key in set(asked) if key in self._fresh}
        if found:
            self._store.keep_judged(self._id, found)
            kept = self._kept if self._kept is not None else {}
            kept.update({key: (basis, result) for key, (basis, result, _) in found.items()})

    def _stored(self, key: Key) -> Figures | None:
        if self._kept is None:
            self._kept = self._store.judged(self._id)
        basis, kept = self._kept.get((key[0], key[1]), ("", None))
        return kept if basis == key[2] else None

    def _judged(self, key: Key, scoring: ScoringSpec, options: Any, answers: Sequence[Answer]) -> Figures:
        content, number, basis = key
        page = json.loads(self._store.document(self._id, content))
        verdict, document = judged_sheet(scoring, options, page["sheets"][number - 1], page["photo"]["name"], answers)
        document.pop("evidence")  # lies with what was read
        self._fresh[key] = (basis, verdict.figures, json.dumps(document, ensure_ascii=False, separators=(",", ":")))
        return verdict.figures


def judged_sheet(
    scoring: ScoringSpec, options: Any, read: Mapping[str, Any], page: str, answers: Sequence[Answer] = ()
) -> tuple[SheetVerdict, dict[str, Any]]:
    """A stored sheet judged again with what people said, and its document; `read` is its document as it was read."""
    playing, code = scoring.playing, read.get("code", "")
    verdict = playing.judge(Evidence(scoring.game, read["evidence"]), options, answers)
    document = playing.sheet_document(verdict, title=page) | {"evidence": read["evidence"]}
    return replace(verdict, figures=replace(verdict.figures, code=code)), document
