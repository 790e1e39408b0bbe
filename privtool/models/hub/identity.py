"""What a summary may say of a model: a public name and the digest of its weights."""

from __future__ import annotations

import os

from privtool.core.model_options import ModelSource
from privtool.interfaces.tagging import NAMES, PATTERNS
from privtool.models.catalog import ALIASES, ENGINES, IN_A_FOLDER, tagger_format
from privtool.models.hub.files import digest_of_weights
from privtool.models.hub.resolve import resolve

ON_THE_HUB = "HUB"  # stands for a model that has no short name
PUBLIC_NAMES = frozenset((*ALIASES, *(each.name for each in ENGINES), PATTERNS, NAMES))


def identities_of(spec: str, source: ModelSource) -> list[dict[str, str]]:
    """Return the entries of a model, or of each of several joined by `+`, which are here."""
    names = [spec] if os.path.exists(spec) else spec.split("+")
    return [_identity(*tagger_format(name), source) for name in names]


def _identity(kind: str, name: str, source: ModelSource) -> dict[str, str]:
    public = name in PUBLIC_NAMES
    label = name if public else (IN_A_FOLDER if os.path.exists(name) else ON_THE_HUB)
    if public and name not in ALIASES:
        return {"name": label}
    path = resolve(name, source, progress=False, onnx=kind == "onnx").path
    return {"name": label, "weights": digest_of_weights(path)}
