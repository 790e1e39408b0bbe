"""From the options of `privtool mask` to its stage; picklable: each process builds its own."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from privtool.core.device import AUTO
from privtool.core.errors import UsageError
from privtool.core.model_options import ModelSource, Runtime
from privtool.core.record import FIELDS
from privtool.stages.annotate import AnnotateStage
from privtool.stages.mask import ENTITY_TAGGER, MaskSettings, MaskStage, Tagger
from privtool.text.word_lists import WordList, load_allow_list, load_vocabulary
from privtool.workflows.config.fields import check_keep

if TYPE_CHECKING:
    from privtool.models.taggers.load import ResolvedTagger

ALLOW_LIST, VOCAB_THRES = "allowList", "vocabThres"
METHODS = (ALLOW_LIST, VOCAB_THRES, ENTITY_TAGGER)
DEFAULT_TAGGER = "mini-ner"
WRITTEN = ("id", "text", "masks", "word_lists")
_OF_THE_RAW_TEXT = ("entities", "fills", "words", "hyp", "hyp_words", "nbest")


class MaskPlan(NamedTuple):
    """The options of `privtool mask`; calling it, best after `prepared`, makes the stage."""

    methods: tuple[str, ...]
    list_file: Path | None
    vocab: Path | None
    top: int | None
    min_count: int | None
    tagger: str | None
    threshold: float | None
    by_class: bool
    merge: bool
    annotate: bool
    keep: tuple[str, ...]
    device: str
    batch_size: str
    offline: bool
    trust_pickle: bool
    lists: Mapping[str, WordList] | None = None

    def check(self) -> None:
        """Raise `UsageError` for options that are unknown, contradict each other or do nothing."""
        for method in self.methods:
            if method not in METHODS:
                raise UsageError(f"--method: '{method}' is none of {', '.join(METHODS)}")
        if len(set(self.methods)) < len(self.methods):
            raise UsageError("--method names a method twice")
        if self.top is not None and self.min_count is not None:
            raise UsageError("--top and --min-count exclude each other")
        needed = {
            "--list": (self.list_file, ALLOW_LIST),
            "--vocab": (self.vocab, VOCAB_THRES),
            "--top": (self.top, VOCAB_THRES),
            "--min-count": (self.min_count, VOCAB_THRES),
            "--tagger": (self.tagger, ENTITY_TAGGER),
            "--threshold": (self.threshold, ENTITY_TAGGER),
            "--trust-pickle": (self.trust_pickle or None, ENTITY_TAGGER),
            "--device": (None if self.device == AUTO else self.device, ENTITY_TAGGER),
            "--batch-size": (None if self.batch_size == AUTO else self.batch_size, ENTITY_TAGGER),
        }
        for option, (value, method) in needed.items():
            if value is not None and method not in self.methods:
                raise UsageError(f"{option} needs --method {method}")
        if self.annotate and (self.merge or self.by_class):
            raise UsageError("--annotate writes no markers: leave out --marker and --merge")
        for name in self.keep:
            if self.annotate and name in FIELDS:
                raise UsageError(f"--keep {name}: --annotate keeps every known field")
        check_keep(self.keep, WRITTEN, () if self.annotate else _OF_THE_RAW_TEXT)

    def prepared(self, progress: bool) -> MaskPlan:
        """The plan with its lists, the tagger's files being here: once for all processes to come.

        A list may come from a pipe, which can be read once. `progress` shows a download on a
        terminal. Raises what `resolve_taggers` raises, and `UsageError` for what is no list.
        """
        if ENTITY_TAGGER in self.methods:
            self._resolve_taggers(progress)
        return self._replace(lists=self._read_lists())

    def _read_lists(self) -> dict[str, WordList]:
        lists: dict[str, WordList] = {}
        if ALLOW_LIST in self.methods:
            lists[ALLOW_LIST] = load_allow_list(self.list_file)
        if VOCAB_THRES in self.methods:
            lists[VOCAB_THRES] = load_vocabulary(self.vocab, self.top, self.min_count)
        return lists

    def __call__(self) -> MaskStage | AnnotateStage:
        """Load the tagger if there is one, and make the stage."""
        # Without its lists a stage would mask nothing: one that was not prepared reads them here.
        lists = self._read_lists() if self.lists is None else dict(self.lists)
        tagger = self._tagger() if ENTITY_TAGGER in self.methods else None
        if self.annotate:
            return AnnotateStage(tuple(lists.values()), tagger, self.keep)
        return MaskStage(MaskSettings(lists, self.by_class, self.merge, self.keep), tagger)

    def _tagger(self) -> Tagger:
        from privtool.models.taggers.load import load_tagger

        runtime = Runtime(self.device, batch_size=self.batch_size)
        return load_tagger(self._resolve_taggers(), runtime, threshold=self.threshold)

    def _resolve_taggers(self, progress: bool = True) -> tuple[ResolvedTagger, ...]:
        from privtool.models.taggers.load import resolve_taggers

        source = ModelSource(self.offline, self.trust_pickle)
        return resolve_taggers(self.tagger or DEFAULT_TAGGER, source, progress=progress)
