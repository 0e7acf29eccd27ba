"""What can go wrong in a build."""

from lexicons.errors import LexiconError


class BuildError(LexiconError):
    """The lexicons cannot be built."""

    code = "lexicon-build"
    hint = "Correct the list or the recipe that the message names, then run `make lexicons` again."
