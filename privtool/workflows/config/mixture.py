"""How `mix-train` weights its corpora, and its options of training."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from privtool.core.defaults import Default
from privtool.core.errors import UsageError, option
from privtool.core.options import Opt
from privtool.workflows.config.training import TrainOptions, check_positive

_NEED_A_TARGET = ("adaptive", "ngram-opt")
_METHODS_OF = {
    "unit": _NEED_A_TARGET,
    "ngram_order": ("ngram-opt",),
    "finetune_steps": ("adaptive",),
    "finetune_rate": ("adaptive",),
}
ORDER = Default(3)
UNIT = Default("record", "for ngram-opt", "token")
_CLOSE = 1e-6  # to a sum of one


@dataclass(frozen=True, kw_only=True)
class MixTrainOptions(TrainOptions):
    """Training options for epochs of sampled records."""

    epochs: Annotated[int, Opt("Number of epochs to sample.", min=1)] = 10
    patience: Annotated[
        int | None,
        Opt("Stop after N evaluations without improvement on --valid.", min=1, default="never"),
    ] = None
    eval_every: Annotated[
        int | None,
        Opt("Steps between weights, checkpoints and evaluations.", min=1, default="one epoch"),
    ] = None


@dataclass(frozen=True, kw_only=True)
class MixtureOptions:
    """The method of weighting, and its settings."""

    method: Annotated[
        Literal["uniform", "proportional", "static", "ngram-opt", "adaptive"],
        Opt("How to weight the corpora."),
    ] = "adaptive"
    weights: Annotated[str | None, Opt("The weights of --method static.", "NAME=W,...")] = None
    unit: Annotated[
        Literal["record", "token"] | None,
        Opt("Unit of mixing.", default=UNIT),
    ] = None
    ngram_order: Annotated[
        int | None, Opt("Order of the n-grams of ngram-opt.", min=1, max=9, default=ORDER)
    ] = None
    finetune_steps: Annotated[
        int | None,
        Opt(
            "Fine-tuning steps per copy.",
            min=1,
            default="for all copies, a quarter of the training steps",
        ),
    ] = None
    finetune_rate: Annotated[
        float | None,
        Opt("Learning rate for fine-tuning the copies.", default="four times --learning-rate"),
    ] = None
    epoch_tokens: Annotated[
        int | None,
        Opt("Tokens and sentence ends per epoch.", min=1, default="as many as the corpora hold"),
    ] = None

    def check(self, valid: Path | None) -> None:
        """Raise `UsageError` for settings of another method; `valid` is the target text."""
        method = option("method")
        if self.method in _NEED_A_TARGET and valid is None:
            raise UsageError(f"{method} {self.method} needs {option('valid')} FILE for the weights")
        if (self.method == "static") != (self.weights is not None):
            raise UsageError(f"{method} static and {option('weights')} need each other")
        if self.weights is not None:
            given_weights(self.weights)
        for name, methods in _METHODS_OF.items():
            if getattr(self, name) is not None and self.method not in methods:
                raise UsageError(f"{option(name)} needs {method} {' or '.join(methods)}")
        check_positive("finetune_rate", self.finetune_rate)


def given_weights(text: str) -> dict[str, float]:
    """Return the numbers of `NAME=W,...`. Raises `UsageError` unless they add up to one."""
    found: dict[str, float] = {}
    for part in text.split(","):
        name, equals, number = part.rpartition("=")
        try:
            weight = float(number)
        except ValueError:
            weight = -1.0
        if not (name and equals and 0 <= weight <= 1):
            raise UsageError(
                f"{option('weights')} must be NAME=W,NAME=W,... with numbers from 0 to 1"
            )
        if name in found:
            raise UsageError(f"{option('weights')}: the name '{name}' occurs twice")
        found[name] = weight
    total = sum(found.values())
    if abs(total - 1) > _CLOSE:
        raise UsageError(f"{option('weights')} add up to {total:g}, not 1")
    return found


def weights_in_order(weights: Mapping[str, float], names: Sequence[str]) -> list[float]:
    """Return the weights of the corpora in their order. Raises `UsageError` for other names."""
    for name in names:
        if name not in weights:
            raise UsageError(f"{option('weights')}: no weight for the corpus '{name}'")
    for name in weights:
        if name not in names:
            raise UsageError(f"{option('weights')}: there is no corpus '{name}'")
    return [weights[name] for name in names]
