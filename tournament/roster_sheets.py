"""Sheets for the players of a roster: each with the QR code that names its player, and the player's own code."""

from collections.abc import Mapping

from sheets.identity_code import Identity
from tournament.overview import Overview
from tournament.player_codes import player_code
from tournament.tournament_errors import BadManifest


def roster_sheets(view: Overview, number: str, chosen: Mapping[str, str], language: str) -> bytes:
    """A PDF with a sheet of the tournament's game for each player."""
    if not view.roster:
        raise BadManifest("There is no roster yet.", "Give one first: qwords tournament roster DIR players.csv")
    players = [Identity(player.name, number, player.table) for player in view.roster]
    codes = [player_code(view.tournament.secret, player.name) for player in view.roster]
    return view.tournament.scoring.playing.sheet_pdf(players, chosen, language, codes)
