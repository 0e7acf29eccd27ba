"""Checks the token of a request that changes a tournament before any of its body is read."""

import re

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from api.middleware import drain, refuse
from api.tournament_deps import Unauthorized, bearer
from tournament.tournament_errors import TournamentError

CHANGES = re.compile(r"/v1/tournaments/([0-9a-f]{16}|main)/(?!players/).+")  # players have a code, not a token
DRAIN_BYTES = 1_000_000  # what a refused sender may still send before it is cut off


class TokenCheck:
    """Refuses requests that would change a tournament without its token. The routes also check the role."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] == "http" and scope["method"] not in {"GET", "HEAD", "OPTIONS"}:
            path = CHANGES.fullmatch(scope["path"])
            if path and not await run_in_threadpool(self._holds, scope, path[1]):
                await drain(receive, DRAIN_BYTES)
                await refuse(scope, send, Unauthorized())
                return
        await self.app(scope, receive, send)

    def _holds(self, scope: Scope, id: str) -> bool:
        state = scope["app"].state
        token = bearer(Headers(scope=scope).get("authorization", ""))
        try:
            return bool(state.service.holds(id, token, state.settings.token))
        except TournamentError:
            return True  # there is none, or no database: the route will say so
