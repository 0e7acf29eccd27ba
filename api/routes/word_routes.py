"""Is it a word, why, and the lists themselves for scoring without a connection."""

from functools import lru_cache
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse
from pydantic import AfterValidator

import lexicons
from api.deps import ComputeDep
from api.forms import Policy, TextsLanguage
from api.page_files import PageFile
from api.problems import documented
from api.routes.page_routes import answer_file
from api.schemas import WordOut
from report.document import word_document

router = APIRouter(prefix="/v1", tags=["words"])
LanguagePath = Annotated[str, AfterValidator(str.lower), Path(description=", ".join(lexicons.LANGUAGES), max_length=8)]


@router.get("/words/{lang}/{word}", summary="Look a word up", responses=documented(404, 422))
def word(
    lang: LanguagePath,
    word: Annotated[str, Path(max_length=64, examples=["epoch"])],
    policy: Annotated[Policy, Query(description="official: the rulebook's words; open: wider lists too")] = "official",
    texts: Annotated[
        TextsLanguage, Query(description="language of the sentence that says why and of the names of lists")
    ] = "en",
) -> WordOut:
    """Whether the word counts, what kind of word it is, and which lists hold it."""
    return WordOut(**word_document(lexicons.load(lang, policy).explain(word), texts))


@router.get(
    "/lexicons/{lang}",
    summary="All valid words of 2 to 5 letters",
    response_class=PlainTextResponse,
    responses={304: {"description": "Not Modified"}, **documented(404, 422)},
)
async def lexicon(
    request: Request,
    compute: ComputeDep,
    lang: LanguagePath,
    policy: Policy = "official",
    common: Annotated[bool, Query(description="how common each word is (Zipf) after a blank, where known")] = False,
) -> Response:
    """One word a line; the ETag is the content of the list in short."""
    return answer_file(request, await compute(lambda: _listed(lang, policy, common)))


@lru_cache(maxsize=4 * len(lexicons.LANGUAGES))
def _listed(lang: str, policy: Policy, common: bool) -> PageFile:
    """A list as it is sent, written and packed once: nobody is served while a large one is packed."""
    known = lexicons.frequencies(lang) if common else {}
    words = sorted(lexicons.load(lang, policy).words)
    lines = (f"{word} {known[word]:g}" if known.get(word) else word for word in words)
    listed = PageFile("\n".join(lines).encode(), "text/plain; charset=utf-8")
    assert listed.packed
    return listed
