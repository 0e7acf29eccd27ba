"""What can go wrong with records and word lists of Q4. Each error has a stable code and says what to do next."""

from referee.referee_errors import UnusableInput


class Q4Error(UnusableInput):
    """The game cannot be checked."""

    code = "q4-unusable"
    hint = "See docs/q4.md for what a record holds."


class BadRecord(Q4Error):
    """The record of a game cannot be read."""

    code = "bad-record"
    hint = "Correct the place named; `qwords q4 schema` describes every field."


class BadJson(BadRecord):
    """The file is not JSON."""

    code = "bad-json"
    hint = "Write the record as one JSON object: `qwords q4 schema` says what it holds."


class UnknownSchema(BadRecord):
    """The record follows a schema that this version does not know."""

    code = "unknown-schema"
    hint = 'Write "schema": "qwords.q4-record/1".'


class BadWordFile(Q4Error):
    """The word list cannot be read."""

    code = "bad-word-file"
    hint = "Give a text file in UTF-8 with one word a line."
