"""What can go wrong between letters and points. Each error has a stable code and says what to do next."""


class ScoringError(Exception):
    """The letters cannot be scored."""

    code = "cannot-score"
    hint = "Check the letters, the rules and the log of rolls."

    def __init__(self, message: str = "", hint: str = "") -> None:
        super().__init__(message or (self.__doc__ or "").splitlines()[0])
        if hint:
            self.hint = hint


class BadGrid(ScoringError):
    """The letters do not form a grid of five rows with five letters each."""

    code = "bad-grid"
    hint = "Write five rows of five letters, like SUPER/TRIPH/RNLOI/ATECT/PMHHE; a dot stands for an empty cell."


class UnknownRules(ScoringError):
    """No rules have this name."""

    code = "unknown-rules"
    hint = "Use standard or professional."


class BadClaims(ScoringError):
    """The claimed points do not belong to five rows and five columns."""

    code = "bad-claims"
    hint = 'Give one text for each of the five rows and five columns: "" for nothing written, "-" for a dash.'


class BadRolls(ScoringError):
    """The log of rolls cannot be used."""

    code = "bad-rolls"
    hint = "Write one line for each of the 25 rounds: round,first,second with letters, ? or AEIOU, like 1,U,T."
