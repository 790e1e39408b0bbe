"""From the options of `privtool fill` to its stage; picklable: each process builds its own."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from privtool.core.device import check_device_name, parse_batch_size
from privtool.core.errors import DataError, UsageError
from privtool.stages.choice import Choice
from privtool.stages.fill import FillSettings, FillStage
from privtool.stages.free_fill import FreeFillStage
from privtool.text.word_list import WordList, allow_list, embedded, vocabulary


class FillPlan(NamedTuple):
    """The options of `privtool fill`; calling it loads the model and makes the stage."""

    model: str
    adapter: Path | None
    choice: Choice
    seed: int
    samples: int
    merge: bool
    marker_texts: tuple[str, ...]
    provenance: bool
    list_file: Path | None
    vocab: Path | None
    top: int | None
    min_count: int | None
    device: str
    dtype: str
    batch_size: str
    offline: bool
    trust_pickle: bool
    free: bool = False

    def check(self) -> None:
        """Raise `UsageError` for options that contradict each other or do nothing."""
        self.choice.check()
        check_device_name(self.device)
        parse_batch_size(self.batch_size, auto=1)
        if self.samples > 1 and self.choice.topk == 1:
            raise UsageError("--samples over 1 needs --topk over 1: Top-1 has one filling only")
        if (self.top is not None or self.min_count is not None) and self.vocab is None:
            raise UsageError("--top and --min-count belong to --vocab FILE")
        if self.top is not None and self.min_count is not None:
            raise UsageError("--top and --min-count exclude each other")
        if self.free and (self.samples > 1 or self.choice.temperature is not None):
            raise UsageError(
                "--free writes one text for a record: no --samples, no --sample weighted"
            )
        if not all(self.marker_texts):
            raise UsageError("--marker-text is empty")

    def fetch(self, progress: bool) -> None:
        """Get the model's files if they are not here, once for all processes to come.

        `progress` shows a download on a terminal. Raises what `model_folder` raises.
        """
        from privtool.models.hub import model_folder

        model_folder(self.model, self.offline, self.trust_pickle, progress=progress)

    def __call__(self) -> FillStage | FreeFillStage:
        """Load the lists and the model and make the stage."""
        from privtool.models.causal_filler import CausalFiller
        from privtool.models.fillers import load_filler

        filler = load_filler(
            self.model,
            self.adapter,
            self.device,
            self.dtype,
            self.batch_size,
            self.offline,
            self.trust_pickle,
        )
        if not self.free:
            return FillStage(self.settings(), filler)
        if not isinstance(filler, CausalFiller):
            raise UsageError("--free needs a causal model: a masked one writes no text")
        return FreeFillStage(self.settings(), filler)

    def settings(self) -> FillSettings:
        """How to fill, with the lists that are given by name loaded."""
        return FillSettings(
            choice=self.choice,
            find_list=KnownLists(self._given_lists()),
            seed=self.seed,
            samples=self.samples,
            merge=self.merge,
            marker_texts=self.marker_texts,
            provenance=self.provenance,
        )

    def _given_lists(self) -> list[WordList]:
        given: list[WordList] = []
        if self.list_file is not None:
            given.append(allow_list(self.list_file))
        if self.vocab is not None:
            given.append(vocabulary(self.vocab, self.top, self.min_count))
        return given


class KnownLists:
    """The lists that records may refer to: those given by options and the embedded ones."""

    def __init__(self, given: list[WordList]) -> None:
        self._known = {listed.reference: listed for listed in given}

    def __call__(self, reference: str) -> WordList:
        """The list of that name and content; `DataError` when it is not at hand."""
        found = self._known.get(reference) or embedded(reference)
        if found is None:
            raise DataError(
                "the record was masked with a word list that is not at hand: name the same "
                "--list FILE, or --vocab FILE with the same --top or --min-count"
            )
        self._known[reference] = found
        return found
