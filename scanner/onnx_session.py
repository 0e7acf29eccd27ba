"""The one place that imports onnxruntime and starts its sessions; and pictures as networks take them."""

import os

# Releases from 1.31 on report use to their vendor and leave a device id and a `.ses` file behind. Only this variable,
# set before the library is loaded, keeps it silent; its own call comes too late.
os.putenv("ORT_DISABLE_TELEMETRY", "1")

import cv2
import numpy as np
import onnxruntime

from scanner.values import Floats, Pixels

MULTIPLE = 16  # networks that show places halve their input four times


def start_session(model: bytes, threads: int = 1) -> onnxruntime.InferenceSession:
    """A network, ready to run on the processor with so many threads."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])


def network_input(picture: Pixels) -> Floats:
    """A picture as networks that show places take it: black is -1, white is 1; widened to a MULTIPLE: (1, 3, h, w)."""
    right, bottom = -picture.shape[1] % MULTIPLE, -picture.shape[0] % MULTIPLE
    padded = cv2.copyMakeBorder(picture, 0, bottom, 0, right, cv2.BORDER_REPLICATE)
    batch = np.stack(cv2.split(padded)).astype(np.float32)[None]
    batch *= np.float32(2 / 255)
    batch -= 1
    return batch
