"""Training of a recognizer: its objective, evaluation, and a whole run."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, NamedTuple

import torch

from privtool.core.device import rank
from privtool.core.errors import DataError, PrivtoolError, option
from privtool.models.asr.checkpoint import save_asr
from privtool.models.asr.decoding.greedy import greedy_tokens
from privtool.models.asr.features import HOP_SECONDS
from privtool.models.asr.tokenizer import AsrTokens
from privtool.models.asr.training.dataset import (
    FAILED,
    AsrBatches,
    batch_seconds_for,
    feature_statistics,
)
from privtool.models.asr.training.index import Examples
from privtool.models.asr.transducer.loss import transducer_loss
from privtool.models.asr.transducer.model import Transducer, TransducerShape
from privtool.models.runtime.numerics import evaluating
from privtool.models.training.batches import IGNORED
from privtool.models.training.checkpoints import RunState
from privtool.models.training.loop import Monitor
from privtool.models.training.process_group import leave_process_group
from privtool.models.training.run import TrainResult, train
from privtool.models.training.run_dir import RunDir
from privtool.models.training.settings import TrainSettings, check_average

Decode = Callable[[Transducer, torch.Tensor, torch.Tensor], list[list[int]]]
LOSS, WER, EMPTY = "loss", "wer", "empty"


class TransducerObjective:
    """An `Objective` for transducers: the loss per token. `valid` may be None."""

    def __init__(
        self, tokens: AsrTokens, valid: AsrBatches | None, ctc_weight: float, workers: int = 0
    ) -> None:
        """`workers` processes read the validation set."""
        self._tokens, self._ctc_weight = tokens, ctc_weight
        self._valid: Any = None
        if valid is not None:  # with a generator of its own, so that training's draws do not change
            self._valid = torch.utils.data.DataLoader(
                valid, batch_size=None, num_workers=workers, generator=torch.Generator()
            )
        self._metrics: dict[str, float] = {}

    def loss(self, model: Any, batch: dict[str, Any]) -> torch.Tensor:
        """Return the sum over the clips of a batch. Raise `DataError` for unreadable audio."""
        if FAILED in batch:
            raise DataError(batch[FAILED])
        labels = batch["labels"]
        known = labels != IGNORED
        return transducer_loss(
            model,
            batch["features"],
            batch["lengths"],
            labels.clamp_min(0),
            known.sum(1),
            self._ctc_weight,
        )

    def validation_loss(self, model: Any) -> float | None:
        """Return the validation set's loss per token. Raise `PrivtoolError` if it is not finite."""
        if self._valid is None:
            return None
        self._metrics = evaluate(model, self._tokens, self._valid, self.loss, greedy_tokens)
        if not math.isfinite(self._metrics[LOSS]):
            raise PrivtoolError(
                f"the loss on {option('valid')} is not finite: try a lower "
                f"{option('learning_rate')}"
            )
        return self._metrics[LOSS]

    def metrics(self) -> dict[str, float]:
        """Return the other metrics of the last validation."""
        return {name: value for name, value in self._metrics.items() if name != LOSS}


def evaluate(
    model: Any,
    tokens: AsrTokens,
    batches: Iterable[dict[str, Any]],
    loss: Callable[[Any, dict[str, Any]], torch.Tensor],
    decode: Decode,
) -> dict[str, float]:
    """Return the loss per token, the word error rate of `decode`, and the share of empty outputs.

    `decode` returns the tokens of clips for a model, features (clips, frames, count) and lengths.
    Roles are not words. No text leaves this function.
    """
    import jiwer

    device = next(model.parameters()).device
    total, targets = 0.0, 0
    references: list[str] = []
    hypotheses: list[str] = []
    with evaluating(model):
        for batch in batches:
            if FAILED not in batch:
                batch = {name: tensor.to(device) for name, tensor in batch.items()}
            total += float(loss(model, batch))
            labels = batch["labels"]
            targets += int((labels != IGNORED).sum())
            references += [_words(tokens, row[row != IGNORED].tolist()) for row in labels]
            decoded = decode(model, batch["features"], batch["lengths"])
            hypotheses += [_words(tokens, ids) for ids in decoded]
    wer = float(jiwer.process_words(references, hypotheses).wer)
    empty = sum(not text for text in hypotheses) / max(1, len(hypotheses))
    return {LOSS: total / max(1, targets), WER: wer, EMPTY: empty}


