"""From the options of `privtool fill-train` to a tuned filler."""

from __future__ import annotations

import json
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from privtool import __version__
from privtool.core.device import parse_batch_size
from privtool.core.digest import short_digest
from privtool.core.errors import DataError, UsageError
from privtool.core.pipeline import StreamOptions
from privtool.core.reporting import print_end
from privtool.core.writing import writing
from privtool.stages.fill import FillSettings
from privtool.text.words import words
from privtool.workflows.config.filling import given_option
from privtool.workflows.config.training import PATIENCE, NewModel, TrainChoices
from privtool.workflows.datasets.filler_text import (
    Given,
    filled_texts,
    read_filler_text,
    segments_of,
)
from privtool.workflows.datasets.held_out import clean_sets
from privtool.workflows.fill import FillPlan

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from privtool.models.fillers.tuning.trainer import FillerCorpus, FillerTrainSettings

_RATE, _RATE_OF_ADAPTER = 1e-4, 3e-4
_HIDDEN = 0.15  # of the words, by default
_RANK = 16
_NOT_IN_CARD = {"folder", "filling", "training", "valid"}
_OF_FILLING = ("top", "min_count")
_FILLS = ("filled", "all")
_TO_FILL = (
    "topk", "sample", "temperature", "fallback", "list_file", "vocab", "rare", "batch_size"
)  # fmt: skip


