"""Connections: how long a client may take to say what it wants, and how many one client may hold."""

import asyncio
from collections import Counter
from functools import cache
from typing import Any

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.h11_impl import H11Protocol

from api.bodies import GRACE_SECONDS, RATE

HEADER_SECONDS = 10.0  # from the first byte of a request, or from the connection, to the end of its headers
PER_CLIENT = 200  # open connections of one address; a hall behind one router has some dozens
_open: Counter[str] = Counter()  # by address; uvicorn makes the protocols itself, so that they share nothing else


class PatientProtocol(H11Protocol):
    """HTTP/1.1 as uvicorn speaks it, but its patience ends."""

    _timer: asyncio.TimerHandle | None = None
    _address = ""

    def connection_made(self, transport: Any) -> None:
        """Take a connection, unless its client has too many."""
        super().connection_made(transport)
        self._address = self.client[0] if self.client else ""
        _open[self._address] += 1
        if _open[self._address] > PER_CLIENT and not _is_proxy(self._address, str(self.config.forwarded_allow_ips)):
            transport.close()
        else:
            self._expect_headers()

    def data_received(self, data: bytes) -> None:
        """Take what came; a request whose headers are complete is no longer waited for."""
        if self._timer is None and self._between_requests():
            self._expect_headers()
        super().data_received(data)
        if not self._between_requests():
            self._relax()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._relax()
        _open[self._address] -= 1
        if _open[self._address] <= 0:
            del _open[self._address]
        super().connection_lost(exc)

    def timeout_keep_alive_handler(self) -> None:
        """Close a quiet connection; one whose client does not take what was sent is cut off at the pace of bodies."""
        super().timeout_keep_alive_handler()
        patience = GRACE_SECONDS + self.transport.get_write_buffer_size() / RATE
        self.loop.call_later(patience, self.transport.abort)

    def _between_requests(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _expect_headers(self) -> None:
        self._timer = self.loop.call_later(HEADER_SECONDS, self._give_up)

    def _relax(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _give_up(self) -> None:
        self._timer = None
        if self._between_requests() and not self.transport.is_closing():
            self.transport.close()


@cache
def _is_proxy(address: str, trusted: str) -> bool:
    """Whether an address speaks for many clients: one of those whose word uvicorn takes for where a request is from."""

    async def nothing(*_: Any) -> None:
        """Only the list of addresses is wanted."""

    return address in ProxyHeadersMiddleware(nothing, trusted).trusted_hosts
