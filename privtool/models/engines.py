"""Which of the engines of speech commands are here."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

from privtool.models.aliases import Engine


def engine_is_here(engine: Engine) -> bool:
    """Whether its package is installed, or its weights are in the cache of torch."""
    if engine.package:
        return find_spec(engine.package) is not None
    return mms_weights().is_file()


def mms_weights() -> Path:
    """Where torch keeps the weights of `mms_fa`: torch itself takes long to load."""
    cache = os.environ.get("XDG_CACHE_HOME", "~/.cache")
    home = os.environ.get("TORCH_HOME", os.path.join(cache, "torch"))
    return Path(home).expanduser() / "hub" / "checkpoints" / "model.pt"
