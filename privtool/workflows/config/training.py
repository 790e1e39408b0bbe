"""How and where models are trained: groups of options that trainers share."""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Iterable
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from privtool.core.device import check_device_name, choose_device
from privtool.core.distributed import ranks
from privtool.core.errors import UsageError
from privtool.core.paths import check_apart, check_not_read, check_outside
from privtool.core.pipeline import StreamOptions
from privtool.core.run_card import CARD
from privtool.core.writing import check_new_folder
from privtool.workflows.config.model import Device, Dtype, Seed

if TYPE_CHECKING:
    from privtool.models.training.run_dir import RunDir
    from privtool.models.training.settings import TrainSettings

PATIENCE = 3  # by default, where there is --valid
_WARMUP = 0.05
_WEIGHTS = "model.safetensors"
# With the usual 1e-8 Adam moves the rows of words that a text lacks as far as any others, and only
# down: they become far less likely than the model knew them to be.
_EPSILON = 1e-5


class Results(str, Enum):
    """What is written."""

    json = "json"


ResultsOption = Annotated[Results, typer.Option(hidden=True)]


class NewModel(NamedTuple):
    """Where a model goes, and what to do with what is there already."""

    out: Annotated[Path, typer.Option(metavar="DIR", help="The model folder to write.")]
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with a run that was interrupted.")
    ] = False
    force: Annotated[
        bool, typer.Option("--force", help="Replace a model that is there already.")
    ] = False

    def check(self, alone: str | None = None) -> None:
        """Raise `UsageError` for a folder that is there, and for options that exclude each other.

        `alone` names a command that does not train in several processes.
        """
        if alone is not None and ranks() > 1:
            raise UsageError(f"{alone} trains in one process: start it without torchrun")
        if self.resume and os.path.isdir(self.out) and not self.force:
            raise UsageError(
                f"{self.out} is there already: --resume --force goes on and replaces it"
            )
        check_new_folder(self.out, self.force, CARD)

    def check_files(
        self, stream: StreamOptions, read: Iterable[str | Path | None], **more: Path | None
    ) -> None:
        """Raise `UsageError` where what is written would take the place of a file that is read.

        Or be in the folder of the model or of its run, or that folder take the place of what is
        read. `more` are files that are written beside --output and --rejects.
        """
        from privtool.models.training.run_dir import RunDir

        work = RunDir(self.out, self.force, self.resume).path
        paths = [*stream.inputs, *read]
        written = {"--output": stream.output, "--rejects": stream.rejects}
        written |= {f"--{name}": str(path) for name, path in more.items() if path is not None}
        check_apart(written)
        check_not_read(written, paths)
        # A model may be gone on from and replaced: its weights are read before.
        own = (self.out / _WEIGHTS).resolve()
        kept = [path for path in paths if path and Path(path).resolve() != own]
        for folder in (self.out, work):
            check_outside(written, folder)
            for path in kept:  # which a manifest may name: the path is not told
                check_outside({"a file that is read": path}, folder)

    def run_dir(self) -> RunDir:
        """The same for the trainer. Raises `UsageError` where an unfinished run is in the way."""
        from privtool.models.training.run_dir import RunDir

        run_dir = RunDir(self.out, self.force, self.resume)
        run_dir.check()
        return run_dir


class TrainChoices(NamedTuple):
    """The options that say how to train; None stands for what was not given."""

    epochs: Annotated[int, typer.Option(min=1, help="How often to go through the text.")] = 10
    learning_rate: Annotated[
        float | None, typer.Option(help="The highest rate [default: 5e-4, with --init 1e-4].")
    ] = None
    warmup: Annotated[
        float | None,
        typer.Option(
            min=0, max=1, help="Share of the steps in which the rate rises [default: 0.05]."
        ),
    ] = None
    accumulate: Annotated[int, typer.Option(min=1, help="Batches that make up one step.")] = 1
    clip: Annotated[float, typer.Option(help="The largest norm of a step's gradients.")] = 1.0
    patience: Annotated[
        int | None,
        typer.Option(
            min=1, help="Stop after so many checks of --valid without a gain [default: 3]."
        ),
    ] = None
    every: Annotated[
        int | None,
        typer.Option(min=1, help="Steps between checkpoints and checks [default: each epoch]."),
    ] = None
    seed: Seed = 1
    device: Device = "auto"
    dtype: Annotated[
        Dtype, typer.Option(help="auto is bf16 where the hardware multiplies it, else fp32.")
    ] = Dtype.auto

    def check(self, valid: Path | None) -> None:
        """Raise `UsageError` for what cannot be; `valid` is the file of --valid."""
        check_device_name(self.device)
        check_over_zero("learning-rate", self.learning_rate)
        check_over_zero("clip", self.clip)
        if self.patience is not None and valid is None:
            raise UsageError("--patience needs --valid")

    def settings(
        self, rate: float, stream: StreamOptions, average: int = 1, patience: int | None = None
    ) -> TrainSettings:
        """Those of the trainer; `rate` is the default of --learning-rate, `patience` of --patience.

        Raises `UsageError` for more checkpoints than there will be, and `UnavailableError` for a
        device that is not here.
        """
        from privtool.models.runtime.precision import trains_in_bfloat16
        from privtool.models.training.settings import TrainSettings

        if self.every is None and average > self.epochs:
            raise UsageError(f"--average {average}: there is a checkpoint for each of --epochs")
        device = choose_device(self.device)
        native = trains_in_bfloat16(device)
        shows = not stream.quiet and sys.stderr.isatty()
        return TrainSettings(
            epochs=self.epochs,
            learning_rate=self.learning_rate or rate,
            warmup=_WARMUP if self.warmup is None else self.warmup,
            gradient_accumulation_steps=self.accumulate,
            max_grad_norm=self.clip,
            patience=self.patience or patience,
            eval_every=self.every,
            average_checkpoints=average,
            seed=self.seed,
            device=device,
            epsilon=_EPSILON,
            bfloat16=self.dtype is Dtype.bf16 or (self.dtype is Dtype.auto and native),
            progress=stream.command if shows else None,
        )

    def card(self, settings: TrainSettings) -> dict[str, Any]:
        """The options as they were used."""
        options = {k: v for k, v in self._asdict().items() if k != "device"}
        options["learning_rate"] = settings.learning_rate
        options["warmup"] = settings.warmup
        options["patience"] = settings.patience
        options["average"] = settings.average_checkpoints
        options["dtype"] = "bf16" if settings.bfloat16 else "fp32"
        return options


def check_over_zero(option: str, value: float | None) -> None:
    """Raise `UsageError` for a value that is no number over 0; None was not given."""
    if value is not None and not (value > 0 and math.isfinite(value)):
        raise UsageError(f"--{option} must be a number over 0")
