"""Connections: a timeout for request headers, a limit per client, and no headers that could be read in two ways."""

import asyncio
import re
from collections import Counter
from functools import cache
from typing import Any

import h11
from h11._receivebuffer import ReceiveBuffer
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.h11_impl import H11Protocol

from api.body_limits import GRACE_SECONDS, RATE

HEADER_SECONDS = 10.0  # from the first byte of a request, or from the connection, to the end of its headers
PER_CLIENT = 200  # open connections of one address; a hall behind one router has some dozens
TWO_WAYS = re.compile(rb"(?<!\r)\n|\n[ \t]")  # a line that ends without CR, or goes on in the next one
_open: Counter[str] = Counter()  # by address; uvicorn creates the protocols, so this is all they can share


class StrictBuffer(ReceiveBuffer):
    """h11's buffer, which refuses header lines that a proxy may read differently (request smuggling)."""

    def maybe_extract_lines(self) -> list[bytearray] | None:
        """The lines of a request's headers, once they are complete."""
        whole = bytes(self._data)
        lines = super().maybe_extract_lines()
        if lines is not None and TWO_WAYS.search(whole, 0, len(whole) - len(self._data)):
            raise h11.RemoteProtocolError("a header line ends without CR LF, or goes on in the next line")
        return lines


class LimitedProtocol(H11Protocol):
    """uvicorn's HTTP/1.1 with timeouts, strict headers and a limit of connections per client."""

    _timer: asyncio.TimerHandle | None = None
    _address = ""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.conn._receive_buffer = StrictBuffer()  # h11 has no place to hand one in; a test notices if it moves

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
        """Handle received bytes; complete headers stop the timer."""
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
        """Close an idle connection; abort one whose client reads its answer more slowly than bodies may come."""
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
    """Whether an address is a trusted proxy, which speaks for many clients."""

    async def nothing(*_: Any) -> None:
        """Only the list of addresses is wanted."""

    return address in ProxyHeadersMiddleware(nothing, trusted).trusted_hosts
