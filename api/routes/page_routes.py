"""The phone page: plain files, whole versions at a time."""

from typing import cast

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from api.page_files import PageFile, PageFiles
from api.problems import ServiceError

FRESH = "no-cache"  # ask each time whether it changed: a new version reaches phones at once
PACK_FROM = 1000  # bytes
FOREVER = "public, max-age=31536000, immutable"  # the version is in the address
router = APIRouter(include_in_schema=False)


class NoSuchFile(ServiceError):
    """The page has no such file, or no longer in this version."""

    status = 404
    code = "not-found"
    hint = "Load the page anew."


def _files(request: Request) -> PageFiles:
    return cast(PageFiles, request.app.state.page)


def answer_file(request: Request, file: PageFile | None, cache: str = FRESH) -> Response:
    """A file, packed where the client takes it so, or word that the client has it already."""
    if file is None:
        raise NoSuchFile()
    headers = {"ETag": file.etag, "Cache-Control": cache}
    # A proxy that compresses marks the tag as weak.
    if request.headers.get("if-none-match", "").removeprefix("W/") == file.etag:
        return Response(status_code=304, headers=headers)
    if len(file.body) >= PACK_FROM and "gzip" in request.headers.get("accept-encoding", ""):
        headers |= {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
        return Response(file.packed, media_type=file.media_type, headers=headers)
    return Response(file.body, media_type=file.media_type, headers=headers)


@router.get("/")
async def index(request: Request) -> Response:
    """The page itself; it names the version that all its other files come from."""
    return answer_file(request, _files(request).get("index.html")[0])


@router.get("/widget")
async def widget() -> Response:
    """An address of earlier versions: the page is there."""
    return RedirectResponse("/", status_code=308)


@router.get("/docs")
async def docs(request: Request) -> Response:
    """The addresses of the service for those who write programs."""
    return answer_file(request, _files(request).get("api.html")[0])


@router.post("/share")
async def share() -> Response:
    """Where phones send photos shared with the page; the service worker takes them before they leave the phone."""
    return RedirectResponse("/", status_code=303)


@router.get("/sw.js")
async def service_worker(request: Request) -> Response:
    """The service worker; at the root, because its address limits what it may serve offline."""
    return answer_file(request, _files(request).service_worker())


@router.get("/favicon.ico")
async def favicon(request: Request) -> Response:
    """The icon browsers ask for unasked."""
    return answer_file(request, _files(request).get("icons/icon-192.png")[0])


@router.get("/page/{path:path}")
async def file(request: Request, path: str) -> Response:
    """Every other file."""
    found, fixed = _files(request).get(path)
    return answer_file(request, found, FOREVER if fixed else FRESH)
