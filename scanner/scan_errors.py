"""What can go wrong between a photo and its letters. Each error has a stable code and says what to do next."""


class ScanError(Exception):
    """The photo cannot be used."""

    code = "photo-unusable"
    hint = "Take another photo of the sheet."
    sha256: str | None = None  # of the file, where it could be read
    places: tuple[str, ...] = ()  # in the program, for the log, where the program itself failed

    def __init__(self, message: str = "", hint: str = "") -> None:
        super().__init__(message or (self.__doc__ or "").splitlines()[0])
        if hint:
            self.hint = hint


class UnreadableFile(ScanError):
    """The file cannot be opened."""

    code = "file-unreadable"
    hint = "Check that the file is there and may be read; for a folder use `qwords tournament run`."


class NotAnImage(ScanError):
    """The file is not a picture that can be read."""

    code = "not-an-image"
    hint = "Send a JPEG, PNG, WebP, TIFF or BMP file."


class BrokenImage(NotAnImage):
    """The picture is damaged or cut short."""

    code = "broken-image"
    hint = "Copy the file again from the camera, or take another photo."


class ImageTooLarge(ScanError):
    """The picture is larger than the limit."""

    code = "image-too-large"
    hint = "Send the photo in a smaller size; where the sheet fills the frame, 3 megapixels are enough."


class ImageTooSmall(ScanError):
    """The picture is too small or too narrow to show a sheet."""

    code = "image-too-small"
    hint = "Send the photo as the camera made it, with the whole grid in view."


class BadCorners(ScanError):
    """The four corners do not enclose a grid."""

    code = "bad-corners"
    hint = "Give the grid's four corners clockwise from its top left, in pixels of the photo as displayed."


class TookTooLong(ScanError):
    """The photo took longer than the limit and was stopped."""

    code = "took-too-long"
    hint = "Photograph the sheet again, filling most of the frame, and send the photo as JPEG."


class OutOfMemory(ScanError):
    """The photo needs more memory than one photo may take."""

    code = "out-of-memory"
    hint = "Save the picture again as JPEG, in a smaller size, and send that."


class WorkerLost(ScanError):
    """The process that read the photo ended without an answer, twice."""

    code = "worker-lost"
    hint = "The picture may be damaged in a way that stops the decoder: save it again as JPEG, or photograph again."


class InternalError(ScanError):
    """Something unexpected went wrong with this photo."""

    code = "internal"
    hint = "Photograph the sheet again; if it happens again, report it with the photo or the request id."


class SheetNotFound(ScanError):
    """No grid of letters was found in the photo."""

    code = "sheet-not-found"
    hint = "Keep the whole grid in view, from above, in even light, filling most of the frame."


class ReaderUnavailable(Exception):
    """A reader cannot be started because something it needs is not installed."""

    code = "reader-unavailable"
    hint = "Install Tesseract, or use the built-in reader: --reader cnn."


class ModelMissing(ReaderUnavailable):
    """A network that comes with the program is not where it was installed."""

    code = "model-missing"
    hint = "The installation is incomplete: install the program again."


class BrokenForm(ReaderUnavailable):
    """A file in scanner/forms does not describe a form."""

    code = "broken-form"
    hint = "Correct the file as docs/add-a-form.md shows, or remove it."
