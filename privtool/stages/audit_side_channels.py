"""Whether private words accompany the audio of a turn: in its path, tags, channels or overlaps."""

from __future__ import annotations

from collections.abc import Sequence

from privtool.audio.intervals import Interval
from privtool.audit.counts import Counts, Key, add
from privtool.audit.values import contains, parts_of, value_of
from privtool.core.fields import text_of
from privtool.stages.audio_pair import ALIKE, AudioPair
from privtool.stages.audio_turn import AudioTurn


def count_side_channels(counts: Counts, turn: AudioTurn, tags: Sequence[str]) -> None:
    """Count what side channels a turn has. `tags` are the texts in its file.

    A channel has a private word if the residue of one was found before.
    """
    found = {
        "path": _names(turn, [str(turn.safe.audio_filepath)], "path"),
        "tags": _names(turn, tags, "tags"),
    }
    if turn.pair.channels > 1:
        found["channel"] = any("residue" in how for how in turn.how)
    if turn.original.others:
        found["overlap"] = any(_is_left(turn.pair, time) for time in turn.original.others)
    for kind, hit in found.items():
        add(counts, Key("side_channel", kind), hit, 1)
    add(counts, Key("side_channel"), any(found.values()), 1)


def _names(turn: AudioTurn, texts: Sequence[str], kind: str) -> bool:
    """Whether texts have a private word that is not a public one, too."""
    parts = [part for text in texts for part in (*parts_of(text), "")]
    raw = text_of(turn.original.record)
    public = {
        part for word in turn.original.public for part in parts_of(raw[word.start : word.end])
    }
    hit = False
    for word, how in zip(turn.original.private, turn.how, strict=True):
        value = value_of(raw[word.start : word.end])
        if value and not public.intersection(value) and contains(parts, value):
            how.append(f"in the {kind}")
            hit = True
    return hit


def _is_left(pair: AudioPair, time: Interval) -> bool:
    residue = pair.residue(time)
    return residue is not None and residue.samples > ALIKE
