"""Side A or B of a sheet, from what is printed on it."""

from scanner.values import Fields, Pixels


def tell_side(pixels: Pixels, pitch: int, origin: tuple[int, int], fields: Fields) -> tuple[str | None, float]:
    """The side and its probability; None where nothing on the sheet tells."""
    return None, 0.5
