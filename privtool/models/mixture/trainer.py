"""Training of a language model on several corpora: mix, train, evaluate and save."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from privtool.core.distributed import rank
from privtool.core.errors import UsageError, option
from privtool.models.lm.checkpoint import VOCABULARY_DIGEST, LmTokens, save_lm
from privtool.models.lm.dataset import Corpus
from privtool.models.lm.perplexity import context_length
from privtool.models.lm.trainer import check_clean, evaluation, warn_of_poor_model
from privtool.models.lm.unigram import UnigramModel
from privtool.models.lm.word_tokenizer import Specials
from privtool.models.mixture.batches import MixtureBatches, MixtureObjective
from privtool.models.mixture.copies import CopyTrainer, finetuning_devices
from privtool.models.mixture.history import HistoryLine, MixtureHistory
from privtool.models.mixture.sampler import MixtureSampler, Weights
from privtool.models.mixture.token_files import MixedCorpus, check_sources
from privtool.models.mixture.weight_steps import (
    RUNS_PER_CORPUS,
    AdaptiveWeights,
    AioliWeights,
    RegressionWeights,
    WeightStep,
)
from privtool.models.mixture.weighting import (
    ADAPTIVE,
    AIOLI,
    NGRAM,
    PROPORTIONAL,
    RECORD,
    REGRESSION,
    STATIC,
    TOKEN,
    UNIMAX,
    TargetText,
    ngram_weights,
    proportional_weights,
    unimax_weights,
)
from privtool.models.training.batching import batch_tokens_for
from privtool.models.training.process_group import leave_process_group
from privtool.models.training.run import train
from privtool.models.training.run_dir import RunDir
from privtool.models.training.settings import TrainSettings, check_average

CURVE = "curve.jsonl"
_EXTRA_SHARE = 0.25  # the default limit of extra iterations
_MAX_EPOCHS = 4  # of a corpus, by unimax
_WEIGHT_RATE = 1.0  # of aioli
# A copy has only a few steps to adapt to its corpus. At the learning rate of training the copies
# hardly differ, and the weights of their mixture are noise.
_RATE_FACTOR = 4


class MixtureSettings(NamedTuple):
    """How corpora are mixed, see `privtool mix-train --help`; None is the default.

    `weights` are for STATIC, in the order of the corpora. `processes` is the number that the run
    began with.
    """

    method: str
    batch_tokens: int | None
    epoch_tokens: int | None
    unit: str | None
    ngram_order: int
    finetune_steps: int | None
    finetune_rate: float | None
    max_epochs: int | None
    weight_rate: float | None
    ignore_markers: bool
    weights: Weights | None = None
    processes: int = 1


class MixtureData(NamedTuple):
    """Training corpora, text of the target domain, and clean texts for testing."""

    sources: Sequence[MixedCorpus]
    valid: Corpus | None
    tests: Mapping[str, Corpus]


def check_data(texts: MixtureData, tokens: LmTokens) -> None:
    """Raise `DataError` for texts that cannot be used for training or evaluation."""
    check_sources(texts.sources)
    trained_on = {each.digest: f"the corpus '{each.name}'" for each in reversed(texts.sources)}
    check_clean(texts.valid, texts.tests, tokens, trained_on)


def check_steps(texts: MixtureData, mixing: MixtureSettings, settings: TrainSettings) -> None:
    """Raise `UsageError` for more checkpoints to average, or intervals, than there will be."""
    epoch = _epoch_steps(texts, mixing, settings)
    check_average(settings, epoch * settings.batches_per_step)
    if mixing.method == REGRESSION and _every(epoch, settings) == epoch * settings.epochs:
        raise UsageError(
            f"{option('method')} {REGRESSION} finds its weights after the first interval: set "
            f"{option('epochs')} to at least 2 or {option('eval_every')} to less than {epoch}"
        )


def train_mixture(
    run_dir: RunDir,
    model: Any,
    tokens: LmTokens,
    texts: MixtureData,
    settings: TrainSettings,
    mixing: MixtureSettings,
    card: Mapping[str, Any],
    log: Callable[[HistoryLine], None],
    warn: Callable[[str], None],
) -> dict[str, Any]:
    """Train, evaluate and save; return the run card, which is also saved with the model.

    The history is saved with it; `log` gets each new line. Of the processes of `torchrun` only the
    first evaluates, saves and returns a card.
    """
    specials = tokens.specials
    names = [source.name for source in texts.sources]
    epoch = _epoch_steps(texts, mixing, settings)
    sampler = MixtureSampler(
        [source.corpus for source in texts.sources], specials, context_length(model),
        math.ceil(_epoch_tokens(texts, mixing) / (epoch * settings.batches_per_step)),
        settings.seed, tokens.markers if mixing.ignore_markers else (),
    )  # fmt: skip
    every = _every(epoch, settings)
    method = _method(mixing, epoch, len(names), settings)
    weights = _first_weights(texts, tokens, mixing, method, settings)
    history = MixtureHistory(names, epoch, log)
    weight_step = _weight_step(names, sampler, texts, specials, method, settings, every)
    per_step = settings.batches_per_step
    batches = MixtureBatches(sampler, weights, weight_step, history, epoch, every, per_step)
    objective = MixtureObjective(texts.valid, specials, history)
    outcome = train(
        settings, model, batches, objective, run_dir.path, valid=texts.valid is not None
    )
    leave_process_group()
    if rank() > 0:
        return {}
    without = tokens.markers if mixing.ignore_markers else ()
    counted = [source.corpus for source in texts.sources]
    unigram = UnigramModel(counted, tokens.ids, specials.end, without)
    extra = sum(line["extra_iterations"] for line in history.lines)
    result = {
        **card,
        "options": {
            **card["options"],
            "batch_tokens": _batch_tokens(texts, mixing),
            "epoch_tokens": _epoch_tokens(texts, mixing),
            **method,
        },
        "parameters": model.num_parameters(),
        "vocabulary": len(tokens.ids),
        VOCABULARY_DIGEST: tokens.vocabulary_digest,
        "corpora": [source.summary() for source in texts.sources],
        "steps": outcome.steps,
        "epochs": round(outcome.epochs, 4),
        "extra_iterations": extra,
        "extra_share": extra / max(1, outcome.steps),
        "weights": history.lines[-1]["weights"],
        **evaluation(model, texts.valid, texts.tests, specials, outcome.best_step, unigram),
    }
    lines = "".join(json.dumps(line) + "\n" for line in history.lines)
    save_lm(run_dir.out, run_dir.force, model, tokens, result, {CURVE: lines})
    run_dir.remove()
    warn_of_poor_model(result, outcome, unigram, warn)
    return result


def _epoch_tokens(texts: MixtureData, mixing: MixtureSettings) -> int:
    return mixing.epoch_tokens or sum(source.targets for source in texts.sources)


def _batch_tokens(texts: MixtureData, mixing: MixtureSettings) -> int:
    return mixing.batch_tokens or batch_tokens_for(_epoch_tokens(texts, mixing), mixing.processes)


def _epoch_steps(texts: MixtureData, mixing: MixtureSettings, settings: TrainSettings) -> int:
    step = _batch_tokens(texts, mixing) * settings.batches_per_step
    return math.ceil(_epoch_tokens(texts, mixing) / step)


def _every(epoch: int, settings: TrainSettings) -> int:
    """Return the steps of an interval; `epoch` is the number of steps of an epoch."""
    return min(settings.eval_every or epoch, epoch * settings.epochs)


def _method(
    mixing: MixtureSettings, epoch: int, corpora: int, settings: TrainSettings
) -> dict[str, Any]:
    """Return the options of the method, with defaults filled in."""
    options: dict[str, Any] = {}
    if mixing.method == NGRAM:
        options = {"unit": mixing.unit or TOKEN, "ngram_order": mixing.ngram_order}
    elif mixing.method == UNIMAX:
        options = {"max_epochs": mixing.max_epochs or _MAX_EPOCHS}
    elif mixing.method in (ADAPTIVE, AIOLI, REGRESSION):
        # Regression fine-tunes its copies once in training, the others in each interval.
        steps, copies = _every(epoch, settings), corpora
        if mixing.method == REGRESSION:
            steps, copies = epoch * settings.epochs, RUNS_PER_CORPUS * corpora
        options = {
            "unit": mixing.unit or RECORD,
            "finetune_steps": mixing.finetune_steps or max(1, int(_EXTRA_SHARE * steps / copies)),
            "finetune_rate": mixing.finetune_rate or _RATE_FACTOR * settings.learning_rate,
        }
        if mixing.method == AIOLI:
            options["weight_rate"] = mixing.weight_rate or _WEIGHT_RATE
    return {"method": mixing.method, **options}


def _weight_step(
    names: Sequence[str],
    sampler: MixtureSampler,
    texts: MixtureData,
    specials: Specials,
    method: Mapping[str, Any],
    settings: TrainSettings,
    every: int,
) -> WeightStep | None:
    """Return what finds the weights during training; None for methods with fixed weights."""
    if "finetune_steps" not in method or texts.valid is None:
        return None
    target = TargetText(texts.valid, specials, method["unit"])
    steps, rate = method["finetune_steps"], method["finetune_rate"]
    devices = finetuning_devices(settings.device)
    copies = CopyTrainer(sampler, target, settings, steps, rate, devices)
    if method["method"] == AIOLI:
        return AioliWeights(names, copies, method["weight_rate"])
    if method["method"] == REGRESSION:
        return RegressionWeights(names, copies, settings.seed, every)
    return AdaptiveWeights(names, copies)


def _first_weights(
    texts: MixtureData,
    tokens: LmTokens,
    mixing: MixtureSettings,
    method: Mapping[str, Any],
    settings: TrainSettings,
) -> Weights:
    """Return the weights of the method, or the uniform ones that a weight step starts from."""
    if mixing.method == STATIC and mixing.weights is not None:
        return mixing.weights
    if mixing.method == PROPORTIONAL:
        return proportional_weights(texts.sources)
    if mixing.method == UNIMAX:
        records = [source.corpus.sentences for source in texts.sources]
        sizes = [source.targets for source in texts.sources]
        budget = settings.epochs * _epoch_tokens(texts, mixing)
        return unimax_weights(records, sizes, budget, method["max_epochs"])
    if mixing.method == NGRAM and texts.valid is not None:
        size, end = len(tokens.ids), tokens.specials.end
        order, unit = method["ngram_order"], method["unit"]
        return ngram_weights(texts.sources, texts.valid, order, size, end, unit)
    count = len(texts.sources)
    return np.full(count, 1 / count)
