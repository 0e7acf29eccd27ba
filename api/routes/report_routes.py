"""Evidence reports: one file that shows every letter, word and point, to be shared or printed."""

from fastapi import APIRouter, Request, Response

from api.deps import ComputeDep, DrawingDep, PoolDep, SettingsDep
from api.forms import ReportForm, form_schema, read_upload
from api.problems import documented
from api.routes.score_routes import judged
from api.schemas import TypedReportIn
from proof.keys import signer
from report.subject import Subject

router = APIRouter(prefix="/v1/reports", tags=["reports"])
MEDIA_TYPES = {"html": "text/html; charset=utf-8", "pdf": "application/pdf"}
FILES = {"content": {"text/html": {"schema": {"type": "string"}}, "application/pdf": {}}}


@router.post(
    "",
    summary="The evidence report of a photo",
    response_class=Response,
    responses={200: FILES, **documented(400, 413, 415, 422, 429, 500, 503)},
    openapi_extra=form_schema(ReportForm),
)
async def report(
    request: Request, settings: SettingsDep, pool: PoolDep, compute: ComputeDep, drawing: DrawingDep
) -> Response:
    """The photo is sent again, because the service has kept nothing of it."""
    upload = await read_upload(request, ReportForm)
    assert isinstance(upload.form, ReportForm)
    kind = upload.form.format
    async with drawing.turn(request):
        with pool.place():
            signing = await compute(lambda: signer(settings))
            body: bytes = await pool.run("report", upload.job(settings.lang), f".{kind}", upload.subject(), signing)
    return _file(body, kind)


@router.post(
    "/typed",
    summary="The evidence report of typed letters",
    response_class=Response,
    responses={200: FILES, **documented(413, 422)},
)
async def typed_report(
    request: Request,
    asked: TypedReportIn,
    settings: SettingsDep,
    compute: ComputeDep,
    drawing: DrawingDep,
) -> Response:
    """The scorecard of a grid, or of a photo's evidence, as a file."""
    subject = Subject(asked.player, asked.event, asked.date, said=tuple(said.told for said in asked.answers))

    def made() -> bytes:
        verdict = judged(asked, settings.lang)
        return verdict.game.report(verdict, f".{asked.format}", asked.texts, subject, signer(settings))

    async with drawing.turn(request):
        body = await compute(made)
    return _file(body, asked.format)


def _file(body: bytes, kind: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="qwords-report.{kind}"', "Cache-Control": "no-store"}
    return Response(body, media_type=MEDIA_TYPES[kind], headers=headers)
