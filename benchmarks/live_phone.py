"""A phone that follows the live page, as cheap as one process with hundreds of them must be."""

import asyncio
import gzip
import json
import random
from typing import Any
from urllib.parse import urlsplit

END = b"\r\n\r\n"


class Phone:
    """Holds the live stream open and fetches the ranking as the page does; one that unpacks also reads it."""

    def __init__(self, url: str, address: str, unpacks: bool, spread: float) -> None:
        self._url, self._address, self._unpacks = urlsplit(url), address, unpacks
        self.heard = self.fetched = self.bytes = 0
        self.lost = False
        self.shown: dict[str, Any] = {}
        self._news, self._tag = asyncio.Event(), ""
        self._spread = spread  # seconds within which a new ranking is fetched

    async def follow(self) -> None:
        """Listen until told to stop."""
        showing = asyncio.create_task(self._show())
        try:
            stream, sender = await self._ask(self._url.path)
            head = await stream.readuntil(END)
            assert head.startswith(b"HTTP/1.1 200") and b"chunked" in head.lower(), head
            while size := int(await stream.readline(), 16):
                self._hear((await stream.readexactly(size + 2))[:-2])
            self.lost = True
        except (OSError, asyncio.IncompleteReadError, ValueError):
            self.lost = True
        finally:
            showing.cancel()
            sender.close()

    def _hear(self, chunk: bytes) -> None:
        self.bytes += len(chunk)
        if count := chunk.count(b"event: revision"):
            self.heard += count
            self._news.set()

    async def _show(self) -> None:
        wait = 0.0
        while not self.lost:
            await self._news.wait()
            await asyncio.sleep(wait)
            self._news.clear()
            try:
                await self._fetch()
            except OSError:
                self.lost = True
            wait = random.uniform(0, self._spread)

    async def _fetch(self) -> None:
        """Ask for the ranking that is not here yet, on a connection of its own."""
        stream, sender = await self._ask(f"{self._url.path}/standings", f"If-None-Match: {self._tag}")
        try:
            head, _, body = (await stream.read()).partition(END)
        finally:
            sender.close()
        self.fetched, self.bytes = self.fetched + 1, self.bytes + len(head) + len(body)
        if head.startswith(b"HTTP/1.1 304"):
            return
        assert head.startswith(b"HTTP/1.1 200"), head
        fields = dict(line.lower().split(": ", 1) for line in head.decode().splitlines()[1:])
        self._tag = fields["etag"].replace("w/", "W/")
        if self._unpacks:
            packed = fields.get("content-encoding") == "gzip"
            self.shown = json.loads(gzip.decompress(body) if packed else body)

    async def _ask(self, path: str, *more: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        host, port = self._url.hostname, self._url.port
        stream, sender = await asyncio.open_connection(host, port, local_addr=(self._address, 0))
        fields = [f"Host: {host}:{port}", "Accept-Encoding: gzip", "Connection: close", *more]
        sender.write("\r\n".join([f"GET {path} HTTP/1.1", *fields, "", ""]).encode())
        return stream, sender
