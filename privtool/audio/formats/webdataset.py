"""Tars of WebDataset: the files of a sample have one name, and an ending for what they are."""

from __future__ import annotations

import io
import tarfile
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

import msgspec
from msgspec import UNSET

from privtool.audio.formats.reading import Reading
from privtool.audio.formats.utterances import Utterance, clip_of
from privtool.core.errors import DataError, named_read_errors
from privtool.core.record import Record, decode, encode

FIRST = "000000.tar"
_SAMPLES = 1000  # of a tar
_AUDIO = ("flac", "wav", "mp3", "ogg", "opus", "m4a", "aac")
_TEXT = ("txt", "text", "transcript")


def read_tar(path: Path, reading: Reading) -> Iterator[Record]:
    """Yield a record for each sample; its audio is written into a folder as it is.

    Fields come from `json`, the text also from `txt`. Raise `DataError` for a sample without audio
    or with several.
    """
    try:
        with named_read_errors(path), tarfile.open(path, "r|*") as tar:
            members = ((_split(member.name), _content(tar, member)) for member in tar)
            files = ((*name, content) for name, content in members if content is not None)
            for number, (key, group) in enumerate(groupby(files, key=lambda file: file[0]), 1):
                sample = [(ending, content) for _, ending, content in group]
                yield _record(key, number, sample, reading)
    except (tarfile.TarError, EOFError):
        raise DataError(f"{path}: is not a tar, or broken") from None
    except _SampleError as error:
        raise DataError(f"{path}: {error}") from None


class _SampleError(Exception):
    """What is wrong with a sample, without its name."""


def _split(name: str) -> tuple[str, str]:
    """Return the name of a sample and the ending of a file: all after the first point."""
    folder, slash, file = name.rpartition("/")
    stem, _, ending = file.partition(".")
    return folder + slash + stem, ending.lower()


def _content(tar: tarfile.TarFile, member: tarfile.TarInfo) -> bytes | None:
    file = tar.extractfile(member) if member.isfile() else None
    return None if file is None else file.read()


def _record(key: str, number: int, files: list[tuple[str, bytes]], reading: Reading) -> Record:
    audio = [file for file in files if file[0] in _AUDIO]
    if len(audio) != 1:
        raise _SampleError(f"a sample has {len(audio)} audio files")
    record = Record()
    for ending, content in files:
        try:
            if ending == "json":
                record = decode(content)
            elif ending in _TEXT and record.text is UNSET:
                text = " ".join(content.decode().split())
                record = msgspec.structs.replace(record, text=text)
        except (DataError, UnicodeDecodeError):
            raise _SampleError(f"the {ending} of a sample cannot be read") from None
    ((ending, content),) = audio
    name = key if record.id is UNSET else record.id
    path = reading.write_audio(number, content, f".{ending}")
    return msgspec.structs.replace(
        record, id=name, audio_filepath=path, offset=UNSET, duration=UNSET, channel=UNSET
    )


def write_tars(utterances: Iterable[Utterance], folder: Path) -> int:
    """Write samples of audio and `json` into tars; return the number of samples."""
    tar: tarfile.TarFile | None = None
    number = -1
    try:
        for number, utterance in enumerate(utterances):
            if number % _SAMPLES == 0:
                if tar is not None:
                    tar.close()
                tar = tarfile.open(folder / f"{number // _SAMPLES:06}.tar", "w")  # noqa: SIM115
            data, ending = clip_of(utterance)
            held = msgspec.structs.replace(
                utterance.record, audio_filepath=UNSET, offset=UNSET, duration=UNSET, channel=UNSET
            )
            if tar is not None:
                _add(tar, f"{number:08}{ending}", data)
                _add(tar, f"{number:08}.json", encode(held))
    finally:
        if tar is not None:
            tar.close()
    if number < 0:
        tarfile.open(folder / FIRST, "w").close()
    return number + 1


def _add(tar: tarfile.TarFile, name: str, content: bytes) -> None:
    member = tarfile.TarInfo(name)
    member.size = len(content)
    tar.addfile(member, io.BytesIO(content))
