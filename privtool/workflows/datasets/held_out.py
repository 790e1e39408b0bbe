"""The texts that trainers measure on: --valid FILE and --test NAME=FILE."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from privtool.core.errors import UsageError, option
from privtool.core.pipeline import Rejects, StreamOptions

if TYPE_CHECKING:
    from privtool.models.lm.checkpoint import LmTokens
    from privtool.models.lm.dataset import Corpus


def clean_sets(valid: Path | None, tests: Sequence[str], inputs: Sequence[str]) -> dict[str, Path]:
    """The files by name, that of --valid as `valid`; `inputs` are those that are trained on.

    Raises `UsageError` for a file that is not there or is trained on, and for a name given twice.
    """
    found: dict[str, Path] = {}
    if valid is not None:
        _check(option("valid"), valid, inputs)
        found["valid"] = valid
    for given in tests:
        name, equals, path = given.partition("=")
        if not (name and equals and path):
            raise UsageError(f"{option('test')} wants NAME=FILE")
        if name in found:
            raise UsageError(f"{option('test')} {name}: that name is taken")
        _check(f"{option('test')} {name}", Path(path), inputs)
        found[name] = Path(path)
    return found


def read_clean_sets(
    paths: Mapping[str, Path], tokens: LmTokens, stream: StreamOptions, tokenizer: Path | None
) -> dict[str, Corpus]:
    """The sets by name in the ids of a vocabulary. A bad line in them is never set aside."""
    from privtool.models.lm.dataset import TokenStore
    from privtool.workflows.datasets.sentences import read_sentences

    found: dict[str, Corpus] = {}
    for name, path in paths.items():
        options = stream.of_clean_file(path)
        store = TokenStore()
        with Rejects(options) as set_aside:
            read_sentences(options, tokenizer, store, set_aside)
        found[name] = store.corpus(tokens.ids, tokens.specials.unknown)
    return found


def _check(named: str, path: Path, inputs: Sequence[str]) -> None:
    if str(path) == "-":
        raise UsageError(f"{named} needs a file: standard input is what is trained on")
    if not os.path.exists(path) or os.path.isdir(path):
        raise UsageError(f"{named}: there is no file {path}")
    if any(_is_same(path, given) for given in inputs):
        raise UsageError(f"{named} is the training text: that would measure nothing")


def _is_same(path: Path, given: str) -> bool:
    try:
        there = os.fstat(0) if given == "-" else os.stat(given)
        return os.path.samestat(path.stat(), there)
    except OSError:  # an input that is not there is told when it is read
        return False
