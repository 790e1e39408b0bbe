"""From the options of `privtool asr-train` to a trained recognizer."""

from __future__ import annotations

import json
import math
import os
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from privtool import __version__
from privtool.audio.io.clips import conversion_summary
from privtool.audio.io.roots import audio_root
from privtool.core.blocks import Counts, first_error
from privtool.core.errors import DataError, UsageError
from privtool.core.pipeline import Rejects, StreamOptions, for_this_rank
from privtool.core.reporting import print_end, say
from privtool.core.writing import writing
from privtool.workflows.config.asr import AsrChoices
from privtool.workflows.config.training import NewModel, TrainChoices, check_over_zero
from privtool.workflows.datasets.held_out import clean_sets
from privtool.workflows.datasets.turns import TurnReading, read_turns

if TYPE_CHECKING:
    from collections.abc import Callable

    from privtool.models.asr.checkpoint import LoadedAsr
    from privtool.models.asr.tokenizer import AsrTokens
    from privtool.models.asr.training.index import Examples
    from privtool.models.asr.training.turn_store import TurnStore
    from privtool.models.asr.transducer.presets import TransducerShape
    from privtool.models.training.settings import TrainSettings

_MOST_WORKERS = 8
_BETA2 = 0.98  # Gulati 2020, section 3.2
_EPSILON = 1e-8
_WARMUP = 0.1
_LEAST_WARMUP = 2000  # steps: an encoder that knows nothing stays at blanks if the rate rises fast


