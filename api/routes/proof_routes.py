"""What anybody may ask of the reports of this service: whose keys it signs with, and whether a code is genuine."""

from typing import Any

from fastapi import APIRouter, Request, Response

from api.deps import ComputeDep, SettingsDep
from proof.claim import read_claim
from proof.keys import FORMER, fingerprint, known_keys, own_key, signer, text_of
from report.templating import page
from texts import FALLBACK, languages

router = APIRouter(tags=["proof"])
POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"  # the page is one file


@router.get("/v1/keys", summary="The public keys that this service's reports are signed with")
async def keys(settings: SettingsDep, compute: ComputeDep) -> dict[str, Any]:
    """Its own, which is made where there is none yet, and those that were replaced."""

    def found() -> list[tuple[bytes, str]]:
        former = [one.key for one in known_keys(settings) if one.state == FORMER]
        return [(signer(settings).key, "own"), *((key, FORMER) for key in former)]

    listed = [
        {"key": text_of(key), "fingerprint": fingerprint(key), "state": state} for key, state in await compute(found)
    ]
    return {"name": settings.name, "keys": listed}


@router.get("/proof/{code:path}", include_in_schema=False)
async def proof(request: Request, code: str, settings: SettingsDep, compute: ComputeDep) -> Response:
    """The page that a report's code leads to: genuine or not, with what was signed."""
    language = wanted_language(request.headers.get("accept-language", ""))

    def made() -> str:
        claim = read_claim(code)
        known = {one.key: one.name for one in known_keys(settings)}
        own = own_key(settings)
        return page(
            "report",
            "claim",
            language,
            claim=claim,
            key=fingerprint(claim.key) if claim else "",
            own=claim is not None and (claim.key == own or claim.key in known),
            name=known.get(claim.key, "") if claim and claim.key != own else settings.name,
        )

    headers = {"Content-Security-Policy": POLICY, "Cache-Control": "no-store"}
    return Response(await compute(made), media_type="text/html; charset=utf-8", headers=headers)


def wanted_language(header: str) -> str:
    """The first language of a browser's list that there are texts in."""
    asked = (part.split(";")[0].strip().lower()[:2] for part in header.split(","))
    return next((language for language in asked if language in languages()), FALLBACK)
