"""Making a language model of several corpora: how they are mixed, trained, measured and saved."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from privtool.core.errors import DataError
from privtool.models.lm.checkpoint import VOCABULARY_DIGEST, LmTokens, save_lm
from privtool.models.lm.dataset import Corpus
from privtool.models.lm.perplexity import context_length, perplexity
from privtool.models.lm.trainer import check_clean
from privtool.models.lm.word_tokenizer import Specials
from privtool.models.mixture.history import Curve, Line
from privtool.models.mixture.loop import MixedBatches, WeightStep, train_mixed
from privtool.models.mixture.sampler import Mixer, Weights
from privtool.models.mixture.token_files import Source, check_sources
from privtool.models.mixture.weighting import (
    ADAPTIVE,
    NGRAM,
    PROPORTIONAL,
    RECORD,
    STATIC,
    TOKEN,
    AdaptiveWeights,
    Target,
    finetuning_devices,
    ngram_weights,
    proportional_weights,
    uniform_weights,
)
from privtool.models.training.run_dir import RunDir
from privtool.models.training.settings import TrainSettings, check_average

CURVE = "curve.jsonl"
_EXTRA = 0.25  # of the iterations, at most, by default
# A copy has few steps to become what its corpus makes of it; at the rate of training they all stay
# what they were, and the weights of their mixture are chance.
_FASTER = 4


class Mixing(NamedTuple):
    """How corpora are mixed, see `privtool mix-train --help`; None is the default.

    `batch_tokens` are those of a batch. `weights` are those of STATIC, in the order of the corpora.
    """

    method: str
    batch_tokens: int
    epoch_tokens: int | None
    unit: str | None
    ngram_order: int
    finetune_steps: int | None
    finetune_rate: float | None
    ignore_markers: bool
    weights: Weights | None = None


class MixedTexts(NamedTuple):
    """What to train on, the target domain, and clean texts to measure on."""

    sources: Sequence[Source]
    valid: Corpus | None
    tests: Mapping[str, Corpus]


def check_mixed_texts(texts: MixedTexts, tokens: LmTokens) -> None:
    """Raise `DataError` for texts that cannot be trained or measured on."""
    check_sources(texts.sources)
    clean = dict(texts.tests) if texts.valid is None else {"valid": texts.valid, **texts.tests}
    check_clean(clean, tokens)
    for name, corpus in clean.items():
        digest = corpus.digest()
        for source in texts.sources:
            if digest == source.digest:
                raise DataError(
                    f"the set '{name}' is the corpus '{source.name}': it would tell nothing"
                )


def check_mixing(texts: MixedTexts, mixing: Mixing, settings: TrainSettings) -> None:
    """Raise `UsageError` for more checkpoints to average than there will be."""
    check_average(settings, _steps(texts, mixing, settings) * settings.gradient_accumulation_steps)


def train_mixture(
    run_dir: RunDir,
    model: Any,
    tokens: LmTokens,
    texts: MixedTexts,
    settings: TrainSettings,
    mixing: Mixing,
    card: Mapping[str, Any],
    log: Callable[[Line], None],
) -> dict[str, Any]:
    """Train, measure and save; returns the run card, which is also saved with the model.

    The curve is saved with it; `log` gets each of its lines as soon as it is known.
    """
    specials = tokens.specials
    names = [source.name for source in texts.sources]
    epoch = _steps(texts, mixing, settings)
    mixer = Mixer(
        [source.corpus for source in texts.sources], specials, context_length(model),
        math.ceil(_epoch_tokens(texts, mixing) / (epoch * settings.gradient_accumulation_steps)),
        settings.seed, tokens.markers if mixing.ignore_markers else (),
    )  # fmt: skip
    every = min(settings.eval_every or epoch, epoch * settings.epochs)
    method = _method(mixing, every, len(names), settings)
    weights = _first_weights(texts, tokens, mixing, method)
    curve = Curve(names, epoch, log)
    step = _weight_step(mixer, texts, specials, method, settings)
    batches = MixedBatches(
        mixer, weights, step, curve, epoch, every, settings.gradient_accumulation_steps
    )
    outcome = train_mixed(settings, model, batches, texts.valid, specials, curve, run_dir.path)
    extra = sum(line["extra_iterations"] for line in curve.lines)
    result = {
        **card,
        "options": {
            **card["options"],
            "epoch_tokens": _epoch_tokens(texts, mixing),
            **method,
        },
        "parameters": model.num_parameters(),
        "vocabulary": len(tokens.ids),
        VOCABULARY_DIGEST: tokens.vocabulary_digest,
        "corpora": [source.counted() for source in texts.sources],
        "steps": outcome.steps,
        "epochs": round(outcome.epochs, 4),
        "extra_iterations": extra,
        "extra_share": extra / max(1, outcome.steps),
        "weights": curve.lines[-1]["weights"],
        **_measured(model, texts, tokens, outcome.best_step),
    }
    lines = "".join(json.dumps(line) + "\n" for line in curve.lines)
    save_lm(run_dir.out, run_dir.force, model, tokens, result, {CURVE: lines})
    run_dir.remove()
    return result


def _epoch_tokens(texts: MixedTexts, mixing: Mixing) -> int:
    return mixing.epoch_tokens or sum(source.targets for source in texts.sources)


def _steps(texts: MixedTexts, mixing: Mixing, settings: TrainSettings) -> int:
    """How many there are in an epoch."""
    return math.ceil(
        _epoch_tokens(texts, mixing) / (mixing.batch_tokens * settings.gradient_accumulation_steps)
    )


def _method(mixing: Mixing, every: int, corpora: int, settings: TrainSettings) -> dict[str, Any]:
    """The options that the method has, as they are used: with defaults for those not given."""
    if mixing.method == NGRAM:
        own = {"unit": mixing.unit or TOKEN, "ngram_order": mixing.ngram_order}
    elif mixing.method == ADAPTIVE:
        own = {
            "unit": mixing.unit or RECORD,
            "finetune_steps": mixing.finetune_steps or max(1, int(_EXTRA * every / corpora)),
            "finetune_rate": mixing.finetune_rate or _FASTER * settings.learning_rate,
        }
    else:
        own = {}
    return {"method": mixing.method, **own}


def _weight_step(
    mixer: Mixer,
    texts: MixedTexts,
    specials: Specials,
    method: Mapping[str, Any],
    settings: TrainSettings,
) -> WeightStep | None:
    """How the weights are found anew while training, if they are."""
    if method["method"] != ADAPTIVE or texts.valid is None:
        return None
    return AdaptiveWeights(
        [source.name for source in texts.sources],
        mixer,
        Target(texts.valid, specials, method["unit"]),
        settings,
        method["finetune_steps"],
        method["finetune_rate"],
        finetuning_devices(settings.device),
    )


def _first_weights(
    texts: MixedTexts, tokens: LmTokens, mixing: Mixing, method: Mapping[str, Any]
) -> Weights:
    """Those of the method, or what the adaptive one starts from."""
    if mixing.method == STATIC and mixing.weights is not None:
        return mixing.weights
    if mixing.method == PROPORTIONAL:
        return proportional_weights(texts.sources)
    if mixing.method == NGRAM and texts.valid is not None:
        size, end = len(tokens.ids), tokens.specials.end
        order, unit = method["ngram_order"], method["unit"]
        return ngram_weights(texts.sources, texts.valid, order, size, end, unit)
    return uniform_weights(len(texts.sources))


def _measured(
    model: Any, texts: MixedTexts, tokens: LmTokens, best_step: int | None
) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if texts.valid is not None:
        found["best_step"] = best_step
        found["valid"] = perplexity(model, texts.valid, *tokens.specials).shown()
    found["test"] = {
        name: perplexity(model, corpus, *tokens.specials).shown()
        for name, corpus in texts.tests.items()
    }
    return found
