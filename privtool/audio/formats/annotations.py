"""Texts in which people or tools have marked parts: JSON by a table, CoNLL and brat.

Marked parts become entities with the labels that they have. Where they overlap, they are joined.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET, Struct

from privtool.audio.formats.json_values import UnreadableError, at, each, first, json_items, text_at
from privtool.audio.formats.reading import Reading
from privtool.audio.formats.utterances import Utterance, read_text
from privtool.core.errors import DataError
from privtool.core.record import Entity, Record, text_of
from privtool.core.spans import BYTES, CHARACTERS, UTF16, Span, in_characters, merge_overlapping

_LAYOUTS = Path(__file__).with_name("annotations.toml")
_UNLABELED, _OUTSIDE = "MISC", "O"
_BRAT = re.compile(r"T\d+\t(\S+) (\d+ \d+(?:;\d+ \d+)*)\t(.*)")


class _Layout(Struct, frozen=True, forbid_unknown_fields=True):
    text: tuple[str, ...]
    spans: tuple[str, ...]
    start: tuple[str, ...]
    end: tuple[str, ...]
    label: tuple[str, ...]
    own: tuple[str, ...] = ()
    has_others: bool = False
    items: str = ""


@cache
def _layouts() -> dict[str, _Layout]:
    return msgspec.toml.decode(_LAYOUTS.read_bytes(), type=dict[str, _Layout])


def read_annotations(path: Path, reading: Reading) -> Iterator[Record]:
    """Yield the texts of a file with their entities.

    Without `offsets`, the unit of offsets is that which fits the entities' own text. Entities are
    counted that are joined as they are `overlapping`, and texts that nobody annotated.
    """
    name = reading.format
    items: Iterable[tuple[int, Callable[[], _Item]]]
    if name == "brat":
        pair = [read_text(path.with_suffix(ending)) for ending in (".txt", ".ann")]
        items = [(0, partial(_brat, path.stem, *pair))]
    else:
        items = _sentences(path) if name == "conll" else _items(path, _layouts()[name])
    for number, read in items:
        place = f"{path}:{number}" if number else path
        try:
            key, text, entities = read()
            key = f"{path.stem}-{number:05}" if key is None else key
            yield _record(key, text, entities, reading)
        except (UnreadableError, msgspec.DecodeError, RecursionError):
            reading.aside(DataError(f"{place}: is not an item of {name} with its text"))
        except DataError as error:
            reading.aside(DataError(f"{place}: {error.message}"))


_Item = tuple[str | int | None, str, list[Entity] | None]


def _items(path: Path, layout: _Layout) -> Iterator[tuple[int, Callable[[], _Item]]]:
    data = read_text(path).encode()
    if layout.items:
        try:
            inner = at(msgspec.json.decode(data), layout.items)
            data = msgspec.json.encode(inner) if isinstance(inner, list) else data
        except (msgspec.DecodeError, RecursionError):
            pass  # lines
    for number, raw in json_items(data):
        yield number, partial(_item, raw, layout)


def _item(raw: bytes, layout: _Layout) -> _Item:
    value = msgspec.json.decode(raw)
    keys = (at(value, path) for path in ("data.id", "id"))  # Label Studio numbers tasks
    key = next((k for k in keys if isinstance(k, str | int) and not isinstance(k, bool)), None)
    marked = _marked(value, layout)
    entities = None if marked is None else [e for span in marked for e in _entities(span, layout)]
    return key, text_at(value, layout.text), entities


def _marked(value: Any, layout: _Layout) -> list[Any] | None:
    """Return the marked parts of an item, by all who annotated it; None if nobody did."""
    marked: list[Any] | None = None
    for path in layout.spans:
        found = at(value, path.replace("*", "0"))
        if isinstance(found, str):
            found = msgspec.json.decode(found)
        elif found is not None and "*" in path:
            found = [span for _, span in each(value, f"{path}.*") or ()]
        if found is not None and not isinstance(found, list) and found != {}:
            raise UnreadableError
        if found:
            return list(found)
        marked = [] if found == [] else marked
    return marked


def _entities(span: Any, layout: _Layout) -> Iterator[Entity]:
    """Yield the entity of a marked part; a relation, or a label of the whole text, is none."""
    start, end = first(span, layout.start), first(span, layout.end)
    if layout.has_others and start is None and end is None:
        return
    if not all(isinstance(each, int) and not isinstance(each, bool) for each in (start, end)):
        raise UnreadableError
    label, own = first(span, layout.label), first(span, layout.own)
    label = label if isinstance(label, str) and label else _UNLABELED
    yield Entity(start, end, label, text=UNSET if own is None else own)


def _record(key: str | int, text: str, entities: list[Entity] | None, reading: Reading) -> Record:
    """Return a record; a text that nobody annotated has no field `entities`, not an empty one.

    Raise `DataError` for entities that are not in the text.
    """
    if entities is None:
        reading.counts["unannotated"] += 1
        return Record(id=key, text=text)
    spans = _in_characters(text, entities, reading.offsets)
    merged = merge_overlapping(sorted(spans))
    if len(merged) < len(spans):
        reading.counts["overlapping"] += len(spans) - len(merged)
    return Record(id=key, text=text, entities=tuple(Entity(*span[:3]) for span in merged))


def _in_characters(text: str, entities: list[Entity], offsets: str | None) -> list[Span]:
    """Return entities in code points; else their own text says which unit the offsets count."""
    with_text = entities and all(isinstance(entity.text, str) for entity in entities)
    for unit in (CHARACTERS, UTF16, BYTES) if with_text and not offsets else ():
        try:
            return _spans(text, entities, unit)
        except DataError:
            continue
    return _spans(text, entities, offsets or CHARACTERS)


def _spans(text: str, entities: Iterable[Entity], unit: str) -> list[Span]:
    places = ((entity, in_characters(text, [entity], unit)[0]) for entity in entities)
    return [Span(start, end, entity.label) for entity, (start, end, _) in places]


def _sentences(path: Path) -> Iterator[tuple[int, Callable[[], _Item]]]:
    """Yield the sentences of a CoNLL file: tokens first in their lines, tags last."""
    lines = enumerate(read_text(path).splitlines(), 1)
    for filled, group in groupby(lines, key=lambda line: bool(line[1].strip())):
        rows = [(number, line.split()) for number, line in group if not line.startswith("# ")]
        rows = [row for row in rows if row[1] and row[1][0] != "-DOCSTART-"]
        if filled and rows:
            yield rows[0][0], partial(_sentence, [fields for _, fields in rows])


def _sentence(rows: Sequence[Sequence[str]]) -> _Item:
    """Return a sentence with the entities of its tags: B-PER, I-PER and so on, or PER alone."""
    entities: list[Entity] = []
    text, before = "", _OUTSIDE
    for token, *_, tag in (row if len(row) > 1 else (*row, _OUTSIDE) for row in rows):
        start = len(text) + bool(text)
        text += f" {token}" if text else token
        prefix, label = tag.split("-", 1) if tag[1:2] == "-" else ("I", tag)
        if label != _OUTSIDE and label == before and prefix not in "BSU":
            entities.append(msgspec.structs.replace(entities.pop(), end=len(text)))
        elif label != _OUTSIDE:
            entities.append(Entity(start, len(text), label))
        before = _OUTSIDE if prefix in "ESLU" else label
    return None, text, entities


def _brat(key: str, text: str, annotations: str) -> _Item:
    """Return the item of a pair of files."""
    entities: list[Entity] = []
    for number, line in enumerate(annotations.splitlines(), 1):
        if not line.startswith("T"):
            continue
        match = _BRAT.fullmatch(line)
        if match is None:
            raise DataError(f"line {number} of its annotations is not an entity of brat")
        parts = [tuple(map(int, part.split())) for part in match[2].split(";")]
        own = match[3] if len(parts) == 1 else UNSET
        entities += [Entity(start, end, match[1], text=own) for start, end in parts]
    return key, text, entities


def unfit_for_annotation(utterance: Utterance) -> str | None:
    """Return why tools for annotation cannot hold a record; None if they can."""
    return "field 'text' is missing" if utterance.record.text is UNSET else None


def write_doccano(utterances: Iterable[Utterance], folder: Path) -> int:
    """Write lines of doccano and return their number."""
    lines = []
    for utterance in utterances:
        record = utterance.record
        marked = [[entity.start, entity.end, entity.label] for entity in record.entities or ()]
        line = {"id": record.id, "text": record.text, "label": marked}
        lines.append(msgspec.json.encode(line) + b"\n")
    (folder / "records.jsonl").write_bytes(b"".join(lines))
    return len(lines)


def write_label_studio(utterances: Iterable[Utterance], folder: Path) -> int:
    """Write tasks of Label Studio, with the entities as predictions, and return their number."""
    tasks = [_task(utterance.record) for utterance in utterances]
    (folder / "tasks.json").write_bytes(msgspec.json.encode(tasks))
    return len(tasks)


def _task(record: Record) -> dict[str, Any]:
    text = text_of(record)
    result = [
        {
            "from_name": "label", "to_name": "text", "type": "labels",
            "value": {"start": _utf16(text[: e.start]), "end": _utf16(text[: e.end]),
                      "text": text[e.start : e.end], "labels": [e.label]},
        }
        for e in record.entities or ()
    ]  # fmt: skip
    return {"data": {"text": text, "id": record.id}, "predictions": [{"result": result}]}


def _utf16(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
