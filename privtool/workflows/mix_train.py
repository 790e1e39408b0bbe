"""From the options of `privtool mix-train` to a trained model."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from privtool import __version__
from privtool.core.errors import PrivtoolError, UsageError, reason_of
from privtool.core.pipeline import StreamOptions
from privtool.core.reporting import print_end
from privtool.core.writing import writing
from privtool.workflows.config.lm import LmChoices
from privtool.workflows.config.training import NewModel, TrainChoices, check_over_zero
from privtool.workflows.datasets.corpora import (
    NamedCorpus,
    file_identity,
    given_weights,
    mix_corpora,
    read_corpora,
    weights_in_order,
)
from privtool.workflows.datasets.held_out import clean_sets, read_clean_sets
from privtool.workflows.mix_plot import FORMATS, load_runs, plot_runs

if TYPE_CHECKING:
    from privtool.models.mixture.trainer import MixtureSettings
    from privtool.models.training.run_dir import RunDir
    from privtool.models.training.settings import TrainSettings

_NEED_A_TARGET = ("adaptive", "ngram-opt")
_ORDER = 3


class MixTrainPlan(NamedTuple):
    """The options of `privtool mix-train`; None stands for what was not given."""

    folder: NewModel
    corpora: tuple[str, ...]
    valid: Path | None
    tests: tuple[str, ...]
    method: str
    weights: str | None
    unit: str | None
    ngram_order: int | None
    finetune_steps: int | None
    finetune_rate: float | None
    epoch_tokens: int | None
    marker_loss: str
    lm: LmChoices
    training: TrainChoices
    batch_tokens: int
    average: int
    log: Path | None
    plot: Path | None

    def check(self) -> None:
        """Raise `UsageError` for options that contradict each other or name what is not there."""
        self.folder.check("mix-train")
        if self.method in _NEED_A_TARGET and self.valid is None:
            raise UsageError(f"--method {self.method} chooses the weights by --valid FILE: give it")
        if (self.method == "static") != (self.weights is not None):
            raise UsageError("--method static and --weights belong together")
        if self.weights is not None:
            given_weights(self.weights)
        if self.plot is not None and self.plot.suffix[1:] not in FORMATS:
            raise UsageError(f"--plot: the name must end in one of .{', .'.join(FORMATS)}")
        own = {
            "--unit": (self.unit, _NEED_A_TARGET),
            "--ngram-order": (self.ngram_order, ("ngram-opt",)),
            "--finetune-steps": (self.finetune_steps, ("adaptive",)),
            "--finetune-rate": (self.finetune_rate, ("adaptive",)),
        }
        for option, (value, methods) in own.items():
            if value is not None and self.method not in methods:
                raise UsageError(f"{option} belongs to --method {' or '.join(methods)}")
        check_over_zero("finetune-rate", self.finetune_rate)
        self.training.check(self.valid)
        self.lm.check()

    def run(self, stream: StreamOptions) -> None:
        """Read, train, measure, save and print the results."""
        started = time.perf_counter()
        run_dir = self.folder.run_dir()
        corpora = mix_corpora(stream, self.corpora)
        clean = clean_sets(self.valid, self.tests, [str(corpus.path) for corpus in corpora])
        given_files = [*(corpus.path for corpus in corpora), *clean.values(), *self.lm.files]
        self.folder.check_files(stream, given_files, log=self.log, plot=self.plot)
        self._mixing([corpus.name for corpus in corpora])
        self._log()
        with self._drawing() as draw:
            with writing(stream.output) as write:
                result, rejected = self._made(stream, run_dir, corpora, clean)
                write(json.dumps(result).encode() + b"\n")
            draw()
        shown = [f"{len(result['corpora']):,} corpora", f"{result['steps']:,} steps"]
        if result["extra_iterations"]:
            share = f"{100 * result['extra_share']:.0f} %"
            shown.append(f"{result['extra_iterations']:,} extra ({share})")
        print_end(stream, shown, rejected, time.perf_counter() - started)

    def _made(
        self,
        stream: StreamOptions,
        run_dir: RunDir,
        corpora: list[NamedCorpus],
        clean: Mapping[str, Path],
    ) -> tuple[dict[str, Any], int]:
        """The results of reading, training, measuring and saving; how many lines were set aside."""
        from privtool.models.mixture.trainer import (
            MixtureData,
            check_data,
            check_steps,
            train_mixture,
        )
        from privtool.models.runtime.weights import fingerprint

        settings = self.training.settings(self.lm.learning_rate, stream, self.average)
        given = self.lm.given()
        with run_dir.opened(self._run_of(corpora, settings)):
            read = read_corpora(run_dir.path / "corpora", corpora, self.lm, given, stream)
            sets = read_clean_sets(clean, read.tokens, stream, self.lm.splitting(given))
            valid = sets.pop("valid", None) if self.valid else None
            texts = MixtureData(read.sources, valid, sets)
            check_data(texts, read.tokens)
            # A run that is gone on with keeps the corpora in the order that it began with.
            mixing = self._mixing([source.name for source in read.sources])
            check_steps(texts, mixing, settings)
            run_dir.check_same("valid", "" if valid is None else valid.digest())
            model = given.model if given else self.lm.new_model(read.tokens, self.training.seed)
        card = {
            "model": "privtool mix-train",
            "version": __version__,
            "options": {
                "marker_loss": self.marker_loss,
                "batch_tokens": self.batch_tokens,
                **self.lm.card(read.tokens, model, given),
                **self.training.card(settings),
            },
            "init": None if given is None else fingerprint(given.model),
        }
        result = train_mixture(
            run_dir, model.train().to(settings.device), read.tokens, texts, settings, mixing, card,
            self._log,
        )  # fmt: skip
        return result, read.rejected

    def _mixing(self, names: list[str]) -> MixtureSettings:
        """How to mix corpora of these names. Raises `UsageError` for weights of others."""
        import numpy as np

        from privtool.models.mixture.trainer import MixtureSettings

        weights = None
        if self.weights is not None:
            weights = np.array(weights_in_order(given_weights(self.weights), names))
        return MixtureSettings(
            self.method, self.batch_tokens, self.epoch_tokens, self.unit,
            self.ngram_order or _ORDER, self.finetune_steps, self.finetune_rate,
            self.marker_loss == "ignore", weights,
        )  # fmt: skip

    def _run_of(self, corpora: list[NamedCorpus], settings: TrainSettings) -> dict[str, Any]:
        """What must be the same when a run is gone on with; no names of files."""
        left_out = {"folder", "corpora", "valid", "tests", "lm", "training", "log", "plot"}
        own = {k: v for k, v in self._asdict().items() if k not in left_out}
        lm = self.lm._replace(init=None, vocab=None, tokens=None)
        return {
            "options": {**own, **lm._asdict(), **self.training.card(settings)},
            "corpora": {corpus.name: file_identity(corpus.path) for corpus in corpora},
            "valid": file_identity(self.valid),
            "model": [file_identity(path) for path in self.lm.files],
        }

    def _log(self, line: Mapping[str, Any] | None = None) -> None:
        """Add a line to the log; without one only see that it can be written."""
        if self.log is None:
            return
        try:
            with self.log.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n" if line else "")
        except OSError as error:
            raise PrivtoolError(f"{self.log}: cannot be written ({reason_of(error)})") from None

    @contextmanager
    def _drawing(self) -> Iterator[Callable[[], None]]:
        """What draws all runs of the folder that the model is in; its file can be written."""
        if self.plot is None:
            yield lambda: None
            return
        kind = self.plot.suffix[1:]
        with writing(str(self.plot)) as write:
            yield lambda: write(plot_runs(load_runs(self.folder.out.resolve().parent), kind))
