"""Photos in, verdicts out. Nothing of a photo is kept."""

from fastapi import APIRouter, Request, Response

from api.deps import MetricsDep, PoolDep, SettingsDep
from api.forms import ScanForm, form_schema, read_upload
from api.jobs import Answer
from api.problems import documented
from api.schemas import Q4VerdictOut, VerdictOut
from scanner.scan_errors import ScanError

router = APIRouter(prefix="/v1", tags=["scoring"])


@router.post(
    "/scans",
    summary="Score a photo",
    response_class=Response,
    responses={200: {"model": VerdictOut | Q4VerdictOut}, **documented(400, 413, 415, 422, 429, 500, 503)},
    openapi_extra=form_schema(ScanForm),
)
async def scan(request: Request, settings: SettingsDep, pool: PoolDep, metrics: MetricsDep) -> Response:
    """The verdict of every sheet in the photo: letters, words, points, the claims beside them, and the doubts."""
    upload = await read_upload(request, ScanForm)
    assert isinstance(upload.form, ScanForm)
    with pool.place():  # taken when all has come, so that slow senders keep nobody waiting
        try:
            answer: Answer = await pool.run("scan", upload.job(settings.lang), upload.form.pictures)
        except ScanError as error:
            metrics.refused.labels(error.code).inc()
            raise
    metrics.judged(answer.sheets, answer.doubtful)
    return Response(answer.body, media_type="application/json", headers={"Cache-Control": "no-store"})
