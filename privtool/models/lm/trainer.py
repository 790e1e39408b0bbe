"""Training of a language model: train, evaluate and save a new or given model."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import torch

from privtool.core.device import rank
from privtool.core.errors import DataError, option
from privtool.models.lm.checkpoint import VOCABULARY_DIGEST, LmTokens, save_lm
from privtool.models.lm.dataset import Corpus, LmBatches
from privtool.models.lm.loss import UnigramModel, chunked_cross_entropy, context_length, perplexity
from privtool.models.lm.presets import hidden_states
from privtool.models.lm.tokenizers import Specials
from privtool.models.training.batches import Batch, targets_of, warn_no_better
from privtool.models.training.process_group import leave_process_group
from privtool.models.training.run import TrainResult, train
from privtool.models.training.run_dir import RunDir
from privtool.models.training.settings import TrainSettings, check_average


def next_token_loss(model: Any, batch: Batch) -> torch.Tensor:
    """Return the sum over all targets of a batch: `input_ids` and `labels`, both (rows, width).

    If rows are packed with several segments, `positions` (rows, width) start at 0 in each.
    """
    hidden = hidden_states(model, batch["input_ids"], batch.get("positions"))
    return chunked_cross_entropy(
        hidden.flatten(0, 1), model.lm_head.weight, batch["labels"].flatten(), targets_of(batch)
    )


class NextToken:
    """An `Objective` for causal models; `valid` may be None."""

    def __init__(self, valid: Corpus | None, specials: Specials) -> None:
        self._valid, self._specials = valid, specials

    def loss(self, model: Any, batch: Batch) -> torch.Tensor:
        return next_token_loss(model, batch)

    def validation_loss(self, model: Any) -> float | None:
        if self._valid is None:
            return None
        return perplexity(model, self._valid, *self._specials).mean


class LmTexts(NamedTuple):
    """Training texts by name, "" for the only one, and clean ones for validation and testing."""

    train: Mapping[str, Corpus]
    valid: Corpus | None
    tests: Mapping[str, Corpus]

    def digests(self) -> dict[str, Any]:
        """Return what identifies the texts of a run."""
        return {
            "text": [(name, corpus.digest()) for name, corpus in self.train.items()],
            "valid": None if self.valid is None else self.valid.digest(),
        }


def check_texts(texts: LmTexts, tokens: LmTokens) -> None:
    """Raise `DataError` for texts that cannot be used for training or evaluation."""
    useless = [tokens.specials.unknown, *tokens.markers]
    for name, corpus in texts.train.items():
        if not corpus.sentences:
            raise DataError(f"{_shown(name)} has no records")
        if not len(corpus.ids):
            raise DataError(f"{_shown(name)} has no words")
        if np.isin(corpus.ids, tokens.markers).all():
            raise DataError(f"{_shown(name)} has no words except markers")
    if all(np.isin(corpus.ids, useless).all() for corpus in texts.train.values()):
        raise DataError("the vocabulary has no words of the training text")
    _check_clean(texts, tokens.markers)


def _shown(name: str) -> str:
    return f"the corpus '{name}'" if name else "the training text"


def _check_clean(texts: LmTexts, markers: Sequence[int]) -> None:
    """Raise `DataError` for texts on which perplexity cannot be measured."""
    valid = {} if texts.valid is None else {"valid": texts.valid}
    clean = {**valid, **texts.tests}
    for name, corpus in clean.items():
        if not corpus.sentences:
            raise DataError(f"the set '{name}' has no records")
        if not len(corpus.ids):
            raise DataError(f"the set '{name}' has no words")
        if np.isin(corpus.ids, markers).any():
            raise DataError(
                f"the set '{name}' holds markers, masked or typed, but perplexity is measured on "
                "text without any: fill it, or use raw text without such records"
            )
    trained_on = {corpus.digest(): name for name, corpus in reversed(list(texts.train.items()))}
    for name, corpus in clean.items():
        source = trained_on.get(corpus.digest())
        if source is not None:
            raise DataError(f"the set '{name}' is {_shown(source)}, which cannot be tested on")


class LmRun(NamedTuple):
    """What is trained on what, and where the model goes; `card` begins its run card."""

    run_dir: RunDir
    model: Any
    tokens: LmTokens
    texts: LmTexts
    settings: TrainSettings
    card: Mapping[str, Any]
    warn: Callable[[str], None]


def train_lm(run: LmRun, max_tokens: int, ignore_markers: bool) -> dict[str, Any]:
    """Train, evaluate and save; return the run card, which is also saved with the model.

    Of the processes of `torchrun` only the first evaluates, saves and returns a card. A batch has
    up to `max_tokens` tokens, padding included. `ignore_markers` excludes markers from the loss.
    """
    run_dir, model, tokens, texts, settings, card, _ = run
    specials = tokens.specials
    without = tokens.markers if ignore_markers else ()
    (text,) = texts.train.values()
    batches = LmBatches(
        text,
        specials.end,
        specials.padding,
        context_length(model),
        max_tokens,
        without_loss=without,
        seed=settings.seed % (1 << 32),
    )
    check_average(settings, len(batches))
    same = {name: card[name] for name in ("options", "init")}
    run_dir.open({**same, "tokens": tokens.digest, **texts.digests()})
    objective = NextToken(texts.valid, specials)
    outcome = train(settings, model, batches, objective, run_dir.path)
    counts = text.counts(specials.unknown, tokens.markers)
    entries = {"train": {**counts, "padding": batches.padding_share}}
    return finish(run, without, outcome, entries)


def finish(
    run: LmRun,
    without: Sequence[int],
    outcome: TrainResult,
    entries: Mapping[str, Any],
    files: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """Evaluate and save a trained model and further `files`; return its card, with `entries`.

    Of several processes only the first does, and returns one. Warn of a model that needs longer
    training, or is no better than word counts, where tokens in `without` do not count.
    """
    leave_process_group()
    if rank() > 0:
        return {}
    run_dir, model, tokens, texts, _, card, warn = run
    unigram = UnigramModel(texts.train.values(), tokens.ids, tokens.specials.end, without)

    def shown(text: Corpus) -> dict[str, Any]:
        return perplexity(model, text, *tokens.specials).shown(unigram.loss(text))

    best: dict[str, Any] = {}
    if texts.valid is not None:
        best = {"best_step": outcome.best_step, "valid": shown(texts.valid)}
    result = {
        **card,
        "parameters": model.num_parameters(),
        "vocabulary": len(tokens.ids),
        VOCABULARY_DIGEST: tokens.vocabulary_digest,
        **entries,
        "steps": outcome.steps,
        "epochs": round(outcome.epochs, 4),
        **best,
        "test": {name: shown(test) for name, test in texts.tests.items()},
    }
    save_lm(run_dir.out, run_dir.force, model, tokens, result, files)
    run_dir.remove()
    outcome.warn_if_stopped_early(warn)
    sets = {option("valid"): best["valid"]} if best else {}
    sets |= result["test"]
    poor = []
    for name, each in sets.items():
        reached, counts = each["perplexity"], each["perplexity_unigram"]
        if reached is not None and counts is not None and reached >= counts:
            poor.append(name)
    if not sets and outcome.training_loss >= unigram.training_loss:
        poor = ["the training text"]
    warn_no_better(warn, poor, outcome.was_best_before)
    return result
