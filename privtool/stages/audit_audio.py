"""What is left of private words in safe audio (definitions: docs/commands/audit-audio.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from msgspec import UNSET

from privtool.audio.intervals import Interval
from privtool.audio.io.clips import SLACK, ClipReader
from privtool.audio.io.decode import Audio
from privtool.audio.io.tags import texts_of
from privtool.audit.counts import Counts, Key, add
from privtool.audit.values import contains, parts_of, value_of
from privtool.core.errors import DataError, option
from privtool.core.fields import id_of, text_of
from privtool.core.record import Record
from privtool.interfaces.recognition import WordSpotter
from privtool.stages.audio_originals import Original, Originals, PrivateWord
from privtool.stages.audio_pair import ALIKE, AudioPair, Residue
from privtool.stages.audio_turn import AudioTurn
from privtool.stages.audit_block import Audited
from privtool.stages.audit_hearing import Heard, Listener, with_noise


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


COVERED = {"": 1.0, "under 50 %": 0.5, "under 80 %": 0.8}
ALIKE_MEL = 0.7  # short sounds have more in common with others than samples have
CORRELATED = {"over 0.3": 0.3, "over 0.5": 0.5, "over 0.7": 0.7, "over 0.9": 0.9}


class AcrossAudio(NamedTuple):
    """What is known only across records: ids, and the largest correlations."""

    ids: set[str | int]
    samples: float
    mel: float


class AuditAudioStage:
    """Compares safe recordings with the original ones of the same ids."""

    def __init__(
        self,
        originals: Originals,
        before: ClipReader,
        after: ClipReader,
        spotters: Sequence[WordSpotter],
    ) -> None:
        self._originals, self._before, self._after = originals, before, after
        self._spotters = spotters
        self._across = _nothing()

    def audit(self, records: Sequence[Record]) -> Iterator[Audited | str]:
        for record in records:
            try:
                yield self._audit(record)
            except DataError as error:
                yield error.message

    def drain(self) -> AcrossAudio:
        """Return what was found across records since the last call."""
        found, self._across = self._across, _nothing()
        return found

    def _audit(self, record: Record) -> Audited:
        original = self._originals.of(record)
        after = self._after.audio(record)
        try:
            before = self._before.audio(original.record)
        except DataError as error:
            raise DataError(f"in {option('before')}, {error.message}") from None
        pair = AudioPair(before, after)
        original = _within(original, pair.before.seconds)
        if record.masks is not UNSET and not pair.aligned:
            raise DataError(
                "the audio has another length or rate than the original, which redaction keeps"
            )
        turn = AudioTurn(original, record, pair, [[] for _ in original.private])
        counts: Counts = Counter()
        self._across.ids.add(id_of(record))
        self._count_heard(counts, turn, before)
        self._count_left(counts, turn)
        _count_changed(counts, turn)
        _count_whole(counts, turn)
        count_side_channels(counts, turn, texts_of(self._after.root.path_of(record)))
        return Audited(original.unit, counts, turn.places)

    def _count_heard(self, counts: Counts, turn: AudioTurn, audio: Audio) -> None:
        private = turn.original.private
        if not private:
            return
        listener = Listener(turn.original, turn.safe, turn.pair, with_noise(audio, turn.original))
        heard = {spotter.name: listener.listen(spotter) for spotter in self._spotters}
        heard[""] = Heard(*(set().union(*sets) for sets in zip(*heard.values(), strict=True)))
        for group, found in heard.items():
            add(counts, Key("heard_before", group), len(found.before), len(private))
            add(counts, Key("heard", group), len(found.after), len(found.before))
            add(counts, Key("heard", group, "baseline"), len(found.by_chance), len(found.before))
            for number in found.after if group else ():
                turn.how[number].append(f"heard by {group}")

    def _count_left(self, counts: Counts, turn: AudioTurn) -> None:
        for number, word in enumerate(turn.original.private):
            if word.time is None:
                continue
            if turn.pair.aligned:
                covered = 1.0 - turn.pair.share_left(word.time)
                for group, share in COVERED.items():
                    add(counts, Key("uncovered", group), covered < share, 1)
                if covered < 1.0:
                    turn.how[number].append("uncovered")
            residue = turn.pair.residue(word.time)
            if residue is None:
                continue
            _count_residue(counts, residue)
            if residue.samples > ALIKE or residue.mel > ALIKE_MEL:
                turn.how[number].append("residue")
            largest = max(self._across.samples, residue.samples)
            self._across = self._across._replace(
                samples=largest, mel=max(self._across.mel, residue.mel)
            )


def _nothing() -> AcrossAudio:
    return AcrossAudio(set(), 0.0, 0.0)


def _within(original: Original, seconds: float) -> Original:
    """Return an original whose private words have no time where theirs is beyond the audio."""
    private = [
        word._replace(time=None) if word.time and word.time.end > seconds + SLACK else word
        for word in original.private
    ]
    return original._replace(private=private)


def _count_residue(counts: Counts, residue: Residue) -> None:
    measured = {
        "residue": (ALIKE, residue.samples, residue.samples_by_chance),
        "residue_mel": (ALIKE_MEL, residue.mel, residue.mel_by_chance),
    }
    for name, (alike, found, by_chance) in measured.items():
        for group, limit in {"": alike, **CORRELATED}.items():
            add(counts, Key(name, group), found > limit, 1)
            add(counts, Key(name, group, "baseline"), by_chance > limit, 1)


def _count_changed(counts: Counts, turn: AudioTurn) -> None:
    """Count the samples outside private words, and those of public words, that were changed."""
    changed = turn.pair.changed
    if changed is None or any(word.time is None for word in turn.original.private):
        return
    outside = np.ones(len(changed), bool)
    for frames in _frames(turn.original.private, turn.pair):
        outside[frames] = False
    public = np.zeros(len(changed), bool)
    for frames in _frames(turn.original.public, turn.pair):
        public[frames] = True
    public &= outside
    add(counts, Key("changed_outside"), int((changed & outside).sum()), int(outside.sum()))
    add(counts, Key("changed_outside", "words"), int((changed & public).sum()), int(public.sum()))


def _frames(words: Sequence[PrivateWord], pair: AudioPair) -> Iterator[slice]:
    return (pair.frames(word.time) for word in words if word.time is not None)


def _count_whole(counts: Counts, turn: AudioTurn) -> None:
    """Count private words without a time in turns that were not replaced, and original voices."""
    private = turn.original.private
    add(counts, Key("voice_kept"), turn.pair.holds_original, 1)
    untimed = [number for number, word in enumerate(private) if word.time is None]
    hits = [] if turn.pair.replaced else untimed
    for number in hits:
        turn.how[number].append("without a time, in a turn that was not replaced")
    add(counts, Key("unmatched"), len(hits), len(private))
