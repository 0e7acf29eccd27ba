"""Where circles, total box, bonus badge, joker box and side letter lie on a flat sheet."""

from scanner.rings import Ring, Rings
from scanner.values import Box, Fields, Pixels


def find_fields(pixels: Pixels, pitch: int, origin: tuple[int, int], rings: Rings | None) -> Fields:
    """The fields around the grid; none where the sheet has no circles."""
    if rings is None:
        return Fields()
    return Fields(
        rows=tuple(_circle(5 + rings.right.distance, i + 0.5 + rings.right.shift, rings.right) for i in range(5)),
        columns=tuple(_circle(i + 0.5 - rings.below.shift, 5 + rings.below.distance, rings.below) for i in range(5)),
        side_letter=_circle(5 + rings.right.distance, 5 + rings.below.distance, rings.right),
    )


def _circle(x: float, y: float, ring: Ring) -> Box:
    return Box(x - ring.radius, y - ring.radius, 2 * ring.radius, 2 * ring.radius)
