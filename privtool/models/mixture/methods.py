"""Methods of mixing corpora: their options with defaults, their weights, and sizes of epochs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from privtool.models.lm.checkpoint import LmTokens
from privtool.models.lm.tokenizers import Specials
from privtool.models.lm.trainer import LmTexts
from privtool.models.mixture.copies import AdaptiveWeights
from privtool.models.mixture.sampler import MixtureSampler, Weights
from privtool.models.mixture.weighting import (
    ADAPTIVE,
    NGRAM,
    PROPORTIONAL,
    RECORD,
    STATIC,
    TOKEN,
    TargetText,
    ngram_weights,
    proportional_weights,
)
from privtool.models.training.settings import TrainSettings

_ORDER = 3  # of n-grams
_EXTRA_SHARE = 0.25  # the default limit of extra iterations
# A copy has only a few steps to adapt to its corpus. At the learning rate of training the copies
# hardly differ, and the weights of their mixture are noise.
_RATE_FACTOR = 4


class MixtureSettings(NamedTuple):
    """How corpora are mixed, see `privtool mix-train --help`; None is the default.

    `weights` are for STATIC, in the order of the corpora.
    """

    method: str
    batch_tokens: int | None
    epoch_tokens: int | None
    unit: str | None
    finetune_steps: int | None
    finetune_rate: float | None
    ignore_markers: bool
    weights: Weights | None = None


def interval_steps(epoch: int, settings: TrainSettings) -> int:
    """Return the steps of an interval; `epoch` is the number of steps of an epoch."""
    return min(settings.eval_every or epoch, epoch * settings.epochs)


def method_options(
    mixing: MixtureSettings, epoch: int, corpora: int, settings: TrainSettings
) -> dict[str, Any]:
    """Return the options of the method, with defaults filled in."""
    options: dict[str, Any] = {}
    if mixing.method == NGRAM:
        options = {"unit": mixing.unit or TOKEN}
    elif mixing.method == ADAPTIVE:
        default = max(1, int(_EXTRA_SHARE * interval_steps(epoch, settings) / corpora))
        options = {
            "unit": mixing.unit or RECORD,
            "finetune_steps": mixing.finetune_steps or default,
            "finetune_rate": mixing.finetune_rate or _RATE_FACTOR * settings.learning_rate,
        }
    return {"method": mixing.method, **options}


def new_weight_step(
    names: Sequence[str],
    sampler: MixtureSampler,
    texts: LmTexts,
    specials: Specials,
    method: Mapping[str, Any],
    settings: TrainSettings,
) -> AdaptiveWeights | None:
    """Return what finds the weights during training; None for methods with fixed weights."""
    if method["method"] != ADAPTIVE or texts.valid is None:
        return None
    target = TargetText(texts.valid, specials, method["unit"])
    steps, rate = method["finetune_steps"], method["finetune_rate"]
    return AdaptiveWeights(names, sampler, target, settings, steps, rate)


def first_weights(
    texts: LmTexts,
    tokens: LmTokens,
    mixing: MixtureSettings,
    method: Mapping[str, Any],
) -> Weights:
    """Return the weights of the method, or the uniform ones that a weight step starts from."""
    corpora = list(texts.train.values())
    if mixing.method == STATIC and mixing.weights is not None:
        return mixing.weights
    if mixing.method == PROPORTIONAL:
        return proportional_weights(corpora)
    if mixing.method == NGRAM and texts.valid is not None:
        size, end = len(tokens.ids), tokens.specials.end
        return ngram_weights(corpora, texts.valid, _ORDER, size, end, method["unit"])
    return np.full(len(corpora), 1 / len(corpora))