class FillTrainPlan(NamedTuple):
    """The options of `privtool fill-train`; `filling` has those of the model and of filling."""

    folder: NewModel
    filling: FillPlan
    training: TrainChoices
    batch_tokens: int
    on: str
    rounds: int
    lora: bool
    rank: int | None
    valid: Path | None
    hide: str
    rate: float | None

    def check(self, stream: StreamOptions) -> None:
        """Raise `UsageError` for options that contradict each other or name what is not there."""
        self.filling.check()
        self.folder.check("fill-train")
        self.training.check(self.valid)
        if self.rate is not None and not 0 < self.rate < 1:
            raise UsageError("--rate must be over 0 and under 1")
        if self._hides_entities():
            if self.rate is not None:
                raise UsageError("--rate belongs to --hide words")
            if self.on in ("filled", "masked") or self.rounds > 1:
                raise UsageError("--hide entities learns from raw text: nothing is filled")
        if self.rounds > 1 and self.on not in _FILLS:
            raise UsageError(f"--rounds over 1 fills anew each time: not with --on {self.on}")
        if self.on not in _FILLS or self._hides_entities():
            names = _TO_FILL if self.on == "masked" else (*_TO_FILL, "no_merge")
            idle = given_option(self.filling.choices, *names)
            if idle is not None:
                raise UsageError(f"{idle} belongs to --on filled or all: nothing is filled here")
        if self.rank is not None and self.filling.choices.adapter is not None:
            raise UsageError("--adapter has a rank of its own: leave --rank away")
        clean_sets(self.valid, (), stream.inputs)
        given = self.filling.choices
        self.folder.check_files(stream, [self.valid, given.list_file, given.vocab, given.rare])

    def run(self, stream: StreamOptions) -> None:
        """Read, tune, measure, save and print the results."""
        ready = self._replace(filling=self.filling.prepared(progress=not stream.quiet))
        ready._run(stream)

    def _run(self, stream: StreamOptions) -> None:
        from privtool.models.catalog import name_to_show
        from privtool.models.fillers.tuning.load import AdapterOptions, load_for_tuning
        from privtool.models.fillers.tuning.trainer import train_filler

        started = time.perf_counter()
        run_dir = self.folder.run_dir()
        filling = self.filling.choices
        adapted = self._trains_adapter()
        settings = self._settings(adapted, stream)
        given = self._usable(self._read(stream, self.on in _FILLS))
        text = self._text(given, stream)
        adapter = AdapterOptions(adapted, self.rank or _RANK, filling.adapter)
        model = self.filling.model or filling.resolve()
        loaded = load_for_tuning(model, settings.training, adapter=adapter)
        card = {
            "model": "privtool fill-train",
            "version": __version__,
            "options": self._card_options(loaded.files.model, settings),
            "base_weights": loaded.base,
        }
        with writing(stream.output) as write:
            result = train_filler(
                run_dir, loaded, name_to_show(self.filling.choices.model), text, settings, card
            )
            write(json.dumps(result).encode() + b"\n")
        train = result["train"]
        shown = [f"{train['records']:,} records", f"{train['filled']:,} of them filled"]
        shown.append(f"{sum(one['steps'] for one in result['rounds']):,} steps")
        print_end(stream, shown, given.rejected, time.perf_counter() - started)

    def _hides_entities(self) -> bool:
        return self.hide == "entities"

    def _read(self, stream: StreamOptions, to_fill: bool) -> Given:
        return read_filler_text(stream, self.filling, to_fill, self._hides_entities())

    def _trains_adapter(self) -> bool:
        """Whether an adapter is trained: causal models are tuned in no other way."""
        from privtool.models.hub.causal import is_causal_folder

        model = self.filling.model or self.filling.choices.resolve()
        causal = is_causal_folder(model.path)
        if causal and self.on == "masked":
            raise UsageError("--on masked: causal models learn from whole texts alone")
        adapted = self.lora or causal
        if self.rank is not None and not adapted:
            raise UsageError("--rank belongs to --lora")
        return adapted

    def _usable(self, given: Given) -> Given:
        """What --on takes of the records. Raises `DataError` when nothing is left."""
        clean, masked, rejected = given
        if not clean and not masked:
            raise DataError("there is no record to train on")
        if self.on == "unmasked":
            masked = []
        if self.on == "filled":
            clean = []
        if not clean and not masked:
            kind, other = ("without", "filled") if self.on == "unmasked" else ("with", "unmasked")
            raise DataError(f"there is no record {kind} markers: use --on {other} or --on all")
        return Given(clean, masked, rejected)

    def _text(self, given: Given, stream: StreamOptions) -> FillerCorpus:
        from privtool.models.fillers.tuning.families import Example
        from privtool.models.fillers.tuning.trainer import FillerCorpus

        settings = self.filling.settings()

        def as_they_are(given: Given) -> list[Example]:
            whole = [Example((text,), private) for text, private in given.clean]
            return whole + [Example(segments_of(line, settings)) for line in given.masked]

        valid: list[Example] | None = None
        if self.valid is not None:
            options = stream._replace(
                inputs=(str(self.valid),), rejects=None, rejects_raw=False, quiet=True
            )
            valid = as_they_are(self._read(options, to_fill=False))
            if not valid:
                raise DataError("the set 'valid' holds no record")
            if valid == as_they_are(given):
                raise DataError(
                    "the set 'valid' is what is learned from: that would measure nothing"
                )
        if not given.clean and not any(map(partial(_has_words, settings), given.masked)):
            raise DataError("the records hold no word but markers")
        to_fill: list[bytes] = []
        if self.on != "masked":
            to_fill, given = given.masked, given._replace(masked=[])
        return FillerCorpus(as_they_are(given), to_fill, partial(_filled, self.filling), valid)

    def _settings(self, adapted: bool, stream: StreamOptions) -> FillerTrainSettings:
        from privtool.models.fillers.tuning.trainer import FillerTrainSettings

        filling = self.filling.choices
        learning_rate = _RATE_OF_ADAPTER if adapted else _RATE
        patience = PATIENCE if self.valid else None
        training = self.training.settings(learning_rate, stream, patience=patience)
        size = parse_batch_size(filling.batch_size, 0) or None
        rate = None if self._hides_entities() else self.rate or _HIDDEN
        return FillerTrainSettings(
            training, self.rounds, rate, self.batch_tokens, filling.dtype.value, size
        )

    def _card_options(self, model: Any, settings: FillerTrainSettings) -> dict[str, Any]:
        """The options as they were used; names of files are left out, as they may tell names."""
        from privtool.models.catalog import name_to_show
        from privtool.models.fillers.lora import is_adapted, rank_of

        filling = self.filling.choices
        options = {k: v for k, v in self._asdict().items() if k not in _NOT_IN_CARD}
        return {
            **options,
            "rate": settings.rate,
            **self.training.card(settings.training),
            **{name: getattr(filling, name) for name in _OF_FILLING},
            "merge": not filling.no_merge,
            **self.filling.choice._asdict(),
            "model": name_to_show(filling.model),
            "masked_with": self._masked_with(),
            "rare": short_digest(json.dumps(self.filling.public)) if self.filling.public else None,
            "lora": is_adapted(model),
            "rank": rank_of(model),
            "adapter": filling.adapter is not None,
        }

    def _masked_with(self) -> str | None:
        """What changes when the marker texts or lists do that text was masked with elsewhere."""
        settings = self.filling.settings()
        given = [*settings.marker_texts, *(listed.reference for listed in settings.own_lists)]
        return short_digest(json.dumps(given)) if given else None


def _has_words(settings: FillSettings, masked: bytes) -> bool:
    return any(words(segment) for segment in segments_of(masked, settings))


def _filled(filling: FillPlan, filler: Any, masked: Sequence[bytes], seed: int) -> Iterator[str]:
    seeded = filling._replace(choices=filling.choices._replace(seed=seed))
    return filled_texts(seeded.stage(filler), masked)
