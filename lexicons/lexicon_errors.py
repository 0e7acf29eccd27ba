"""What can go wrong with words and word lists. Each error has a stable code and says what to do next."""


class LexiconError(Exception):
    """A word or a word list cannot be used."""

    code = "lexicon-unusable"
    hint = "Check the word list."

    def __init__(self, message: str = "", hint: str = "") -> None:
        super().__init__(message or (self.__doc__ or "").splitlines()[0])
        if hint:
            self.hint = hint


class UnknownLanguage(LexiconError):
    """There is no lexicon for this language."""

    code = "unknown-language"
    hint = "Choose a language that `qwords doctor` names."


class UnknownPolicy(LexiconError):
    """There is no policy of this name."""

    code = "unknown-policy"
    hint = "Choose official or open."


class BadWord(LexiconError):
    """The text is not a word that could stand on a sheet."""

    code = "bad-word"
    hint = "Write one word in letters only, without digits, spaces or signs."


class BadHouseFile(LexiconError):
    """The file of house rulings cannot be read."""

    code = "bad-house-file"
    hint = "Write one ruling a line: `allow WORD note` or `deny WORD note`."


class HouseConflict(LexiconError):
    """A word was allowed by one ruling and denied by another."""

    code = "house-conflict"
    hint = "Settle it and strike one of the rulings, or give --latest so that the latest one stands."


class BrokenLexicon(LexiconError):
    """The compiled lexicon is missing or damaged."""

    code = "broken-lexicon"
    hint = (
        "Install the program again, or in a source tree run `make lexicons`. If you are adding a language, finish its "
        "folder as docs/add-a-language.md says, or remove it."
    )
