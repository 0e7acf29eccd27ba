"""What happens around every request: an id, a log line, metrics, and headers that protect."""

import asyncio
import ipaddress
import json
import logging
import re
import secrets
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.metrics import Metrics
from api.problems import MEDIA_TYPE, NotReady, ServiceError, TwoLengths, UnknownHost, problem

log = logging.getLogger("qwords.request")
REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
PROTECTION = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
}
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})  # others are counted together
DRAIN_SECONDS = 5.0  # a client that is still sending would miss an answer given before it has finished


class Watch:
    """Gives every request an id, and tells afterwards how it went."""

    def __init__(self, app: ASGIApp, metrics: Metrics, hosts: frozenset[str] = frozenset()) -> None:
        self.app, self.metrics, self.hosts = app, metrics, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began = time.perf_counter()
        headers = Headers(scope=scope)
        given = headers.get("x-request-id", "")
        request_id = given if REQUEST_ID.fullmatch(given) else secrets.token_hex(8)
        state: dict[str, Any] = scope.setdefault("state", {})
        state["request_id"] = request_id
        status = 0

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                answered = MutableHeaders(scope=message)
                answered["X-Request-ID"] = request_id
                for name, value in PROTECTION.items():
                    answered.setdefault(name, value)
            await send(message)

        try:
            if "content-length" in headers and "transfer-encoding" in headers:
                await refuse(scope, send_with_headers, TwoLengths())
            elif not answers_to(headers.get("host", ""), self.hosts):
                await refuse(scope, send_with_headers, UnknownHost())
            else:
                await self.app(scope, receive, send_with_headers)
        except asyncio.CancelledError:
            if status:
                raise
            # The service is stopping, and its grace period for running requests is over.
            await refuse(scope, send_with_headers, NotReady("The service is stopping.", headers={"Retry-After": "5"}))
        except Exception:
            log.exception("unexpected error", extra={"request_id": request_id})
            if not status:
                hint = "Try again; if it happens again, report the request id."
                body = problem(request_id, 500, "internal", "Something unexpected went wrong.", hint)
                await send_problem(send_with_headers, body)
        finally:
            self._tell(scope, status or 499, began)

    def _tell(self, scope: Scope, status: int, began: float) -> None:
        seconds = time.perf_counter() - began
        # The route, not the address: a word that was looked up must not become a label.
        route = getattr(scope.get("route"), "path", "none")
        method = scope["method"] if scope["method"] in METHODS else "other"
        self.metrics.requests.labels(method, route, status).inc()
        self.metrics.seconds.labels(route).observe(seconds)
        state = scope["state"]
        line = {"request_id": state["request_id"], "method": method, "route": route, "status": status}
        line |= {"ms": round(seconds * 1000, 1)} | ({"code": state["problem"]} if "problem" in state else {})
        quiet = route in {"/healthz", "/readyz", "/metrics"}
        log.log(logging.DEBUG if quiet else logging.INFO, "request", extra=line)


def answers_to(host: str, names: frozenset[str]) -> bool:
    """Whether a request is meant for this service: no foreign page may reach it under a name of its own.

    A number is never a foreign name; where no names are known, as behind a proxy elsewhere, every name will do.
    """
    name = host.rsplit(":", 1)[0] if re.search(r":\d*$", host) else host
    with suppress(ValueError):
        ipaddress.ip_address(name.strip("[]"))
        return True
    return not names or name.lower().rstrip(".") in names


async def drain(receive: Receive, at_most: int) -> None:
    """Take what the client still sends, without keeping it, so that it is there to hear the answer."""
    with suppress(TimeoutError):
        async with asyncio.timeout(DRAIN_SECONDS):
            taken, more = 0, True
            while more and taken <= at_most:
                message = await receive()
                taken += len(message.get("body", b""))
                more = message.get("more_body", False)


async def drain_request(request: Request) -> None:
    """The same for what the parser of a form left; where nothing is left, only the end of the connection would come."""
    if not getattr(request.state, "body_complete", False):
        await drain(request.receive, 2**40)


async def refuse(scope: Scope, send: Send, error: ServiceError) -> None:
    """Answer with what the service itself refuses, below the framework; the log line gets its code."""
    scope["state"]["problem"] = error.code
    document = problem(scope["state"]["request_id"], error.status, error.code, str(error), error.hint)
    await send_problem(send, document, error.headers)


async def send_problem(send: Send, document: dict[str, Any], more: Mapping[str, str] | None = None) -> None:
    """Answer with a problem document, below the framework."""
    body = json.dumps(document).encode()
    named = {"content-type": MEDIA_TYPE, "content-length": str(len(body)), "connection": "close", **(more or {})}
    headers = [(name.lower().encode(), value.encode()) for name, value in named.items()]
    await send({"type": "http.response.start", "status": document["status"], "headers": headers})
    await send({"type": "http.response.body", "body": body})
