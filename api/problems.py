"""Errors as the wire sees them: RFC 9457 problem documents with a stable code and a hint on what to do next."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

from lexicons import LexiconError, UnknownLanguage
from referee.referee_errors import RefereeError, UnusableInput
from scanner.scan_errors import (
    BrokenImage,
    ImageTooLarge,
    InternalError,
    NotAnImage,
    OutOfMemory,
    ReaderUnavailable,
    ScanError,
    WorkerLost,
)
from scoring import ScoringError
from sheets.qr_code import UnreadableCode
from tournament import tournament_errors as tournament

MEDIA_TYPE = "application/problem+json"


class ServiceError(Exception):
    """The service itself refuses a request."""

    status = 400
    code = "bad-request"
    hint = "See /openapi.json for what this address takes."

    def __init__(self, message: str = "", hint: str = "", headers: Mapping[str, str] | None = None) -> None:
        super().__init__(message or (self.__doc__ or "").splitlines()[0])
        self.headers = dict(headers or {})
        if hint:
            self.hint = hint


class TwoLengths(ServiceError):
    """The request says in two ways how long it is."""

    hint = "Send Content-Length or Transfer-Encoding, not both."  # a proxy may believe the other one


class UnknownHost(ServiceError):
    """The request is for a name that is not this service's."""

    status = 421
    code = "unknown-host"
    hint = "Open the address that the service prints at its start, or name this one in QWORDS_HOSTS."


class Busy(ServiceError):
    """Too many photos are waiting already."""

    status = 429
    code = "busy"
    hint = "Send the photo again after the seconds in Retry-After."


class ClientBusy(ServiceError):
    """Too many requests from one address are under way."""

    status = 429
    code = "client-busy"
    hint = "Send a few photos at a time; begin the next when one is answered."


class TooSlow(ServiceError):
    """The request took too long to arrive."""

    status = 408
    code = "too-slow"
    hint = "Send the photo again where the connection is better, or in a smaller size."


class BodyTooLarge(ServiceError):
    """The request is larger than the limit."""

    status = 413
    code = "body-too-large"
    hint = "Send one photo at a time; /v1/meta tells the limit in bytes."


class NotReady(ServiceError):
    """The service is starting or stopping."""

    status = 503
    code = "not-ready"
    hint = "Try again in a few seconds."


class BadForm(ServiceError):
    """The form cannot be read."""

    code = "bad-form"
    hint = "Send multipart/form-data with the picture in the field `photo`."


class Problem(BaseModel):
    """An RFC 9457 problem document."""

    type: str = Field(examples=["about:blank"])
    title: str = Field(examples=["Unprocessable Content"])
    status: int = Field(examples=[422])
    code: str = Field(examples=["sheet-not-found"], description="stable; meant for programs")
    detail: str = Field(examples=["No grid of letters was found in the photo."])
    hint: str = Field(examples=["Keep the whole grid in view, from above, in even light."])
    request_id: str = Field(examples=["6f1c0e6d2b"])
    errors: list[dict[str, Any]] | None = Field(None, description="which values of the request do not fit, and why")


# The nearest class in the error's own tree wins.
STATUS: dict[type[Exception], int] = {
    NotAnImage: 415,
    BrokenImage: 422,
    ImageTooLarge: 413,
    OutOfMemory: 413,
    WorkerLost: 500,
    InternalError: 500,
    ScanError: 422,
    UnknownLanguage: 404,
    LexiconError: 422,
    ScoringError: 422,
    UnusableInput: 422,
    RefereeError: 503,
    tournament.UnknownTournament: 404,
    tournament.UnknownSheet: 404,
    tournament.UnreadableFile: 404,
    tournament.StillOpen: 409,
    tournament.AlreadyPublished: 409,
    tournament.WordListChanged: 409,
    tournament.QuotaReached: 429,
    tournament.NotConfirmed: 422,
    tournament.BadCorrection: 422,
    tournament.BadManifest: 422,
    tournament.RoundNotOpen: 422,
    tournament.TournamentFull: 422,
    tournament.TooManyPages: 422,
    tournament.DiskFull: 507,
    ReaderUnavailable: 503,
    UnreadableCode: 422,
}
HTTP_HINT = "See /openapi.json for the addresses and what they take."
HTTP_CODES = {404: "not-found", 405: "method-not-allowed", 401: "unauthorized", 403: "forbidden", 409: "conflict"}


