"""`privtool mix-train`: its options, and the training of the model."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from privtool.core.errors import UsageError, option
from privtool.core.options import Default, Opt
from privtool.core.pipeline import StreamOptions
from privtool.core.reporting import say
from privtool.workflows.config.lm import LmOptions, LmStart, MarkerLoss, TestSets
from privtool.workflows.config.training import (
    LM_RATE,
    AverageCheckpoints,
    LmBatchTokens,
    ResultsFormat,
    TrainConfig,
    Trained,
    TrainOptions,
    check_positive,
)
from privtool.workflows.datasets.named_files import held_out_files, mix_corpora

if TYPE_CHECKING:
    from privtool.models.mixture.methods import MixtureSettings

_NEED_A_TARGET = ("adaptive", "ngram-opt")
_METHODS_OF = {
    "unit": _NEED_A_TARGET,
    "finetune_steps": ("adaptive",),
    "finetune_rate": ("adaptive",),
}
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


def parse_weights(text: str) -> dict[str, float]:
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


@dataclass(frozen=True, kw_only=True)
class MixTrainConfig(TrainConfig):
    """Train a language model on several corpora for one target domain.

    Reads a manifest, {"corpus": NAME, "path": FILE} per line, with paths relative to its folder,
    and writes a model folder like lm-train. Samples records from the corpora by weight. Weights are
    fixed (uniform, proportional, static) or optimized on --valid: ngram-opt (of n-gram models) or
    adaptive (Ma 2022: before each epoch, copies of the model are fine-tuned on each corpus and
    mixed). Prints one JSON line; curve.jsonl in the folder has one per epoch.

    \b
    Examples, in data/sample:
      privtool mask raw.jsonl > s
      privtool mix-train --out-dir m --size tiny --corpus a=raw.jsonl --corpus b=s --method uniform
      privtool mix-train --out-dir n --size tiny --corpus b=s --valid <(head raw.jsonl) --epochs 2
      echo '{"corpus":"b","path":"s"}' | privtool mix-train --out-dir o --size tiny --method uniform
    """

    lm: LmOptions = LmOptions()
    training: MixTrainOptions = MixTrainOptions()
    corpus: Annotated[
        tuple[str, ...],
        Opt("A corpus, in addition to a manifest (also -) or instead of one.", "NAME=PATH"),
    ] = ()
    valid: Annotated[
        Path | None, Opt("Clean text of the target domain, which the weights are optimized for.")
    ] = None
    test: TestSets = ()
    method: Annotated[
        Literal["uniform", "proportional", "static", "ngram-opt", "adaptive"],
        Opt("How to weight the corpora."),
    ] = "adaptive"
    weights: Annotated[str | None, Opt("The weights of --method static.", "NAME=W,...")] = None
    unit: Annotated[
        Literal["record", "token"] | None,
        Opt("Unit of mixing.", default=UNIT),
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
    marker_loss: MarkerLoss = "special"
    batch_tokens: LmBatchTokens = None
    average_checkpoints: AverageCheckpoints = 1
    input_format: Annotated[
        Literal["jsonl", "text"], Opt("Format of the corpora; a manifest is always jsonl.")
    ] = "jsonl"
    output_format: ResultsFormat = "json"

    def check(self, stream: StreamOptions) -> None:  # noqa: ARG002
        self.check_output()
        method = option("method")
        if self.method in _NEED_A_TARGET and self.valid is None:
            raise UsageError(f"{method} {self.method} needs {option('valid')} FILE for the weights")
        if (self.method == "static") != (self.weights is not None):
            raise UsageError(f"{method} static and {option('weights')} need each other")
        if self.weights is not None:
            parse_weights(self.weights)
        for name, methods in _METHODS_OF.items():
            if getattr(self, name) is not None and self.method not in methods:
                raise UsageError(f"{option(name)} needs {method} {' or '.join(methods)}")
        check_positive("finetune_rate", self.finetune_rate)
        self.training.check(self.valid)
        self.lm.check()

    def reads_stdin(self, stream: StreamOptions) -> bool:
        """Return whether the manifest is read from standard input."""
        return super().reads_stdin(stream) and (stream.inputs_named or not self.corpus)

    def train(self, stream: StreamOptions) -> Trained:
        from privtool.models.lm.trainer import LmRun
        from privtool.models.mixture.trainer import train_mixture
        from privtool.workflows.datasets.sentences import read_lm_texts

        stream = replace(stream, input_format=self.input_format)
        run_dir = self.run_dir()
        corpora = mix_corpora(stream, self.corpus)
        clean = held_out_files(self.valid, self.test, list(map(str, corpora.values())))
        read = [*corpora.values(), *clean.values(), *self.lm.files]
        self.check_files(stream, read)
        rate, processes = LM_RATE.of(self.lm.init is not None), run_dir.processes()
        settings = self.training.settings(rate, stream, processes, self.average_checkpoints)
        mixing = self._mixing(list(corpora))
        start = LmStart.load(self.lm)
        inputs = {name: stream.of_files(path) for name, path in corpora.items()}
        texts, tokens, rejected = read_lm_texts(inputs, self.valid, clean, start, stream)
        model = start.model(tokens, self.training.seed)
        card = start.card(
            "mix-train",
            self.training,
            settings,
            tokens,
            model,
            marker_loss=self.marker_loss,
            batch_tokens=self.batch_tokens,
        )
        model = model.train().to(settings.device)
        run = LmRun(run_dir, model, tokens, texts, settings, card, partial(say, stream))
        results = train_mixture(run, mixing)
        if not results:  # only the first of several processes has them
            return Trained(results)
        shown = [f"{len(results['corpora']):,} corpora", f"{results['steps']:,} steps"]
        if results["extra_iterations"]:
            share = f"{100 * results['extra_share']:.0f} %"
            shown.append(f"{results['extra_iterations']:,} extra ({share})")
        records = sum(corpus["records"] for corpus in results["corpora"])
        return Trained(results, records, rejected, shown)

    def _mixing(self, names: list[str]) -> MixtureSettings:
        """Return how to mix corpora of these names. Raises `UsageError` for weights of others."""
        import numpy as np

        from privtool.models.mixture.methods import MixtureSettings

        weights = None
        if self.weights is not None:
            given = parse_weights(self.weights)
            for name in names:
                if name not in given:
                    raise UsageError(f"{option('weights')}: no weight for the corpus '{name}'")
            for name in given:
                if name not in names:
                    raise UsageError(f"{option('weights')}: there is no corpus '{name}'")
            weights = np.array([given[name] for name in names])
        return MixtureSettings(
            self.method,
            self.batch_tokens,
            self.epoch_tokens,
            self.unit,
            self.finetune_steps,
            self.finetune_rate,
            self.marker_loss == "ignore",
            weights,
        )
