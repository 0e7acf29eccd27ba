"""A player's own code: printed on the sheet, it lets the player see that sheet and send a photo of it, nothing else."""

import base64
import hashlib
import hmac
from functools import lru_cache

from tournament.identity import player_key
from tournament.overview import Overview

BYTES = 5  # 40 bits, eight letters: nobody guesses one in a tournament's time
LOOKALIKES = str.maketrans("018", "OIB")  # what people type for a letter; the alphabet has none of them


@lru_cache(maxsize=50_000)
def player_code(secret: str, player: str) -> str:
    """The code of a player of one tournament, eight letters and digits."""
    digest = hmac.new(secret.encode(), player_key(player).encode(), hashlib.sha256).digest()
    return base64.b32encode(digest[:BYTES]).decode()


def player_of(view: Overview, code: str) -> str | None:
    """Whose code it is, among all who are on the roster or have a sheet."""
    told = "".join(code.upper().split()).replace("-", "").translate(LOOKALIKES)
    names = [player.name for player in view.roster] + [place.player for place in view.places]
    secret = view.tournament.secret
    return next((name for name in names if hmac.compare_digest(player_code(secret, name), told)), None)
