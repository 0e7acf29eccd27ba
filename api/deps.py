"""What routes are handed: the parts of the app that were built at its start."""

from typing import Annotated, cast

from fastapi import Depends, Request

from api.metrics import Metrics
from api.scan_pool import Pool
from referee.referee import Referee
from referee.settings import Settings


def _settings(request: Request) -> Settings:
    return cast(Settings, request.app.state.settings)


def _pool(request: Request) -> Pool:
    return cast(Pool, request.app.state.pool)


def _metrics(request: Request) -> Metrics:
    return cast(Metrics, request.app.state.metrics)


def _referee(request: Request) -> Referee:
    return cast(Referee, request.app.state.referee)


SettingsDep = Annotated[Settings, Depends(_settings)]
PoolDep = Annotated[Pool, Depends(_pool)]
MetricsDep = Annotated[Metrics, Depends(_metrics)]
RefereeDep = Annotated[Referee, Depends(_referee)]  # for typed letters and words: never reads a photo
