"""What can go wrong in setting up a referee; the rooms have error trees of their own."""


def install(extra: str) -> str:
    """How to install an extra: no registry has this program, only its source folder and its wheel do."""
    return f"Install it with: pip install '.[{extra}]' in the source folder, or pip install 'FILE.whl[{extra}]'."


class RefereeError(Exception):
    """The referee cannot do what was asked."""

    code = "setup"
    hint = "Run `qwords doctor` to see what is installed."

    def __init__(self, message: str = "", hint: str = "") -> None:
        super().__init__(message or (self.__doc__ or "").splitlines()[0])
        if hint:
            self.hint = hint


class BadSetting(RefereeError):
    """A QWORDS_… variable has a value that cannot be used."""

    code = "bad-setting"
    hint = "Correct the variable or unset it; docs/settings.md lists them all."


class MissingExtra(RefereeError):
    """A part that is not installed by default is needed."""

    code = "missing-extra"
    hint = install("api,tournament,cluster")


class UnusableInput(RefereeError):
    """What was typed, listed or recorded cannot be used."""

    code = "unusable-input"
    hint = "Correct the place named, and try again."


class BadEvidence(UnusableInput):
    """What a photo told of a sheet cannot be used."""

    code = "bad-evidence"
    hint = "Send back the `evidence` of a verdict as it came, or scan the photo again."


class WorkerNotStarted(RefereeError):
    """A worker process could not start."""

    code = "worker-not-started"
    hint = "Run `qwords doctor` to see what is missing; if nothing is, the machine may lack memory."


class CannotListen(RefereeError):
    """The service cannot listen at this address."""

    code = "cannot-listen"
    hint = "Choose a free port with --port, and with --host an address of this machine."


class UnknownGame(RefereeError):
    """This game is not installed."""

    code = "unknown-game"
    hint = "Choose a game that is installed, or install the package that brings this one."


class BrokenGame(RefereeError):
    """An installed game cannot be used."""

    code = "broken-game"
    hint = "Update the package that brings this game, or remove it; the other games work."


class BadAnswer(UnusableInput):
    """This cannot be said of a sheet of this game."""

    code = "bad-answer"
    hint = "Say a letter as ROW,COLUMN=LETTER; docs/commands.md has what else a sheet can be told."


class UnreadableChoice(UnusableInput):
    """A file of words, rulings or rolls cannot be read."""

    code = "unreadable-choice"
    hint = "Give a text file in UTF-8 that can be read."
