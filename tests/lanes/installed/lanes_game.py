"""Lanes, a game that nobody plays: 7 columns and 4 rows of letters, a point a letter, 5 for a lane with a stamp.

Everything that a third game needs is in this folder; `docs/add-a-game.md` tells how it came to be.
"""

import io
from dataclasses import replace

import cv2
import numpy as np

from referee.game import Choice, Question, Read
from referee.referee_errors import BadAnswer
from referee.values import ALONE, Doubt, Evidence, Figures, SheetVerdict, likely_letters
from scanner.scan_errors import SheetNotFound
from scanner.values import Glyph, Photo

COLUMNS, ROWS, PX = 7, 4, 60
LANES = ("none", "1", "2", "3", "4")
STAMP, SURE = 5, 0.9


class Lanes:
    code = "lanes"
    longest_word = COLUMNS
    choices = (Choice("double", "Lanes: the lane that counts twice.", LANES, "none"),)
    prints = (Choice("frame", "Lanes: a frame around the sheet.", flag=True),)

    def options(self, chosen, rulings=()):
        return chosen.get("double", "none")

    def recognise(self, photo, closely=False):
        return closely and bool(_lattices(photo))

    def read(self, photo, reader, at=None):
        found = []
        for lattice in _lattices(photo):
            flat = _flat(photo, lattice.corners)
            glyphs = reader.letters(_cells(flat))
            rankings = [{symbol: round(float(p), 6) for symbol, p in glyph.ranking} for glyph in glyphs]
            found.append(Read(Evidence(self.code, {"version": 2, "cells": rankings, "alike": []}), flat))
        if not found:
            raise SheetNotFound
        return tuple(found)

    def typed(self, text, options, written=None):
        rows = self.rows(text, None)
        return Evidence(self.code, {"version": 2, "cells": [{letter: 1.0} for letter in "".join(rows)], "alike": []})

    def rows(self, text, figures):
        rows = tuple(text.upper().split("/"))
        if len(rows) != ROWS or any(len(row) != COLUMNS for row in rows):
            raise BadAnswer(f"{text} is not four rows of seven.")
        return rows

    def judge(self, evidence, options, answers=(), context=ALONE, pictures=None):
        glyphs = [_glyph(ranking) for ranking in evidence.data["cells"]]
        stamps = set()
        for answer in answers:
            if answer.kind == "letter":
                row, column = answer.place
                glyphs[(row - 1) * COLUMNS + column - 1] = Glyph(((answer.value, 1.0),))
            else:
                (stamps.add if answer.value == "yes" else stamps.discard)(answer.place[0])
        rows = _rows([glyph.symbol for glyph in glyphs])
        lanes = [self._lane(row, number, options, stamps) for number, row in enumerate(rows, 1)]
        unsure = [at for at, glyph in enumerate(glyphs) if glyph.p < SURE]
        doubts = tuple(
            Doubt("letter", (at // COLUMNS + 1, at % COLUMNS + 1), glyphs[at].symbol, glyphs[at].ranking[1][0],
                  round(glyphs[at].ranking[1][1], 4), sum(lanes) + 1) for at in unsure
        )  # fmt: skip
        figures = Figures(
            total=sum(lanes), certainty=round(float(np.prod([glyph.p for glyph in glyphs])), 4),
            expected_error=float(len(unsure)), reasons=("certainty",) if unsure else (), doubts=doubts, grid=rows,
            possible=tuple(map(likely_letters, glyphs)), claims="", claimed="", empty=not any(lanes), findings=0,
            columns={"language": "en", "stamps": len(stamps)},
        )  # fmt: skip
        return SheetVerdict(evidence, options, tuple(answers), context, figures, tuple(lanes), pictures)

    def _lane(self, row, number, options, stamps):
        points = sum(map(str.isalpha, row)) + STAMP * (number in stamps)
        return 2 * points if options == str(number) else points

    def questions(self, sheet, texts=None):
        return tuple(
            Question(doubt, f"{doubt.now} or {doubt.other}", str(doubt.place), (doubt.now, doubt.other))
            for doubt in sheet.figures.doubts
        )

    def answer(self, said, figures):
        value = said.value.upper() if said.kind == "letter" else said.value
        inside = said.place and said.place[0] <= ROWS and len(said.place) == 1 + (said.kind == "letter")
        fits = len(value) == 1 if said.kind == "letter" else said.kind == "stamp" and value in ("yes", "no")
        if not (inside and fits):
            raise BadAnswer(f"{said.kind} {said.place} cannot be said of a sheet of Lanes.")
        return replace(said, value=value)

    def document(self, verdict, texts=None):
        photo = verdict.photo
        about = {"photo": {"name": photo.name, "sha256": photo.sha256}} if photo else {}
        sheets = [self.sheet_document(sheet, texts) for sheet in verdict.sheets]
        return {"schema": "lanes.verdict/1", "game": self.code, **about, "sheets": sheets}

    def sheet_document(self, sheet, texts=None, title=""):
        figures = sheet.figures
        return {"grid": list(figures.grid), "lanes": list(sheet.detail), "total": figures.total,
                "certainty": figures.certainty, "reasons": list(figures.reasons),
                "needs_review": sheet.needs_review, "evidence": sheet.evidence.data}  # fmt: skip

    def text(self, verdict, texts=None, colour=False):
        return "\n".join("\n".join([*sheet.figures.grid, f"total {sheet.figures.total}"]) for sheet in verdict.sheets)

    def report(self, verdict, suffix, texts=None, subject=None, signer=None):
        if suffix == ".html":
            return f"<!doctype html><title>Lanes</title><pre>{self.text(verdict)}</pre>".encode()
        return _pdf([self.text(verdict)])

    def debug(self, verdict, folder, stem):
        pass

    def crops(self, sheet):
        cells = _cells(sheet.pictures) if sheet.pictures is not None else []
        return [(doubt.place, cells[(doubt.place[0] - 1) * COLUMNS + doubt.place[1] - 1])
                for doubt in sheet.figures.doubts if cells]  # fmt: skip

    def flat(self, photo, sheet):
        return sheet.pictures

    def picture(self, sheet):
        return None

    def sheet_code(self, pictures):
        return ""

    def words_version(self, chosen):
        return ""

    def sheet_pdf(self, players, chosen, texts, codes=()):
        return _pdf([f"Lanes {player.player}" for player in players])


def _lattices(photo: Photo):
    from scanner.locate import locate

    return locate(photo, COLUMNS, ROWS)


def _flat(photo, corners):
    width, height = COLUMNS * PX, ROWS * PX
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    homography = cv2.getPerspectiveTransform(corners * np.float32(photo.scale), target)
    return cv2.cvtColor(cv2.warpPerspective(photo.pixels, homography, (width, height)), cv2.COLOR_BGR2GRAY)


def _cells(flat):
    inset = PX // 10
    tops = [(row * PX + inset, column * PX + inset) for row in range(ROWS) for column in range(COLUMNS)]
    return [flat[top : top + PX - 2 * inset, left : left + PX - 2 * inset] for top, left in tops]


def _rows(letters):
    return tuple("".join(letters[at : at + COLUMNS]) for at in range(0, COLUMNS * ROWS, COLUMNS))


def _glyph(ranking):
    return Glyph(tuple(sorted(ranking.items(), key=lambda item: -item[1])))


def _pdf(pages):
    from reportlab.pdfgen.canvas import Canvas

    stream = io.BytesIO()
    canvas = Canvas(stream, pagesize=(300, 200), invariant=1)
    for page in pages:
        for number, line in enumerate(page.splitlines()):
            canvas.drawString(20, 170 - 14 * number, line)
        canvas.showPage()
    canvas.save()
    return stream.getvalue()


GAME = Lanes()
