"""The record: one JSON object per line, the only data that passes between commands."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Struct, UnsetType, field

from privtool.core.errors import NOT_UTF8, DataError


class WordTime(Struct, frozen=True, omit_defaults=True, gc=False):
    """A spoken word; `start` and `end` are seconds relative to the record's offset.

    `confidence` in these times is from 0 to 1 (`align`).
    """

    word: str
    start: float
    end: float
    score: float | UnsetType = UNSET
    confidence: float | UnsetType = UNSET


class Entity(Struct, frozen=True, omit_defaults=True, gc=False):
    """A private span `text[start:end]` (code points, half open), or its surrogate.

    Given word times, `surrogate` adds `audio_start` and `audio_end`: the seconds of the original
    recording, relative to the record's offset, that still hold the replaced phrase. They cover
    whole words: the surrogate's audio includes adjacent characters up to the next white space or
    public word ("Maria's" for an entity "Maria"). `text` is the phrase, as some tools write it,
    by which the offsets are checked; commands that make text safe drop it.
    """

    start: int
    end: int
    label: str
    score: float | UnsetType = UNSET
    audio_start: float | UnsetType = UNSET
    audio_end: float | UnsetType = UNSET
    text: Any = UNSET


class Mask(Struct, frozen=True, omit_defaults=True, gc=False):
    """A marker at `text[start:end]`, the label of the masked text, and the methods that mask it.

    Masks of one entity have the same number `entity`, which starts at 1 in each record; those of
    different entities have different ones. `merged` is true if the marker stands for several words.
    Masks with the same `link`, a keyed hash, stand for the same words in one context.
    """

    start: int
    end: int
    label: str
    method: str
    entity: int | UnsetType = UNSET
    merged: bool | UnsetType = UNSET
    link: str | UnsetType = UNSET


class Fill(Struct, frozen=True, gc=False):
    """A filled-in word at `text[start:end]` and the label of the mask that it replaced."""

    start: int
    end: int
    label: str


class NBestEntry(Struct, frozen=True, omit_defaults=True, gc=False):
    """A hypothesis of a recognizer; the language model adds `lm_score` to its `score`."""

    text: str
    score: float
    lm_score: float | UnsetType = UNSET


UnknownFields = dict[str, Any]
"""Fields that privtool does not know; some filters pass them on."""
_IN_NO_LINE = msgspec.Meta(min_length=(1 << 63) - 1)  # no decoded object is that long
Id = str | int
"""The id of a record."""


class Record(Struct, frozen=True, omit_defaults=True, kw_only=True, gc=False):
    """One utterance, sentence or document. Fields that a line lacks are `UNSET`.

    `channel` is the channel of the recording that the record is about, counted from 0; without it
    all channels are. It may hold anything else, as other tools have other uses for the name.
    `language` is the code of the language of the text; other tools may have anything there.
    `word_lists` maps a masking method to the list whose words it kept, as `name@hash`, so that
    `fill` can avoid that list. `logprob` is the natural log-probability of the text by a language
    model, summed over `tokens`; `perplexity` is per token. `tokens` may hold any value, as other
    tools put words there. `align_status` is `aligned`, `empty` for a text without words, or the
    reason why no word times were found. `drop_turn` is true where private audio cannot be located,
    so that none of the recording may be used. `hyp` is the recognized text, `hyp_words` its words
    with their times, `nbest` a list of `NBestEntry` (or of anything, by other tools), `lm_weight`
    the weight of the language model. These are as private as the recording. `extra` is never read
    from a line as such: a line with that key (the empty string) is rejected.
    """

    id: Id | UnsetType = UNSET
    text: str | UnsetType = UNSET
    speaker: str | int | UnsetType = UNSET
    audio_filepath: str | UnsetType = UNSET
    offset: float | UnsetType = UNSET
    duration: float | UnsetType = UNSET
    channel: Any = UNSET
    words: tuple[WordTime, ...] | UnsetType = UNSET
    align_status: str | UnsetType = UNSET
    entities: tuple[Entity, ...] | UnsetType = UNSET
    drop_turn: bool | UnsetType = UNSET
    language: Any = UNSET
    masks: tuple[Mask, ...] | UnsetType = UNSET
    word_lists: dict[str, str] | UnsetType = UNSET
    fills: tuple[Fill, ...] | UnsetType = UNSET
    sample: int | UnsetType = UNSET
    logprob: float | UnsetType = UNSET
    tokens: Any = UNSET
    perplexity: float | UnsetType = UNSET
    hyp: str | UnsetType = UNSET
    hyp_words: tuple[WordTime, ...] | UnsetType = UNSET
    nbest: Any = UNSET
    lm_weight: float | UnsetType = UNSET
    extra: Annotated[UnknownFields, _IN_NO_LINE] | UnsetType = field(default=UNSET, name="")


FIELDS = frozenset(f.encode_name for f in msgspec.structs.fields(Record)) - {""}
PROVIDERS = {
    "text": "every command needs it; `privtool mask --field` reads others",
    "masks": "run `privtool mask` first",
    "audio_filepath": "the record has no audio",
    "words": "run `privtool align` first",
    "entities": "run `privtool mask --annotate` first, or `privtool import` for annotations",
    "hyp": "run `privtool asr-eval` with a model first",
}

_ANNOTATIONS = "; `privtool import` reads annotations of other tools"
_NEVER_NULL = ("id", "text", "")
_BYTE = re.compile(r"\(byte (\d+)\)")
_NO_NUMBER = re.compile(rb"NaN|Infinity")

_decode_known = msgspec.json.Decoder(Record).decode
_decode_object = msgspec.json.Decoder(dict[str, Any]).decode
_encoder = msgspec.json.Encoder()
_encode = _encoder.encode
UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


def decode(line: bytes) -> Record:
    """Return the record in a JSON line, without the fields that privtool does not know.

    A null is as good as no field, as tables of other tools have it, except for id and text. Raise
    `DataError` unless the line is a JSON object in UTF-8 whose fields have the right types.
    """
    try:
        return _decode_known(line)
    except UNREADABLE as error:
        if "got `null`" not in str(error):
            raise DataError(reason_of_line(error, line)) from None
    try:
        given = _decode_object(line)
        return _decode_known(
            _encode({k: v for k, v in given.items() if v is not None or k in _NEVER_NULL})
        )
    except UNREADABLE as error:
        raise DataError(reason_of_line(error, line)) from None


def decode_all(line: bytes) -> Record:
    """Return the record in a JSON line, with unknown fields in `extra`.

    Raise `DataError` as `decode` does, for unknown fields too.
    """
    record = decode(line)
    try:
        extra = {k: v for k, v in _decode_object(line).items() if k not in FIELDS}
    except UNREADABLE as error:
        raise DataError(reason_of_line(error, line)) from None
    return msgspec.structs.replace(record, extra=extra) if extra else record


def encode(record: Record) -> bytes:
    """Return the record as a JSON line without its newline; unknown fields come last."""
    extra = record.extra
    if extra is UNSET:
        return _encode(record)
    known = _encode(msgspec.structs.replace(record, extra=UNSET))
    if not extra:
        return known
    return b"{" + b",".join(part for part in (known[1:-1], _encode(extra)[1:-1]) if part) + b"}"


def encode_lines(records: Sequence[Record]) -> bytes:
    """Return the records as JSON lines, each with its newline."""
    if all(record.extra is UNSET for record in records):
        return _encoder.encode_lines(records)
    return b"".join(encode(record) + b"\n" for record in records)


def require(record: Record, name: str) -> Any:
    """Return the value of a known field. Raise `DataError` if the record lacks it."""
    value = getattr(record, name)
    if value is UNSET:
        raise missing(name)
    return value


def missing(name: str) -> DataError:
    """Return the error for a record that lacks a field: it names the command that provides it."""
    remedy = PROVIDERS.get(name)
    return DataError(f"field '{name}' is missing" + (f"; {remedy}" if remedy else ""))


def check_spans(spans: Iterable[Any], length: int, name: str) -> None:
    """Raise `DataError` unless the spans are sorted, disjoint, not empty and inside the text."""
    end = 0
    for number, span in enumerate(spans):
        if span.start < end or span.end <= span.start or span.end > length:
            raise DataError(
                f"{name}[{number}] is empty, outside the text, or overlaps or precedes another"
            )
        end = span.end


def reason_of_line(error: Exception, line: bytes) -> str:
    """Return why a line could not be read; messages of the library might quote the line."""
    if isinstance(error, UnicodeDecodeError):
        return NOT_UTF8
    if isinstance(error, RecursionError):
        return "nested too deeply"
    if not isinstance(error, msgspec.ValidationError):
        at = _BYTE.search(str(error))
        named = _NO_NUMBER.match(line, int(at[1])) if at else None
        remedy = ", which has no NaN or Infinity: write null" if named else ""
        return f"not valid JSON{remedy}"
    message, inside, place = str(error).rstrip("`").partition(" - at `$")
    if not inside:
        return "not a JSON object"
    where = place.removeprefix(".")
    if where.split(".")[0].split("[")[0] in FIELDS:
        fault = _fault(message)
        remedy = _ANNOTATIONS if where.startswith("entities[") and "lacks" in fault else ""
        return f"field '{where}' {fault}{remedy}"
    return "a field has a number that is too large" if where else "a field has no name"


_JSON_NAMES: Mapping[str, str] = {
    "null": "null",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "str": "a string",
    "array": "a list",
    "object": "an object",
}


def _fault(message: str) -> str:
    """Return the fault of a field: the message of the library, without any values."""
    wanted, got, missing = (
        message.partition(f"{start} `")[2].partition("`")[0]
        for start in ("Expected", "got", "missing required field")
    )
    if missing:
        return f"lacks '{missing}'"
    names = [_JSON_NAMES[name] for name in wanted.split(" | ") if name in _JSON_NAMES]
    if names and got in _JSON_NAMES:
        return f"is {_JSON_NAMES[got]}, not {' or '.join(names)}"
    return "has a number that is too large" if "out of range" in message else "has the wrong type"


_GROUPING = (str, int)  # not `str | int`, which is made anew for each record


# These fields of a record; they raise as `require` does.
id_of: Callable[[Record], Id] = partial(require, name="id")
text_of: Callable[[Record], str] = partial(require, name="text")
entities_of: Callable[[Record], tuple[Entity, ...]] = partial(require, name="entities")
words_of: Callable[[Record], tuple[WordTime, ...]] = partial(require, name="words")


def field_of(record: Record, name: str) -> object:
    """Return the value of a field, `UNSET` if the record lacks it."""
    if name in FIELDS:
        return getattr(record, name)
    return UNSET if record.extra is UNSET else record.extra.get(name, UNSET)


def group_of(record: Record, name: str) -> str | None:
    """Return a text that records with the same value of a field share, None for no value.

    Raise `DataError` for a field that is neither text nor a whole number.
    """
    value = field_of(record, name)
    if value is UNSET or value is None or value == "":
        return None
    if not isinstance(value, _GROUPING) or isinstance(value, bool):
        raise DataError(f"field '{name}' is neither text nor a whole number")
    return f"{name}:{type(value).__name__}:{value}"


def is_channel(value: object) -> bool:
    """Return whether a value is the number of a channel; other tools write texts, too."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def with_kept(new: Record, record: Record, names: Sequence[str]) -> Record:
    """Return the new record with some fields of the original one.

    A path is kept with its channel: without it, the record would be about the other speakers, too.
    """
    if not names:
        return new
    changes: dict[str, object] = {}
    extra: UnknownFields = {}
    if "audio_filepath" in names and is_channel(record.channel):
        changes["channel"] = record.channel
    for name in names:
        value = field_of(record, name)
        if name in FIELDS:
            changes[name] = value
        elif value is not UNSET:
            extra[name] = value
    return msgspec.structs.replace(new, extra=extra or UNSET, **changes)
