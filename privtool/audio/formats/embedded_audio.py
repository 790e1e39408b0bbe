"""Audio that formats hold themselves: clips cut from recordings, and files written from bytes."""

from __future__ import annotations

from privtool.audio.formats.utterances import Utterance
from privtool.audio.io.clips import channel_of
from privtool.audio.io.decode import read_frames
from privtool.audio.io.writer import AudioFolder, encode

_ENDINGS = frozenset(
    (".aac", ".aif", ".aiff", ".au", ".flac", ".m4a", ".mp3", ".mp4", ".ogg", ".opus", ".wav")
)


def clip_of(utterance: Utterance) -> tuple[bytes, str]:
    """Return a file with the samples of a record, and its extension."""
    first = round(utterance.start * utterance.rate)
    frames = round(utterance.duration * utterance.rate)
    audio = read_frames(utterance.path, lambda _: (first, frames), channel_of(utterance.record))
    return encode(audio)


def write_file(folder: AudioFolder, number: int, content: bytes, ending: str) -> str:
    """Write the audio of a record as it is; return its path for records.

    The name is a hash of the number of the record and the content: the record's id and the name of
    the original file may be private, and so may the ending of that name unless it is one of audio.
    """
    safe = ending.lower() if ending.lower() in _ENDINGS else ""
    return folder.write_file(number, content, safe)
