"""The corpora of `privtool mix-train`: a manifest on the inputs, --corpus NAME=PATH, or both."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from privtool.core.errors import DataError, UsageError
from privtool.core.run import LINES_PER_BLOCK, StreamOptions, watched_blocks
from privtool.stages.mix_train import NamedCorpus, check_name, check_names, read_manifest

_CLOSE = 1e-6


def mix_corpora(stream: StreamOptions, given: Sequence[str]) -> list[NamedCorpus]:
    """All corpora, those of the manifest first; with --corpus no manifest is awaited.

    Raises `UsageError` for bad options and `DataError` for a bad line, or when there is none.
    """
    named = [_named(option) for option in given]
    inputs = stream.inputs if stream.inputs_named or not named else ()
    found: list[NamedCorpus] = []
    for path in inputs:
        folder = Path(path).parent if os.path.isfile(path) else Path()  # not that of a pipe
        options = stream._replace(inputs=(path,), input_format="jsonl")
        found += read_manifest(watched_blocks(options, LINES_PER_BLOCK), folder)
    found += named
    if not found:
        raise DataError("there is no corpus: name some in a manifest or by --corpus NAME=PATH")
    try:
        check_names(found)
    except DataError as error:
        raise UsageError(f"--corpus: {error}") from None
    return found


def _named(option: str) -> NamedCorpus:
    name, equals, path = option.partition("=")
    if not (name.strip() and equals and path):
        raise UsageError("--corpus wants NAME=PATH")
    try:
        check_name(name)
    except DataError as error:
        raise UsageError(f"--corpus: {error}") from None
    if not os.path.exists(path) or os.path.isdir(path):
        raise UsageError(f"--corpus {name}: there is no file {path}")
    return NamedCorpus(name, Path(path))


def given_weights(text: str) -> dict[str, float]:
    """The numbers of --weights NAME=W,... Raises `UsageError` unless they add up to one."""
    found: dict[str, float] = {}
    for part in text.split(","):
        name, equals, number = part.rpartition("=")
        try:
            weight = float(number)
        except ValueError:
            weight = -1.0
        if not (name and equals and 0 <= weight <= 1):
            raise UsageError("--weights wants NAME=W,NAME=W,... with numbers from 0 to 1")
        if name in found:
            raise UsageError(f"--weights: the name '{name}' is there twice")
        found[name] = weight
    total = sum(found.values())
    if abs(total - 1) > _CLOSE:
        raise UsageError(f"--weights add up to {total:g}, not to 1")
    return found


def weights_in_order(weights: Mapping[str, float], names: Sequence[str]) -> list[float]:
    """The weights of the corpora in their order. Raises `UsageError` for other names."""
    for name in names:
        if name not in weights:
            raise UsageError(f"--weights: there is none for the corpus '{name}'")
    for name in weights:
        if name not in names:
            raise UsageError(f"--weights: there is no corpus '{name}'")
    return [weights[name] for name in names]