class AsrTrainPlan(NamedTuple):
    """The options of `privtool asr-train`; None stands for what was not given."""

    folder: NewModel
    asr: AsrChoices
    training: TrainChoices
    average: int
    valid: Path | None
    audio_root: Path | None
    join: float | None
    join_field: str | None
    batch_seconds: float | None
    spec_augment: bool
    workers: int | None

    def check(self, stream: StreamOptions) -> None:
        """Raise `UsageError` for options that contradict each other or name what is not there."""
        self.folder.check()
        self.training.check(self.valid)
        self.asr.check()
        check_over_zero("batch-seconds", self.batch_seconds)
        check_over_zero("join", self.join)
        if self.join is not None and self.join > self._longest:
            raise UsageError("--join is longer than --batch-seconds allows")
        clean_sets(self.valid, (), stream.inputs)
        self.folder.check_files(stream, [self.valid])
        if self.join_field is not None and self.join is None:
            raise UsageError("--join-field needs --join")
        audio_root(stream.inputs, self.audio_root)

    def run(self, stream: StreamOptions) -> None:
        """Read, train, measure, save and print the results."""
        from privtool.models.asr.training.trainer import AsrRecipe, SpeechData, train_asr

        started = time.perf_counter()
        stream = for_this_rank(stream)
        tell = partial(say, stream)
        run_dir = self.folder.run_dir()
        settings = self.training.settings(self.asr.learning_rate, stream, self.average)
        given = self.asr.given()
        settings = settings._replace(workers=self._workers(), beta2=_BETA2, epsilon=_EPSILON)
        if self.training.warmup is None:
            least = _LEAST_WARMUP if given is None else 0
            settings = settings._replace(warmup=_WARMUP, min_warmup_steps=least)
        shape = self.asr.shape(given)
        roles = given.tokens.roles if given else self.asr.role_names
        with Rejects(stream) as set_aside:
            store, counts = self._read(stream, roles, shape, set_aside)
            _check_turns(store, counts)
            tokens = given.tokens if given else self.asr.new_tokens(store, settings.seed, tell)
            train = self._examples(store, tokens, shape, set_aside)
            counts["rejected"] = set_aside.count
        _tell_of_crowds(train, self.asr.weight_of_ctc(given), tell)
        valid = self._valid(stream, tokens, shape)
        model = given.model if given else self.asr.new_model(shape, tokens, settings.seed)
        recipe = AsrRecipe(self.batch_seconds, self.spec_augment, self.asr.weight_of_ctc(given))
        card = self._card(given, settings, counts)
        with writing(stream.output) as write:
            speech = SpeechData(train, valid)
            made = train_asr(run_dir, model, tokens, shape, speech, settings, recipe, card, tell)
            write(json.dumps(made.card).encode() + b"\n")
        if not made.card:  # of several processes the first one has it
            return
        train = made.card["train"]
        shown = [f"{counts['records']:,} records", f"{train['seconds'] / 3600:.2f} h"]
        shown += [f"{counts[name]:,} {name}" for name in ("dropped", "empty") if counts[name]]
        shown += [*conversion_summary(counts), f"{made.card['steps']:,} steps"]
        shown.append(f"{made.frames_per_second:,.0f} frames/s")
        shown.append(f"{100 * made.waiting:.0f} % of it waiting for audio")
        print_end(stream, shown, counts["rejected"], time.perf_counter() - started)

    def _read(
        self,
        stream: StreamOptions,
        roles: tuple[str, ...],
        shape: TransducerShape,
        set_aside: Rejects,
    ) -> tuple[TurnStore, Counts]:
        """The turns of some inputs, and what was counted."""
        from privtool.models.asr.training.turn_store import TurnStore

        store = TurnStore(roles)
        root = audio_root(stream.inputs, self.audio_root)
        punctuation, rate = self.asr.has_punctuation, shape.features.rate
        reading = TurnReading(root, self.asr.init, punctuation, rate, self.join_field, roles)
        return store, read_turns(stream, reading, store, set_aside)

    def _examples(
        self, store: TurnStore, tokens: AsrTokens, shape: TransducerShape, set_aside: Rejects
    ) -> Examples:
        """What is trained on; what cannot be is set aside or ends the command."""
        from privtool.models.asr.training.index import ExampleLimits, make_examples

        limits = ExampleLimits(shape.features, shape.hop, self._longest)
        found, bad = make_examples(store, tokens, self.join, limits)
        store.drop_texts()
        set_aside.add(bad)
        if not len(found):
            raise DataError("no record is left to train on")
        return found

    def _valid(
        self, stream: StreamOptions, tokens: AsrTokens, shape: TransducerShape
    ) -> Examples | None:
        """The validation set; a bad line in it is never set aside.

        A clip may be as long as it likes, but not so short that nothing can be heard in it.
        """
        from privtool.models.asr.training.index import ExampleLimits, make_examples

        if self.valid is None:
            return None
        options = stream._replace(
            inputs=(str(self.valid),), rejects=None, rejects_raw=False, quiet=True
        )
        with Rejects(options) as set_aside:
            store, _ = self._read(options, tokens.roles, shape, set_aside)
        if not len(store):
            raise DataError("the set 'valid' holds no record with a word that may be used")
        limits = ExampleLimits(shape.features, shape.hop, math.inf, math.inf)
        found, bad = make_examples(store, tokens, self.join, limits)
        if bad:
            raise first_error(bad)
        return found

    @property
    def _longest(self) -> float:
        """The most seconds of an example."""
        from privtool.models.asr.training.dataset import LONGEST_BATCH

        return self.batch_seconds or LONGEST_BATCH

    def _workers(self) -> int:
        """The processes that read audio: half of the cores, unless a number is given."""
        if self.workers is not None:
            return self.workers
        return min(_MOST_WORKERS, max(1, (os.cpu_count() or 1) // 2))

    def _card(
        self, given: LoadedAsr | None, settings: TrainSettings, counts: Counts
    ) -> dict[str, Any]:
        """The options as they were used; names of files are left out, as they may tell names."""
        from privtool.models.runtime.weights import fingerprint

        return {
            "model": "privtool asr-train",
            "version": __version__,
            "options": {
                **self.asr.card(given),
                "join": self.join,
                "join_field": self.join_field,
                "batch_seconds": self.batch_seconds,
                "spec_augment": self.spec_augment,
                **self.training.card(settings),
                "least_warmup": settings.min_warmup_steps,
            },
            "init": None if given is None else fingerprint(given.model),
            "records": {name: counts[name] for name in ("records", "dropped", "empty", "blanks")},
        }


def _check_turns(store: TurnStore, counts: Counts) -> None:
    """Raise `DataError` for turns that cannot be trained on."""
    if not counts["records"]:
        raise DataError("there is no record to train on")
    if not len(store):
        raise DataError("no record holds a word that may be used")
    # A target has no angle bracket but in the tag of a role.
    if store.roles and max(store.role) < 0 and not any("<" in text for text in store.texts()):
        names = ", ".join(store.roles)
        raise DataError(f"no record has one of the roles {names} as its 'speaker' or in its text")


def _tell_of_crowds(examples: Examples, ctc_weight: float, say: Callable[[str], None]) -> None:
    if count := examples.too_dense_for_ctc:
        source, line = examples.first_too_dense
        left_out = ", which CTC leaves out" if ctc_weight else ""
        say(
            f"{count:,} records have fewer frames than tokens, or none between two "
            f"that are alike{left_out} (the first is {source}:{line}): do their texts belong to "
            "the audio? More --tokens make fewer of them"
        )
