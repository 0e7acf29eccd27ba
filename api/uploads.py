"""Uploads of whole tournaments: a multipart form whose files go straight to the disk, never through memory."""

from typing import IO, Any

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser

from api.middleware import drain_request
from api.problems import BadForm
from sheets.identity_code import tidy
from tournament.entities import Page
from tournament.inbox import Inbox

FILES_LIMIT = 2000  # files in one upload
HINT = "Send the files in the field `photos`."


class InboxParser(MultiPartParser):
    """A parser that writes files where they will stay, in place of temporary files."""

    def __init__(self, request: Request, inbox: Inbox) -> None:
        super().__init__(request.headers, request.stream(), max_files=FILES_LIMIT, max_fields=10, max_part_size=10_000)
        self._inbox = inbox

    def on_headers_finished(self) -> None:
        """A part begins; a file gets its place in the inbox."""
        super().on_headers_finished()
        upload = self._current_part.file
        if upload is not None:
            if self._current_part.field_name != "photos":
                raise MultiPartException("There is a file in another field than `photos`.")
            upload.file.close()
            target: IO[bytes] = self._inbox.open(upload.filename or "photo")
            upload.file = target  # type: ignore[assignment]
            self._files_to_close_on_error[-1] = target  # type: ignore[call-overload]


async def receive(request: Request, inbox: Inbox) -> list[Page]:
    """The pages of an upload, once all of it is on the disk and noted."""
    if not request.headers.get("content-type", "").startswith("multipart/form-data"):
        raise BadForm("The request is not multipart/form-data.", HINT)
    with inbox:
        try:
            form = await InboxParser(request, inbox).parse()
        except (MultiPartException, KeyError, ValueError) as error:
            await drain_request(request)
            raise BadForm(str(error) or "The multipart form is damaged.", HINT) from error
        if not any(isinstance(entry, UploadFile) for entry in form.getlist("photos")):
            raise BadForm("There is no file in the field `photos`.", HINT)
        said: dict[str, Any] = {name: tidy(str(form.get(name) or "")) for name in ("player", "round")}
        return await run_in_threadpool(lambda: inbox.accept(**said))
