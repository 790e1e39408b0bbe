"""Making a recognizer of a manifest: a fresh or given model, trained, measured and saved."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

from privtool.core.distributed import rank, ranks
from privtool.models.asr.checkpoint import save_asr
from privtool.models.asr.decoding.greedy import greedy_tokens
from privtool.models.asr.decoding.lodr import PieceBigram
from privtool.models.asr.tokenizer import AsrTokens
from privtool.models.asr.training.augment import AugmentSettings, SpecAugment
from privtool.models.asr.training.dataset import (
    FAILED,
    AsrBatches,
    ExampleFeatures,
    batch_seconds_for,
    feature_statistics,
)
from privtool.models.asr.training.index import Examples
from privtool.models.asr.training.monitor import Watch
from privtool.models.asr.training.objective import Recognition
from privtool.models.asr.transducer.model import Transducer
from privtool.models.asr.transducer.presets import TransducerShape, set_feature_statistics
from privtool.models.runtime.weights import evaluating
from privtool.models.training.run import Outcome, train
from privtool.models.training.run_dir import RunDir
from privtool.models.training.settings import TrainSettings, check_average


class Speech(NamedTuple):
    """What to train on, and what to choose the best weights by."""

    train: Examples
    valid: Examples | None


class Recipe(NamedTuple):
    """How a recognizer is trained, beside `TrainSettings`; see `privtool asr-train --help`.

    `batch_seconds` None are as many as suit the speech.
    """

    batch_seconds: float | None
    spec_augment: bool
    ctc_weight: float


class Made(NamedTuple):
    """The run card, and how the time was spent: windows of features a second, share of waiting."""

    card: dict[str, Any]
    frames_a_second: float
    waiting: float


def train_asr(
    run_dir: RunDir,
    model: Transducer,
    tokens: AsrTokens,
    shape: TransducerShape,
    speech: Speech,
    settings: TrainSettings,
    recipe: Recipe,
    card: Mapping[str, Any],
    say: Callable[[str], None],
) -> Made:
    """Train, measure and save; the run card is also saved with the model.

    A model that is not gone on from (`card["init"]`) hears of its features first. Of the processes
    of a `torchrun` only the first one measures, saves and has a card. `say` is told what goes
    wrong.
    """
    features = ExampleFeatures(speech.train, shape.features)
    seed = settings.seed % (1 << 32)
    augment = SpecAugment(AugmentSettings(), shape.features) if recipe.spec_augment else None
    batch_seconds = recipe.batch_seconds or batch_seconds_for(speech.train.seconds.sum(), ranks())
    batches = AsrBatches(features, batch_seconds, seed, augment)
    valid = None
    if speech.valid is not None:
        valid = AsrBatches(ExampleFeatures(speech.valid, shape.features), batch_seconds, 0)
    run = {
        "options": card["options"],
        "init": card["init"],
        "shape": shape.to_json(),
        "tokens": tokens.digest,
        "speech": speech.train.digest(),
        "valid": None if speech.valid is None else speech.valid.digest(),
        "processes": ranks(),  # a step is as many batches
    }
    check_average(settings, len(batches))
    if not card["init"]:
        set_feature_statistics(model, *feature_statistics(features, seed))
    run_dir.open(run)
    objective = Recognition(tokens, valid, recipe.ctc_weight, greedy_tokens, settings.workers)
    outcome = train(
        settings, model.train().to(settings.device), batches, objective, valid is not None,
        run_dir.path, Watch(say, None if valid else partial(_deaf, model, features, batch_seconds)),
    )  # fmt: skip
    if rank() > 0:
        return Made({}, 0.0, 0.0)
    windows = speech.train.seconds.sum() / shape.features.hop * outcome.epochs
    windows *= outcome.steps_now / max(outcome.steps, 1)
    result = {
        **card,
        "parameters": sum(weights.numel() for weights in model.parameters()),
        "tokens": tokens.count,
        "train": {
            **_counted(speech.train),
            "crowded": speech.train.crowded,
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
        result["valid"] = {**_counted(speech.valid), "loss": loss, **objective.measured()}
    targets = (speech.train.targets(number).tolist() for number in range(len(speech.train)))
    bigram = PieceBigram.train(targets, tokens.count)
    save_asr(run_dir.out, run_dir.force, model, tokens, shape, result, bigram.save)
    run_dir.remove()
    seconds = max(outcome.seconds, 1e-9)
    return Made(result, windows / seconds, outcome.waited / seconds)


def _deaf(model: Transducer, features: ExampleFeatures, batch_seconds: float) -> bool:
    """Whether a model hears no token in any of the shortest clips that it is trained on."""
    batch = AsrBatches(features, batch_seconds, 0)[0]
    if FAILED in batch:  # which training itself tells of
        return False
    device = next(model.parameters()).device
    with evaluating(model):
        found = greedy_tokens(model, batch["features"].to(device), batch["lengths"].to(device))
    return not any(found)


def history_of(outcome: Outcome) -> list[dict[str, float]]:
    """What each epoch came to: the loss of a token, and what was measured on the validation set."""
    found: dict[float, dict[str, float]] = {}
    for entry in outcome.history:
        row = found.setdefault(entry["epoch"], {"epoch": round(entry["epoch"], 4)})
        if "loss" in entry:
            row["loss"] = entry["loss"]
        measured = sorted(name for name in entry if name.startswith("eval_"))
        row |= {name.replace("eval_", "valid_"): entry[name] for name in measured}
    return [row for _, row in sorted(found.items()) if len(row) > 1]


def _counted(examples: Examples) -> dict[str, Any]:
    return {
        "turns": examples.turns,
        "examples": len(examples),
        "seconds": round(float(examples.seconds.sum()), 3),
        "tokens": examples.tokens,
        "unknown": examples.count(0),
    }
