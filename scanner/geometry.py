"""A lattice on its sheet: turned, measured, and continued over the paper around it."""

import cv2
import numpy as np

from scanner.frame import Frame, fit_frame, polynomials, unit_nodes
from scanner.values import Floats, Ints, Lattice, Points

# Checked on fields of 197 photographed sheets (render, composite, several, writers) and 120 drawn ones.
AROUND = 2  # cells around the grid over which a curl goes on, farther out paper is flat; 1 loses a field, 3 finds one
RIDGE = 0.15  # keeps the curl small where nodes tell little; 0.12 loses a badge and a joker box, 0.19 nothing


def spread(lattice: Lattice) -> tuple[Frame, float]:
    """The frame through a lattice's nodes and AROUND cells on every side of them, and the inset of its outline.

    The inset is half the gap between cells that are separate boxes, in pitches: the outer ones look narrower by it.
    """
    nodes = np.asarray(lattice.nodes, np.float64)
    units = unit_nodes(nodes.shape[1] - 1, nodes.shape[0] - 1)
    inward = (units == 0).astype(float) - (units == units[-1, -1])
    straight = fit_frame(nodes)
    narrower = 8 * (
        straight.place(units + inward / 8) - nodes
    )  # by an inset of a whole pitch, as an eighth of it tells
    least = (narrower * _uncurled(narrower, units)[0]).sum()
    inset = max(0.0, float((narrower * _uncurled(straight.bend, units)[0]).sum() / least))
    return _bent(nodes, units + inset * inward), inset


def _bent(nodes: Floats, units: Floats) -> Frame:
    """The frame around nodes at given places: a homography, a slight curl, and what these leave."""
    straight, size = fit_frame(nodes, units), np.array(nodes.shape[1::-1]) - 1
    left, curl = _uncurled(straight.bend, units)
    wide = unit_nodes(*(size + 2 * AROUND).tolist()) - AROUND
    away = np.abs(wide - np.clip(wide, 0, size)).sum(axis=-1, keepdims=True)
    held = np.pad(left, ((AROUND, AROUND), (AROUND, AROUND), (0, 0)), mode="edge") * np.exp(-away)
    begin = np.array([[1, 0, -AROUND], [0, 1, -AROUND], [0, 0, 1]], float)
    return Frame(straight.homography @ begin, _terms(wide, size) @ curl + held)


def _uncurled(bend: Floats, units: Floats) -> tuple[Floats, Floats]:
    """What a curl does not explain of how far nodes lie off, and the curl (term, 2)."""
    terms = _terms(units, np.array(units.shape[1::-1]) - 1)
    flat = terms.reshape(-1, terms.shape[-1])
    curl = np.linalg.solve(flat.T @ flat + RIDGE * np.eye(flat.shape[1]), flat.T @ bend.reshape(-1, 2))
    return bend - terms @ curl, curl


def _terms(places: Floats, size: Ints) -> Floats:
    """The terms of a curl at places on a grid of some size."""
    return polynomials(places / size * 2 - 1, 2)


def pitch_px(lattice: Lattice) -> float:
    """The side of a middling cell in pixels of the displayed photo."""
    return fit_frame(np.asarray(lattice.nodes, np.float64)).pitch


def turned(lattice: Lattice, quarters: int) -> Lattice:
    """The same lattice after the sheet is turned clockwise by so many quarters."""
    return Lattice(np.rot90(lattice.nodes, -quarters, (0, 1)).copy(), lattice.confidence)


def from_corners(corners: Points, rows: int = 5, columns: int = 5) -> Lattice:
    """A flat lattice between four corners given clockwise from its top left."""
    square = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32)
    homography = np.asarray(cv2.getPerspectiveTransform(square, np.asarray(corners, np.float32)))
    nodes = Frame(homography, np.zeros((rows + 1, columns + 1, 2))).nodes
    return Lattice(nodes.astype(np.float32), 1.0)