def _words(tokens: AsrTokens, ids: list[int]) -> str:
    roles = {f"<{role}>" for role in tokens.roles}
    return " ".join(word.text for word in tokens.words(ids) if word.text not in roles)


_EPOCHS = 3  # after which the loss must have fallen
_FALL = 0.99
_LATE = 10  # epochs after which most models emit tokens


class TrainingMonitor(Monitor):
    """Warns of a loss that does not fall, and of a model that still emits only blanks.

    Without a validation set, `emits_only_blanks` tests the model on its training data.
    """

    def __init__(
        self, warn: Callable[[str], None], emits_only_blanks: Callable[[], bool] | None = None
    ) -> None:
        self._warn, self._emits_only_blanks = warn, emits_only_blanks
        self._only_blanks = False
        self._warned_at = -1  # the step of the last warning of blanks

    def evaluated(self, state: RunState, metrics: Mapping[str, float]) -> None:
        """Check the share of empty hypotheses on the validation set."""
        self._only_blanks = metrics.get(f"eval_{EMPTY}") == 1
        if self._only_blanks and self._warned_at < 0 and state.epoch >= _LATE:
            self._warn_of_blanks(state)

    def epoch_ended(self, state: RunState) -> None:
        """Test the model on a training batch, late and at the end; check the losses so far."""
        late = round(state.epoch) == _LATE or state.step == state.steps
        if late and self._emits_only_blanks is not None:
            self._only_blanks = self._emits_only_blanks()
            if self._only_blanks:
                self._warn_of_blanks(state)
        losses = [entry["loss"] for entry in state.history if "loss" in entry]
        if len(losses) == _EPOCHS and min(losses[1:]) > _FALL * losses[0]:
            self._warn(
                f"the loss has not fallen in {_EPOCHS} epochs ({losses[0]:.3f}, now "
                f"{losses[-1]:.3f}): check that the texts match the audio, or try another "
                f"{option('learning_rate')}"
            )

    def ended(self, state: RunState) -> None:
        """Warn if the final model emits only blanks."""
        if self._only_blanks and self._warned_at != state.step:
            self._warn_of_blanks(state)

    def _warn_of_blanks(self, state: RunState) -> None:
        self._warned_at = state.step
        data = option("valid") if self._emits_only_blanks is None else "its training data"
        self._warn(
            f"after epoch {state.epoch:.3g} the model emits no word on {data}, only blanks; "
            f"try a lower {option('learning_rate')}, a longer {option('warmup')}, more "
            f"{option('epochs')} or {option('ctc_weight')} 0.5"
        )


class SpeechData(NamedTuple):
    """Training and validation examples."""

    train: Examples
    valid: Examples | None


class AsrRecipe(NamedTuple):
    """Settings in addition to `TrainSettings`; `batch_seconds` None depends on the speech."""

    batch_seconds: float | None
    ctc_weight: float


class AsrTrainResult(NamedTuple):
    """The run card, feature windows per second, and the share of time spent waiting for data."""

    card: dict[str, Any]
    frames_per_second: float
    waiting: float


