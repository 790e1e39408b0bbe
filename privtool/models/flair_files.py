"""Loading a flair model from its files."""

from __future__ import annotations

import logging
import os
import warnings
from pathlib import Path
from typing import Any

import torch

from privtool.core.errors import UnavailableError, UsageError
from privtool.models.flair_tagger import FlairTagger
from privtool.models.hub_client import hub_answers
from privtool.models.hub_shut import hub_shut
from privtool.models.model_files import is_pickle, weight_files

_THRESHOLD = 0.5
_NAMES = ("pytorch_model.bin", "best-model.pt", "final-model.pt")


def load_flair_tagger(
    name: str, path: Path, threshold: float | None, device: torch.device, offline: bool
) -> FlairTagger:
    """The tagger in a folder or file, a pickle that the user trusts.

    `name` is how messages call it. Old models on the hub name the parts of another hub model that
    they need: those are fetched unless `offline`. Raises `UnavailableError` if the model cannot be
    loaded and `UsageError` if it is no tagger.
    """
    file = _file(name, path)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import flair

        # It has a handler of its own, which writes to standard output.
        logging.getLogger("flair").setLevel(logging.CRITICAL)
        flair.device = device
        model = _loaded(name, file, offline)
    return FlairTagger(model, _THRESHOLD if threshold is None else threshold)


def _file(name: str, path: Path) -> Path:
    """The one file to load."""
    if path.is_file():
        return path
    found = [file for file in weight_files(os.listdir(path)) if is_pickle(file)]
    for usual in _NAMES:
        if usual in found:
            return path / usual
    if len(found) == 1:
        return path / found[0]
    raise UsageError(f"{name} holds {len(found) or 'no'} flair models; name the file")


def _loaded(name: str, file: Path, offline: bool) -> Any:
    from flair.models import SequenceTagger

    try:
        with hub_shut():
            return SequenceTagger.load(str(file))
    except Exception as error:
        if offline or not hub_answers():
            raise _failure(name, error) from error
    try:
        return SequenceTagger.load(str(file))
    except Exception as error:
        raise _failure(name, error) from error


def _failure(name: str, error: Exception) -> UnavailableError:
    return UnavailableError(f"{name}: its file cannot be loaded by flair ({type(error).__name__})")
