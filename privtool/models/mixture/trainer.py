"""Training of a language model on several corpora: mix, train, evaluate and save."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from typing import Any

from privtool.core.distributed import rank
from privtool.models.lm.checkpoint import VOCABULARY_DIGEST, LmTokens, save_lm
from privtool.models.lm.perplexity import context_length
from privtool.models.lm.trainer import check_clean, evaluation, warn_of_poor_model
from privtool.models.lm.unigram import UnigramModel
from privtool.models.mixture.batches import MixtureBatches, MixtureObjective
from privtool.models.mixture.history import HistoryLine, MixtureHistory
from privtool.models.mixture.methods import (
    MixtureData,
    MixtureSettings,
    batch_tokens,
    epoch_steps,
    epoch_tokens,
    first_weights,
    interval_steps,
    method_options,
    new_weight_step,
)
from privtool.models.mixture.sampler import MixtureSampler
from privtool.models.mixture.token_files import check_sources
from privtool.models.training.process_group import leave_process_group
from privtool.models.training.run import train
from privtool.models.training.run_dir import RunDir
from privtool.models.training.settings import TrainSettings, check_average

CURVE = "curve.jsonl"


def check_data(texts: MixtureData, tokens: LmTokens) -> None:
    """Raise `DataError` for texts that cannot be used for training or evaluation."""
    check_sources(texts.sources)
    trained_on = {each.digest: f"the corpus '{each.name}'" for each in reversed(texts.sources)}
    check_clean(texts.valid, texts.tests, tokens, trained_on)


def check_steps(texts: MixtureData, mixing: MixtureSettings, settings: TrainSettings) -> None:
    """Raise `UsageError` for more checkpoints to average than there will be."""
    epoch = epoch_steps(texts, mixing, settings)
    check_average(settings, epoch * settings.batches_per_step)


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
    epoch = epoch_steps(texts, mixing, settings)
    sampler = MixtureSampler(
        [source.corpus for source in texts.sources], specials, context_length(model),
        math.ceil(epoch_tokens(texts, mixing) / (epoch * settings.batches_per_step)),
        settings.seed, tokens.markers if mixing.ignore_markers else (),
    )  # fmt: skip
    every = interval_steps(epoch, settings)
    method = method_options(mixing, epoch, len(names), settings)
    weights = first_weights(texts, tokens, mixing, method)
    history = MixtureHistory(names, epoch, log)
    weight_step = new_weight_step(names, sampler, texts, specials, method, settings)
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
            "batch_tokens": batch_tokens(texts, mixing),
            "epoch_tokens": epoch_tokens(texts, mixing),
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
