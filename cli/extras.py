"""The parts that are not installed by default, and what to say where one of them is missing."""

from referee.referee_errors import MissingExtra, install

EXTRAS = {  # extra: the modules it brings
    "api": ("fastapi", "multipart", "prometheus_client", "uvicorn"),
    "tournament": ("alembic", "openpyxl", "psycopg", "pypdfium2", "sqlalchemy"),
    "cluster": ("distributed",),
    "heic": ("pillow_heif",),
}


def missing_extra(error: ModuleNotFoundError) -> MissingExtra | None:
    """What to install, where the module that is missing belongs to an extra."""
    module = (error.name or "").partition(".")[0]
    extra = next((name for name, modules in EXTRAS.items() if module in modules), None)
    if extra is None:
        return None
    return MissingExtra(f"This needs {module}, which is not installed.", install(extra))
