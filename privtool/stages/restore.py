"""Restoring: surrogates and markers become again what they replaced, by an encrypted map."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial

import msgspec
from msgspec import UNSET

from privtool.core.blocks import Counts, Outcome, process_each
from privtool.core.errors import DataError
from privtool.core.record import Record, id_of, text_of
from privtool.core.spans import Span, replace_ranges
from privtool.stages.originals import MapHead, Originals, Place, ValueFinder, digest_of, key_of
from privtool.stages.surrogate_scope import scope_of
from privtool.text.letter_case import cased_like
from privtool.text.markers import MARKERS

# Fields that are about the safe text, not the restored one.
_OF_THE_SAFE_TEXT = ("masks", "entities", "fills", "words", "word_lists", "logprob", "perplexity",
                     "tokens", "hyp", "hyp_words", "nbest")  # fmt: skip
_MOST_SCOPES = 512  # with a finder in memory
_MARKER = re.compile("|".join(map(re.escape, MARKERS)))


class OriginalsMap:
    """A map, all of which is in memory: originals by id and by scope."""

    def __init__(self, lines: bytes) -> None:
        """Take the lines of a map. Raise `DataError` if they are none."""
        head, *rows = filter(None, lines.split(b"\n"))
        try:
            self.head = msgspec.json.decode(head, type=MapHead)
            decode = msgspec.json.Decoder(Originals).decode
            self._records: dict[str, list[Originals]] = {}
            self._scopes: dict[str, list[Originals]] = {}
            for each in map(decode, rows):
                self._records.setdefault(str(each.id), []).append(each)
                for scope in each.scopes:
                    self._scopes.setdefault(scope, []).append(each)
        except msgspec.DecodeError:
            raise DataError("the map has lines that this version cannot read") from None

    def of_record(self, record: Record) -> Sequence[Originals]:
        """Return what was replaced in the records with the id of a record."""
        return self._records.get(str(id_of(record)), ())

    def values(self, scope: str) -> _Values:
        """Return the surrogates of the records of a scope."""
        return _Values(self._scopes.get(scope, ()))


class _Values:
    """Surrogates by their keys, with what each form of them stands for; and what finds them.

    `public` are those that also stand for themselves.
    """

    def __init__(self, rows: Sequence[Originals]) -> None:
        self._forms: dict[str, dict[str, set[str]]] = {}
        for _, new, old in (place for row in rows for place in row.places):
            if new not in MARKERS:
                of_key = self._forms.setdefault(key_of(new), {})
                of_key.setdefault(new.strip(), set()).add(old.strip())
        self.public = frozenset(key for row in rows for key in row.public)
        self.find = ValueFinder(self._forms).find

    def original(self, key: str, found: str) -> str | None:
        """Return what a value stands for, in the case of the one `found`; None if doubtful."""
        forms = self._forms[key]
        same = forms.get(found, set())
        if key in self.public:
            return None
        if len(same) == 1:
            return next(iter(same))
        every = sorted(set().union(*forms.values()))
        if len(set(map(key_of, every))) > 1:
            return None
        return cased_like(found, every[-1])  # capitals sort first


class RestoreStage:
    """Gives records back what was replaced in them.

    A text that did not change gets back all of it. In one that was edited, each surrogate of the
    record or its scope is found by its value; markers without numbers, and values that stand for
    several originals, by their order, if there are still as many as in the safe text.
    """

    def __init__(self, originals: OriginalsMap, *, ordered: bool = True) -> None:
        """Take a map; `ordered` if its texts have the fields that are read, in their order."""
        self._map, self._ordered = originals, ordered
        self._values = lru_cache(maxsize=_MOST_SCOPES)(originals.values)

    def process(self, records: Sequence[Record], counts: Counts) -> Iterator[Outcome]:
        """Yield the restored records.

        Add to `counts`: `restored`, `not found` (replaced phrases that the text no longer has, or
        that cannot be distinguished), `unknown` (records that the map does not have).
        """
        return process_each(records, text_of, partial(self._restore, counts=counts))

    def _restore(self, record: Record, text: str, counts: Counts) -> list[Record]:
        rows = self._map.of_record(record)
        same = [row for row in rows if row.digest == digest_of(text)]
        counts["unknown"] += not rows
        if same and all(row.places == same[0].places for row in same):
            places: Sequence[Place] = same[0].places
            found = [(start, start + len(new), old) for start, new, old in places]
        else:
            places = [place for row in rows for place in row.places]
            found = self._in_edited(record, text, rows)
        counts["restored"] += len(found)
        keys = {key_of(text[start:end]) for start, end, _ in found}
        counts["not found"] += sum(key_of(new) not in keys for _, new, _ in places)
        changes: dict[str, object] = dict.fromkeys(_OF_THE_SAFE_TEXT, UNSET)
        for name, (now, old) in (pair for row in rows for pair in row.fields.items()):
            if getattr(record, name) == now:
                changes[name] = old
        return [msgspec.structs.replace(record, text=replace_ranges(text, found), **changes)]

    def _in_edited(
        self, record: Record, text: str, rows: Sequence[Originals]
    ) -> list[tuple[int, int, str]]:
        """Return the places in a text that is not the safe one, and what was there."""
        own = _Values(rows)
        found: list[tuple[int, int, str]] = []
        doubtful: dict[str, list[Span]] = {}
        values = [own, *map(self._values, self._scopes(record, rows))]
        markers = [Span(*match.span(), match[0]) for match in _MARKER.finditer(text)]
        ends = [each.end for each in markers]
        for span, known in _longest(values, text):
            at = bisect_right(ends, span.start)
            if at < len(markers) and markers[at].start < span.end:
                continue
            old = known.original(span.label, text[span.start : span.end])
            if old is not None:
                found.append((span.start, span.end, old))
            elif known is own and span.label not in own.public:
                doubtful.setdefault(span.label, []).append(span)
        if len(rows) != 1 or not self._ordered:
            return found
        for marker in markers:
            doubtful.setdefault(marker.label, []).append(marker)
        for key, spans in doubtful.items():
            olds = [old for _, new, old in rows[0].places if key in (new, key_of(new))]
            if len(olds) == len(spans):
                found += [(s.start, s.end, old) for s, old in zip(spans, olds, strict=True)]
        return sorted(found)

    def _scopes(self, record: Record, rows: Sequence[Originals]) -> list[str]:
        """Return the scopes of a record, which may be an answer to those that the map has."""
        if rows or self._map.head.scope_fields is None:
            return sorted({scope for row in rows for scope in row.scopes})
        scope = scope_of(record, self._map.head.scope_fields)
        return [] if scope is None else [scope]


def _longest(known: Sequence[_Values], text: str) -> Iterator[tuple[Span, _Values]]:
    """Yield the longest value at each place, of the first that know it."""
    spans = [(span, number) for number, each in enumerate(known) for span in each.find(text)]
    end = 0
    for span, number in sorted(spans, key=lambda each: (each[0].start, -each[0].end, each[1])):
        if span.start >= end:
            end = span.end
            yield span, known[number]