def train_asr(
    run_dir: RunDir,
    model: Transducer,
    tokens: AsrTokens,
    shape: TransducerShape,
    speech: SpeechData,
    settings: TrainSettings,
    recipe: AsrRecipe,
    card: Mapping[str, Any],
    warn: Callable[[str], None],
) -> AsrTrainResult:
    """Train, evaluate and save; the run card is also saved with the model.

    A new model (without `card["init"]`) gets its feature statistics first. Of the processes of
    `torchrun` only the first evaluates, saves and returns a card. `warn` gets warnings.
    """
    seed = settings.seed % (1 << 32)
    batch_seconds = recipe.batch_seconds or batch_seconds_for(
        speech.train.seconds.sum(), run_dir.processes()
    )
    batches = AsrBatches(speech.train, batch_seconds, seed, augment=True)
    valid = None if speech.valid is None else AsrBatches(speech.valid, batch_seconds, 0)
    run = {
        "options": card["options"],
        "init": card["init"],
        "shape": shape._asdict(),
        "tokens": tokens.digest,
        "speech": speech.train.digest(),
        "valid": None if speech.valid is None else speech.valid.digest(),
    }
    check_average(settings, len(batches))
    if not card["init"]:
        model.encoder.scaling.set_statistics(*feature_statistics(speech.train, seed))
    run_dir.open(run)
    objective = TransducerObjective(tokens, valid, recipe.ctc_weight, settings.workers)
    only_blanks = partial(_emits_only_blanks, model, speech.train, batch_seconds)
    outcome = train(
        settings,
        model.train().to(settings.device),
        batches,
        objective,
        run_dir.path,
        TrainingMonitor(warn, None if valid else only_blanks),
    )
    leave_process_group()
    if rank() > 0:
        return AsrTrainResult({}, 0.0, 0.0)
    windows = speech.train.seconds.sum() / HOP_SECONDS * outcome.epochs
    windows *= outcome.new_steps / max(outcome.steps, 1)
    result = {
        **card,
        "parameters": sum(weights.numel() for weights in model.parameters()),
        "tokens": tokens.count,
        "train": {
            **_counts(speech.train),
            "crowded": len(speech.train.too_dense_for_ctc),
            "batch_seconds": batch_seconds,
            "padding": batches.padding_share,
        },
        "steps": outcome.steps,
        "epochs": round(outcome.epochs, 4),
        "history": history_of(outcome),
    }
    if speech.valid is not None:
        loss = objective.validation_loss(model)
        result["best_step"] = outcome.best_step
        result["valid"] = {**_counts(speech.valid), "loss": loss, **objective.metrics()}
    save_asr(run_dir.out, run_dir.force, model, tokens, shape, result)
    run_dir.remove()
    outcome.warn_if_stopped_early(warn)
    seconds = max(outcome.seconds, 1e-9)
    return AsrTrainResult(result, windows / seconds, outcome.waiting / seconds)


def _emits_only_blanks(model: Transducer, examples: Examples, batch_seconds: float) -> bool:
    """Whether a model emits no token for any of the shortest training clips."""
    batch = AsrBatches(examples, batch_seconds, 0)[0]
    if FAILED in batch:  # training itself reports that
        return False
    device = next(model.parameters()).device
    with evaluating(model):
        tokens = greedy_tokens(model, batch["features"].to(device), batch["lengths"].to(device))
    return not any(tokens)


def history_of(outcome: TrainResult) -> list[dict[str, float]]:
    """Return the loss per token and the validation metrics of each epoch."""
    epochs: dict[float, dict[str, float]] = {}
    for entry in outcome.history:
        row = epochs.setdefault(entry["epoch"], {"epoch": round(entry["epoch"], 4)})
        if "loss" in entry:
            row["loss"] = entry["loss"]
        metrics = sorted(name for name in entry if name.startswith("eval_"))
        row |= {name.replace("eval_", "valid_"): entry[name] for name in metrics}
    return [row for _, row in sorted(epochs.items()) if len(row) > 1]


def _counts(examples: Examples) -> dict[str, Any]:
    return {
        "turns": len(examples),
        "seconds": round(float(examples.seconds.sum()), 3),
        "tokens": examples.tokens,
        "unknown": examples.count(0),
    }
