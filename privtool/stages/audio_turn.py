"""A turn before and after it was made safe, and how each private word is still there."""

from __future__ import annotations

from typing import Any, NamedTuple

from privtool.core.fields import text_of
from privtool.core.record import Record
from privtool.stages.audio_originals import Original
from privtool.stages.audio_pair import AudioPair


class AudioTurn(NamedTuple):
    """An original, its safe record, both recordings, and how each private word is still there."""

    original: Original
    safe: Record
    pair: AudioPair
    how: list[list[str]]

    @property
    def places(self) -> list[dict[str, Any]]:
        """The private words that are still there, as JSON types. They are private."""
        text = text_of(self.original.record)
        return [
            {
                "id": self.safe.id,
                "label": word.label,
                "start": word.start,
                "end": word.end,
                "word": text[word.start : word.end],
                **({} if word.time is None else {"audio": list(word.time)}),
                "how": how,
            }
            for word, how in zip(self.original.private, self.how, strict=True)
            if how
        ]
