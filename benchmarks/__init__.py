"""Every figure that the project states, measured."""

import os

os.environ.setdefault(
    "OMP_NUM_THREADS", "1"
)  # figures are of one core unless they say otherwise; read by NumPy on import
