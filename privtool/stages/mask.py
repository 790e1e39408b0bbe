"""Masking: private words become markers (Vats 2023, section 3.1)."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import accumulate, compress
from typing import TYPE_CHECKING, NamedTuple

from msgspec import UNSET

from privtool.core.blocks import Counts, Outcome, process_batch
from privtool.core.errors import DataError
from privtool.core.record import Mask, Record, entities_of, group_of, id_of, text_of, with_kept
from privtool.core.reporting import LABEL_COUNT, RULE_COUNT
from privtool.core.spans import Span
from privtool.interfaces.tagging import Tagger
from privtool.stages.originals import (
    MaskedText,
    Originals,
    lines_of_map,
    masked_text,
    originals_of,
)
from privtool.stages.tagged_words import (
    ENTITY_TAGGER,
    KEPT,
    KEPT_FORMS,
    KEPT_WORDS,
    count_grouped,
    entities_of_spans,
    first_spans,
)
from privtool.text.labels import canonical_label
from privtool.text.markers import lookalike_label, marker_for, merge_masks, shape_label
from privtool.text.markup import tag_names
from privtool.text.word_lists import WordList
from privtool.text.words import ChunkCache, words

if TYPE_CHECKING:
    from privtool.stages.context_names import ContextNames
    from privtool.stages.tagged_words import EntityLinks
    from privtool.stages.user_terms import UserTerms
    from privtool.text.policies import Policy

LOOKALIKE = "marker"  # the method that masks marker lookalikes
_CACHED_CHUNKS = 1 << 16
_SENTENCE_MARKS = ".,;:!?"
_SHARED_MARKS = 3  # marks after a word at most: the input must not fill the cache


class MaskSettings(NamedTuple):
    """How to mask: `lists` by method, the form of markers, fields to keep, names by context.

    With `links`, masks of the same entities of a context share a keyed hash. With `sure_labels`,
    words whose label is doubtful are a `WORD`; never with links, as these depend on labels. `terms`
    are what the user always or never masks. With `given`, the entities of records are masked, too.
    With `reversible`, the stage keeps what it replaced. A `policy` says what becomes of each class.
    Without `with_masks`, records need no `masks`.
    """

    lists: dict[str, WordList]
    by_class: bool = False
    merge: bool = False
    keep: tuple[str, ...] = ()
    context: ContextNames | None = None
    links: EntityLinks | None = None
    sure_labels: Callable[[str, Sequence[Span]], Sequence[Span]] | None = None
    terms: UserTerms | None = None
    given: bool = False
    reversible: bool = False
    policy: Policy | None = None
    with_masks: bool = True

    @property
    def groupings(self) -> set[str]:
        return {each.field for each in (self.context, self.links) if each}

    def marker(self, label: str) -> str:
        return self.policy.marker(label) if self.policy else marker_for(label, self.by_class)


# A masked chunk without spaces: its text, number of words, masks (start, end, label, methods,
# entity) relative to its start, and number of words kept by choice. A plain tuple, which the
# garbage collector skips.
_Chunk = tuple[str, int, tuple[tuple[int, int, str, str, int], ...], int]
_Tagged = tuple[Span, int]  # a span and its entity
_ALONE = -1  # the entity of a word that no tagger found


class MaskStage:
    """Masks the words that a list lacks and those that a tagger finds.

    A text is split at its spaces, which no word contains; the result of each chunk is cached. The
    output has `id`, `text`, `masks`, `word_lists` and the fields of `keep`: other fields might
    contain the raw text.
    """

    def __init__(self, settings: MaskSettings, tagger: Tagger | None = None) -> None:
        self._settings, self._tagger = settings, tagger
        self._outcomes = ChunkCache(self._outcome, _CACHED_CHUNKS)
        self._shared: dict[tuple[str, str], _Chunk | None] = {}
        self._kept_words = [(method, listed.words) for method, listed in settings.lists.items()]
        self._keeps = [(method, listed.keeps) for method, listed in settings.lists.items()]
        self._kept_by_choice = 0
        self._originals: list[Originals] = []
        self._needs_places = settings.reversible or settings.policy is not None
        needed = settings.with_masks or settings.merge or settings.links is not None
        self._needs_masks = needed or self._needs_places
        self._word_lists = {
            method: listed.reference for method, listed in settings.lists.items()
        } or UNSET

    def take_originals(self) -> bytes:
        """Return what was replaced since the last call, as lines of a map."""
        taken, self._originals = self._originals, []
        return lines_of_map(taken)

    def process(self, records: Sequence[Record], counts: Counts) -> Iterator[Outcome]:
        """Return the masked records; add `words`, `masked`, `label X`, `rule ID` to `counts`."""
        return process_batch(records, self._prepared, partial(self._process, counts=counts))

    def _prepared(self, record: Record) -> tuple[Record, str]:
        for field in self._settings.groupings:
            group_of(record, field)  # it raises `DataError` for no context
        if self._settings.given:
            entities_of(record)
        text = text_of(record)
        if record.masks is not UNSET:
            raise DataError("the record has 'masks' already; mask the raw text")
        return record, text

    def _process(self, batch: list[tuple[Record, str]], counts: Counts) -> list[list[Record]]:
        settings, word_lists = self._settings, self._word_lists
        texts = [text for _, text in batch]
        found: Sequence[Sequence[Span]]
        found = self._tagger.tag(texts) if self._tagger else [()] * len(texts)
        if settings.given:
            found = [
                [*(Span(e.start, e.end, e.label) for e in entities_of(record)), *spans]
                for (record, _), spans in zip(batch, found, strict=True)
            ]
        count_grouped(settings.groupings, batch, counts)
        if settings.context:
            found = settings.context.extended(batch, found)
        sure_labels = None if settings.links else settings.sure_labels
        total, labels, rules = 0, list[str](), list[str]()
        new: list[list[Record]] = []
        self._kept_by_choice = 0
        for (record, raw), spans in zip(batch, found, strict=True):
            text, kept, denied = raw, tag_names(raw), list[Span]()
            if settings.terms:
                counts[KEPT_FORMS] += settings.terms.kept_forms(text, spans)
                denied, spans, chosen = settings.terms.divided(text, spans)
                kept += chosen
            rules += [span.rule for span in spans if span.rule]
            private = sure_labels(text, spans) if sure_labels else spans
            spans, private = [*denied, *spans], [*denied, *private, *kept]
            text, masks, words_found = self._masked(text, private, labels)
            total += words_found
            if settings.links and spans:
                masks = settings.links.add(record, spans, masks, whole=settings.merge)
            if self._needs_places:
                text, masks = self._placed(record, masked_text(raw, text, masks), labels, counts)
            elif masks:
                labels += [mask.label for mask in masks]
                if settings.merge:
                    text, masks = merge_masks(text, masks, settings.by_class)
            safe = Record(id=record.id, text=text, masks=masks, word_lists=word_lists)
            new.append([with_kept(safe, record, settings.keep) if settings.keep else safe])
        counts["words"] += total
        if settings.terms:
            counts[KEPT_WORDS] += self._kept_by_choice
        _count(counts, labels, rules)
        return new

    def _placed(
        self, record: Record, masked: MaskedText, labels: list[str], counts: Counts
    ) -> tuple[str, tuple[Mask, ...]]:
        """Return the masked text with coarser values and merged masks; keep what was replaced."""
        settings = self._settings
        if settings.policy:
            masked = masked.with_coarser(settings.policy, counts)
        labels += [mask.label for mask in masked.masks]
        if settings.merge:
            masked = masked.merged(settings.by_class)
        if settings.reversible:
            self._originals.append(originals_of(id_of(record), masked.text, masked.places))
        return masked.text, masked.masks

    def _masked(
        self, text: str, spans: Sequence[Span], labels: list[str]
    ) -> tuple[str, tuple[Mask, ...], int]:
        """Return the masked text, its masks, and the number of words.

        If no masks are needed there are none; their labels are added to `labels` then.
        """
        chunks = text.split(" ")
        outcomes = [*map(self._outcomes.__getitem__, chunks)]
        if spans:
            for index, tagged in self._touched(chunks, spans).items():
                outcomes[index] = self.masked_chunk(chunks[index], tagged)
        words_found = len(chunks)
        masks: list[Mask] = []
        starts = [*accumulate(map(len, chunks), initial=0)] if self._needs_masks else []
        longer = 0  # the new text so far, than the old one
        number, before = 0, _ALONE
        # Most chunks are words that are kept.
        for index, outcome in compress(enumerate(outcomes), outcomes):
            new, words_here, relative, kept = outcome  # type: ignore[misc]  # it is not None
            self._kept_by_choice += kept
            words_found += words_here - 1
            if starts:
                at = starts[index] + index + longer
                for start, end, label, method, entity in relative:
                    if entity != before or entity == _ALONE:
                        number += 1
                        before = entity
                    masks.append(Mask(at + start, at + end, label, method, number))
                longer += len(new) - len(chunks[index])
            else:
                labels += [each[2] for each in relative]
            chunks[index] = new
        return " ".join(chunks), tuple(masks), words_found

    def _outcome(self, chunk: str) -> _Chunk | None:
        """Return the outcome of a chunk that no span overlaps."""
        body = chunk.rstrip(_SENTENCE_MARKS)
        if not (body.isascii() and body.isalpha() and len(chunk) <= len(body) + _SHARED_MARKS):
            return self.masked_chunk(chunk, ())
        # One word without a hyphen, as most chunks are. Outcomes of masked words are shared.
        key = body.lower()
        methods = "+".join([method for method, kept in self._kept_words if key not in kept])
        if not methods:
            return None
        shared = methods, chunk[len(body) :]
        if shared not in self._shared:
            self._shared[shared] = self.masked_chunk(chunk, ())
        return self._shared[shared]

    def _touched(self, chunks: list[str], spans: Sequence[Span]) -> dict[int, list[_Tagged]]:
        """Return the spans that overlap each chunk, relative to its start, with their entities."""
        starts = list(accumulate((len(chunk) + 1 for chunk in chunks), initial=0))
        touched: dict[int, list[_Tagged]] = {}
        for span, entity in zip(spans, entities_of_spans(spans), strict=True):
            index = bisect_right(starts, span.start) - 1
            while index < len(chunks) and starts[index] < span.end:
                here = starts[index]
                relative = Span(span.start - here, span.end - here, span.label, span.score)
                touched.setdefault(index, []).append((relative, entity))
                index += 1
        return touched

    def masked_chunk(self, chunk: str, spans: Sequence[_Tagged]) -> _Chunk | None:
        """Return the chunk with its private words masked; None for one word that is kept."""
        pieces: list[str] = []
        masks: list[tuple[int, int, str, str, int]] = []
        done = at = kept = 0
        found = words(chunk)
        tagged = first_spans(found, [span for span, _ in spans]) if spans else {}
        for number, (start, end, key) in enumerate(found):
            gap = chunk[done:start]
            span = spans[tagged[number]] if number in tagged else None
            label, methods, entity = self._mask_of(chunk[start:end], key, gap, span)
            if not methods:
                kept += label == KEPT
                continue
            marker = self._settings.marker(label)
            at += len(gap)
            pieces += (gap, marker)
            masks.append((at, at + len(marker), label, methods, entity))
            at += len(marker)
            done = end
        if not (masks or kept):
            return None if len(found) == 1 else (chunk, len(found), (), 0)
        pieces.append(chunk[done:])
        return "".join(pieces), len(found), tuple(masks), kept

    def _mask_of(
        self, word: str, key: str, gap: str, tagged: _Tagged | None
    ) -> tuple[str, str, int]:
        """Return the label of a word, the methods that mask it, and its entity.

        A word that is not masked has no methods; its label is `KEPT` if the user chose that.
        """
        terms, entity = self._settings.terms, _ALONE
        if tagged is not None and tagged[0].label == KEPT:
            methods = LOOKALIKE if lookalike_label(word) else ""
            return (shape_label(word, gap).value if methods else KEPT), methods, entity
        methods = self.methods(word, key, tagged is not None)
        if not methods:
            return "", "", entity
        if tagged is not None:
            return tagged[0].label, methods, tagged[1]
        label = shape_label(word, gap).value
        if terms and methods != LOOKALIKE and not terms.masks_label(label):
            return KEPT, "", entity
        return label, methods, entity

    def methods(self, word: str, key: str, tagged: bool) -> str:
        """Return the methods that mask a word, joined by `+`; empty if it is kept."""
        hits = [name for name, keeps in self._keeps if not keeps(key)]
        if tagged:
            hits.append(ENTITY_TAGGER)
        if not hits and word[0] in "[<" and lookalike_label(word):
            hits.append(LOOKALIKE)
        return "+".join(hits)


def _count(counts: Counts, labels: Sequence[str], rules: Sequence[str]) -> None:
    """Add the labels of masked words and the rules of spans."""
    counts["masked"] += len(labels)
    counts.update([RULE_COUNT + rule for rule in rules])
    for label, number in Counter(labels).items():
        counts[f"{LABEL_COUNT}{canonical_label(label).value}"] += number
