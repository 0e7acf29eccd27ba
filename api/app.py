"""The HTTP service: `create_app` joins pool, routes, limits, logs and the phone page."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from importlib import import_module
from importlib.metadata import version
from typing import Any

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware

import lexicons
from api import problems
from api.body_limits import BodyGuard
from api.deps import Compute, FairShare
from api.jobs import FRAME_BYTES, PhotoJobs
from api.metrics import Metrics
from api.middleware import Watch
from api.page_files import PageFiles
from api.page_texts import page_texts
from api.routes import (
    coach_routes,
    frame_routes,
    health_routes,
    meta_routes,
    page_routes,
    proof_routes,
    q4_routes,
    report_routes,
    scan_routes,
    score_routes,
    word_routes,
)
from api.scan_pool import process_pool, thread_pool
from referee.machine import give_back_memory, keep_for_good
from referee.referee import Referee
from referee.settings import Settings

log = logging.getLogger("qwords.app")
ROUTES = (
    health_routes, meta_routes, scan_routes, frame_routes, coach_routes, score_routes, word_routes, q4_routes,
    report_routes, proof_routes,
)  # fmt: skip
TEND_SECONDS = 10.0  # between two looks at the workers
FIELDS_BYTES = 300_000  # what a form may hold beside its photo
JSON_BYTES = 200_000  # a grid with all its rankings takes a tenth of it
TOURNAMENT_BYTES = 2_000_000_000  # a ZIP of a whole tournament
UPLOADS = r"/v1/tournaments/(?:[0-9a-f]{16}|main)/sheets"  # where it is sent to; written to disk as it comes
OWN_PHOTOS = r"/v1/tournaments/[^/]+/players/[^/]+/sheets"  # what players send themselves


class Service(FastAPI):
    """The app; its OpenAPI description also holds the problem document."""

    def openapi(self) -> dict[str, Any]:
        """The description of all routes."""
        if not self.openapi_schema:
            schema = super().openapi()
            known = schema.setdefault("components", {}).setdefault("schemas", {})
            known["Problem"] = problems.Problem.model_json_schema()
            known.pop("HTTPValidationError", None)
            known.pop("ValidationError", None)
        assert self.openapi_schema
        return self.openapi_schema


def create_app(settings: Settings | None = None, referee: Referee | None = None) -> FastAPI:
    """The service. A referee that is handed in works in threads; otherwise each worker process builds its own."""
    settings = settings or Settings()
    app = Service(
        title="Qwords referee",
        version=version("qwords-referee"),
        description="A photo of a finished sheet goes in; an itemized, provable total comes out.",
        lifespan=_lifespan,
        docs_url=None,  # both would load their scripts from elsewhere
        redoc_url=None,
    )
    state = app.state
    state.settings, state.metrics = settings, Metrics()
    state.referee = referee or Referee(settings=settings)
    state.pool = thread_pool(PhotoJobs(referee), settings) if referee else process_pool(settings)
    state.compute, state.drawing, state.alone = Compute(), FairShare(), referee is None
    state.ready, state.reader = asyncio.Event(), {}
    problems.install(app)
    for module in ROUTES:
        app.include_router(module.router)
    state.lifespans = _include_tournaments(app)
    state.page = PageFiles(page_texts())
    app.include_router(page_routes.router)
    photo = settings.max_megabytes * 10**6 + FIELDS_BYTES
    limits = [("/v1/scans", photo), ("/v1/frames", FRAME_BYTES), ("/v1/reports", photo), ("/share", photo)]
    limits += [(OWN_PHOTOS, photo), (UPLOADS, TOURNAMENT_BYTES)]
    app.add_middleware(
        BodyGuard, limits=limits, streamed=UPLOADS, otherwise=JSON_BYTES, clients=settings.client_requests
    )
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=6)
    hosts = frozenset(name.strip().lower() for name in settings.hosts.split(",") if name.strip())
    app.add_middleware(Watch, metrics=state.metrics, hosts=hosts)
    return app


def _include_tournaments(app: FastAPI) -> list[Any]:
    # Tournaments need a database, which not every table installs.
    try:
        tournaments = import_module("api.routes.tournament_routes")
    except ModuleNotFoundError as error:
        log.info("without tournaments", extra={"missing": error.name})
        return []
    app.include_router(tournaments.router)
    app.include_router(import_module("api.routes.league_routes").router)
    app.add_middleware(import_module("api.token_check").TokenCheck)
    return [tournaments.lifespan]


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    state = app.state
    state.pool.open()
    tending = asyncio.create_task(_tend(app))
    async with AsyncExitStack() as opened:
        for part in state.lifespans:
            await opened.enter_async_context(part(app))
        yield
        state.ready.clear()
    tending.cancel()
    with suppress(asyncio.CancelledError):
        await tending
    await asyncio.to_thread(state.pool.close)
    log.info("stopped")


async def _tend(app: FastAPI) -> None:
    """Make the workers ready, and again where none could start; give back the memory of requests that are done."""
    while True:
        if app.state.pool.trouble or not app.state.ready.is_set():
            await _warm(app)
        await asyncio.to_thread(give_back_memory)
        await asyncio.sleep(TEND_SECONDS)


async def _warm(app: FastAPI) -> None:
    """Load reader and word lists in every worker before photos come; requests meanwhile simply wait."""
    state = app.state
    try:
        loaded = await asyncio.gather(*(state.pool.run("warm") for _ in range(state.pool.workers)))
        await asyncio.to_thread(PhotoJobs(state.referee).load_words)
    except Exception:
        log.exception("not ready")
        return
    state.reader = loaded[0]
    state.ready.set()
    log.info("ready", extra={"workers": state.pool.workers, "reader": state.reader})
    # The frequencies take a second to load: better now than when the first word is looked up.
    await asyncio.to_thread(lambda: [lexicons.frequency("ja", language) for language in lexicons.LANGUAGES])
    if state.alone:  # what else lives in this process is not ours to keep
        keep_for_good()
