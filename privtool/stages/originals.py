"""What was replaced in a record, as lines of an encrypted map, and values in a text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from hashlib import blake2b

import msgspec

from privtool.core.spans import Span
from privtool.text.markers import MARKERS
from privtool.text.unicode import lower_same_length

_TOKEN = re.compile(r"\w+|[^\w\s]")
Place = tuple[int, str, str]  # where it is in the safe text, what stands there, what was there


class MapHead(msgspec.Struct, frozen=True, array_like=True):
    """The first line of a map: the fields of the texts, and those that define scopes.

    `scope_fields` is None where no record shares what replaces its words.
    """

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
        self._by_first: dict[str, list[str]] = {}
        for key in sorted(filter(None, keys), key=len, reverse=True):
            first = _TOKEN.match(key)
            if first is not None:
                self._by_first.setdefault(first[0], []).append(key)

    def find(self, text: str) -> list[Span]:
        """Return the disjoint spans of values; the label of each is its key."""
        lowered = lower_same_length(text)
        spans: list[Span] = []
        for match in _TOKEN.finditer(lowered):
            start = match.start()
            if spans and start < spans[-1].end:
                continue
            for key in self._by_first.get(match[0], ()):
                end = start + len(key)
                if lowered.startswith(key, start) and not _is_inside_word(lowered, end):
                    spans.append(Span(start, end, key))
                    break
        return spans


def _is_inside_word(text: str, at: int) -> bool:
    return re.match(r"\w\w", text[at - 1 : at + 1]) is not None
