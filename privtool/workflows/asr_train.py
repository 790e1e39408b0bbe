"""`privtool asr-train`: its options, and the training of the recognizer."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from privtool.audio.io.roots import audio_root
from privtool.core.blocks import Counts, first_error
from privtool.core.errors import DataError, option
from privtool.core.options import ASR_BATCH_SECONDS, Default, Opt
from privtool.core.pipeline import Rejects, StreamOptions
from privtool.core.reporting import CONVERTED, nonzero, say
from privtool.core.resources import usable_cpus
from privtool.workflows.config.asr import RATE, AsrOptions, AsrStart
from privtool.workflows.config.audio import AudioRootOption
from privtool.workflows.config.training import (
    AverageCheckpoints,
    ResultsFormat,
    TrainConfig,
    Trained,
    TrainOptions,
    check_positive,
)
from privtool.workflows.datasets.named_files import held_out_files

if TYPE_CHECKING:
    from privtool.models.asr.tokenizer import AsrTokens
    from privtool.models.asr.training.index import Examples, TurnStore
    from privtool.models.asr.training.trainer import AsrTrainResult
    from privtool.models.training.settings import TrainSettings


def check_turns(store: TurnStore, counts: Counts) -> None:
    """Raise `DataError` for turns that cannot be trained on."""
    if not counts["records"]:
        raise DataError("there are no records to train on")
    if not len(store):
        raise DataError("no record has a usable word")
    # A target has no angle bracket but in the tag of a role.
    if store.roles and max(store.role) < 0 and not any("<" in text for text in store.texts()):
        names = ", ".join(store.roles)
        raise DataError(f"no record has one of the roles {names} as its 'speaker' or in its text")


def summary_of(result: AsrTrainResult, counts: Counts) -> list[str]:
    card = result.card
    return [
        f"{card['train']['seconds'] / 3600:.2f} h",
        *nonzero(counts, {"dropped": "dropped", "empty": "empty", **CONVERTED}),
        f"{card['steps']:,} steps",
        f"{result.frames_per_second:,.0f} frames/s",
        f"{100 * result.waiting:.0f} % of it waiting for audio",
    ]


_MOST_WORKERS = 8
_BETA2 = 0.98  # Gulati 2020, section 3.2
_EPSILON = 1e-8
_MAX_NORM = 5.0  # of gradients
_LEAST_WARMUP = 2000  # steps: with a shorter warm-up, a new encoder keeps emitting blanks
_WARMUP = Default(0.1, f"without --init, at least {_LEAST_WARMUP} steps or half of all")


@dataclass(frozen=True, kw_only=True)
class AsrTrainOptions(TrainOptions):
    """Training options with the defaults of recognizers."""

    epochs: Annotated[int, Opt("Passes over the audio.", min=1)] = 80
    learning_rate: Annotated[float | None, Opt("Peak learning rate.", default=RATE)] = None
    warmup: Annotated[
        float | None,
        Opt("Warm-up fraction of training steps.", min=0, max=1, default=_WARMUP),
    ] = None
    patience: Annotated[
        int | None,
        Opt("Stop after N evaluations without improvement on --valid.", min=1, default="never"),
    ] = None


@dataclass(frozen=True, kw_only=True)
class AsrTrainConfig(TrainConfig):
    """Train a speech recognizer on records with audio.

    Reads records, each a turn with audio_filepath and text, and writes a model folder. Prints one
    JSON line with losses, word error rates, counts and options. Gaps that redact left in a text are
    not part of the targets; turns with drop_turn are excluded. Checkpoints are kept in DIR.part
    until training is done.

    \b
    Examples, in data/sample:
      privtool asr-train --out-dir a --preset conformer-tiny --epochs 2 speech/manifest.jsonl
      privtool asr-train --out-dir e --preset emformer-tiny --epochs 1 speech/manifest.jsonl
    """

    asr: AsrOptions = AsrOptions()
    training: AsrTrainOptions = AsrTrainOptions()
    valid: Annotated[Path | None, Opt("Validation records to select weights by.")] = None
    audio_root: AudioRootOption = None
    batch_seconds: Annotated[
        float | None,
        Opt("Seconds of audio per batch.", min=1, default=ASR_BATCH_SECONDS),
    ] = None
    workers: Annotated[
        int | None,
        Opt(
            "Number of audio loader processes.",
            min=0,
            default=f"half of the cores, up to {_MOST_WORKERS}",
        ),
    ] = None
    average_checkpoints: AverageCheckpoints = 1
    output_format: ResultsFormat = "json"

    def check(self, stream: StreamOptions) -> None:
        self.check_output()
        self.training.check(self.valid)
        self.asr.check()
        check_positive("batch_seconds", self.batch_seconds)
        held_out_files(self.valid, (), stream.inputs)
        self.check_files(stream, [self.valid])
        audio_root(stream.inputs, self.audio_root)

    def train(self, stream: StreamOptions) -> Trained:
        from privtool.models.asr.training.trainer import AsrRecipe, SpeechData, train_asr

        notify = partial(say, stream)
        run_dir = self.run_dir()
        start = AsrStart.load(self.asr)
        settings = self._settings(stream, run_dir.processes())
        shape, ctc_weight = start.shape, start.ctc_weight
        with Rejects(stream) as rejects:
            store, counts = self._read(stream, start.roles, rejects)
            check_turns(store, counts)
            seed = settings.seed
            tokens = start.tokens(store, seed, notify)
            train = self._examples(store, tokens, rejects)
            counts["rejected"] = rejects.count
        if dense := train.too_dense_for_ctc:
            source, line = train.location(dense[0])
            left_out = ", which CTC leaves out" if ctc_weight else ""
            notify(
                f"{len(dense):,} records have fewer frames than tokens, or none between two equal "
                f"tokens{left_out} (the first is {source}:{line}): check that the texts match the "
                f"audio; more {option('tokens')} make texts shorter"
            )
        valid = self._valid(stream, tokens)
        result = train_asr(
            run_dir,
            start.model(tokens, seed),
            tokens,
            shape,
            SpeechData(train, valid),
            settings,
            AsrRecipe(self.batch_seconds, ctc_weight),
            start.card(
                counts,
                batch_seconds=self.batch_seconds,
                **self.training.card(settings),
                least_warmup=settings.min_warmup_steps,
            ),
            notify,
        )
        if not result.card:  # only the first of several processes has it
            return Trained(result.card)
        shown = summary_of(result, counts)
        return Trained(result.card, counts["records"], counts["rejected"], shown)

    def _settings(self, stream: StreamOptions, processes: int) -> TrainSettings:
        rate = RATE.of(self.asr.init is not None)
        settings = self.training.settings(rate, stream, processes, self.average_checkpoints)
        workers = self.workers
        if workers is None:
            workers = min(_MOST_WORKERS, max(1, usable_cpus() // 2))
        settings = settings._replace(
            workers=workers, beta2=_BETA2, epsilon=_EPSILON, max_grad_norm=_MAX_NORM
        )
        if self.training.warmup is not None:
            return settings
        least = _LEAST_WARMUP if self.asr.init is None else 0
        return settings._replace(warmup=_WARMUP.of(), min_warmup_steps=least)

    def _read(
        self, stream: StreamOptions, roles: tuple[str, ...], rejects: Rejects
    ) -> tuple[TurnStore, Counts]:
        from privtool.workflows.datasets.turns import read_turns

        root = audio_root(stream.inputs, self.audio_root)
        return read_turns(stream, root, self.asr.init, self.asr.has_punctuation, roles, rejects)

    def _examples(self, store: TurnStore, tokens: AsrTokens, rejects: Rejects) -> Examples:
        """Return the training examples. Unusable ones are rejects."""
        from privtool.models.asr.training.index import make_examples

        longest = self.batch_seconds or ASR_BATCH_SECONDS.most
        examples, bad = make_examples(store, tokens, longest)
        store.drop_texts()
        rejects.add(bad)
        if not len(examples):
            raise DataError("no record is left to train on")
        return examples

    def _valid(self, stream: StreamOptions, tokens: AsrTokens) -> Examples | None:
        """Return the validation set, with clips of any length; a bad line in it is an error."""
        from privtool.models.asr.training.index import make_examples

        if self.valid is None:
            return None
        options = stream.of_clean_file(self.valid)
        with Rejects(options) as rejects:
            store, _ = self._read(options, tokens.roles, rejects)
        if not len(store):
            raise DataError("the set 'valid' has no record with a usable word")
        examples, bad = make_examples(store, tokens)
        if bad:
            raise first_error(bad)
        return examples
