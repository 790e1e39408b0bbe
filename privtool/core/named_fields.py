"""Text in other fields than `text`: several fields of an object are worked on as one text.

They are joined by a separator that no word contains, so that a name in one of them is known in the
others, and that every command leaves in place.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET

from privtool.core.errors import DataError, option
from privtool.core.field_paths import FieldPath, places, pointer_of, value_at, with_values
from privtool.core.record import (
    FIELDS,
    UNREADABLE,
    Entity,
    Fill,
    Mask,
    Record,
    Row,
    UnknownFields,
    reason_of_line,
)

_PLAIN_KEY = re.compile("[a-z_][A-Za-z0-9_]{0,39}")
SEPARATOR = "\n\x1e\n"
ROW = "\x1erow"
"""The field that says which row of a table an object is."""
_SIGN = "\x1e"
SPANS: Mapping[str, Any] = {"entities": Entity, "masks": Mask, "fills": Fill}
_decode = msgspec.json.Decoder(dict[str, Any]).decode
_encode = msgspec.json.Encoder().encode
_ADDED = (*SPANS, "word_lists", "sample", "logprob", "tokens", "perplexity")
_OF_THE_RAW_TEXT = ("words", "word_lists", "hyp_words", "nbest", *SPANS)
_OF_NO_ROW = frozenset((*_ADDED, *_OF_THE_RAW_TEXT))
_OF_JSON = ("{", "[")
_GROUPING = (str, int)  # not `str | int`, which is made anew for each record
Keys = tuple[str | int, ...]


class _Leaf(NamedTuple):
    """A text: where its string is, and where in the JSON that the string holds, if any."""

    keys: Keys
    inside: Keys | None
    text: str

    @property
    def place(self) -> str:
        """The pointer to the text, also where JSON is in a string."""
        return pointer_of(self.keys) + pointer_of(self.inside or ())


@dataclass(frozen=True)
class NamedFields:
    """The fields to work on, those to keep as they are, and whether all others are kept.

    Records have their whole object as `extra`: a `Row` if its texts are at its top, and no JSON, as
    in nearly all tables. For an audit it is what is outside the fields. Of a table's new
    `columns`, spans and scores are written only there, or where the object has them.
    """

    fields: tuple[FieldPath, ...]
    keep: tuple[FieldPath, ...] = ()
    keep_others: bool = False
    audited: bool = False
    columns: tuple[str, ...] | None = None

    def read(self, line: bytes | Row) -> Record:
        """Return a record whose text is that of all fields; spans are those of the whole text.

        Raise `DataError` for a line that is no JSON object, for fields that are no text, and for
        spans that are in no field.
        """
        value = line if isinstance(line, UnknownFields) else self._object(line)
        given_id: Any = value.get("id")
        new_id: Any = given_id if type(given_id) in _GROUPING else UNSET
        if type(value) is Row and (texts := self._plain_texts(value)) is not None:
            text, speaker = SEPARATOR.join(texts), value.get("speaker")
            told = speaker if isinstance(speaker, _GROUPING) else UNSET
            language = value.get("language", UNSET)
            return Record(text=text, id=new_id, speaker=told, language=language, extra=value)
        leaves = self._leaves(value)
        changes: dict[str, Any] = {"id": new_id}
        others = with_values(value, dict.fromkeys(leaf.keys for leaf in leaves), others=True)
        if isinstance(others.get("speaker"), _GROUPING):
            changes["speaker"] = others["speaker"]
        if isinstance(others.get("language"), str) and not self.audited:
            changes["language"] = others["language"]
        for name, kind in SPANS.items():
            if (spans := _spans_of_fields(value.get(name))) is not None:
                changes[name] = tuple(_shifted(spans, name, kind, leaves))
        if self.audited:
            others = {
                f"/{name}" if name in FIELDS else name: each
                for name, each in others.items()
                if name not in (*changes, ROW) and each is not None
            }
        extra = UnknownFields(others if self.audited else value)  # and no row
        return Record(text=SEPARATOR.join(leaf.text for leaf in leaves), extra=extra, **changes)

    def written(self, given: Record, record: Record) -> dict[str, Any]:
        """Return the object of a given record with the texts of its new record.

        That of a table's row may have more columns than are written. Raise `DataError` if the text
        of the record has not as many parts as the object has fields.
        """
        value: dict[str, Any] = given.extra or {}
        if type(value) is Row:
            names = [name for name in self._names if value.get(name) is not None]
            texts = _parts(record, len(names))
            made = value.copy()
            if self.columns is None and not self.keep_others:
                made = {name: each for name, each in value.items() if name in self._kept}
            for number, name in enumerate(names):
                made[name] = texts[number]
            if "id" in made:
                made["id"] = record.id
            if self._added:
                self._add(made, record, self._added, [pointer_of((name,)) for name in names], texts)
            return made
        leaves = self._leaves(value)
        texts = _parts(record, len(leaves))
        made = self._made(value, leaves, texts)
        stale = {*_OF_THE_RAW_TEXT} - {path[0] for path in self.fields if len(path) == 1}
        made = {k: v for k, v in made.items() if k not in stale or not _is_stale(v)}
        if "id" in value:
            made = {"id": record.id, **made} | {"id": record.id}
        added = [name for name in _ADDED if name in self._added or name in value]
        self._add(made, record, added, [leaf.place for leaf in leaves], texts)
        return made

    @staticmethod
    def _add(
        made: dict[str, Any],
        record: Record,
        names: Sequence[str],
        places: Sequence[str],
        texts: Sequence[str],
    ) -> None:
        """Add to an object what commands add; spans are those of its fields at `places`."""
        for name in names:
            new = getattr(record, name)
            if new is not UNSET:
                made[name] = _apart(new, places, texts) if name in SPANS else new

    def _object(self, line: bytes) -> UnknownFields:
        value = _object(line)
        return kind_of(value)(value)

    @cached_property
    def _added(self) -> tuple[str, ...]:
        """What commands add to any object."""
        return tuple(name for name in _ADDED if self.columns is None or name in self.columns)

    @cached_property
    def _kept(self) -> frozenset[str]:
        return frozenset(("id", *(path[0] for path in (*self.fields, *self.keep))))

    @cached_property
    def _names(self) -> tuple[str, ...]:
        """The names of the fields if all paths are names, else none."""
        flat = all(len(path) == 1 for path in (*self.fields, *self.keep)) and not self.audited
        return tuple(dict.fromkeys(path[0] for path in self.fields)) if flat else ()

    def _plain_texts(self, value: Row) -> list[str] | None:
        """Return the texts of a row, None unless all is text without JSON."""
        if not self._names:
            return None
        found: list[str] = []
        for name in self._names:
            text = value.get(name)
            if text is None:
                continue
            if type(text) is not str or text[:1] in _OF_JSON or _SIGN in text:
                return None
            found.append(text)
        return found

    def _made(
        self, value: dict[str, Any], leaves: Sequence[_Leaf], texts: Sequence[str]
    ) -> dict[str, Any]:
        """Return an object with new texts of its leaves, and with what is kept."""
        new: dict[Keys, Any] = {}
        for keys, group in _by_place(leaves, texts):
            new[keys] = _with_texts(value_at(value, keys), group)
        for path in (*self.fields, *self.keep):  # of a field that is named, what has no text
            for keys in places(value, path):
                new.setdefault(keys, value_at(value, keys))
        if not new and not self.keep_others:
            return {}
        made: dict[str, Any] = with_values(value, new, others=self.keep_others)
        return made

    def _leaves(self, value: dict[str, Any]) -> list[_Leaf]:
        found: dict[Keys, None] = {}
        for path in self.fields:
            found.update(dict.fromkeys(places(value, path)))
        leaves = [leaf for keys in found for leaf in _texts(keys, value_at(value, keys))]
        if any(_SIGN in leaf.text for leaf in leaves):
            raise DataError("a field has the control character U+001E")
        return leaves


def kind_of(names: Collection[str]) -> type[UnknownFields]:
    """Return the class of objects with these fields."""
    return Row if _OF_NO_ROW.isdisjoint(names) else UnknownFields


def _parts(record: Record, count: int) -> list[str]:
    """Return the texts of the fields of a new record."""
    texts = record.text.split(SEPARATOR) if isinstance(record.text, str) and count else []
    if len(texts) != count:
        raise DataError("the texts of its fields cannot be distinguished")
    return texts


def _is_stale(value: Any) -> bool:
    """Return whether a value is of the raw text: spans may be JSON in a table."""
    return isinstance(value, dict | list) or bool(_spans_of_fields(value))


def _object(line: bytes) -> dict[str, Any]:
    try:
        return _decode(line)
    except UNREADABLE as error:
        raise DataError(reason_of_line(error, line)) from None


def _texts(keys: Keys, value: Any) -> Iterator[_Leaf]:
    """Yield the text at a place, or each string and number of the JSON that it holds."""
    if value is None:
        return
    if not isinstance(value, str):
        raise DataError(f"field {pointer_of(keys)} is no text, see {option('field')}")
    inner = _held(value)
    if inner is None:
        yield _Leaf(keys, None, value)
        return
    for place in _scalars(inner):
        yield _Leaf(keys, place, str(value_at(inner, place)))


def _held(text: str) -> Any:
    """Return the JSON object or list that a text is, such as the arguments of a tool; else None.

    It is a text if a key is no plain name: keys stay, and others may be private; and if one is
    there twice.
    """
    if text[:1] not in _OF_JSON:
        return None
    try:
        msgspec.json.decode(text)  # which is stricter
        value: Any = json.loads(text, object_pairs_hook=_with_plain_keys)
    except (ValueError, RecursionError):
        return None
    return value


def _with_plain_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the object of these pairs. Raise `ValueError` for other keys, or one twice."""
    found = dict(pairs)
    if len(found) < len(pairs) or not all(map(_PLAIN_KEY.fullmatch, found)):
        raise ValueError
    return found


