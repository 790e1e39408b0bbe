"""Keeping libraries that load from the hub by themselves from trying it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def hub_shut() -> Iterator[None]:
    """A context in which libraries that load from the hub find it switched off."""
    from huggingface_hub import constants, utils
    from transformers.utils import hub

    reset = getattr(utils, "reset_sessions", lambda: None)
    switches = [(constants, "HF_HUB_OFFLINE"), (hub, "_is_offline_mode")]
    before = [
        (where, name, getattr(where, name)) for where, name in switches if hasattr(where, name)
    ]
    try:
        for where, name, _ in before:
            setattr(where, name, True)
        reset()  # an open session would not notice
        yield
    finally:
        for where, name, value in before:
            setattr(where, name, value)
        reset()
