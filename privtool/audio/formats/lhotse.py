"""Lhotse cut sets, read and written by lhotse."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET

from privtool.audio.formats.utterances import Utterance
from privtool.audio.io.roots import path_for_records
from privtool.core.errors import DataError, UsageError
from privtool.core.record import Entity, Record, WordTime

_SLACK = 0.1  # seconds by which alignments may exceed their supervision
_WORD = "word"
CUTS = "cuts.jsonl.gz"


def read_lhotse(path: Path, output: str) -> Iterator[Record]:
    """Yield a record for each supervision of each cut, and for a cut without any.

    Relative paths of recordings start at the current folder, as in lhotse. Raise `DataError` for
    cuts other than plain segments of one-channel files.
    """
    logging.getLogger().setLevel(logging.ERROR)
    from lhotse.serialization import load_manifest_lazy_or_eager

    if not path.is_file():
        raise UsageError(f"{path}: no such file")
    number = 0
    try:
        for number, cut in enumerate(load_manifest_lazy_or_eager(path), 1):
            place = f"{path}: cut {number}"
            audio = path_for_records(_source(cut, place), output)
            yield from records_of_cut(cut, place, audio, _channel(cut, place))
    except (DataError, GeneratorExit):
        raise
    except Exception:  # errors of lhotse may quote the file
        raise DataError(f"{path}: is not a cut set after cut {number}") from None


def records_of_cut(
    cut: Any, place: str, path: str, channel: int | msgspec.UnsetType
) -> Iterator[Record]:
    """Yield a record for each supervision of a cut, or for a cut without any.

    `path` is that of its audio, and `channel` the one of the file. Raise `DataError` for times
    outside the recording, and for bad entities.
    """
    if not cut.supervisions:
        yield Record(
            id=cut.id,
            audio_filepath=path,
            offset=float(cut.start),
            duration=float(cut.duration),
            channel=channel,
        )
    for supervision in cut.supervisions:
        offset = float(cut.start) + float(supervision.start)
        if offset < 0:
            raise DataError(f"{place}: a supervision starts before its recording")
        yield Record(
            id=supervision.id,
            text=UNSET if supervision.text is None else supervision.text,
            speaker=UNSET if supervision.speaker is None else supervision.speaker,
            audio_filepath=path,
            offset=round(offset, 6),
            duration=float(supervision.duration),
            channel=channel,
            words=_words(supervision, offset, place),
            entities=_entities(supervision, place),
        )


def _source(cut: Any, place: str) -> str:
    """Return the audio file of a cut."""
    from lhotse import MonoCut

    if not isinstance(cut, MonoCut) or cut.recording is None:
        raise DataError(f"{place}: is not a one-channel cut of a recording")
    recording = cut.recording
    if len(recording.sources) != 1 or recording.sources[0].type != "file":
        raise DataError(f"{place}: its recording is not a file; privtool runs no commands")
    if recording.transforms:
        raise DataError(f"{place}: its recording has transforms: save the transformed audio first")
    return str(recording.sources[0].source)


def _channel(cut: Any, place: str) -> int | msgspec.UnsetType:
    """Return which channel of its file a cut is, `UNSET` for the only one."""
    channels = cut.recording.sources[0].channels
    if cut.channel not in channels:
        raise DataError(f"{place}: has a channel that its recording lacks")
    return UNSET if len(channels) == 1 else int(channels.index(cut.channel))


def _words(supervision: Any, offset: float, place: str) -> tuple[WordTime, ...] | msgspec.UnsetType:
    """Return the words with times relative to `offset`; lhotse's are relative to the recording.

    Cutting or moving a supervision does not change them.
    """
    items = (supervision.alignment or {}).get(_WORD)
    if items is None:
        return UNSET
    words = []
    for item in items:
        start = round(float(item.start) - offset, 6)
        end = round(start + float(item.duration), 6)
        if start < -_SLACK or end > float(supervision.duration) + _SLACK:
            raise DataError(f"{place}: the times of its words are outside its supervision")
        score = UNSET if item.score is None else float(item.score)
        words.append(WordTime(item.symbol, start, end, score))
    return tuple(words)


def _entities(supervision: Any, place: str) -> tuple[Entity, ...] | msgspec.UnsetType:
    entities = (supervision.custom or {}).get("entities")
    if entities is None:
        return UNSET
    try:
        return msgspec.convert(entities, tuple[Entity, ...])
    except msgspec.ValidationError:
        raise DataError(f"{place}: its entities are not valid") from None


def write_lhotse(utterances: Iterable[Utterance], folder: Path) -> int:
    """Write `cuts.jsonl.gz`, with a cut for each record, and return the number of recordings."""
    logging.getLogger().setLevel(logging.ERROR)
    from lhotse import CutSet

    paths: dict[str, str] = {}
    with CutSet.open_writer(folder / CUTS) as writer:
        for utterance in utterances:
            name = paths.setdefault(utterance.path, f"recording-{len(paths) + 1:06}")
            writer.write(cut_of(utterance, name))
    return len(paths)


def cut_of(utterance: Utterance, recording_id: str) -> Any:
    """Return a record as a cut of the file that holds it."""
    from lhotse import MonoCut, Recording, SupervisionSegment
    from lhotse.audio import AudioSource
    from lhotse.supervision import AlignmentItem

    record = utterance.record
    recording = Recording(
        id=recording_id,
        sources=[AudioSource("file", list(range(utterance.channels)), utterance.path)],
        sampling_rate=utterance.rate,
        num_samples=utterance.frames,
        duration=utterance.frames / utterance.rate,
        channel_ids=list(range(utterance.channels)),
    )
    words = () if record.words is UNSET else record.words
    items = [
        AlignmentItem(
            word.word,
            round(utterance.start + word.start, 6),
            round(word.end - word.start, 6),
            None if word.score is UNSET else word.score,
        )
        for word in words
    ]
    entities = None if record.entities is UNSET else msgspec.to_builtins(record.entities)
    supervision = SupervisionSegment(
        id=str(record.id),
        recording_id=recording_id,
        start=0.0,
        duration=utterance.duration,
        channel=utterance.channel,
        text=None if record.text is UNSET else record.text,
        speaker=None if record.speaker is UNSET else str(record.speaker),
        custom=None if entities is None else {"entities": entities},
        alignment=None if record.words is UNSET else {_WORD: items},
    )
    return MonoCut(
        id=str(record.id),
        start=utterance.start,
        duration=utterance.duration,
        channel=utterance.channel,
        supervisions=[supervision],
        recording=recording,
    )