def _scalars(value: Any) -> Iterator[Keys]:
    """Yield the places of strings and numbers."""
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            for rest in _scalars(value[key]):
                yield (key, *rest)
    elif isinstance(value, str | int | float) and not isinstance(value, bool):
        yield ()


def _by_place(
    leaves: Sequence[_Leaf], texts: Sequence[str]
) -> Iterator[tuple[Keys, list[tuple[Keys | None, str, str]]]]:
    """Yield each place with the old and new texts there."""
    groups: dict[Keys, list[tuple[Keys | None, str, str]]] = {}
    for leaf, text in zip(leaves, texts, strict=True):
        groups.setdefault(leaf.keys, []).append((leaf.inside, leaf.text, text))
    yield from groups.items()


def _with_texts(value: str, group: Sequence[tuple[Keys | None, str, str]]) -> str:
    """Return the new value of a field; numbers in JSON that change become strings."""
    if group[0][0] is None:
        return group[0][2]
    changed = {keys: new for keys, old, new in group if keys is not None and new != old}
    return _encode(with_values(_held(value), changed, others=True)).decode() if changed else value


def _spans_of_fields(spans: Any) -> list[dict[str, Any]] | None:
    """Return a value if it is a list of spans that name their fields, or JSON of one in a table."""
    if isinstance(spans, str) and spans.startswith("["):
        with suppress(msgspec.DecodeError, RecursionError):
            spans = msgspec.json.decode(spans)
    named = isinstance(spans, list) and all(
        isinstance(span, dict) and isinstance(span.get("field"), str) for span in spans
    )
    return spans if named else None


