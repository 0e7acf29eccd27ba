"""What is printed of a tournament: nothing reaches over its slip, and nothing lies on anything else."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pypdfium2
import pytest
from filled_sheets import rasterise
from planned_photos import GRIDS, plan
from test_arbiter import score

from texts import text
from tournament.entities import Player, TournamentSpec
from tournament.overview import Overview
from tournament.prints import certificates, invitations, slips
from tournament.session import start

LONG = "Γιώργος Αλέξανδρος Παπαδόπουλος-Κωνσταντινίδης"
DPI = 100


@pytest.fixture
def view(tmp_path: Path) -> Overview:
    """A player with a long name in twelve rounds."""
    for number in range(1, 13):
        plan(tmp_path / "in" / f"{LONG} r{number}.jpg", GRIDS[number % 4], salt=number)
    with start(tmp_path / "cup", TournamentSpec("A tournament whose name is rather long as well")) as session:
        session.set_roster((Player(LONG, "The Team of the Far North"), Player("Ben")))
        score(session, tmp_path / "in")
        for row in session.overview().rows:
            session.arbiter("Eva").confirm(row)
        return session.overview()


def test_a_slip_holds_long_names_and_many_rounds(view: Overview) -> None:
    page = rasterise(slips(view, "en"), dpi=DPI).min(axis=2) < 140
    tall, wide = page.shape[0] // 4, page.shape[1] // 2
    edge = round(4 / 25.4 * DPI)
    ink = page.copy()
    ink[2 : tall - edge, 2 : wide - edge] = False
    ink[tall - 2 : tall + 3], ink[:, wide - 2 : wide + 3] = False, False  # where it is cut
    for cut in (2, 3):
        ink[cut * tall - 3 : cut * tall + 6] = False
    assert page.any() and not ink.any()


def test_the_code_of_an_invitation_is_read_beside_a_long_name(view: Overview) -> None:
    printed = invitations(view, "en", "http://hall.example/")
    for dpi in (200, 240, 160):  # OpenCV misses one code in 300 at a single size
        page = rasterise(printed, dpi=dpi)
        quarter = page[: page.shape[0] // 4 - 12, : page.shape[1] // 2 - 12]  # inside the lines to cut along
        text, corners, _ = cv2.QRCodeDetector().detectAndDecode(quarter)
        if text:
            break
    assert text.startswith(f"http://hall.example/page/live.html#/{view.tournament.id}/")
    above = quarter[: int(corners[0][:, 1].min()) - 8]
    inked = np.flatnonzero((above.min(axis=2) < 140).any(axis=1))
    assert inked.size and inked.max() < above.shape[0] - 8, "the name stands above the code"


@pytest.mark.parametrize(
    ("language", "written"), [("en", "7 November 2026"), ("de", "7. November 2026"), ("es", "7 de noviembre de 2026")]
)
def test_a_certificate_is_dated_as_its_reader_writes(view: Overview, language: str, written: str) -> None:
    dated = replace(view, tournament=replace(view.tournament, created="2026-11-07T10:00:00+00:00"))
    document = pypdfium2.PdfDocument(certificates(dated, language))
    assert written in document[0].get_textpage().get_text_bounded()
    document.close()


@pytest.mark.parametrize("language", ["en", "de", "fr", "it", "es"])
def test_an_invitation_says_what_its_code_is_for(view: Overview, language: str) -> None:
    document = pypdfium2.PdfDocument(invitations(view, language, "http://hall.example/"))
    told = " ".join(document[0].get_textpage().get_text_bounded().split())
    document.close()
    assert text("print.invite", language).split()[-1] in told and text("print.own-code", language) in told
