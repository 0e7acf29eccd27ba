"""The evidence report of one photo of a tournament, on demand."""

from pathlib import Path

from tournament.archives import read_page
from tournament.entities import Row
from tournament.errors import UnreadableFile
from tournament.records import Tournament
from tournament.store import Store


def photo_of(store: Store, id: str, row: Row, photos: Path) -> bytes:
    """The picture a sheet was read from: the kept one, or the source if it is still there."""
    content = row.key.rpartition("-")[0]
    for kept in photos.glob(f"{content}*"):
        return kept.read_bytes()
    for stored in store.pages(id):
        if stored.content == content:
            return read_page(stored.page)
    raise UnreadableFile(row.page, "Run with --keep-photos, or keep the source where it was.")


def write_report(store: Store, tournament: Tournament, row: Row, photos: Path, path: Path) -> None:
    """Judge the photo again and write its report."""
    import report
    from lexicons import House
    from referee.options import Options
    from referee.referee import Referee
    from referee.settings import Settings

    recipe = tournament.recipe
    house = House.parse(recipe.house) if recipe.house else None
    options = Options(recipe.lang, recipe.side, recipe.rules, recipe.policy, house)
    verdict = Referee(settings=Settings(reader=recipe.reader)).photo(
        photo_of(store, tournament.id, row, photos), row.page, options
    )
    report.write(verdict, path)
