"""Corpus weights: fixed ones, and those that Ma 2022 adapts during training."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from privtool.core.errors import PrivtoolError, UnavailableError, option
from privtool.core.rng import draw
from privtool.models.lm.dataset import Corpus
from privtool.models.lm.ngram import ngram_logprobs
from privtool.models.lm.perplexity import record_sums, target_losses
from privtool.models.lm.word_tokenizer import Specials
from privtool.models.mixture.em import mixture_weights
from privtool.models.mixture.finetune import FinetuneSettings, finetune_copy
from privtool.models.mixture.sampler import MixtureSampler, Weights
from privtool.models.mixture.token_files import MixedCorpus
from privtool.models.training.objectives import Batch
from privtool.models.training.settings import TrainSettings

UNIFORM, PROPORTIONAL, STATIC = "uniform", "proportional", "static"
NGRAM, ADAPTIVE = "ngram-opt", "adaptive"
RECORD, TOKEN = "record", "token"


def proportional_weights(sources: Sequence[MixedCorpus]) -> Weights:
    """Return weights by the number of records, as if all corpora were one."""
    sizes = np.array([source.corpus.sentences for source in sources], np.float64)
    weights: Weights = sizes / sizes.sum()
    return weights


def ngram_weights(
    sources: Sequence[MixedCorpus], target: Corpus, order: int, entries: int, end: int, unit: str
) -> Weights:
    """Return the weights of the corpora's n-gram models that fit a text best (Raju 2019)."""
    corpora = [source.corpus for source in sources]
    logprobs = ngram_logprobs(corpora, target, order, entries, end)
    return mixture_weights(by_unit(logprobs, target, unit)).weights


def by_unit(logprobs: NDArray[np.float64], text: Corpus, unit: str) -> NDArray[np.float64]:
    """Return log-probabilities (targets, models), summed by record if that is the unit."""
    if unit == TOKEN:
        return logprobs
    return np.stack([record_sums(column, text) for column in logprobs.T], axis=1)


class TargetText(NamedTuple):
    """The text that the weights are fitted to, and the unit: RECORD or TOKEN."""

    text: Corpus
    specials: Specials
    unit: str


class WeightUpdate(NamedTuple):
    """New weights, and their cost in training steps and seconds."""

    weights: Weights
    steps: int
    seconds: float


class AdaptiveWeights:
    """The weight step of Algorithm 1: fine-tune a copy on each corpus, and mix the copies.

    The `devices` work in parallel, on one copy each at a time.
    """

    def __init__(
        self,
        names: Sequence[str],
        sampler: MixtureSampler,
        target: TargetText,
        settings: TrainSettings,
        steps: int,
        learning_rate: float,
        devices: Sequence[torch.device],
    ) -> None:
        self._names, self._sampler, self._target = names, sampler, target
        self._steps, self._devices = steps, devices
        self._accumulate, self._seed = settings.gradient_accumulation_steps, settings.seed
        self._finetuning = FinetuneSettings(
            learning_rate, settings.max_grad_norm, settings.bfloat16
        )

    def __call__(self, done: int, model: Any, optimizer: Any) -> WeightUpdate:
        """Return the weights after `done` steps, without changing model, optimizer or random state.

        Raise `PrivtoolError` for a copy whose scores are not finite.
        """
        started = time.perf_counter()
        columns: list[NDArray[np.float64] | None] = [None] * len(self._names)

        def run_on(index: int) -> None:
            device = self._devices[index]
            with ExitStack() as stack:
                if device.type == "cuda":
                    stack.enter_context(torch.cuda.device(device))
                for corpus in range(index, len(self._names), len(self._devices)):
                    columns[corpus] = self._logprobs(corpus, done, model, optimizer, device)

        cuda = [device for device in self._devices if device.type == "cuda"]
        with torch.random.fork_rng(devices=cuda):
            if len(self._devices) == 1:
                run_on(0)
            else:
                with ThreadPoolExecutor(len(self._devices)) as pool:
                    list(pool.map(run_on, range(len(self._devices))))
        logprobs = np.stack([column for column in columns if column is not None], axis=1)
        weights = mixture_weights(by_unit(logprobs, self._target.text, self._target.unit)).weights
        steps = self._steps * len(self._names)
        return WeightUpdate(weights, steps, time.perf_counter() - started)

    def _logprobs(
        self, corpus: int, done: int, model: Any, optimizer: Any, device: torch.device
    ) -> NDArray[np.float64]:
        """Return log-probabilities of the target's tokens under the copy for a corpus."""
        seed = draw(self._seed, f"mix-train dropout {self._names[corpus]}", done) % (1 << 63)
        trained = finetune_copy(
            model, optimizer, self._batches(corpus, done), self._finetuning, device, seed
        )
        end, padding, _ = self._target.specials
        bfloat16 = self._finetuning.bfloat16
        try:
            with torch.autocast(device.type, torch.bfloat16, enabled=bfloat16):
                return -target_losses(trained, self._target.text, end, padding)
        except UnavailableError:
            raise PrivtoolError(
                f"the copy fine-tuned on the corpus '{self._names[corpus]}' at step {done} has bad "
                f"weights: restart with {option('force')} and a lower {option('finetune_rate')}; "
                "earlier checkpoints "
                "are kept until then"
            ) from None

    def _batches(self, corpus: int, done: int) -> Iterator[list[Batch]]:
        alone = np.zeros(len(self._names))
        alone[corpus] = 1
        purpose = f"fine-tuning {self._names[corpus]}"
        for step in range(self._steps):
            positions = [(done, step, number) for number in range(self._accumulate)]
            draws = (self._sampler.draw(alone, purpose, *position) for position in positions)
            yield [self._sampler.batch(drawn) for drawn in draws]


def finetuning_devices(device: torch.device) -> list[torch.device]:
    """Return the devices for copies: all CUDA devices, unless one was chosen by its number."""
    if device.type == "cuda" and device.index is None:
        return [torch.device("cuda", number) for number in range(torch.cuda.device_count())]
    return [device]
