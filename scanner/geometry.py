"""A lattice on its sheet: turned, measured, and continued over the paper around it."""

import cv2
import numpy as np

from scanner.frame import Frame, fit_frame, polynomials, unit_nodes
from scanner.values import Floats, Lattice, Points

AROUND = 2  # cells beyond the grid over which a curl is assumed to go on; farther out the paper is taken as flat
RIDGE = 0.15  # keeps the curl small where the nodes tell little; in squared pitches
WIDEST = 0.11  # half the widest gap between separate boxes, in pitches
CLEARLY = 0.6  # of the error with shared lines that separate boxes must leave at most


def spread(lattice: Lattice) -> tuple[Frame, float]:
    """The frame through a lattice's nodes and AROUND cells on every side of them, and the inset of its outline.

    The inset is half the gap between cells that are separate boxes, in pitches: the outer ones look narrower by it.
    """
    nodes = np.asarray(lattice.nodes, np.float64)
    frame, inset = _bent(nodes, 0.0)
    return (_bent(nodes, inset)[0], inset) if inset else (frame, 0.0)


def _bent(nodes: Floats, inset: float) -> tuple[Frame, float]:
    """The frame for an inset: a homography, a slight curl, and what these leave; and the inset to be added, or 0."""
    rows, columns = nodes.shape[0] - 1, nodes.shape[1] - 1
    size, units = np.array([columns, rows]), unit_nodes(columns, rows)
    inward = (units == 0).astype(float) - (units == size)
    straight = fit_frame(nodes, units + inset * inward)
    terms = polynomials((units + inset * inward) / size * 2 - 1, 2).reshape(-1, 6)
    narrower = (straight.place(units + WIDEST * inward) - straight.place(units)) / WIDEST
    curl, error, _ = _curl(terms, straight.bend, np.zeros_like(nodes))
    _, least, more = _curl(terms, straight.bend, narrower)
    wide = unit_nodes(columns + 2 * AROUND, rows + 2 * AROUND) - AROUND
    away = np.abs(wide - np.clip(wide, 0, size)).sum(axis=-1, keepdims=True)
    left = straight.bend - (terms @ curl).reshape(nodes.shape)
    held = np.pad(left, ((AROUND, AROUND), (AROUND, AROUND), (0, 0)), mode="edge") * np.exp(-away)
    begin = np.array([[1, 0, -AROUND], [0, 1, -AROUND], [0, 0, 1]], float)
    frame = Frame(straight.homography @ begin, polynomials(wide / size * 2 - 1, 2) @ curl + held)
    return frame, min(more, WIDEST) if more > 0 and least < CLEARLY * error else 0.0


def _curl(terms: Floats, rest: Floats, narrower: Floats) -> tuple[Floats, float, float]:
    """The curl (6, 2) that explains how far nodes lie off, the squared error it leaves, and the inset beside it.

    `narrower` is how far nodes move with an inset of a whole pitch.
    """
    both = np.kron(np.eye(2), terms)
    system = np.column_stack([both, narrower.reshape(-1, 2).T.ravel()])
    wanted = rest.reshape(-1, 2).T.ravel()
    keep = np.diag([RIDGE] * both.shape[1] + [1e-6])
    solved = np.linalg.solve(system.T @ system + keep, system.T @ wanted)
    return solved[:-1].reshape(2, -1).T, float(np.square(wanted - system @ solved).sum()), float(solved[-1])


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
