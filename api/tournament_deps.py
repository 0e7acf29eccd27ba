"""What the tournament routes share: the service, and who may change what."""

from typing import Annotated, cast

from fastapi import Depends, Path, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from api.deps import SettingsDep
from api.problems import ServiceError
from tournament.overview import Overview, TournamentView
from tournament.service import TournamentService, same_token


class Unauthorized(ServiceError):
    """The token is missing, or does not allow this."""

    status = 401
    code = "token-needed"
    hint = "Send the header `Authorization: Bearer TOKEN` with the token of the tournament or of the service."

    def __init__(self) -> None:
        super().__init__(headers={"WWW-Authenticate": "Bearer"})


def _service(request: Request) -> TournamentService:
    return cast(TournamentService, request.app.state.service)


TournamentsDep = Annotated[TournamentService, Depends(_service)]
Id = Annotated[str, Path(pattern=r"^([0-9a-f]{16}|main)$", examples=["0f1e2d3c4b5a6978"])]  # main: of a folder
SheetId = Annotated[str, Path(pattern=r"^[0-9a-f]{4,64}(-[0-9]{1,3})?$", examples=["3f2a9c01bd-1"])]
BEARER = HTTPBearer(
    scheme_name="organiser", description="the token of the tournament or of the service", auto_error=False
)
Credentials = Annotated[HTTPAuthorizationCredentials | None, Depends(BEARER)]


def bearer(authorization: str) -> str:
    """The token of an Authorization header, "" where it is of another kind."""
    scheme, _, token = authorization.partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def _role(service: TournamentsDep, settings: SettingsDep, id: Id, credentials: Credentials) -> str:
    """What the token sent makes of its holder."""
    tournament = service.store.tournament(id)
    return service.role(tournament, credentials.credentials if credentials else "", settings.token)


RoleDep = Annotated[str, Depends(_role)]


def _creator(service: TournamentsDep, settings: SettingsDep, credentials: Credentials) -> TournamentService:
    """The service, for those who hold its own token."""
    if not same_token(credentials.credentials if credentials else "", settings.token or service.creation_token):
        raise Unauthorized()
    return service


CreatorDep = Annotated[TournamentService, Depends(_creator)]


def _organiser(service: TournamentsDep, id: Id, role: RoleDep) -> TournamentView:
    """The tournament, for those who hold its token or the service's."""
    if role != "organiser":
        raise Unauthorized()
    return service.view(id)


def _arbiter(service: TournamentsDep, id: Id, role: RoleDep) -> TournamentView:
    """The tournament with its sheets, letters and log, for arbiters and the organiser."""
    if role == "public":
        raise Unauthorized()
    return service.view(id)


def _view(service: TournamentsDep, id: Id) -> Overview:
    """How the tournament stands, for everyone: figures only."""
    return service.view(id).overview(patient=False)


OrganiserDep = Annotated[TournamentView, Depends(_organiser)]
ArbiterDep = Annotated[TournamentView, Depends(_arbiter)]
ViewDep = Annotated[Overview, Depends(_view)]
