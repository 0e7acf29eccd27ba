"""`python -m lexicons.build`: build the compiled lexicons, or check that they are what the build gives."""

import argparse
import sys

from lexicons.build.build_errors import BuildError
from lexicons.build.compile import compiled
from lexicons.build.frequencies import frequencies
from lexicons.build.notes import notes
from lexicons.build.show import show
from lexicons.languages import FOLDER, FOLDERS


def main() -> int:
    """Run the command line and give the exit code."""
    parser = argparse.ArgumentParser(prog="python -m lexicons.build", description=__doc__)
    parser.add_argument("words", nargs="*", metavar="LANGUAGE | explain LANGUAGE WORD...")
    parser.add_argument("--check", action="store_true", help="compare with the committed files, write nothing")
    options = parser.parse_args()
    if options.words[:1] == ["explain"]:
        return show(options.words[1], options.words[2:])
    try:
        return max(_build(language, options.check) for language in options.words or FOLDERS)
    except BuildError as error:
        sys.stderr.write(f"{error}\n{error.hint}\n")
        return 1


def _build(language: str, check: bool) -> int:
    files = {"lexicon.tsv": compiled(language), "frequencies.txt": frequencies(language)}
    if check:
        files |= {"SOURCES.md": told} if (told := notes(language)) else {}
        return max(_check(language, name, data) for name, data in files.items())
    for name, data in files.items():
        (FOLDER / language / name).write_bytes(data)
        sys.stdout.write(f"{language}/{name}: {len(data):,} bytes written\n")
    if told := notes(language):
        (FOLDER / language / "SOURCES.md").write_bytes(told)
    return 0


def _check(language: str, name: str, data: bytes) -> int:
    path = FOLDER / language / name
    same = path.exists() and path.read_bytes() == data
    sys.stdout.write(f"{language}/{name}: {'the same bytes' if same else 'DIFFERENT from the committed file'}\n")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
