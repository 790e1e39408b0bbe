"""Corpus weights that are found during training, from fine-tuned copies of the model."""

from __future__ import annotations

import copy
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from privtool.core.distributed import rank, ranks
from privtool.core.errors import PrivtoolError, UnavailableError, option
from privtool.core.rng import draw
from privtool.models.lm.perplexity import target_losses
from privtool.models.lm.trainer import next_token_loss
from privtool.models.mixture.sampler import MixtureSampler, Weights
from privtool.models.mixture.weighting import TargetText, by_unit, mixture_weights
from privtool.models.training.objectives import IGNORED, Batch
from privtool.models.training.process_group import gathered
from privtool.models.training.settings import TrainSettings, autocast


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
    device, trained = settings.device, copy.deepcopy(model).train()
    copied_optimizer = _copy_optimizer(trained, model, optimizer, settings.learning_rate)
    for batches in steps:
        targets = sum(int((batch["labels"] != IGNORED).sum()) for batch in batches)
        for batch in batches:
            inputs = {name: tensor.to(device) for name, tensor in batch.items()}
            with autocast(settings):
                loss = next_token_loss(trained, inputs) / max(1, targets)
            torch.autograd.backward(loss)
        torch.nn.utils.clip_grad_norm_(trained.parameters(), settings.max_grad_norm)
        copied_optimizer.step()
        copied_optimizer.zero_grad()
    return trained


def _copy_optimizer(
    trained: Any, model: Any, optimizer: Any, learning_rate: float
) -> torch.optim.AdamW:
    copies = dict(trained.named_parameters())
    names = {id(parameter): name for name, parameter in model.named_parameters()}
    groups = [
        {"params": [copies[names[id(parameter)]] for parameter in group["params"]]}
        for group in optimizer.param_groups
    ]
    copied = torch.optim.AdamW(groups)
    copied.load_state_dict(copy.deepcopy(optimizer.state_dict()))  # loading alone would share it
    for group in copied.param_groups:
        group["lr"] = learning_rate
    return copied


class WeightUpdate(NamedTuple):
    """New weights, and their cost in training steps and seconds."""

    weights: Weights
    steps: int
    seconds: float


class AdaptiveWeights:
    """The weight step of Algorithm 1 (Ma 2022): fine-tune a copy on each corpus, mix the copies.

    Each copy gets some steps. Processes share the copies. `names` are those of the corpora, on
    which the random draws of a copy depend.
    """

    def __init__(
        self,
        names: Sequence[str],
        sampler: MixtureSampler,
        target: TargetText,
        settings: TrainSettings,
        steps: int,
        learning_rate: float,
    ) -> None:
        self._names, self._each = names, steps
        self._sampler, self._target = sampler, target
        self._settings = settings._replace(learning_rate=learning_rate)

    def __call__(self, done: int, model: Any, optimizer: Any) -> WeightUpdate:
        """Return the weights with which the copies together fit the target best.

        The model has been trained for `done` steps. Model, optimizer and random state stay as they
        are.
        """
        started = time.perf_counter()
        weights = mixture_weights(self._logprobs(done, model, optimizer))
        steps = self._each * len(self._names)
        return WeightUpdate(weights, steps, time.perf_counter() - started)

    def _logprobs(self, done: int, model: Any, optimizer: Any) -> NDArray[np.float64]:
        """Return log-probabilities of the target's units under the copies (units, corpora).

        Raise `PrivtoolError` for a copy whose scores are not finite.
        """
        columns: dict[int, NDArray[np.float64]] = {}
        cuda = [self._settings.device] if self._settings.device.type == "cuda" else []
        with torch.random.fork_rng(devices=cuda):
            for number in range(rank(), len(self._names), ranks()):
                scores = self._scores(number, done, model, optimizer)
                columns[number] = by_unit(scores, self._target.text, self._target.unit)
        found = {number: column for part in gathered(columns) for number, column in part.items()}
        return np.stack([found[number] for number in range(len(self._names))], axis=1)

    def _scores(self, corpus: int, done: int, model: Any, optimizer: Any) -> NDArray[np.float64]:
        """Return log-probabilities of the target's tokens under the copy of a corpus."""
        name = self._names[corpus]
        seed = draw(self._settings.seed, f"mix-train dropout {name}", done) % (1 << 63)
        trained = finetune_copy(model, optimizer, self._batches(corpus, done), self._settings, seed)
        end, padding, _ = self._target.specials
        try:
            with autocast(self._settings):
                return -target_losses(trained, self._target.text, end, padding)
        except UnavailableError:
            raise PrivtoolError(
                f"the copy fine-tuned on '{name}' at step {done} has bad weights: "
                f"restart with {option('force')} and a lower {option('finetune_rate')}; "
                "earlier checkpoints are kept until then"
            ) from None

    def _batches(self, corpus: int, done: int) -> Iterator[list[Batch]]:
        purpose = f"fine-tuning {self._names[corpus]}"
        alone = np.eye(len(self._names))[corpus]
        for step in range(self._each):
            positions = [(done, step, number) for number in range(self._settings.batches_per_step)]
            draws = (self._sampler.draw(alone, purpose, *position) for position in positions)
            yield [self._sampler.batch(drawn) for drawn in draws]
