"""What is done with a damaged file: all that the program would do with it. The answer is a verdict or a code."""

import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from tests.fuzz.mutations import KINDS, file

EVERY = 5  # one file in so many goes all the way to a verdict, if it can be decoded; the others are decoded


def build() -> Callable[..., tuple[str, float]]:
    """The work, with a referee that is loaded once."""
    import cv2

    from referee.coded import has_code
    from referee.options import Options
    from referee.referee import Referee
    from scanner.decode import decode
    from tournament import page_worker
    from tournament.archives import open_pdf, read_page
    from tournament.intake import list_pages

    # This is a worker already, which has no workers of its own.
    page_worker.count_pages = lambda path, place=-1: len(open_pdf(path, place))  # type: ignore[misc]
    cv2.setNumThreads(1)
    referee = Referee()
    referee.grid("SUPER/TRIPH/RNLOI/ATECT/PMHHE", Options("en"))
    assert referee.reader

    def look(data: bytes, whole: bool) -> str:
        try:
            decode(data)
            if whole:
                referee.photo(data, "p", Options("en"))
        except Exception as error:
            if not has_code(error):
                raise
            return str(getattr(error, "code", ""))
        return "verdict" if whole else "decoded"

    def pages(name: str, data: bytes, whole: bool) -> str:
        """The worst that is said of the first pages of an archive."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, name)
            path.write_bytes(data)
            found = "no page"
            for page in list_pages([path])[:3]:
                try:
                    found = page.fault[0] if page.fault else look(read_page(page), whole)
                except Exception as error:
                    if not has_code(error):
                        raise
                    found = str(getattr(error, "code", ""))
        return found

    def work(number: int) -> tuple[str, float]:
        """What is said of a file, and the processor time it took."""
        kind, data = file(number)
        whole, began = number // len(KINDS) % EVERY == 0, time.process_time()
        said = pages(f"f.{kind}", data, whole) if kind in ("zip", "pdf") else look(data, whole)
        return said, time.process_time() - began

    return work
