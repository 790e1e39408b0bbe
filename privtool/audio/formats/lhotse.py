"""Lhotse cut sets, and Shar: folders of cuts with their audio in tars, by lhotse itself."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from privtool.audio.formats.reading import Reading
from privtool.audio.formats.utterances import Utterance, clip_of
from privtool.audio.io.roots import path_for_records
from privtool.core.errors import DataError, PrivtoolError, UsageError
from privtool.core.record import Entity, Record, WordTime

_WORD = "word"
CUTS = "cuts.jsonl.gz"
_CUTS_OF_A_SHARD = 1000
_ENDINGS = {b"fLaC": ".flac", b"RIFF": ".wav", b"OggS": ".ogg"}


def read_lhotse(path: Path, reading: Reading) -> Iterator[Record]:
    """Yield a record for each supervision of each cut, and for a cut without any.

    Relative paths of recordings start at the current folder, as in lhotse. Raise `DataError` for
    cuts other than plain segments of one-channel files.
    """
    logging.getLogger().setLevel(logging.ERROR)
    from lhotse.serialization import load_manifest_lazy_or_eager

    if not path.is_file():
        raise UsageError(f"{path}: no such file")

    def audio(cut: Any, number: int, place: str) -> tuple[str, int | UnsetType]:  # noqa: ARG001
        source = _only_source(cut, place)
        if source is None or source.type != "file":
            raise DataError(f"{place}: its recording is not a file; privtool runs no commands")
        if cut.recording.transforms:
            raise DataError(
                f"{place}: its recording has transforms: save the transformed audio first"
            )
        if cut.channel not in source.channels:
            raise DataError(f"{place}: has a channel that its recording lacks")
        channel: int | UnsetType = UNSET
        if len(source.channels) > 1:
            channel = int(source.channels.index(cut.channel))
        return path_for_records(str(source.source), reading.output), channel

    yield from _records(path, load_manifest_lazy_or_eager, audio, "a cut set")


def read_shar(path: Path, reading: Reading) -> Iterator[Record]:
    """Yield the records of all cuts of a Shar; their audio is written into a folder as it is.

    Raise `DataError` for cuts with several channels or without audio in the shards.
    """
    logging.getLogger().setLevel(logging.ERROR)
    from lhotse import CutSet

    if not path.is_dir():
        raise UsageError(f"{path}: no such folder")
    if not any(path.glob("cuts.*")):
        raise DataError(f"{path}: has no shards of cuts (cuts.000000.jsonl.gz)")

    def cuts(path: Path) -> Iterator[Any]:
        found, number = CutSet.from_shar(in_dir=str(path)), 0
        for number, cut in enumerate(found, 1):  # noqa: B007
            yield cut
        if number != len(found):  # lhotse stops at the end of the shortest file
            raise DataError(f"{path}: has audio for fewer cuts than it lists")

    def audio(cut: Any, number: int, place: str) -> tuple[str, int | UnsetType]:
        source = _only_source(cut, place)
        if source is None or source.type != "memory" or len(source.channels) != 1:
            raise DataError(f"{place}: has no audio of one channel in the shards")
        content: bytes = source.source
        ending = _ENDINGS.get(content[:4], "")
        return reading.write_audio(number, content, ending), UNSET

    yield from _records(path, cuts, audio, "Lhotse Shar")


def _records(
    path: Path,
    load: Callable[[Path], Iterable[Any]],
    audio: Callable[[Any, int, str], tuple[str, int | UnsetType]],
    kind: str,
) -> Iterator[Record]:
    """Yield the records of all cuts; `audio` returns the path of a cut's audio and its channel."""
    number = 0
    try:
        for number, cut in enumerate(load(path), 1):
            place = f"{path}: cut {number}"
            yield from _records_of_cut(cut, place, *audio(cut, number, place))
    except (PrivtoolError, GeneratorExit):
        raise
    except Exception:  # errors of lhotse may quote the files
        raise DataError(f"{path}: is not {kind} after cut {number}") from None


def _records_of_cut(cut: Any, place: str, path: str, channel: int | UnsetType) -> Iterator[Record]:
    """Yield a record for each supervision of a cut, if any. Raise `DataError` for bad entities."""
    start, seconds = float(cut.start), float(cut.duration)
    whole = Record(id=cut.id, audio_filepath=path, offset=start, duration=seconds, channel=channel)
    if not cut.supervisions:
        yield whole
    for supervision in cut.supervisions:
        offset = start + float(supervision.start)
        yield msgspec.structs.replace(
            whole,
            id=supervision.id,
            text=UNSET if supervision.text is None else supervision.text,
            speaker=UNSET if supervision.speaker is None else supervision.speaker,
            offset=round(offset, 6),
            duration=float(supervision.duration),
            words=_words(supervision, offset),
            entities=_entities(supervision, place),
        )


def _only_source(cut: Any, place: str) -> Any:
    """Return the source of the recording of a cut, None if it has several."""
    from lhotse import MonoCut

    if not isinstance(cut, MonoCut) or cut.recording is None:
        raise DataError(f"{place}: is not a one-channel cut of a recording")
    return cut.recording.sources[0] if len(cut.recording.sources) == 1 else None


def _words(supervision: Any, offset: float) -> tuple[WordTime, ...] | UnsetType:
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
        score = UNSET if item.score is None else float(item.score)
        words.append(WordTime(item.symbol, start, end, score))
    return tuple(words)


def _entities(supervision: Any, place: str) -> tuple[Entity, ...] | UnsetType:
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
            writer.write(_cut_of(utterance, name))
    return len(paths)


def _cut_of(utterance: Utterance, recording_id: str) -> Any:
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


def unfit_for_shar(utterance: Utterance) -> str | None:
    """Return why a record does not fit: its id is the name of its audio in a tar."""
    name = str(utterance.record.id)
    path = PurePosixPath(name)
    if not name or path.is_absolute() or ".." in path.parts or "\0" in name:
        return "its 'id' is no name for a file in a tar"
    return None


def write_shar(utterances: Iterable[Utterance], folder: Path) -> int:
    """Write shards of cuts and of their audio, samples unchanged; return the number of clips."""
    logging.getLogger().setLevel(logging.ERROR)
    from lhotse.shar import JsonlShardWriter, TarWriter
    from lhotse.shar.utils import to_shar_placeholder
    from lhotse.utils import fastcopy

    count, shards = 0, str(folder).replace("%", "%%")
    with (
        JsonlShardWriter(f"{shards}/cuts.%06d.jsonl.gz", _CUTS_OF_A_SHARD) as cuts,
        TarWriter(f"{shards}/recording.%06d.tar", _CUTS_OF_A_SHARD) as audio,
    ):
        for count, utterance in enumerate(utterances, 1):
            data, ending = clip_of(utterance)
            frames = round(utterance.duration * utterance.rate)
            # The only record of a file with one channel, which is its clip.
            record = msgspec.structs.replace(utterance.record, channel=UNSET)
            alone = Utterance(record, "", frames, utterance.rate, 0.0, frames / utterance.rate)
            cut = _cut_of(alone, f"recording-{count:06}")
            recording = to_shar_placeholder(cut.recording)
            audio.write(f"{cut.id}{ending}", io.BytesIO(data))
            manifest = json.dumps(recording.to_dict()).encode()
            audio.write(f"{cut.id}.json", io.BytesIO(manifest), count=False)
            cuts.write(fastcopy(cut, recording=recording))
    return count
