"""How and where models are trained: options that trainers share."""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from privtool.core.device import check_device_name, choose_device
from privtool.core.errors import UsageError
from privtool.core.output import check_new_folder
from privtool.core.ranks import ranks
from privtool.core.run import StreamOptions

if TYPE_CHECKING:
    from privtool.models.training import TrainSettings

_RATE, _RATE_WITH_INIT = 5e-4, 1e-4


class TrainChoices(NamedTuple):
    """The options that say how to train; a `patience` of None never stops early."""

    epochs: int
    learning_rate: float | None
    warmup: float
    batch_tokens: int
    accumulate: int
    clip: float
    patience: int | None
    every: int | None
    average: int
    seed: int
    device: str
    dtype: str

    def check(self) -> None:
        """Raise `UsageError` for what cannot be."""
        check_device_name(self.device)
        check_over_zero("learning-rate", self.learning_rate)
        check_over_zero("clip", self.clip)

    def settings(self, init: bool, stream: StreamOptions) -> TrainSettings:
        """Those of the trainer; `init` says that a model is gone on from.

        Raises `UnavailableError` for a device that is not here.
        """
        from privtool.models.precision import trains_in_bfloat16
        from privtool.models.training import TrainSettings

        device = choose_device(self.device)
        native = trains_in_bfloat16(device)
        shows = not stream.quiet and sys.stderr.isatty()
        return TrainSettings(
            epochs=self.epochs,
            learning_rate=self.learning_rate or (_RATE_WITH_INIT if init else _RATE),
            warmup=self.warmup,
            accumulate=self.accumulate,
            clip=self.clip,
            patience=self.patience,
            every=self.every,
            average=self.average,
            seed=self.seed,
            device=device,
            bfloat16=self.dtype == "bf16" or (self.dtype == "auto" and native),
            progress=stream.command if shows else None,
        )

    def card(self, settings: TrainSettings) -> dict[str, Any]:
        """The options as they were used."""
        options = {k: v for k, v in self._asdict().items() if k != "device"}
        options["learning_rate"] = settings.learning_rate
        options["dtype"] = "bf16" if settings.bfloat16 else "fp32"
        return options


def check_place(out: Path, resume: bool, force: bool, together: str | None = None) -> None:
    """Raise `UsageError` for a model folder that is there, and for options that exclude each other.

    `together` names a command that does not train in several processes.
    """
    if together is not None and ranks() > 1:
        raise UsageError(f"{together} trains in one process: start it without torchrun")
    check_new_folder(out, force)
    if resume and force:
        raise UsageError("--resume goes on with a run and --force starts anew: give one")


def check_over_zero(option: str, value: float | None) -> None:
    """Raise `UsageError` for a value that is no number over 0; None was not given."""
    if value is not None and not (value > 0 and math.isfinite(value)):
        raise UsageError(f"--{option} must be a number over 0")
