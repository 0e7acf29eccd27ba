"""Sheets for the players of a roster: each with the QR code that names its player, and the player's own code."""

from sheets.identity_code import Identity
from sheets.sheet_pdf import sheets_pdf
from tournament.overview import Overview
from tournament.player_codes import player_code
from tournament.tournament_errors import BadManifest


def roster_sheets(view: Overview, side: str, number: str, paper: str, per_page: int, language: str) -> bytes:
    """A PDF with a sheet for each player."""
    if not view.roster:
        raise BadManifest("There is no roster yet.", "Give one first: qwords tournament roster DIR players.csv")
    players = [Identity(player.name, number, player.table) for player in view.roster]
    codes = [player_code(view.tournament.secret, player.name) for player in view.roster]
    return sheets_pdf(side, players, paper, per_page, language, codes=codes)
