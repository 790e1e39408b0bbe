"""The options that trainers share, and their life cycle: check, train, write the results."""

from __future__ import annotations

import json
import math
import os
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from privtool.core.device import Runtime, choose_device, rank, ranks
from privtool.core.errors import UsageError, option
from privtool.core.options import LM_BATCH_TOKENS, Default, Only, Opt, values_of
from privtool.core.own_files import CARD
from privtool.core.pipeline import StreamOptions, check_outside, written_by
from privtool.core.reporting import counts_of, print_end, summarizing
from privtool.core.writing import check_new_folder, writing
from privtool.workflows.config.fields import Seed, check_files

if TYPE_CHECKING:
    from privtool.models.training.run_dir import RunDir
    from privtool.models.training.settings import TrainSettings

LM_RATE = Default(5e-4, "with --init", 1e-4)
PATIENCE = Default(3)  # with --valid
_EPOCHS, _WARMUP = 10, Default(0.05)
_WEIGHTS = "model.safetensors"
# With the usual 1e-8, Adam would drive the probability of words that a text lacks to zero: it moves
# their rows as far as any others, and only down.
_EPSILON = 1e-5

ResultsFormat = Annotated[Literal["json"], Opt("Format of the output.", hidden=True)]
AverageCheckpoints = Annotated[
    int, Opt("Average the weights of the last N checkpoints, fewer after an early stop.", min=1)
]
LmBatchTokens = Annotated[
    int | None,
    Opt("Tokens per batch.", min=1, default=LM_BATCH_TOKENS),
]


@dataclass(frozen=True, kw_only=True)
class TrainOptions:
    """How to train; None stands for a default that depends on other options."""

    epochs: Annotated[int | None, Opt("Passes over the training text.", min=1)] = _EPOCHS
    learning_rate: Annotated[float | None, Opt("Peak learning rate.", default=LM_RATE)] = None
    warmup: Annotated[
        float | None,
        Opt("Warm-up fraction of training steps.", min=0, max=1, default=_WARMUP),
    ] = None
    gradient_accumulation_steps: Annotated[int, Opt("Batches per training step.", min=1)] = 1
    patience: Annotated[
        int | None,
        Opt("Stop after N evaluations without improvement on --valid.", min=1, default=PATIENCE),
    ] = None
    eval_every: Annotated[
        int | None,
        Opt("Steps between checkpoints and evaluations.", min=1, default="one epoch"),
    ] = None
    seed: Seed = 1
    runtime: Annotated[Runtime, Only("device", "dtype")] = Runtime()

    def check(self, valid: Path | None) -> None:
        """Raise `UsageError` for impossible values; `valid` is the file of `--valid`."""
        self.runtime.check()
        check_positive("learning_rate", self.learning_rate)
        if self.patience is not None and valid is None:
            raise UsageError(f"{option('patience')} needs {option('valid')}")

    def settings(
        self,
        rate: float,
        stream: StreamOptions,
        processes: int,
        average: int = 1,
        patience: int | None = None,
    ) -> TrainSettings:
        """Return the settings of the trainer; `rate` and `patience` are the defaults.

        `processes` is the number that the run began with. Raises `UsageError` for more checkpoints
        than there will be, or processes that cannot share a step, and `UnavailableError` for a
        device that is not here.
        """
        from privtool.models.runtime.numerics import trains_in_bfloat16
        from privtool.models.training.settings import TrainSettings

        epochs = self.epochs or _EPOCHS
        if self.eval_every is None and average > epochs:
            raise UsageError(
                f"{option('average_checkpoints')} {average}: there is one checkpoint per epoch"
            )
        device, dtype = choose_device(self.runtime.device), self.runtime.dtype
        native = trains_in_bfloat16(device)
        shows = not stream.quiet and sys.stderr.isatty()
        step = processes * self.gradient_accumulation_steps  # a resumed run keeps its steps
        if step % ranks():
            raise UsageError(
                f"{ranks()} processes cannot share the {step} batches of a step of this run: "
                f"{option('resume')} it with {processes} processes, or another divisor of {step}"
            )
        return TrainSettings(
            epochs=epochs,
            learning_rate=self.learning_rate or rate,
            warmup=_WARMUP.of() if self.warmup is None else self.warmup,
            gradient_accumulation_steps=step // ranks(),
            patience=self.patience or patience,
            eval_every=self.eval_every,
            average_checkpoints=average,
            seed=self.seed,
            device=device,
            epsilon=_EPSILON,
            bfloat16=dtype == "bf16" or (dtype == "auto" and native),
            progress=stream.command if shows else None,
        )

    def card(self, settings: TrainSettings) -> dict[str, Any]:
        """Return the options as used."""
        options = {k: v for k, v in values_of(self).items() if k != "device"}
        for name in ("epochs", "learning_rate", "warmup", "patience", "average_checkpoints"):
            options[name] = getattr(settings, name)
        options["dtype"] = "bf16" if settings.bfloat16 else "fp32"
        return options


