"""One frame of a live camera in, where the grid lies out: so that people see what the program sees."""

from fastapi import APIRouter, Request, Response

from api.deps import PoolDep
from api.problems import documented
from api.schemas import FrameOut

router = APIRouter(prefix="/v1", tags=["scoring"])
BODY = {"required": True, "content": {"image/jpeg": {"schema": {"type": "string", "format": "binary"}}}}


@router.post(
    "/frames",
    summary="Find the grid in a camera's frame",
    response_class=Response,
    responses={200: {"model": FrameOut}, **documented(413, 415, 422, 429, 503)},
    openapi_extra={"requestBody": BODY},
)
async def frame(request: Request, pool: PoolDep) -> Response:
    """Every grid of a small picture, how light it is and how sharp. Nothing is read, and nothing is kept."""
    data = await request.body()
    with pool.place():
        body: bytes = await pool.run("frame", data)
    return Response(body, media_type="application/json", headers={"Cache-Control": "no-store"})
