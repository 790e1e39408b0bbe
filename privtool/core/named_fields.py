"""Text in other fields than `text`: several fields of an object are worked on as one text.

They are joined by a separator that no word contains, so that a name in one of them is known in the
others, and that every command leaves in place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET

from privtool.core.errors import DataError, option
from privtool.core.field_paths import FieldPath, places, pointer_of, value_at, with_values
from privtool.core.record import FIELDS, Entity, Fill, Mask, Record, UnknownFields

_PLAIN_KEY = re.compile("[a-z_][A-Za-z0-9_]{0,39}")
SEPARATOR = "\n\x1e\n"
_SIGN = "\x1e"
_SPANS: dict[str, Any] = {"entities": Entity, "masks": Mask, "fills": Fill}
_decode = msgspec.json.Decoder(dict[str, Any]).decode
_encode = msgspec.json.Encoder().encode
_OF_THE_RAW_TEXT = ("words", "word_lists", "hyp_words", "nbest", *_SPANS)
_MADE = ("word_lists", "sample", "logprob", "tokens", "perplexity")
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


class NamedFields(NamedTuple):
    """The fields to work on, those to keep as they are, and whether all others are kept."""

    fields: tuple[FieldPath, ...]
    keep: tuple[FieldPath, ...] = ()
    keep_others: bool = False

    def read(self, line: bytes) -> Record:
        """Return a record whose text is that of all fields; spans are those of the whole text.

        Raise `DataError` for a line that is no JSON object, for fields that are no text, and for
        spans that are in no field.
        """
        value = _object(line)
        leaves = self._leaves(value)
        record = Record(text=SEPARATOR.join(leaf.text for leaf in leaves))
        changes: dict[str, Any] = {}
        if isinstance(value.get("id"), str | int) and not isinstance(value["id"], bool):
            changes["id"] = value["id"]
        if isinstance(value.get("speaker"), str | int):
            changes["speaker"] = value["speaker"]
        for name, kind in _SPANS.items():
            if _are_of_fields(value.get(name)):
                changes[name] = tuple(_shifted(value[name], name, kind, leaves))
        scalars = {k: v for k, v in value.items() if k not in FIELDS and isinstance(v, str | int)}
        changes["extra"] = UnknownFields(scalars) if scalars else UNSET
        return msgspec.structs.replace(record, **changes)

    def written(self, line: bytes, record: Record) -> bytes:
        """Return the object of a line with the texts of its new record, as a JSON line.

        Raise `DataError` if the text of the record has not as many parts as the object has fields.
        """
        value = _object(line)
        leaves = self._leaves(value)
        texts = record.text.split(SEPARATOR) if isinstance(record.text, str) and leaves else []
        if len(texts) != len(leaves):
            raise DataError("the texts of its fields cannot be distinguished")
        new: dict[Keys, Any] = {}
        for keys, group in _by_place(leaves, texts):
            new[keys] = _with_texts(value_at(value, keys), group)
        for path in self.keep:
            for keys in places(value, path):
                new.setdefault(keys, value_at(value, keys))
        made = with_values(value, new, others=self.keep_others) if new or self.keep_others else {}
        for name in _OF_THE_RAW_TEXT:
            if isinstance(made.get(name), dict | list) and (name,) not in self.fields:
                del made[name]
        head = {"id": record.id} if "id" in value else {}
        tail: dict[str, Any] = {
            name: spans
            for name in _SPANS
            if (spans := _apart(getattr(record, name), leaves, texts)) is not None
        }
        for name in _MADE:
            if (made_value := getattr(record, name)) is not UNSET:
                tail[name] = made_value
        return _encode({**head, **made, **head, **tail})

    def _leaves(self, value: dict[str, Any]) -> list[_Leaf]:
        found: dict[Keys, None] = {}
        for path in self.fields:
            found.update(dict.fromkeys(places(value, path)))
        leaves = [leaf for keys in found for leaf in _texts(keys, value_at(value, keys))]
        if any(_SIGN in leaf.text for leaf in leaves):
            raise DataError("a field has the control character U+001E")
        return leaves


def _object(line: bytes) -> dict[str, Any]:
    try:
        return _decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise DataError("not a JSON object in UTF-8") from None


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

    It is a text if a key is no plain name: keys stay, and others may be private.
    """
    if text[:1] not in ("{", "["):
        return None
    try:
        value = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        return None
    return value if isinstance(value, dict | list) and _has_plain_keys(value) else None


def _has_plain_keys(value: Any) -> bool:
    if isinstance(value, dict):
        return all(map(_PLAIN_KEY.fullmatch, value)) and all(map(_has_plain_keys, value.values()))
    return not isinstance(value, list) or all(map(_has_plain_keys, value))


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
    return _encode(with_values(_held(value), changed, others=True)).decode()


def _are_of_fields(spans: Any) -> bool:
    """Return whether a value is a list of spans that name their fields."""
    return isinstance(spans, list) and all(
        isinstance(span, dict) and isinstance(span.get("field"), str) for span in spans
    )


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


def _apart(spans: Any, leaves: Sequence[_Leaf], texts: Sequence[str]) -> list[Any] | None:
    """Return spans of the joined text as spans of its fields; None if there are none to write."""
    if spans is UNSET:
        return None
    bounds = []
    at = 0
    for leaf, text in zip(leaves, texts, strict=True):
        bounds.append((at, at + len(text), leaf))
        at += len(text) + len(SEPARATOR)
    found = []
    for span in spans:
        for start, end, leaf in bounds:
            first, last = max(span.start, start), min(span.end, end)
            if first < last:
                own = msgspec.to_builtins(span)
                found.append(
                    {"field": leaf.place, **own, "start": first - start, "end": last - start}
                )
    return found
