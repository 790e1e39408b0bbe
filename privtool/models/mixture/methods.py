"""Methods of mixing corpora: their options with defaults, and the weights that they find.

Adaptive weights are found during training, from fine-tuned copies of the model.
"""

from __future__ import annotations

import copy
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from privtool.core.device import rank, ranks
from privtool.core.errors import PrivtoolError, UnavailableError, option
from privtool.core.rng import draw
from privtool.models.lm.checkpoint import LmTokens
from privtool.models.lm.loss import target_losses
from privtool.models.lm.trainer import LmTexts, next_token_loss
from privtool.models.mixture.sampler import MixtureSampler, Weights
from privtool.models.mixture.weighting import (
    ADAPTIVE,
    NGRAM,
    PROPORTIONAL,
    RECORD,
    STATIC,
    TOKEN,
    TargetText,
    by_unit,
    mixture_weights,
    ngram_weights,
    proportional_weights,
)
from privtool.models.training.batches import IGNORED, Batch
from privtool.models.training.process_group import gathered
from privtool.models.training.settings import TrainSettings, autocast

_ORDER = 3  # of n-grams
_EXTRA_SHARE = 0.25  # the default limit of extra iterations
# A copy has only a few steps to adapt to its corpus. At the learning rate of training the copies
# hardly differ, and the weights of their mixture are noise.
_RATE_FACTOR = 4


def finetune_copy(
    model: Any,
    optimizer: Any,
    steps: Iterable[Sequence[Batch]],
    settings: TrainSettings,
    seed: int,
) -> Any:
    """Copy a model and its optimizer state, and train the copy (Ma 2022, equation 4).

    `steps` yields the batches of each step; the learning rate is constant. Dropout is seeded by
    `seed`; the caller must restore the random state of training.
    """
    torch.manual_seed(seed)
    device = settings.device
    trained, own_optimizer = copy.deepcopy((model, optimizer))  # together: it has the new weights
    trained.train()
    for group in own_optimizer.param_groups:
        group["lr"] = settings.learning_rate
    for batches in steps:
        targets = sum(int((batch["labels"] != IGNORED).sum()) for batch in batches)
        for batch in batches:
            inputs = {name: tensor.to(device) for name, tensor in batch.items()}
            with autocast(settings):
                loss = next_token_loss(trained, inputs) / max(1, targets)
            torch.autograd.backward(loss)
        torch.nn.utils.clip_grad_norm_(trained.parameters(), settings.max_grad_norm)
        own_optimizer.step()
        own_optimizer.zero_grad()
    return trained


@dataclass(eq=False)
class AdaptiveWeights:
    """The weight step of Algorithm 1 (Ma 2022): fine-tune a copy on each corpus, mix the copies.

    Each copy gets some `steps`. Processes share the copies. `names` are those of the corpora, on
    which the random draws of a copy depend.
    """

    names: Sequence[str]
    sampler: MixtureSampler
    target: TargetText
    settings: TrainSettings
    steps: int
    learning_rate: float

    def __call__(self, done: int, model: Any, optimizer: Any) -> tuple[Weights, int, float]:
        """Return the weights with which the copies together fit the target best, and their cost.

        The cost is in training steps and seconds. The model has been trained for `done` steps.
        Model, optimizer and random state stay as they are. Raise `PrivtoolError` for a copy whose
        scores are not finite.
        """
        started = time.perf_counter()
        columns: dict[int, NDArray[np.float64]] = {}
        cuda = [self.settings.device] if self.settings.device.type == "cuda" else []
        with torch.random.fork_rng(devices=cuda):
            for number in range(rank(), len(self.names), ranks()):
                scores = self._scores(number, done, model, optimizer)
                columns[number] = by_unit(scores, self.target.text, self.target.unit)
        found = {number: column for part in gathered(columns) for number, column in part.items()}
        # Log-probabilities of the target's units under the copies (units, corpora).
        logprobs = np.stack([found[number] for number in range(len(self.names))], axis=1)
        steps = self.steps * len(self.names)
        return mixture_weights(logprobs), steps, time.perf_counter() - started

    def _scores(self, corpus: int, done: int, model: Any, optimizer: Any) -> NDArray[np.float64]:
        """Return log-probabilities of the target's tokens under the copy of a corpus."""
        name = self.names[corpus]
        seed = draw(self.settings.seed, f"mix-train dropout {name}", done) % (1 << 63)
        settings = self.settings._replace(learning_rate=self.learning_rate)
        trained = finetune_copy(model, optimizer, self._batches(corpus, done), settings, seed)
        end, padding, _ = self.target.specials
        try:
            with autocast(self.settings):
                return -target_losses(trained, self.target.text, end, padding)
        except UnavailableError:
            raise PrivtoolError(
                f"the copy fine-tuned on '{name}' at step {done} has bad weights: "
                f"restart with {option('force')} and a lower {option('finetune_rate')}; "
                "earlier checkpoints are kept until then"
            ) from None

    def _batches(self, corpus: int, done: int) -> Iterator[list[Batch]]:
        purpose = f"fine-tuning {self.names[corpus]}"
        alone = np.eye(len(self.names))[corpus]
        for step in range(self.steps):
            positions = [(done, step, number) for number in range(self.settings.batches_per_step)]
            draws = (self.sampler.draw(alone, purpose, *position) for position in positions)
            yield [self.sampler.batch(drawn) for drawn in draws]


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


def method_options(
    mixing: MixtureSettings, interval: int, corpora: int, learning_rate: float
) -> dict[str, Any]:
    """Return the options of the method, with defaults for intervals of so many steps filled in."""
    options: dict[str, Any] = {}
    if mixing.method == NGRAM:
        options = {"unit": mixing.unit or TOKEN}
    elif mixing.method == ADAPTIVE:
        default = max(1, int(_EXTRA_SHARE * interval / corpora))
        options = {
            "unit": mixing.unit or RECORD,
            "finetune_steps": mixing.finetune_steps or default,
            "finetune_rate": mixing.finetune_rate or _RATE_FACTOR * learning_rate,
        }
    return {"method": mixing.method, **options}


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
