"""Pictures of every stage of a scan, numbered, for `--debug`."""

from pathlib import Path

from referee.files import make_folder, write_atomically
from referee.verdict import PhotoVerdict
from report.pictures import jpeg
from report.stage_pictures import stages


def write_stages(verdict: PhotoVerdict, folder: Path, stem: str) -> None:
    """Write one picture per stage and sheet; `stem` begins their names."""
    make_folder(folder)
    for number, sheet in enumerate(verdict.sheets, start=1):
        if sheet.scan:
            for step, (name, picture) in enumerate(stages(sheet.scan), start=1):
                write_atomically(folder / f"{stem}-sheet{number}-{step}-{name}.jpg", jpeg(picture))