def check_positive(name: str, value: float | None) -> None:
    """Raise `UsageError` for a value of an option that is not a number over 0, or None."""
    if value is not None and not (value > 0 and math.isfinite(value)):
        raise UsageError(f"{option(name)} must be a number above 0")


class Trained(NamedTuple):
    """The results of a training, its records and rejected lines, and more parts of the last line.

    Only the first of several processes has results.
    """

    results: dict[str, Any]
    records: int = 0
    rejected: int = 0
    shown: Sequence[str] = ()


@dataclass(frozen=True, kw_only=True)
class TrainConfig(ABC):
    """The base of a trainer's options: the folder of a model, and what becomes of an older one."""

    out_dir: Annotated[Path, Opt("Model folder to write.", "DIR")]
    resume: Annotated[bool, Opt("Continue an interrupted run.")] = False
    force: Annotated[bool, Opt("Replace a model that exists already.")] = False

    @abstractmethod
    def check(self, stream: StreamOptions) -> None:
        """Raise `UsageError` for options that contradict each other or name what does not exist."""

    @abstractmethod
    def train(self, stream: StreamOptions) -> Trained:
        """Read the records, train, evaluate and save; write nothing to standard output."""

    def check_output(self) -> None:
        """Raise `UsageError` for a folder that exists, and for options that exclude each other."""
        if self.resume and os.path.isdir(self.out_dir) and not self.force:
            raise UsageError(
                f"{self.out_dir} exists already: {option('resume')} {option('force')} continues "
                "and replaces it"
            )
        check_new_folder(self.out_dir, self.force, CARD)

    def check_files(self, stream: StreamOptions, read: Iterable[str | Path | None]) -> None:
        """Raise `UsageError` where an output would replace a file that is read.

        Also where an output is inside the folder of the model or of its run, or that folder would
        replace what is read.
        """
        paths, written = [*stream.inputs, *read], written_by(stream)
        check_files(stream, read)
        # A model may be the start of the one that replaces it: its weights are read before.
        own = (self.out_dir / _WEIGHTS).resolve()
        kept = [path for path in paths if path and Path(path).resolve() != own]
        for folder in (self.out_dir, self._run_dir.path):
            check_outside(written, folder)
            for path in kept:  # which a manifest may name: the path is not shown
                check_outside({"a file that is read": path}, folder)

    def run_dir(self) -> RunDir:
        """Return the folder of the run. Raises `UsageError` if an unfinished run is in the way."""
        run_dir = self._run_dir
        run_dir.check()
        return run_dir

    @property
    def _run_dir(self) -> RunDir:
        from privtool.models.training.run_dir import RunDir

        return RunDir(self.out_dir, self.force, self.resume)

    def run(self, stream: StreamOptions) -> None:
        """Train, write the results as one JSON line, and report them.

        The output is opened first: one that cannot be written fails before the training.
        """
        self.check(stream)
        started = time.perf_counter()
        stream = self._for_this_rank(stream)
        with summarizing(stream, self) as summarize:
            with writing(stream.output) as write:
                trained = self.train(stream)
                write(json.dumps(trained.results).encode() + b"\n")
            seconds = time.perf_counter() - started
            summarize(counts_of(seconds, trained.rejected, records=trained.records))
        if trained.results:
            parts = [f"{trained.records:,} records", *trained.shown]
            print_end(stream, parts, trained.rejected, seconds)

    def reads_stdin(self, stream: StreamOptions) -> bool:
        """Return whether the command reads standard input."""
        return "-" in stream.inputs

    def _for_this_rank(self, stream: StreamOptions) -> StreamOptions:
        """Return the options of this `torchrun` process; only the first one writes.

        Raise `UsageError` for streams that several processes cannot share.
        """
        if ranks() == 1:
            return stream
        if self.reads_stdin(stream):
            raise UsageError("several processes cannot share standard input: name the files")
        if stream.rejects is not None:
            raise UsageError(
                f"several processes cannot share {option('rejects')}: clean the text first"
            )
        if rank() == 0:
            return stream
        return replace(stream, output=os.devnull, summary=None, quiet=True)
