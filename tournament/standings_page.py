"""The standings page: the ranking as one HTML page, ready to print and to hang up."""

import base64
import hashlib

from report.templating import page, style
from texts import long_day, plural
from tournament.decisions import word_language
from tournament.overview import Overview
from tournament.standings import all_rounds


def style_hash() -> str:
    """The hash by which a Content-Security-Policy admits the page's style and no other."""
    return "sha256-" + base64.b64encode(hashlib.sha256(style("tournament", "standings").encode()).digest()).decode()


def standings_page(view: Overview, language: str = "") -> str:
    """The ranking as a page of its own that needs nothing else, in the reader's language or that of the words."""
    language = language or word_language(view.tournament.scoring)
    summary = view.summary
    players = plural("standings.players", len(view.places), language)
    sheets = plural("standings.sheets", summary.sheets, language)
    return page(
        "tournament",
        "standings",
        language,
        name=view.tournament.name,
        final=view.final,
        rounds=all_rounds(view.places),
        places=view.places,
        teams=view.teams,
        date=long_day(view.tournament.created, language),
        ties="standings.ties" if view.tournament.spec.tie_break == "shared" else "standings.ties-best-round",
        counts=[players, sheets],
        waiting=plural("standings.waiting", summary.doubtful, language) if summary.doubtful else "",
    )
