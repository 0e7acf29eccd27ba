"""What can go wrong in a build."""

from lexicons.lexicon_errors import LexiconError


class BuildError(LexiconError):
    """The lexicons cannot be built."""

    code = "lexicon-build"
    hint = "Correct the list or the criteria that the message names, then run `make lexicons` again."
