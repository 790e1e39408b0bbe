"""MMS_FA, torchaudio's multilingual aligner of Latin letters (Pratap et al. 2023).

Its weights (1.2 GB, CC-BY-NC 4.0) are a pickle that torchaudio downloads.
"""

from __future__ import annotations

import socket
from typing import Any

import torch

from privtool.core.device import AUTO, choose_device
from privtool.core.errors import UnavailableError, UsageError, option
from privtool.core.model_options import ModelSource
from privtool.models.alignment.ctc import CtcAligner
from privtool.models.asr.ctc_model import CtcModel
from privtool.models.catalog import MMS_FA, mms_weights

_BLANK = "-"
_TIMEOUT = 20.0  # seconds without a byte
_OTHER = f"or use {option('aligner')} pocketsphinx"
_REMEDY = f"connect once, {_OTHER}"


class _Emissions(CtcModel):
    """A model of torchaudio."""

    def _logits(self, samples: torch.Tensor) -> Any:
        return self._model(samples)[0]


def fetch_mms(source: ModelSource, *, progress: bool) -> None:
    """Download the weights unless they are cached.

    Raise `UsageError` unless pickles are trusted, and `UnavailableError` for weights that may not
    or cannot be downloaded.
    """
    if not source.trust_pickle:
        raise UsageError(
            f"'{MMS_FA}' is a pickle, which can execute arbitrary code: "
            f"if you trust its source, add {option('trust_pickle')}"
        )
    if mms_weights().is_file():
        return
    if source.offline:
        raise UnavailableError(
            f"'{MMS_FA}' is not cached and {option('offline')} is given: run once "
            f"without it, {_OTHER}"
        )
    _load_model(progress)


def load_mms_aligner(device: str = AUTO) -> CtcAligner:
    """Load the aligner from fetched weights; raise `UnavailableError` if they are broken."""
    from torchaudio import pipelines

    chosen = choose_device(device)
    letters = pipelines.MMS_FA.get_dict(star=None, blank=_BLANK)
    blank = letters.pop(_BLANK)
    model = _load_model(progress=False).eval().to(chosen)
    rate = int(pipelines.MMS_FA.sample_rate)
    return CtcAligner(_Emissions(model, blank, rate, normalize=False), letters)


def _load_model(progress: bool) -> Any:
    from torchaudio import pipelines

    options = {"weights_only": True, "map_location": "cpu", "progress": progress}
    previous = socket.getdefaulttimeout()
    socket.setdefaulttimeout(_TIMEOUT)
    try:
        return pipelines.MMS_FA.get_model(with_star=False, dl_kwargs=options)
    except OSError as error:  # also a failed download
        kind = type(error).__name__
        raise UnavailableError(f"'{MMS_FA}' cannot be fetched ({kind}): {_REMEDY}") from None
    except Exception as error:
        kind = type(error).__name__
        raise UnavailableError(f"'{MMS_FA}' cannot be loaded ({kind}): {_REMEDY}") from error
    finally:
        socket.setdefaulttimeout(previous)
