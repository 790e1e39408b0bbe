"""What was replaced in a record, as lines of an encrypted map, and where masks stand for it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import blake2b
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from privtool.core.blocks import Counts
from privtool.core.record import Mask
from privtool.core.spans import Span, replace_ranges
from privtool.stages.tagged_words import KEPT_WORDS
from privtool.text.markers import MARKERS, mask_groups, merge_masks
from privtool.text.unicode import lower_same_length
from privtool.text.words import words

if TYPE_CHECKING:
    from privtool.text.policies import Policy

_TOKEN = re.compile(r"\w+|[^\w\s]")
_INSIDE_WORD = re.compile(r"\w\w")
Place = tuple[int, str, str]  # where it is in the safe text, what stands there, what was there
GENERALIZED = "generalized"  # a count


class MapHead(msgspec.Struct, frozen=True, array_like=True):
    """The first line of a map: the fields of texts, and of scopes (None if nothing is shared)."""

    fields: tuple[str, ...] = ()
    scope_fields: tuple[str, ...] | None = None


class Originals(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What was replaced in a record: its id in the safe data, the digest of its safe text, places.

    Records that share one of `scopes` have the same surrogates. `public` are values that stand
    elsewhere in the safe text, too. `fields` has the old values of other fields by name.
    """

    id: str | int
    digest: bytes
    places: tuple[Place, ...]
    scopes: tuple[str, ...] = ()
    public: tuple[str, ...] = ()
    fields: dict[str, tuple[str | int, str | int]] = {}


def originals_of(
    record_id: str | int,
    safe: str,
    places: Iterable[Place],
    scopes: Iterable[str] = (),
    fields: dict[str, tuple[str | int, str | int]] | None = None,
) -> Originals:
    """Return what was replaced in a record with a safe text."""
    places = tuple(places)
    own = Counter(key_of(new) for _, new, _ in places if new not in MARKERS)
    found = Counter(span.label for span in ValueFinder(own).find(safe)) if own else own
    public = tuple(key for key, count in found.items() if count > own[key])
    return Originals(
        record_id, digest_of(safe), places, tuple(dict.fromkeys(scopes)), public, fields or {}
    )


def lines_of_map(rows: Sequence[MapHead | Originals]) -> bytes:
    return msgspec.json.Encoder().encode_lines(rows)


def digest_of(text: str) -> bytes:
    """Return what shows that a text is the same."""
    return blake2b(text.encode(), digest_size=16).digest()


def key_of(value: str) -> str:
    """Return what is equal for a value in any letter case."""
    return lower_same_length(value.strip())


class ValueFinder:
    """Finds values by their keys, in any letter case, the longest at each place."""

    def __init__(self, keys: Iterable[str]) -> None:
        self._keys, sizes = frozenset(keys), dict[str, set[int]]()
        for key, first in ((key, _TOKEN.match(key)) for key in self._keys):
            if first is not None:
                sizes.setdefault(first[0], set()).add(len(key))
        self._sizes = {first: sorted(found, reverse=True) for first, found in sizes.items()}

    def find(self, text: str) -> list[Span]:
        """Return the disjoint spans of values; the label of each is its key."""
        lowered = lower_same_length(text)
        spans: list[Span] = []
        for match in _TOKEN.finditer(lowered):
            start = match.start()
            if spans and start < spans[-1].end:
                continue
            for size in self._sizes.get(match[0], ()):
                end = start + size
                key = lowered[start:end]
                if key in self._keys and not _INSIDE_WORD.match(lowered, end - 1):
                    spans.append(Span(start, end, key))
                    break
        return spans


class MaskedText(NamedTuple):
    """A masked text, its masks, the place in the raw text of each, and what is coarser."""

    raw: str
    text: str
    masks: tuple[Mask, ...]
    where: Sequence[tuple[int, int]]
    coarser: tuple[Place, ...] = ()

    @property
    def places(self) -> list[Place]:
        """What was replaced, in order."""
        masked = (
            (mask.start, self.text[mask.start : mask.end], self.raw[start:end])
            for mask, (start, end) in zip(self.masks, self.where, strict=True)
        )
        return sorted((*masked, *self.coarser))

    def with_coarser(self, policy: Policy, counts: Counts) -> MaskedText:
        """Return the text with coarser values in place of the markers of entities that have one.

        Entities that stay as they are count as words kept by choice.
        """
        masks: list[Mask] = []
        where: list[tuple[int, int]] = []
        ranges: list[tuple[int, int, str]] = []
        coarser: list[Place] = []
        shift = 0
        pairs = zip(self.masks, self.where, strict=True)
        for _, group in groupby(pairs, key=lambda pair: pair[0].entity):
            entity = list(group)
            (first, (start, _)), (last, (_, end)) = entity[0], entity[-1]
            phrase = self.raw[start:end]
            value = policy.coarser(first.label, phrase)
            if value is None:
                for mask, place in entity:
                    at = mask.start + shift
                    end_at = mask.end + shift
                    masks.append(msgspec.structs.replace(mask, start=at, end=end_at))
                    where.append(place)
                continue
            if value == phrase:
                counts[KEPT_WORDS] += len(entity)
            else:
                counts[GENERALIZED] += 1
                coarser.append((first.start + shift, value, phrase))
            ranges.append((first.start, last.end, value))
            shift += len(value) - (last.end - first.start)
        text = replace_ranges(self.text, ranges)
        return MaskedText(self.raw, text, tuple(masks), where, tuple(coarser))

    def merged(self, by_class: bool) -> MaskedText:
        """Return the text with one marker for consecutive masked words; nothing may be coarser."""
        where, at = list[tuple[int, int]](), 0
        for group in mask_groups(self.text, self.masks, by_class):
            where.append((self.where[at][0], self.where[at + len(group) - 1][1]))
            at += len(group)
        text, masks = merge_masks(self.text, self.masks, by_class)
        return MaskedText(self.raw, text, masks, where)


def masked_text(raw: str, text: str, masks: tuple[Mask, ...]) -> MaskedText:
    """Return a masked text whose masks are a word each, with their places in the raw text.

    The text between masks did not change.
    """
    where: list[tuple[int, int]] = []
    at = done = 0
    for mask in masks:
        start = at + mask.start - done
        first, last = raw.rfind(" ", 0, start) + 1, raw.find(" ", start)
        chunk = raw[first : last if last >= 0 else len(raw)]
        at, done = first + _ends(chunk)[start - first], mask.end
        where.append((start, at))
    return MaskedText(raw, text, masks, where)


@lru_cache(maxsize=1 << 16)
def _ends(chunk: str) -> dict[int, int]:
    """Return the ends of the words of a chunk without spaces, by their starts."""
    return {word.start: word.end for word in words(chunk)}
