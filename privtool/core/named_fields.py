"""Text in other fields than `text`: several fields of an object are worked on as one text.

They are joined by a separator that no word contains, so that a name in one of them is known in the
others, and that every command leaves in place.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET

from privtool.core.errors import DataError, UsageError, option
from privtool.core.field_paths import FieldPath, places, pointer_of, value_at, with_values
from privtool.core.record import (
    FIELDS,
    UNREADABLE,
    Entity,
    Fill,
    Mask,
    Record,
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
_OF_NO_OBJECT = frozenset((*_ADDED, *_OF_THE_RAW_TEXT))
_OF_JSON = ("{", "[")
_DEEPEST = 100  # keys to a text in JSON
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

    For an audit, `extra` of a record is what is outside the fields. Of a table's new `columns`,
    spans and scores are written only there, or where the object has them.
    """

    fields: tuple[FieldPath, ...]
    keep: tuple[FieldPath, ...] = ()
    keep_others: bool = False
    audited: bool = False
    columns: tuple[str, ...] | None = None

    @property
    def has_spans(self) -> bool:
        """Whether new objects can have spans: columns of a table are those that there are."""
        names = {*(self.columns or ()), *(path[0] for path in self.keep)}
        return self.columns is None or self.keep_others or not names.isdisjoint(SPANS)

    def header(self, names: Sequence[str]) -> list[str]:
        """Return the names that new objects have of those with these names, in order."""
        kept = {"id", *(path[0] for path in (*self.fields, *self.keep))}
        found = [name for name in names if self.keep_others or name in kept]
        return [*found, *(name for name in self.columns or () if name not in found)]

    def header_of(self, source: str, names: Sequence[str]) -> list[str]:
        """Return what `header` does; `UsageError` if a table with these columns lacks a field."""
        for path in (*self.fields, *self.keep):
            if path[0] not in (*names, ROW):
                raise UsageError(f"{source}: there is no column '{path[0]}'")
        return self.header(names)

    def read(self, value: UnknownFields) -> Record:
        """Return a record whose text is that of all fields; spans are those of the whole text.

        Raise `DataError` for fields that are not text, and for spans that are in no field.
        """
        leaves = self._leaves(value)
        given_id: Any = value.get("id")
        changes: dict[str, Any] = {"id": given_id if type(given_id) in _GROUPING else UNSET}
        others = with_values(value, dict.fromkeys(leaf.keys for leaf in leaves), others=True)
        if isinstance(others.get("speaker"), _GROUPING):
            changes["speaker"] = others["speaker"]
        if isinstance(others.get("language"), str) and not self.audited:
            changes["language"] = others["language"]
        for name, kind in SPANS.items():
            if (spans := _spans_of_fields(value.get(name))) is not None:
                changes[name] = tuple(_shifted(spans, name, kind, leaves))
        if self.audited:
            value = {
                f"/{name}" if name in FIELDS else name: each
                for name, each in others.items()
                if name not in (*changes, ROW) and each is not None
            }
        return Record(text=SEPARATOR.join(leaf.text for leaf in leaves), extra=value, **changes)

    def written(self, value: UnknownFields, record: Record) -> UnknownFields:
        """Return an object with the texts of its new record.

        Raise `DataError` if the text of the record has not as many parts as the object has fields.
        """
        leaves = self._leaves(value)
        texts = _parts(record, len(leaves))
        made = self._made(value, leaves, texts)
        stale = {*_OF_THE_RAW_TEXT} - {path[0] for path in self.fields if len(path) == 1}
        made = {
            name: each
            for name, each in made.items()
            if name not in stale
            or not (isinstance(each, dict | list) or _spans_of_fields(each))  # JSON in a table
        }
        if "id" in value:
            made = {"id": record.id, **made} | {"id": record.id}
        names = (n for n in _ADDED if self.columns is None or n in self.columns or n in value)
        return made | _added(record, names, [leaf.place for leaf in leaves])

    def _made(
        self, value: UnknownFields, leaves: Sequence[_Leaf], texts: Sequence[str]
    ) -> UnknownFields:
        """Return an object with new texts of its leaves, and with what is kept."""
        groups: dict[Keys, list[tuple[_Leaf, str]]] = {}
        for leaf, text in zip(leaves, texts, strict=True):
            groups.setdefault(leaf.keys, []).append((leaf, text))
        new: dict[Keys, Any] = {
            keys: _with_texts(value_at(value, keys), group) for keys, group in groups.items()
        }
        for path in (*self.fields, *self.keep):  # of a field that is named, what has no text
            for keys in places(value, path):
                new.setdefault(keys, value_at(value, keys))
        if not new and not self.keep_others:
            return {}
        made: dict[str, Any] = with_values(value, new, others=self.keep_others)
        return made

    def _leaves(self, value: UnknownFields) -> list[_Leaf]:
        found: dict[Keys, None] = {}
        for path in self.fields:
            found.update(dict.fromkeys(places(value, path)))
        leaves = [leaf for keys in found for leaf in _texts(keys, value_at(value, keys))]
        if any(_SIGN in leaf.text for leaf in leaves):
            raise DataError("a field has the control character U+001E")
        return leaves


