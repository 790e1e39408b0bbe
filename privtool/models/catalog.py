"""Short names of models and speech engines."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec

from privtool.core.errors import UnavailableError, option
from privtool.core.own_files import read_table

MASKED_LM, CAUSAL_LM, TAGGER, FLAIR = "masked-lm", "causal-lm", "tagger", "flair-tagger"
LSTM_LM = "privtool-lstm-lm"  # in the configuration of a model
MMS_FA = "mms_fa"
EMBEDDED = Path(__file__).parent / "embedded"
IN_A_FOLDER = "FOLDER"  # stands for a path, which may reveal names


class Alias(msgspec.Struct, frozen=True):
    """A model on the hub at a commit; `hub_id` is None if the package includes its weights."""

    name: str
    kind: str
    license: str = ""
    hub_id: str | None = None
    revision: str = ""
    note: str = ""

    @property
    def folder(self) -> Path | None:
        """The folder of an embedded model."""
        return EMBEDDED / self.name if self.hub_id is None else None

    @property
    def label(self) -> str:
        """Its name in messages."""
        hub_id = f" ({self.hub_id})" if self.hub_id != self.name else ""
        return f"the model '{self.name}'{hub_id}"

    def remedy(self, first: str = "connect once") -> str:
        """Return advice if it is unavailable; `first` is how it would be downloaded."""
        embedded = "name an embedded one (privtool models lists them)"
        if self.kind:
            filler = self.kind in (MASKED_LM, CAUSAL_LM)
            name = f"{option('model')} mini" if filler else f"{option('tagger')} mini-ner"
            embedded = f"use {name}"
        return f"{first}, copy its folder to this machine and give its path, or {embedded}"


class Engine(msgspec.Struct, frozen=True):
    """A speech engine of an installed package, or one that torch downloads."""

    name: str
    kind: str
    license: str
    note: str
    package: str = ""


_LISTS = read_table("models", dict[str, list[Any]])
ALIASES = {alias.name: alias for alias in msgspec.convert(_LISTS["models"], list[Alias])}
ENGINES = msgspec.convert(_LISTS["engines"], list[Engine])


def is_path(name: str) -> bool:
    """Return whether a name is that of a folder or file that is here."""
    return os.path.exists(os.path.expanduser(name))


def name_to_show(name: str) -> str:
    """Return the name of a model for cards and totals."""
    return IN_A_FOLDER if name not in ALIASES and is_path(name) else name


def engine_is_here(engine: Engine) -> bool:
    """Return whether its package is installed, or its weights are in the cache of torch."""
    return bool(find_spec(engine.package) if engine.package else mms_weights().is_file())


def mms_weights() -> Path:
    """Return where torch caches the weights of `mms_fa`, without the slow import of torch."""
    cache = os.environ.get("XDG_CACHE_HOME", "~/.cache")
    home = os.environ.get("TORCH_HOME", os.path.join(cache, "torch"))
    return Path(home).expanduser() / "hub" / "checkpoints" / "model.pt"


@contextmanager
def damaged_is_unavailable(name: str) -> Iterator[None]:
    """Raise `UnavailableError` for any error in loading an embedded model."""
    try:
        yield
    except Exception as error:
        raise UnavailableError(
            f"the embedded model '{name}' is damaged: install privtool again"
        ) from error


def tagger_names(spec: str) -> list[tuple[str, str]]:
    """Return the forced format, or "", and name of each tagger that `+` joins, or of one path."""
    whole = _with_format(spec)
    return [whole] if is_path(whole[1]) else list(map(_with_format, spec.split("+")))


def _with_format(name: str) -> tuple[str, str]:
    kind, colon, bare = name.partition(":")
    return (kind, bare) if colon and kind in ("flair", "onnx", "gliner2") else ("", name)
