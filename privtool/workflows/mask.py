"""`privtool mask`: its options and its stage."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from privtool.core.blocks import Counts, Format, Stage
from privtool.core.device import ModelSource, Runtime
from privtool.core.errors import UsageError, option
from privtool.core.language_marks import ENGLISH
from privtool.core.options import Only, Opt, changed_options, configured
from privtool.core.pipeline import MakeStage, OpenMap, StreamOptions, check_stream
from privtool.core.record import FIELDS
from privtool.core.reporting import nonzero, percent, say
from privtool.core.rng import Key
from privtool.core.spans import ReadEntities
from privtool.workflows.config.fields import (
    IdOptions,
    Keep,
    MapFile,
    Offsets,
    check_keep,
    check_map,
    map_opener,
    needs_unknown_fields,
    read_entities,
)
from privtool.workflows.config.masking import (
    ALLOW_LIST,
    ENTITIES,
    ENTITY_TAGGER,
    KEEPS_NAMES,
    METHODS,
    NEEDS,
    VOCAB_THRES,
    FetchedTaggers,
    KeptWords,
    Tagging,
    check_methods,
)
from privtool.workflows.config.terms import Terms, chosen_policy, fixed_options
from privtool.workflows.config.texts import FieldOptions, LanguageOption, language_summary
from privtool.workflows.running import FilterConfig

if TYPE_CHECKING:
    from privtool.models.taggers.load import ResolvedTagger
    from privtool.stages.context_names import ContextNames, NameCollector
    from privtool.stages.languages import RecordLanguage
    from privtool.text.word_lists import WordList

WRITTEN = ("id", "text", "masks", "word_lists")
_OF_THE_RAW_TEXT = ("entities", "fills", "words", "hyp", "hyp_words", "nbest")
_CACHED_LINES = 512  # fits the cache of a core


@dataclass(frozen=True, kw_only=True)
class MaskConfig(FilterConfig):
    """Replace private words with markers.

    Reads records with a text and writes id, text, masks (where the markers are and why) and
    word_lists (which word lists were used). All other fields are dropped unless named by --keep.
    Text that looks like a marker is masked too. With --annotate, the text does not change.

    \b
    Examples, in data/sample:
      privtool mask --method allowList raw.jsonl
      privtool mask --method vocabThres --top 5000 --marker class < raw.jsonl
      privtool mask --method allowList+entityTagger --tagger patterns --merge raw.jsonl
      privtool mask --method entityTagger --tagger patterns --annotate < raw.jsonl
      privtool mask --policy hipaa-safe-harbor raw.jsonl
    """

    method: Annotated[
        str | None,
        Opt(
            "allowList, vocabThres or entityTagger; join with + to mask what any of them masks.",
            joined=METHODS,
            default=ALLOW_LIST,
        ),
    ] = None
    word_lists: KeptWords = KeptWords()
    tagging: Tagging = Tagging()
    terms: Terms = Terms()
    languages: LanguageOption = LanguageOption()
    context: Annotated[
        str | None,
        Opt(
            "entityTagger: mask a name in all records that share this field's value, and values "
            "that are dictated over several of them.",
            "FIELD",
        ),
    ] = None
    link: Annotated[
        str | None,
        Opt(
            "entityTagger: give markers of the same entity the same link (a hash keyed by "
            "--key-file) in all records that share this field's value.",
            "FIELD",
        ),
    ] = None
    marker: Annotated[
        Literal["mask", "class"] | None,
        Opt("Write every marker as [MASK], or as its class: [PERSON], [DATE], ...", default="mask"),
    ] = None
    merge: Annotated[bool, Opt("Write one marker for consecutive masked words.")] = False
    annotate: Annotated[
        bool,
        Opt("Mask nothing; add what would be masked to entities, and keep known fields."),
    ] = False
    map: MapFile = None
    offsets: Offsets = None
    fields: FieldOptions = FieldOptions()
    keep: Keep = ()
    runtime: Annotated[Runtime, Only("device", "batch_size")] = Runtime()
    source: ModelSource = ModelSource()
    record_ids: IdOptions = IdOptions()

    @property
    def methods(self) -> tuple[str, ...]:
        return tuple((ALLOW_LIST if self.method is None else self.method).split("+"))

    def __post_init__(self) -> None:
        """Take the options that a policy fixes. Raise `UsageError` for those that contradict it."""
        policy = chosen_policy(self.terms.labels.policy)
        if policy is not None and (fixed := fixed_options(policy, self)):
            vars(self).update(vars(configured(MaskConfig, fixed, self)))

    def check(self, stream: StreamOptions) -> None:
        check_methods(self.methods)
        self.word_lists.check()
        for name in changed_options(self):
            if NEEDS.get(name, self.methods[0]) not in self.methods:
                raise UsageError(f"{option(name)} needs {option('method')} {NEEDS[name]}")
        self.tagging.check()
        self.languages.check()
        self.terms.check()
        self.fields.check(stream)
        if self.annotate:
            self._check_annotated(stream)
        else:
            self.terms.labels.check_markers(merge=self.merge)
        if self.offsets is not None and not (self.annotate or self.masks_entities):
            raise UsageError(f"{option('offsets')} needs {option('annotate')} or entities to mask")
        private = () if self.annotate else _OF_THE_RAW_TEXT
        check_keep(self.keep, WRITTEN, private, paths=bool(self.fields.field))
        check_stream(stream, self._read)
        for name, field in (("context", self.context), ("link", self.link)):
            if field is not None and stream.input_format == "text":
                raise UsageError(f"{option(name)} needs records: a text has no fields")

    def _check_annotated(self, stream: StreamOptions) -> None:
        """Raise `UsageError` for options that `annotate` has no use for."""
        if self.merge or self.marker == "class" or self.link or self.map:
            raise UsageError(
                f"{option('annotate')} writes no markers: remove {option('marker')}, "
                f"{option('merge')}, {option('link')} and {option('map')}"
            )
        known = next((name for name in self.keep if name in FIELDS), None)
        if known is not None:
            raise UsageError(
                f"{option('keep')} {known}: {option('annotate')} keeps every known field"
            )
        if stream.output_format != "jsonl":
            raise UsageError(
                f"{option('annotate')} writes records: the text alone would be the raw text"
            )

    @property
    def _read(self) -> list[Path | None]:
        lists, labels = self.word_lists, self.tagging.label_map
        return [lists.list, lists.vocab, labels, *self.terms.files]

    def check_all(self, stream: StreamOptions) -> None:
        """Raise what `check` raises, for the options of ids, too: links need their key."""
        keyed = "map" if self.link is None else "link"
        self.record_ids.check(stream, keyed if self.link or self.map else None)
        check_map(self.map, stream, self.record_ids.key_file, self._read)
        self.check(stream)

    @contextmanager
    def fetch(self, stream: StreamOptions) -> Iterator[MakeStage]:
        """Read the word lists and get the files of the tagger.

        A list may come from a pipe, which can be read once. Raises what `resolve_taggers` raises,
        and `UsageError` for a file that is not a list.
        """
        from privtool.stages.languages import LanguageStage
        from privtool.text.languages import languages

        chosen = self.languages.chosen or ENGLISH
        resolved: tuple[ResolvedTagger, ...] = ()
        if ENTITY_TAGGER in self.methods:
            resolved = self.tagging.resolve(self.source, chosen, progress=not stream.quiet)
        taggers = FetchedTaggers(
            self.tagging, self.source, self.runtime, chosen, resolved, self.terms.read()
        )
        if unknown := taggers.unknown_labels:
            say(
                stream,
                f"labels of unknown class are masked as MISC: {', '.join(unknown)}; "
                f"{option('label_map')} gives them one",
            )
        lists = self.word_lists.read(self.methods)
        if self.methods == (VOCAB_THRES,) and not self.word_lists.without_names:
            say(stream, KEEPS_NAMES)
        language = self.languages.of_records(self.context, stream, self.line_format(stream))
        names = None
        if self.context is not None:
            from privtool.stages.context_names import read_names

            make = partial(self._collector, self.context, taggers, language)
            names = read_names(self.context, make, stream, self.lines_per_block(stream.jobs))
        key = None if self.link is None else self.record_ids.key()
        build = partial(self.build, lists, taggers, names, key)
        known = self.tagging.supported_languages if ENTITY_TAGGER in self.methods else languages()
        yield partial(LanguageStage, build, language, known)

    def _collector(
        self, field: str, taggers: FetchedTaggers, language: RecordLanguage
    ) -> NameCollector:
        """Return what collects the names of each context, in a process."""
        from privtool.stages.context_names import NameCollector
        from privtool.stages.languages import LanguageTaggers

        unknown = needs_unknown_fields((field,))
        line_format = Format(unknown_fields=unknown, fields=self.named_fields)
        found = LanguageTaggers(taggers.load, language, self.tagging.supported_languages)
        return NameCollector(found, field, line_format, dictation=self.tagging.uses_patterns)

    def read_entities(self) -> ReadEntities | None:
        """Return what reads entities, where they are kept or masked."""
        return read_entities(self.offsets) if self.annotate or self.masks_entities else None

    @property
    def added_fields(self) -> tuple[str, ...]:
        return ("entities",) if self.annotate else ()

    @property
    def open_map(self) -> OpenMap | None:
        return map_opener(self.map, self.record_ids.key, self.fields.field)

    @property
    def masks_entities(self) -> bool:
        return ENTITY_TAGGER in self.methods and ENTITIES in self.tagging.names().split("+")

    @property
    def reads_input_twice(self) -> bool:
        """Whether names are collected first."""
        return self.context is not None

    @property
    def reads_unknown_fields(self) -> bool:
        """Whether the context or a field to keep is unknown to privtool."""
        read = (*self.keep, self.context, self.link)
        return needs_unknown_fields(name for name in read if name is not None)

    @property
    def models(self) -> Mapping[str, str]:
        language = self.languages.chosen or ENGLISH
        names = self.tagging.searching(language) if ENTITY_TAGGER in self.methods else ""
        return {"tagger": names} if names else {}

    def build(
        self,
        lists: Mapping[str, WordList],
        taggers: FetchedTaggers,
        names: ContextNames | None = None,
        key: Key | None = None,
        language: str = ENGLISH,
    ) -> Stage:
        """Load the tagger, if any, and build the stage for a language."""
        from privtool.stages.annotate import AnnotateStage
        from privtool.stages.mask import MaskSettings, MaskStage

        if {*lists, ENTITY_TAGGER} != {*self.methods, ENTITY_TAGGER}:
            raise ValueError("a method without its word list would mask nothing")
        from privtool.stages.markup_tagging import MarkupTagger

        lists, terms = self.word_lists.in_language(lists, language), taggers.terms
        found = sure = links = None
        if taggers.resolved:
            from privtool.stages.tagging_steps import text_labels, with_sure_labels
            from privtool.text.word_lists import load_allow_list

            found = taggers.load(language, careful=len(self.methods) > 1)
            found = text_labels(found) if language == ENGLISH else found
            sure = partial(with_sure_labels, load_allow_list(language=language))
        tagger = MarkupTagger(found, tuple(lists.values()))
        if self.annotate:
            return AnnotateStage(tuple(lists.values()), tagger, self.keep, names, terms)
        if key is not None and self.link is not None:
            from privtool.stages.tagged_words import EntityLinks

            links = EntityLinks(key, self.link)
        settings = MaskSettings(
            dict(lists),
            self.marker == "class",
            self.merge,
            self.keep,
            names,
            links,
            sure,
            terms,
            self.masks_entities,
            self.map is not None,
            chosen_policy(self.terms.labels.policy),
            with_masks=self.named_fields is None or self.named_fields.has_spans,
        )
        return MaskStage(settings, tagger)

    @property
    def marks_languages(self) -> bool:
        """Not with contexts, which have a language each."""
        return self.context is None

    def lines_per_block(self, jobs: int) -> int:
        """Return fewer lines where words are only looked up, in one process."""
        alone = ENTITY_TAGGER not in self.methods and jobs == 1
        return _CACHED_LINES if alone else self.block_lines

    def summary(self, counts: Counts) -> tuple[str, ...]:
        of_policy = " of the policy" if self.terms.labels.policy is not None else ""
        kept = f"kept by choice{of_policy}"
        titles = {"words kept by choice": kept, "generalized": "phrases generalized"}
        shown = nonzero(counts, titles)
        off = len(self.terms.rules_off())
        shown += [f"{off:,} rules off"] if off else []
        shown += language_summary(counts)
        if self.annotate:
            return (f"{counts['entities']:,} entities", *shown)
        words, masked = counts["words"], counts["masked"]
        return f"{words:,} words", f"{masked:,} masked ({percent(masked, words)})", *shown

    def warnings(self, counts: Counts) -> tuple[str, ...]:
        """Return sure forms that allowed phrases cover, and a field that no record has."""
        forms, found = counts["forms kept by choice"], []
        if forms:
            found.append(
                f"{option('allow')} keeps {forms:,} numbers or addresses that a checksum or their "
                "form confirms"
            )
        for name, field in (("context", self.context), ("link", self.link)):
            if field is not None and counts["records"] and not counts[f"records with {field}"]:
                found.append(f"{option(name)}: no record has a text and the field '{field}'")
        return tuple(found)
