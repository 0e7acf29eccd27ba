"""What the tournament routes share: the service, who may change what, and errors as the wire sees them."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, cast

from fastapi import Depends, Path, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from api.deps import SettingsDep
from api.problems import ServiceError
from tournament import tournament_errors as errors
from tournament.overview import Overview, TournamentView
from tournament.service import TournamentService, same_token


class Unauthorized(ServiceError):
    """The token is missing, or does not allow this."""

    status = 401
    code = "token-needed"
    hint = "Send the header `Authorization: Bearer TOKEN` with the token of the tournament or of the service."

    def __init__(self) -> None:
        super().__init__(headers={"WWW-Authenticate": "Bearer"})


class NotThere(ServiceError):
    """There is no such tournament, sheet or picture."""

    status = 404
    code = errors.UnknownTournament.code
    hint = errors.UnknownTournament.hint


class Conflict(ServiceError):
    """The tournament is not in the state for this."""

    status = 409
    code = errors.StillOpen.code
    hint = errors.StillOpen.hint


class Enough(ServiceError):
    """A player has sent as many photos as one may."""

    status = 429
    code = errors.QuotaReached.code
    hint = errors.QuotaReached.hint


class NoRoom(ServiceError):
    """There is no room on the disk for more photos."""

    status = 507
    code = errors.DiskFull.code
    hint = errors.DiskFull.hint


class Refused(ServiceError):
    """What was sent cannot be applied."""

    status = 422
    code = errors.BadCorrection.code
    hint = errors.BadCorrection.hint


def _service(request: Request) -> TournamentService:
    return cast(TournamentService, request.app.state.service)


TournamentsDep = Annotated[TournamentService, Depends(_service)]
Id = Annotated[str, Path(pattern=r"^([0-9a-f]{16}|main)$", examples=["0f1e2d3c4b5a6978"])]  # main: of a folder
SheetId = Annotated[str, Path(pattern=r"^[0-9a-f]{4,64}(-[0-9]{1,3})?$", examples=["3f2a9c01bd-1"])]
BEARER = HTTPBearer(
    scheme_name="organiser", description="the token of the tournament or of the service", auto_error=False
)
Credentials = Annotated[HTTPAuthorizationCredentials | None, Depends(BEARER)]


REFUSED = (
    errors.NotConfirmed,
    errors.BadCorrection,
    errors.BadManifest,
    errors.RoundNotOpen,
    errors.TournamentFull,
    errors.TooManyPages,
)


@contextmanager
def wire_errors() -> Iterator[None]:
    """Translate what goes wrong in a tournament to the status that fits."""
    try:
        yield
    except (errors.UnknownTournament, errors.UnknownSheet, errors.UnreadableFile) as error:
        raise _as(NotThere, error) from error
    except (errors.StillOpen, errors.AlreadyPublished, errors.WordListChanged) as error:
        raise _as(Conflict, error) from error
    except errors.QuotaReached as error:
        raise _as(Enough, error) from error
    except REFUSED as error:
        raise _as(Refused, error) from error
    except errors.DiskFull as error:
        raise _as(NoRoom, error) from error


def _as(kind: type[ServiceError], error: errors.TournamentError) -> ServiceError:
    translated = kind(str(error), error.hint)
    translated.code = error.code
    return translated


def bearer(authorization: str) -> str:
    """The token of an Authorization header, "" where it is of another kind."""
    scheme, _, token = authorization.partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def _role(service: TournamentsDep, settings: SettingsDep, id: Id, credentials: Credentials) -> str:
    """What the token sent makes of its holder."""
    with wire_errors():
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
    with wire_errors():
        return service.view(id).overview(patient=False)


OrganiserDep = Annotated[TournamentView, Depends(_organiser)]
ArbiterDep = Annotated[TournamentView, Depends(_arbiter)]
ViewDep = Annotated[Overview, Depends(_view)]
