"""The phone page: plain files, served as they are."""

from hashlib import sha256
from pathlib import Path

from fastapi import APIRouter, FastAPI, HTTPException, Request, Response
from fastapi.responses import FileResponse
from starlette.staticfiles import StaticFiles

from api.page_texts import page_texts

FOLDER = Path(__file__).resolve().parent.parent / "page"
FRESH = {"Cache-Control": "no-cache"}  # ask each time whether it changed: a new version reaches phones at once
router = APIRouter(include_in_schema=False)


@router.get("/")
async def index() -> FileResponse:
    """The page itself."""
    return FileResponse(FOLDER / "index.html", headers=FRESH)


@router.get("/sw.js")
async def service_worker() -> FileResponse:
    """The service worker; at the root, because its address limits what it may serve offline."""
    return FileResponse(FOLDER / "sw.js", media_type="text/javascript", headers=FRESH)


@router.get("/favicon.ico")
async def favicon() -> FileResponse:
    """The icon browsers ask for unasked."""
    return FileResponse(FOLDER / "icons" / "icon-192.png", headers=FRESH)


@router.get("/page/texts/{name}")
async def texts(name: str, request: Request) -> Response:
    """A table of the page's texts."""
    body = page_texts().get(f"texts/{name}")
    if body is None:
        raise HTTPException(404)
    headers = FRESH | {"ETag": f'"{sha256(body).hexdigest()[:16]}"'}
    if request.headers.get("if-none-match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    return Response(body, media_type="application/json", headers=headers)


def mount(app: FastAPI) -> None:
    """Serve the page's other files under /page."""
    app.mount("/page", StaticFiles(directory=FOLDER), name="page")