def _shifted(spans: Any, name: str, kind: Any, leaves: Sequence[_Leaf]) -> Iterator[Any]:
    """Yield the spans of fields as spans of the joined text, in order."""
    starts: dict[str, int] = {}
    at = 0
    for leaf in leaves:
        starts[leaf.place] = at
        at += len(leaf.text) + len(SEPARATOR)
    found = []
    for number, span in enumerate(spans):
        where = starts.get(span["field"])
        if where is None:
            raise DataError(f"{name}[{number}] names no field of {option('field')}")
        try:
            new = msgspec.convert(span, kind)
        except msgspec.ValidationError:
            raise DataError(f"{name}[{number}] lacks a start, an end or a label") from None
        found.append(msgspec.structs.replace(new, start=new.start + where, end=new.end + where))
    yield from sorted(found, key=lambda span: span.start)


def _apart(spans: Any, pointers: Sequence[str], texts: Sequence[str]) -> list[Any]:
    """Return spans of the joined text as spans of its fields."""
    bounds = []
    at = 0
    for pointer, text in zip(pointers, texts, strict=True):
        bounds.append((at, at + len(text), pointer))
        at += len(text) + len(SEPARATOR)
    found = []
    for span in spans:
        for start, end, pointer in bounds:
            first, last = max(span.start, start), min(span.end, end)
            if first < last:
                own = msgspec.to_builtins(span)
                found.append({"field": pointer, **own, "start": first - start, "end": last - start})
    return found
