"""Limits on request bodies: size, rate, and how many at a time, checked before anything is kept."""

import asyncio
import re
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.middleware import drain, refuse
from api.problems import BodyTooLarge, Busy, ClientBusy, ServiceError, TooSlow

GRACE_SECONDS = 20.0  # after which a body must have come at this rate on average
RATE = 10_000  # bytes a second; a phone at the edge of a network has three times that
HELD_BYTES = 400_000_000  # of photos in memory at a time: ten of the largest, a hundred of the usual size


class BodyGuard:
    """Refuses a body that is too large for its address, comes too slowly, or is one too many.

    `limits` names addresses by pattern, with the bytes they take; `clients` is how many requests with a body one
    client may have under way. Bodies are counted against the memory of the service, except `streamed` ones.
    """

    def __init__(
        self, app: ASGIApp, limits: Sequence[tuple[str, int]], streamed: str, otherwise: int, clients: int
    ) -> None:
        self.app, self.otherwise, self.clients = app, otherwise, clients
        self.limits = [(re.compile(pattern), size) for pattern, size in limits]
        self.streamed = re.compile(streamed)
        self.under_way: Counter[str] = Counter()
        self.held = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http" or scope["method"] in {"GET", "HEAD", "OPTIONS"}:
            await self.app(scope, receive, send)
            return
        client = (scope.get("client") or ("",))[0]
        self.under_way[client] += 1
        body = _Body(self, scope, receive, send)
        try:
            if self.under_way[client] > self.clients:
                body.refusal = ClientBusy(headers={"Retry-After": "2"})
            await body.serve()
        finally:
            self.held -= body.held
            self.under_way[client] -= 1
            if not self.under_way[client]:
                del self.under_way[client]

    def limit(self, path: str) -> int:
        """How many bytes an address takes."""
        return next((size for pattern, size in self.limits if pattern.fullmatch(path)), self.otherwise)


class _Body:
    """The body of one request on its way in."""

    def __init__(self, guard: BodyGuard, scope: Scope, receive: Receive, send: Send) -> None:
        self.guard, self.scope, self.receive, self.send = guard, scope, receive, send
        self.limit = guard.limit(scope["path"])
        self.in_memory = not guard.streamed.fullmatch(scope["path"])
        self.began = time.monotonic()
        self.received = self.held = 0
        self.complete = self.started = False
        declared = Headers(scope=scope).get("content-length", "")
        self.refusal: ServiceError | None = None
        if declared.isdecimal() and int(declared) > self.limit:
            self.refusal = self._too_large()

    async def serve(self) -> None:
        """Let the app answer, unless the body is refused."""
        if self.refusal is None:
            with suppress(ServiceError):
                await self.guard.app(self.scope, self._next, self._answer)
        if self.refusal is not None and not self.started:
            await drain(self.receive, self.limit)
            await refuse(self.scope, self.send, self.refusal)

    async def _next(self) -> Message:
        if self.complete:  # only the end of the connection can follow, and that may take long
            return await self.receive()
        patience = self.began + GRACE_SECONDS + self.received / RATE - time.monotonic()
        try:
            async with asyncio.timeout(patience):
                message = await self.receive()
        except TimeoutError:
            raise self._refuse(TooSlow()) from None
        size = len(message.get("body", b""))
        self.received += size
        self.complete = not message.get("more_body", False)
        self.scope["state"]["body_complete"] = self.complete
        if self.received > self.limit:
            raise self._refuse(self._too_large())
        if self.in_memory:
            if self.guard.held + size > HELD_BYTES:
                raise self._refuse(Busy(headers={"Retry-After": "5"}))
            self.held += size
            self.guard.held += size
        return message

    async def _answer(self, message: Message) -> None:
        # Where the body was refused the answer is ours, whatever the app makes of the interruption.
        if self.refusal is None:
            self.started = True
            await self.send(message)

    def _refuse(self, error: ServiceError) -> ServiceError:
        self.refusal = error
        return error

    def _too_large(self) -> BodyTooLarge:
        return BodyTooLarge(f"The request is larger than {self.limit} bytes.")