class _Layout:
    """Where the texts of objects with the same names are, if each is a whole value at the top.

    So it is in nearly all tables and most lines of JSON.
    """

    def __init__(self, fields: NamedFields, names: Sequence[str]) -> None:
        self.kept = [name for name in fields.header(names) if name in names]
        self.texts = [*dict.fromkeys(path[0] for path in fields.fields if path[0] in names)]
        self.pointers = [pointer_of((name,)) for name in self.texts]
        self.added = _ADDED if fields.columns is None else fields.columns
        self._flat = not fields.audited and _OF_NO_OBJECT.isdisjoint(names)
        self._flat &= all(len(path) == 1 for path in (*fields.fields, *fields.keep))
        self._others = [each for each in ("speaker", "language") if each in names]

    def read(self, value: UnknownFields) -> Record | None:
        """Return the record of an object, None unless its texts are there, and no JSON."""
        texts = self.texts_of(value)
        if texts is None:
            return None
        own_id: Any = value.get("id")
        if type(own_id) not in _GROUPING:
            own_id = UNSET
        text = texts[0] if len(texts) == 1 else SEPARATOR.join(texts)
        record = Record(id=own_id, text=text, extra=value)
        if not self._others:
            return record
        others = {name: value[name] for name in self._others}
        if not isinstance(others.get("speaker"), _GROUPING):
            others.pop("speaker", None)
        return msgspec.structs.replace(record, **others)

    def texts_of(self, value: UnknownFields) -> list[str] | None:
        """Return the texts of an object, None unless each is a whole value, and no JSON."""
        if not self._flat:
            return None
        texts = []
        for name in self.texts:  # once for each object: a plain loop is the fastest
            text = value[name]
            if type(text) is not str or text[:1] in _OF_JSON or _SIGN in text:
                return None
            texts.append(text)
        return texts


class Objects:
    """Reads lines of JSON and rows of tables, and makes new ones; raises as `NamedFields` does."""

    def __init__(self, fields: NamedFields) -> None:
        self._fields = fields
        self._layouts: dict[tuple[str, ...], _Layout] = {}

    def read(self, item: bytes | UnknownFields) -> Record:
        """Return the record of an item. Raise `DataError` for a line that is no object, too."""
        if isinstance(item, dict):
            value = item
        else:
            try:
                value = _decode(item)
            except UNREADABLE as error:
                raise DataError(reason_of_line(error, item)) from None
        return self._layout(value).read(value) or self._fields.read(value)

    def written(self, given: Record, new: Record) -> UnknownFields:
        """Return the object of a new record, which was made of a record that was read."""
        value = given.extra or {}
        layout = self._layout(value)
        if layout.texts_of(value) is None:
            return self._fields.written(value, new)
        made = {name: value[name] for name in layout.kept}
        for name, text in zip(layout.texts, _parts(new, len(layout.texts)), strict=True):
            made[name] = text
        if "id" in made:
            made["id"] = new.id
        return made | _added(new, layout.added, layout.pointers) if layout.added else made

    def _layout(self, value: UnknownFields) -> _Layout:
        names = (*value,)
        if names not in self._layouts:
            self._layouts[names] = _Layout(self._fields, names)
        return self._layouts[names]


def _added(record: Record, names: Iterable[str], places: Sequence[str]) -> UnknownFields:
    """Return what commands add to an object; spans are those of its fields at `places`."""
    found = {name: getattr(record, name) for name in names}
    return {
        name: _apart(new, places, record.text) if name in SPANS else new
        for name, new in found.items()
        if new is not UNSET
    }


