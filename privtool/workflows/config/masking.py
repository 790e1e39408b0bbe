"""The methods of `privtool mask`: which there are, the words that some keep, and taggers.

Commands that fill or guess words have options for the lists that records were masked with.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from privtool.core.device import Backend, ModelSource, Runtime
from privtool.core.errors import UsageError, option
from privtool.core.language_marks import ENGLISH
from privtool.core.options import VOCABULARY_SIZE, Opt, changed_options, options_of
from privtool.interfaces.tagging import PATTERNS, Tagger

if TYPE_CHECKING:
    from privtool.models.taggers.labels import LabelMap
    from privtool.models.taggers.load import ResolvedTagger
    from privtool.stages.user_terms import UserTerms
    from privtool.text.word_lists import WordList

ALLOW_LIST, VOCAB_THRES, ENTITY_TAGGER = "allowList", "vocabThres", "entityTagger"
METHODS = (ALLOW_LIST, VOCAB_THRES, ENTITY_TAGGER)
DEFAULT_TAGGER = "mini-ner+patterns"
DEFAULT_ELSEWHERE = "multi-ner+patterns"  # for other languages than English
_OF_ENGLISH = frozenset(("mini-ner", "bert-ner", "flair"))
ENTITIES = "entities"  # the tagger that is what the records say
_WITHOUT_MODEL = frozenset((PATTERNS, ENTITIES))
_OF_MODELS = frozenset(("backend", "label_map", "threshold"))
KEEPS_NAMES = (
    f"vocabThres keeps frequent names of persons and places; {option('without_names')} "
    "masks them, as does entityTagger joined by +"
)


def check_methods(methods: tuple[str, ...]) -> None:
    """Raise `UsageError` for a method that is unknown or named twice."""
    for method in methods:
        if method not in METHODS:
            raise UsageError(f"{option('method')}: '{method}' is not one of {', '.join(METHODS)}")
    if len(set(methods)) < len(methods):
        raise UsageError(f"{option('method')} names a method twice")


@dataclass(frozen=True, kw_only=True)
class KeptWords:
    """The words that the methods with a word list keep."""

    list: Annotated[Path | None, Opt("allowList: words to keep, one per line.")] = None
    vocab: Annotated[
        Path | None,
        Opt(
            "vocabThres: vocabulary from privtool vocab.",
            default="the embedded vocab-en, or words-XX of the language",
        ),
    ] = None
    top: Annotated[
        int | None,
        Opt("vocabThres: keep the N most frequent words.", min=1, default=VOCABULARY_SIZE),
    ] = None
    min_count: Annotated[
        int | None, Opt("vocabThres: keep words with at least this count.", min=1)
    ] = None
    without_names: Annotated[
        bool, Opt("vocabThres: also mask listed names of persons, places and organizations.")
    ] = False

    def check(self) -> None:
        """Raise `UsageError` for options that exclude each other."""
        if self.top is not None and self.min_count is not None:
            raise UsageError(f"{option('top')} and {option('min_count')} exclude each other")

    def read(self, methods: Container[str], language: str = ENGLISH) -> dict[str, WordList]:
        """Read the lists of those of these methods that have one: files, or those of a language.

        Raise `UsageError` for a file that is not a list.
        """
        from privtool.text.word_lists import load_allow_list, load_vocabulary

        lists: dict[str, WordList] = {}
        if ALLOW_LIST in methods:
            lists[ALLOW_LIST] = load_allow_list(self.list, language)
        if VOCAB_THRES in methods:
            words = load_vocabulary(self.vocab, self.top, self.min_count, language)
            if self.without_names:
                from privtool.text.known_names import without_names

                words = without_names(words)
            lists[VOCAB_THRES] = words
        return lists

    def in_language(self, lists: Mapping[str, WordList], language: str) -> dict[str, WordList]:
        """Return the lists for text in a language: files are as they are."""
        files = {ALLOW_LIST: self.list, VOCAB_THRES: self.vocab}
        embedded = [] if language == ENGLISH else [each for each in lists if not files[each]]
        return {**lists, **self.read(embedded, language)}


@dataclass(frozen=True, kw_only=True)
class Tagging:
    """What entityTagger finds, and with which taggers."""

    tagger: Annotated[
        str | Tagger | None,
        Opt(
            "entityTagger: mini-ner, patterns, bert-ner, flair, a hub id or a folder (of "
            "an ONNX model: onnx:FOLDER; of GLiNER2: gliner2:MODEL), or entities "
            "(annotations already in the records); join several with +. "
            f"In languages other than English, the default is another one: {DEFAULT_ELSEWHERE}.",
            default=DEFAULT_TAGGER,
            method="tag",
        ),
    ] = None
    backend: Annotated[
        Backend,
        Opt(
            "entityTagger: run models with onnxruntime or torch; auto: mini-ner with onnxruntime "
            "on the CPU; other models use torch unless prefixed with onnx:."
        ),
    ] = "auto"
    label_map: Annotated[
        Path | None,
        Opt(
            'entityTagger: classes of labels of models, a TOML file of name = "CLASS"; GLiNER2 '
            "looks for these labels."
        ),
    ] = None
    threshold: Annotated[
        float | None,
        Opt(
            "entityTagger: minimum confidence to mask; lower values mask more.",
            min=0.0,
            max=1.0,
            default="0.5; of mini-ner and multi-ner, their own",
        ),
    ] = None
    dates: Annotated[
        Literal["exact", "all"] | None,
        Opt(
            "patterns: find dates with a day, month or year, or all (weekdays, holidays, ...).",
            default="exact",
        ),
    ] = None
    keep_other_scripts: Annotated[
        bool,
        Opt("entityTagger: keep words in non-Latin scripts."),
    ] = False

    @property
    def custom_tagger(self) -> Tagger | None:
        """The tagger of the caller, None for those that have names."""
        return None if isinstance(self.tagger, str | None) else self.tagger

    def names(self, language: str = ENGLISH) -> str:
        """Return the names of the taggers for text in a language, joined by `+`."""
        if not isinstance(self.tagger, str | None):
            return ""
        return self.tagger or (DEFAULT_TAGGER if language == ENGLISH else DEFAULT_ELSEWHERE)

    @property
    def supported_languages(self) -> tuple[str, ...]:
        from privtool.text.languages import languages

        named = self._without_formats() if self.tagger else ()
        return languages() if _OF_ENGLISH.isdisjoint(named) else (ENGLISH,)

    def _without_formats(self) -> frozenset[str]:
        from privtool.models.catalog import tagger_names

        return frozenset(name for _, name in tagger_names(self.names()))

    @property
    def uses_patterns(self) -> bool:
        return PATTERNS in self.names().split("+")

    def searching(self, language: str = ENGLISH) -> str:
        """Return the names of the taggers that search, joined by `+`; empty if none does."""
        return "+".join(name for name in self.names(language).split("+") if name != ENTITIES)

    def check(self) -> None:
        """Raise `UsageError` for options that do nothing with the tagger."""
        models, idle = self._without_formats() - _WITHOUT_MODEL, _OF_MODELS
        if self.custom_tagger is not None:
            named = "a tagger that is an object"
        elif not models:
            named = f"{option('tagger')} {self.tagger}, which has no model"
        else:  # without a name, the tagger depends on the language
            idle = idle & {"label_map"} if self.tagger and models == {"mini-ner"} else frozenset()
            named = "mini-ner, which has labels of its own"
        if given := {*changed_options(self)} & idle:
            raise UsageError(f"{option(min(given))} has no effect on {named}")
        if self.dates == "all" and not self.uses_patterns:
            raise UsageError(f"{option('dates')} all needs {option('tagger')} patterns")

    def resolve(
        self, source: ModelSource, language: str = ENGLISH, *, progress: bool
    ) -> tuple[ResolvedTagger, ...]:
        """Get the files of the taggers for a language. Raise what `resolve_taggers` raises."""
        from privtool.models.taggers.load import ResolvedTagger, resolve_taggers

        if self.custom_tagger is not None:
            return (ResolvedTagger(None, own=self.custom_tagger),)
        names = self.searching(language)
        if not names:
            return ()
        labels: LabelMap = {}
        if self.label_map is not None:
            from privtool.models.taggers.labels import read_label_map

            labels = read_label_map(self.label_map)
        return resolve_taggers(
            names, source, progress=progress, backend=self.backend, label_map=labels
        )


_OF_TAGGERS = (*options_of(Tagging), "context", "link", "device", "batch_size", "trust_pickle")
NEEDS = {  # options by the method that reads them
    **dict.fromkeys(options_of(KeptWords), VOCAB_THRES),
    "list": ALLOW_LIST,
    **dict.fromkeys(_OF_TAGGERS, ENTITY_TAGGER),
}


class FetchedTaggers(NamedTuple):
    """Taggers whose files are on this machine, those of a language; picklable.

    `terms` are what the user always or never masks: what is allowed is no part of a name.
    """

    tagging: Tagging
    source: ModelSource
    runtime: Runtime
    language: str
    resolved: tuple[ResolvedTagger, ...] = ()
    terms: UserTerms | None = None

    @property
    def unknown_labels(self) -> list[str]:
        """The labels of models whose class is unknown."""
        from privtool.models.taggers.labels import unknown_labels

        return [
            name
            for each in self.resolved
            if each.model is not None
            for name in unknown_labels(each.model.path, each.label_map or {})
        ]

    def load(self, language: str, *, careful: bool = False) -> Tagger:
        """Load the taggers of a language as one: those that were fetched, or its own.

        It finds whole names; `careful` masks doubtful words, too.
        """
        from privtool.stages.tagging_steps import whole_names
        from privtool.workflows.config.taggers import load_tagger

        tagging, resolved, terms = self.tagging, self.resolved, self.terms
        if not tagging.tagger and language != self.language:
            resolved = tagging.resolve(self.source, language, progress=False)
        found = load_tagger(
            resolved,
            self.runtime,
            language,
            threshold=tagging.threshold,
            all_dates=tagging.dates == "all",
            careful=careful,
            first=(terms.without_allowed,) if terms and terms.allow else (),
            off=terms.off if terms else frozenset(),
        )
        return whole_names(found, language, other_scripts=not tagging.keep_other_scripts)


@dataclass(frozen=True, kw_only=True)
class MaskingLists:
    """The lists of `mask` that are not embedded."""

    list: Annotated[Path | None, Opt("The --list used for masking the records.")] = None
    vocab: Annotated[Path | None, Opt("The --vocab used for masking the records.")] = None
    top: Annotated[int | None, Opt("The --top of that vocabulary.", min=1)] = None
    min_count: Annotated[int | None, Opt("The --min-count of that vocabulary.", min=1)] = None

    def check(self) -> None:
        """Raise `UsageError` for options that contradict each other or do nothing."""
        if (self.top is not None or self.min_count is not None) and self.vocab is None:
            raise UsageError(
                f"{option('top')} and {option('min_count')} need {option('vocab')} FILE"
            )
        if self.top is not None and self.min_count is not None:
            raise UsageError(f"{option('top')} and {option('min_count')} exclude each other")

    def read(self) -> tuple[WordList, ...]:
        """Read the lists. Raise `UsageError` for a file that is not a list."""
        from privtool.text.word_lists import load_allow_list, load_vocabulary

        lists = () if self.list is None else (load_allow_list(self.list),)
        if self.vocab is None:
            return lists
        return (*lists, load_vocabulary(self.vocab, self.top, self.min_count))
