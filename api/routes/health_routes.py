"""Is it alive, is it ready, and what has it counted."""

from fastapi import APIRouter, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from api.deps import MetricsDep, PoolDep
from api.problems import NotReady, documented

router = APIRouter(tags=["health"])


@router.get("/healthz", summary="Whether the service is alive")
async def healthz() -> dict[str, str]:
    """Answers as long as the event loop turns, however much work waits."""
    return {"status": "ok"}


@router.get("/readyz", summary="Whether the service takes photos", responses=documented(503))
async def readyz(request: Request) -> dict[str, str]:
    """Ready when reader and word lists are loaded, workers start, and what tournaments sent is being scored."""
    state = request.app.state
    if not state.ready.is_set():
        raise NotReady()
    troubles = [state.pool.trouble, state.service.trouble if hasattr(state, "service") else ""]
    if any(troubles):
        raise NotReady("; ".join(filter(None, troubles)))
    return {"status": "ready"}


@router.get(
    "/metrics",
    summary="Counters for Prometheus",
    response_class=Response,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def metrics(request: Request, counted: MetricsDep, pool: PoolDep) -> Response:
    """The counters as Prometheus reads them."""
    counted.waiting.set(pool.accepted)
    counted.capacity.set(pool.capacity)
    if hasattr(request.app.state, "service"):
        for outcome, number in request.app.state.service.outcomes().items():
            counted.own_word.labels(outcome).set(number)
    return Response(generate_latest(counted.registry), media_type=CONTENT_TYPE_LATEST)
