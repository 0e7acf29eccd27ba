"""Judge a whole tournament again by the word list that is installed now: the letters stay, the points follow."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice

from tournament.arbiter import REJUDGE, Change, changes
from tournament.entities import Fault, LogEntry, Outcome
from tournament.judged_sheets import judged_sheet
from tournament.overview import TournamentView
from tournament.published import note_moves
from tournament.records import Tournament
from tournament.run import BATCH, fingerprint
from tournament.store import now
from tournament.word_list import word_list


def preview(view: TournamentView) -> tuple[Change, ...]:
    """Which totals would change, with all that people said."""
    found = ((row, view.judged_now(row).total) for row in view.overview().rows)
    return tuple(
        Change(row.id, row.page, row.identity.player, row.total, total) for row, total in found if total != row.total
    )


def rejudge(view: TournamentView, who: str, why: str = "") -> tuple[Change, ...]:
    """Judge every sheet again from what was read of it; gives the totals that changed.

    The new results are written beside the old ones and count all at once: a run that is cut short changes nothing.
    """
    before = view.overview()
    lists = {"from": before.tournament.versions.get("lexicon", ""), "to": word_list(before.tournament.scoring)}
    adopted = replace(before.tournament, versions={**before.tournament.versions, "lexicon": lists["to"]})
    mark = fingerprint(adopted)
    for part in _batches(view.store.documents(view.id)):
        view.store.record(view.id, mark, [_outcome(adopted, *page) for page in part], [])
    view.store.adopt(adopted, mark, LogEntry(0, now(), who, REJUDGE, "", lists, why))
    note_moves(view, who)
    return changes(before.rows, view.overview().rows)


def _batches(found: Iterable[tuple[str, str]]) -> Iterator[list[tuple[str, str]]]:
    seen: set[str] = set()  # several pages may show the same
    once = (page for page in found if not (page[0] in seen or seen.add(page[0])))  # type: ignore[func-returns-value]
    while part := list(islice(once, BATCH)):
        yield part


def _outcome(tournament: Tournament, content: str, text: str) -> Outcome:
    """A page as the new list judges it; one that could not be used stays so."""
    document = json.loads(text)
    if "error" in document:
        return Outcome(content, fault=Fault(**document["error"]))
    scoring, name = tournament.scoring, document["photo"]["name"]
    options = scoring.options()
    found = [judged_sheet(scoring, options, read, name) for read in document["sheets"]]
    codes = [{"code": read["code"]} if "code" in read else {} for read in document["sheets"]]
    document["sheets"] = [sheet | code for (_, sheet), code in zip(found, codes, strict=True)]
    results = tuple(verdict.figures for verdict, _ in found)
    return Outcome(content, results, json.dumps(document, ensure_ascii=False, separators=(",", ":")))
