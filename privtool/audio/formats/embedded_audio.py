"""Audio that formats hold themselves: clips cut from recordings, and files written from bytes."""

from __future__ import annotations

import os
import re

from privtool.audio.formats.utterances import Utterance
from privtool.audio.io.clips import channel_of
from privtool.audio.io.decode import read_frames
from privtool.audio.io.writer import AudioFolder, encode, file_name
from privtool.core.writing import writing

_ENDING = re.compile(r"\.[A-Za-z0-9]{1,5}")


def clip_of(utterance: Utterance) -> tuple[bytes, str]:
    """Return a file with the samples of a record, and its extension."""
    first = round(utterance.start * utterance.rate)
    frames = round(utterance.duration * utterance.rate)
    audio = read_frames(utterance.path, lambda _: (first, frames), channel_of(utterance.record))
    return encode(audio)


def write_file(folder: AudioFolder, record_id: str | int, content: bytes, ending: str) -> str:
    """Write a file as it is; return its path for records. Its name is a hash, with the ending."""
    safe = ending.lower() if _ENDING.fullmatch(ending) else ""
    name = file_name(record_id, content) + safe
    with writing(os.path.join(folder.folder, name)) as write:
        write(content)
    return f"{folder.path_in_records}/{name}" if folder.path_in_records else name