def _parts(record: Record, count: int) -> list[str]:
    """Return the texts of the fields of a new record: a text is not cut where there is one."""
    if count == 1 and record.text is not UNSET:
        return [record.text]
    texts = record.text.split(SEPARATOR) if count and record.text is not UNSET else []
    if len(texts) != count:
        raise DataError("the texts of its fields cannot be distinguished")
    return texts


def _texts(keys: Keys, value: Any) -> Iterator[_Leaf]:
    """Yield the text at a place, or each string and number of the JSON that it holds."""
    if value is None:
        return
    if not isinstance(value, str):
        raise DataError(f"field {pointer_of(keys)} is not text, see {option('field')}")
    inner = _held(value)
    if inner is None:
        yield _Leaf(keys, None, value)
        return
    for place in _scalars(inner):
        yield _Leaf(keys, place, str(value_at(inner, place)))


def _held(text: str) -> Any:
    """Return the JSON object or list that a text is, such as the arguments of a tool; else None.

    It is a text if a key is no plain name: keys stay, and others may be private; if one is there
    twice; and if it is nested deeper than Python can follow.
    """
    if text[:1] not in _OF_JSON:
        return None
    try:
        msgspec.json.decode(text)  # which is stricter
        value: Any = json.loads(text, object_pairs_hook=_with_plain_keys)
        deepest = max(map(len, _scalars(value)), default=0)
    except (ValueError, RecursionError):
        return None
    return value if deepest <= _DEEPEST else None


def _with_plain_keys(pairs: list[tuple[str, Any]]) -> UnknownFields:
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


def _with_texts(value: str, group: Sequence[tuple[_Leaf, str]]) -> str:
    """Return the new value of a field; numbers in JSON that change become strings."""
    leaf, text = group[0]
    if leaf.inside is None:
        return text
    changed = {each.inside or (): new for each, new in group if new != each.text}
    return _encode(with_values(_held(value), changed, others=True)).decode() if changed else value


def _spans_of_fields(spans: Any) -> list[dict[str, Any]] | None:
    """Return a value if it is a list of spans, or JSON of one in a table."""
    if isinstance(spans, str) and spans.startswith("["):
        with suppress(msgspec.DecodeError, RecursionError):
            spans = msgspec.json.decode(spans)
    named = isinstance(spans, list) and all(
        isinstance(span, dict)
        and isinstance(span.get("field", ""), str)
        and ("field" in span or {"start", "end", "label"} <= span.keys())
        for span in spans
    )
    return spans if named else None


def _shifted(spans: Any, name: str, kind: Any, leaves: Sequence[_Leaf]) -> Iterator[Any]:
    """Yield the spans of fields as spans of the joined text, in order.

    A span that names no field is one of the only text. Raise `DataError` if there are several.
    """
    alone = leaves[0].place if len(leaves) == 1 else ""
    starts: dict[str, int] = {}
    at = 0
    for leaf in leaves:
        starts[leaf.place] = at
        at += len(leaf.text) + len(SEPARATOR)
    found = []
    for number, span in enumerate(spans):
        where = starts.get(span.get("field", alone))
        if where is None:
            raise DataError(f"{name}[{number}] names no field of {option('field')}")
        try:
            new = msgspec.convert(span, kind)
        except msgspec.ValidationError:
            raise DataError(f"{name}[{number}] lacks a start, an end or a label") from None
        found.append(msgspec.structs.replace(new, start=new.start + where, end=new.end + where))
    yield from sorted(found, key=lambda span: span.start)


def _apart(spans: Any, pointers: Sequence[str], joined: Any) -> list[Any]:
    """Return spans of the joined text as spans of its fields."""
    bounds = []
    at = 0
    for pointer, text in zip(pointers, joined.split(SEPARATOR), strict=False):  # or no field
        bounds.append((at, at + len(text), pointer))
        at += len(text) + len(SEPARATOR)
    found = []
    for span, own in zip(spans, msgspec.to_builtins(spans), strict=True):
        for start, end, pointer in bounds:
            first, last = max(span.start, start), min(span.end, end)
            if first < last:
                found.append({"field": pointer, **own, "start": first - start, "end": last - start})
    return found