def problem(
    request_id: str, status: int, code: str, detail: str, hint: str, errors: list[dict[str, Any]] | None = None
) -> dict[str, Any]:
    """The document of one problem."""
    phrase = HTTPStatus(status).phrase
    document = {"type": "about:blank", "title": phrase, "status": status, "code": code, "detail": detail, "hint": hint}
    return document | {"request_id": request_id} | ({"errors": errors} if errors else {})


def status_of(error: Exception) -> int:
    """The HTTP status of a core error."""
    if isinstance(error, ServiceError):
        return error.status
    return next((STATUS[kind] for kind in type(error).__mro__ if kind in STATUS), 500)


def respond(request: Request, status: int, document: dict[str, Any], headers: Mapping[str, str]) -> JSONResponse:
    """A problem document as a response; its code goes to the log line of the request as well."""
    request.state.problem = document["code"]
    return JSONResponse(document, status, dict(headers), MEDIA_TYPE)


def request_id(request: Request) -> str:
    """The id under which a request is logged."""
    return str(getattr(request.state, "request_id", "-"))


async def on_coded_error(request: Request, error: Exception) -> JSONResponse:
    """Translate any error that carries a code and a hint."""
    status = status_of(error)
    code, hint = getattr(error, "code", "internal"), getattr(error, "hint", "")
    document = problem(request_id(request), status, code, detail_of(error, status), hint)
    return respond(request, status, document, getattr(error, "headers", {}))


def detail_of(error: Exception, status: int) -> str:
    """What is wrong; of trouble on this side only its kind, since messages name hosts and folders."""
    if status < 500 or isinstance(error, ServiceError):
        return str(error)
    return (type(error).__doc__ or "").splitlines()[0]


async def on_http_error(request: Request, error: Exception) -> JSONResponse:
    """Translate what the framework refuses: unknown addresses, wrong methods."""
    assert isinstance(error, HTTPException)
    code = HTTP_CODES.get(error.status_code, "bad-request")
    document = problem(request_id(request), error.status_code, code, str(error.detail), HTTP_HINT)
    return respond(request, error.status_code, document, error.headers or {})


async def on_invalid(request: Request, error: Exception) -> JSONResponse:
    """Translate a request whose values do not fit; what was sent is not repeated."""
    assert isinstance(error, RequestValidationError)
    errors = [{"where": list(map(str, entry["loc"])), "why": entry["msg"]} for entry in error.errors()]
    first = f"{'.'.join(errors[0]['where'])}: {errors[0]['why']}" if errors else "The request does not fit."
    hint = "Correct the values named in `errors`."
    document = problem(request_id(request), 422, "bad-request", first, hint, errors)
    return respond(request, 422, document, {})


def install(app: FastAPI) -> None:
    """Let the app answer every error as a problem document."""
    kinds: tuple[type[Exception], ...] = (ServiceError, *STATUS)
    for kind in kinds:
        app.add_exception_handler(kind, on_coded_error)
    app.add_exception_handler(HTTPException, on_http_error)
    app.add_exception_handler(RequestValidationError, on_invalid)


def documented(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The problem answers of a route, for its OpenAPI entry."""
    schema = {"$ref": "#/components/schemas/Problem"}
    return {
        status: {"description": HTTPStatus(status).phrase, "content": {MEDIA_TYPE: {"schema": schema}}}
        for status in statuses
    }
