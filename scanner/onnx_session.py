"""The one place that imports onnxruntime and starts its sessions."""

import os

# Releases from 1.31 on report use to their vendor and leave a device id and a `.ses` file behind. Only this variable,
# set before the library is loaded, keeps it silent; its own call comes too late.
os.putenv("ORT_DISABLE_TELEMETRY", "1")

import onnxruntime


def start_session(model: bytes, threads: int = 1) -> onnxruntime.InferenceSession:
    """A network, ready to run on the processor with so many threads."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
