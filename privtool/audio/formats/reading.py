"""How files of other tools are read: what all readers are given, and what becomes of bad items."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from msgspec import UNSET

from privtool.audio.io.writer import AudioFolder
from privtool.core.errors import DataError, option

NOT_UTF8 = f"not valid UTF-8: name its encoding with {option('encoding')}, such as cp1252"
AUTO, NEVER = "auto", "never"
_ENDINGS = frozenset(
    (".aac", ".aif", ".aiff", ".au", ".flac", ".m4a", ".mp3", ".mp4", ".ogg", ".opus", ".wav")
)
Aside = Callable[[DataError], None]


def refuse(fault: DataError) -> None:
    """Raise the error of an item."""
    raise fault


@dataclass(frozen=True, kw_only=True)
class Reading:
    """How to read files of a format; each format uses some of these.

    `output` is where records are written, `audio_pattern` the path of the audio of a recording,
    `folder` where audio is written that files hold themselves, `base` where relative paths start.
    `speakers` says which names in subtitles are those of speakers, `offsets` what those of entities
    count. What a reader drops or changes is added to `counts`, and `aside` gets the errors of items
    that cannot be read.
    """

    format: str = ""
    output: str = "-"
    audio_pattern: str | None = None
    tier: str | None = None
    utterances: bool = False
    transcript: Path | None = None
    folder: AudioFolder | None = None
    speakers: str = AUTO
    offsets: str | None = None
    base: Path | None = None
    counts: Counter[str] = field(default_factory=Counter)
    aside: Aside = refuse

    def audio_of(self, recording: str) -> str:
        """Return the path of a recording's audio, `UNSET` without a pattern."""
        path: str = UNSET  # type: ignore[assignment]
        return path if self.audio_pattern is None else self.audio_pattern.replace("{}", recording)

    def write_audio(self, number: int, content: bytes, ending: str) -> str:
        """Write the audio of a record as it is; return its path for records.

        The name is a hash of the number of the record and the content: the record's id and the name
        of the original file may be private, and so may the ending of that name unless it is one of
        audio.
        """
        assert self.folder is not None  # as formats that hold audio need it
        safe = ending.lower() if ending.lower() in _ENDINGS else ""
        return self.folder.write_file(number, content, safe)
