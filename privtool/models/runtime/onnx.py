"""Sessions of onnxruntime."""

from __future__ import annotations

from pathlib import Path

import onnxruntime

from privtool.core.resources import library_threads

_NOT_FUSED = "SkipLayerNormFusion"  # its operator is several times slower than the two it replaces


def cpu_session(file: Path) -> onnxruntime.InferenceSession:
    """Load a graph for the CPU; raise what onnxruntime raises."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads, options.inter_op_num_threads = library_threads(), 1
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.log_severity_level = 4
    return onnxruntime.InferenceSession(
        str(file), options, providers=["CPUExecutionProvider"], disabled_optimizers=[_NOT_FUSED]
    )
