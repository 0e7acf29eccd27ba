"""`python -m lexicons.build`: build the compiled lexicons, or check that they are what the build gives."""

import argparse
import sys

from lexicons.build.compile import compiled
from lexicons.build.errors import BuildError
from lexicons.build.notes import update_notes
from lexicons.build.show import show
from lexicons.fold import LANGUAGES
from lexicons.table import FOLDER


def main() -> int:
    """Run the command line and give the exit code."""
    parser = argparse.ArgumentParser(prog="python -m lexicons.build", description=__doc__)
    parser.add_argument("words", nargs="*", metavar="LANGUAGE | explain LANGUAGE WORD...")
    parser.add_argument("--check", action="store_true", help="compare with the committed files, write nothing")
    options = parser.parse_args()
    if options.words[:1] == ["explain"]:
        return show(options.words[1], options.words[2:])
    try:
        return max(_build(language, options.check) for language in options.words or LANGUAGES)
    except BuildError as error:
        sys.stderr.write(f"{error}\n{error.hint}\n")
        return 1


def _build(language: str, check: bool) -> int:
    path = FOLDER / language / "lexicon.tsv"
    data = compiled(language)
    if check:
        same = path.exists() and path.read_bytes() == data
        sys.stdout.write(f"{language}: {'the same bytes' if same else 'DIFFERENT from the committed file'}\n")
        return 0 if same else 1
    path.write_bytes(data)
    update_notes(language)
    sys.stdout.write(f"{language}: {len(data):,} bytes written\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
