"""STM: an utterance a line, `recording channel speaker start end [<labels>] text` (NIST sctk)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from privtool.audio.manifests.ctm import audio_of, channel_id
from privtool.audio.manifests.table import rows
from privtool.core.record import Record

_IGNORED = ("ignore_time_segment_in_scoring", "inter_segment_gap")


def read_stm(path: Path, audio_pattern: str | None, counts: Counter[str]) -> Iterator[Record]:
    """A record for each utterance; its id is the recording and the number of the utterance.

    Stretches that scoring is to ignore have no transcript: they are counted in `ignored`.
    """
    numbers: Counter[str] = Counter()
    for row in rows(path, 5, 6):
        recording, channel, speaker = row.fields[:3]
        start, end = row.seconds(3, "start"), row.seconds(4, "end")
        if end <= start:
            raise row.error("ends before it starts")
        text = _without_labels(row.fields[5] if len(row.fields) > 5 else "")
        if speaker in _IGNORED or text.lower().rpartition(" ")[2] in _IGNORED:
            counts["ignored"] += 1
            continue
        name = channel_id(recording, channel)
        numbers[name] += 1
        yield Record(
            id=f"{name}-{numbers[name]:05}",
            text=text,
            speaker=speaker,
            audio_filepath=audio_of(recording, audio_pattern),
            offset=start,
            duration=round(end - start, 6),
        )


def _without_labels(text: str) -> str:
    """The text without the labels that may come before it, as in `<o,f0,male> hello`."""
    if text.startswith("<") and ">" in text:
        label, _, rest = text.partition(">")
        if "," in label and " " not in label:
            return " ".join(rest.split())
    return " ".join(text.split())
