"""A phone that follows the live page, as cheap as one process with hundreds of them must be."""

import asyncio
import json
import zlib
from typing import Any
from urllib.parse import urlsplit

PIECE_END = b"\0\0\xff\xff"  # of each compressed piece of a stream


class Phone:
    """Holds the live stream open; one that unpacks also puts the ranking together as the page does."""

    def __init__(self, url: str, address: str, unpacks: bool) -> None:
        self._url, self._address, self._unpacks = urlsplit(url), address, unpacks
        self.heard = self.bytes = 0
        self.lost = False
        self.shown: dict[str, Any] = {}
        self._at, self._text, self._reader = "", b"", zlib.decompressobj(wbits=31)

    async def follow(self) -> None:
        """Listen until told to stop."""
        host, port = self._url.hostname, self._url.port
        stream, sender = await asyncio.open_connection(host, port, local_addr=(self._address, 0))
        try:
            asked = [f"GET {self._url.path} HTTP/1.1", f"Host: {host}:{port}", "Accept-Encoding: gzip"]
            sender.write("\r\n".join([*asked, "", ""]).encode())
            head = await stream.readuntil(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 200") and b"chunked" in head.lower(), head
            while size := int(await stream.readline(), 16):
                self._take((await stream.readexactly(size + 2))[:-2])
            self.lost = True
        except (OSError, asyncio.IncompleteReadError, ValueError):
            self.lost = True
        finally:
            sender.close()

    def _take(self, chunk: bytes) -> None:
        self.bytes += len(chunk)
        if self._unpacks:
            self._text += self._reader.decompress(chunk)
            *events, self._text = self._text.split(b"\n\n")
            for event in events:
                self._show(dict(line.split(": ", 1) for line in event.decode().splitlines() if line[0] != ":"))
        self.heard += chunk.count(PIECE_END)

    def _show(self, event: dict[str, str]) -> None:
        if not event:
            return
        told = json.loads(event["data"])
        if event["event"] == "change":
            assert str(told.pop("from")) == self._at, "a change of a ranking that was never told"
            told = {**self.shown, **told, "places": applied(self.shown["places"], told["places"])}
        self.shown, self._at = told, event["id"]


def applied(before: list[dict[str, Any]], steps: list[Any]) -> list[dict[str, Any]]:
    """The ranking that steps make out of the one before."""
    places: list[dict[str, Any]] = []
    for step in steps:
        if isinstance(step, dict):
            places.append(step)
        else:
            start, end, shift = step
            places += [{**place, "place": place["place"] + shift} for place in before[start:end]]
    return places
