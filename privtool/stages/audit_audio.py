"""What is left of private words in safe audio (definitions: docs/commands/audit-audio.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from msgspec import UNSET

from privtool.audio.dsp.room_tone import ROOM, replace_intervals
from privtool.audio.intervals import Interval, merge_intervals, pauses
from privtool.audio.io.clips import SLACK, Clip, read_audio, to_mono
from privtool.audio.io.decode import Audio, texts_of
from privtool.audio.io.roots import AudioRoot
from privtool.audit.counts import Counts, Key, add
from privtool.audit.values import contained, parts_of, value_of
from privtool.core.blocks import process_each
from privtool.core.errors import DataError, option
from privtool.core.record import Record, id_of, text_of
from privtool.core.rng import draw
from privtool.core.spans import Span, merge_overlapping, replace_ranges
from privtool.interfaces.speech import SpottedWord, WordSpotter
from privtool.stages.audit_block import Audited, place_of
from privtool.stages.compared_audio import (
    ALIKE,
    AROUND,
    AudioPair,
    Original,
    Originals,
    PrivateWord,
)
from privtool.stages.hearing import hear, is_inside
from privtool.text.english.spoken_words import spoken_forms

_MARGIN = 0.06  # seconds around a private word that are noise in the baseline
ALIKE_MEL = 0.7  # short sounds have more in common with others than samples have


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
        places: list[dict[str, Any]] = []
        for word, how in zip(self.original.private, self.how, strict=True):
            if how:
                more: dict[str, object] = {"word": text[word.start : word.end]}
                more |= {} if word.time is None else {"audio": list(word.time)}
                places.append(place_of(self.safe, word.label, word, **more, how=how))
        return places


class Heard(NamedTuple):
    """Private words by number: heard `before`; of these, `after` and, in noise, `by_chance`."""

    before: set[int]
    after: set[int]
    by_chance: set[int]


class Listener:
    """Listens to the private words of a turn with one recognizer after the other."""

    def __init__(self, turn: AudioTurn, noise: Clip) -> None:
        original, self._pair, self._noise = turn.original, turn.pair, noise
        text = text_of(original.record)
        spans = merge_overlapping(
            Span(word.start, word.end, word.label) for word in original.private
        )
        said = spoken_forms([replace_ranges(text, ((start, end, " ") for start, end, *_ in spans))])
        if not turn.pair.aligned:
            said |= spoken_forms([text_of(turn.safe)])
        self._said = said
        self._public = [
            (word.time, spoken_forms([text[word.start : word.end]]))
            for word in original.public
            if word.time is not None
        ]
        self._words = [
            (spoken_forms([text[word.start : word.end]]), word.time) for word in original.private
        ]

    def listen(self, spotter: WordSpotter) -> Heard:
        before = self._find(spotter, self._pair.before, set(range(len(self._words))))
        after = self._find(spotter, self._pair.after, before)
        return Heard(before, after, self._find(spotter, self._noise, before))

    def _find(self, spotter: WordSpotter, clip: Clip, numbers: set[int]) -> set[int]:
        """Return which of the words are heard: in their place if it is known, else anywhere.

        Anywhere, words that the safe or public text has, too, do not count. They compete with the
        private ones, which a grammar would hear in surrogates that sound alike.
        """
        wanted: list[tuple[int, set[str], Interval | None]] = []
        for number in sorted(numbers):
            forms, time = self._words[number]
            if not self._pair.aligned or time is None:
                forms, time = forms - self._said, None
            wanted.append((number, forms, time))
        keywords = set().union(*(forms for _, forms, _ in wanted))
        if keywords and any(time is None for _, _, time in wanted):
            keywords |= self._said
        everywhere = Interval(0.0, clip.seconds)
        intervals = [time or everywhere for _, forms, time in wanted if forms]
        heard = hear(spotter, clip, intervals, sorted(keywords))
        spotted = [word for word in heard if not self._is_public(word)]
        found: set[int] = set()
        for number, forms, time in wanted:
            for at, word in enumerate(spotted):
                if word.spoken in forms and (time is None or is_inside(word, time, AROUND)):
                    found.add(number)
                    del spotted[at]  # one sound is one word
                    break
        return found

    def _is_public(self, word: SpottedWord) -> bool:
        """Whether a word is a public one in its place; of unknown time, whether it may be."""
        if word.time is None:
            return word.spoken in self._said
        if not self._pair.aligned:
            return False
        return any(word.spoken in forms and is_inside(word, time) for time, forms in self._public)


def with_noise(audio: Audio, original: Original) -> Clip:
    """Return a turn with noise in place of its private words, or of all if times are unknown."""
    seconds = len(audio.samples) / audio.rate
    removed = [Interval(0.0, seconds)]
    if all(word.time is not None for word in original.private):
        removed = merge_intervals(
            Interval(max(0.0, word.time.start - _MARGIN), min(seconds, word.time.end + _MARGIN))
            for word in original.private
            if word.time is not None
        )
    times = [word.time for word in original.public if word.time is not None]
    quiet = pauses(times, removed, seconds)
    seed = draw(0, id_of(original.record))
    return to_mono(replace_intervals(audio, removed, ROOM, quiet, seed))


def count_side_channels(counts: Counts, turn: AudioTurn, tags: Sequence[str]) -> None:
    """Count the side channels of a turn, after its residues; `tags` are the texts in its file."""
    found = {
        "path": _names(turn, [str(turn.safe.audio_filepath)], "path"),
        "tags": _names(turn, tags, "tags"),
    }
    if turn.pair.channels > 1:
        found["channel"] = any("residue" in how for how in turn.how)
    if turn.original.others:
        residues = (turn.pair.residue(time) for time in turn.original.others)
        found["overlap"] = any(each is not None and each.samples > ALIKE for each in residues)
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
        if value and not public.intersection(value) and contained(parts, {value}):
            how.append(f"in the {kind}")
            hit = True
    return hit


@dataclass(slots=True)
class AcrossAudio:
    """What is known only across records: ids, and the largest correlations."""

    ids: set[str | int] = field(default_factory=set)
    samples: float = 0.0
    mel: float = 0.0

    def add(self, other: AcrossAudio) -> None:
        self.ids |= other.ids
        self.samples = max(self.samples, other.samples)
        self.mel = max(self.mel, other.mel)


@dataclass(slots=True)
class AuditAudioStage:
    """Compares safe recordings with the original ones of the same ids."""

    originals: Originals
    before: AudioRoot
    after: AudioRoot
    spotters: Sequence[WordSpotter]
    _across: AcrossAudio = field(default_factory=AcrossAudio)

    def audit(self, records: Iterable[Record]) -> Iterator[Audited | str]:
        return process_each(records, self._audit, lambda _, audited: audited)

    def drain(self) -> AcrossAudio:
        """Return what was found across records since the last call."""
        found, self._across = self._across, AcrossAudio()
        return found

    def _audit(self, record: Record) -> Audited:
        original = self.originals.original(record)
        after = read_audio(self.after, record)
        try:
            before = read_audio(self.before, original.record)
        except DataError as error:
            raise DataError(f"in {option('before')}, {error.message}") from None
        pair = AudioPair(before, after)
        end = pair.before.seconds + SLACK  # a word beyond it has no known time
        private = [
            word._replace(time=None) if word.time and word.time.end > end else word
            for word in original.private
        ]
        original = original._replace(private=private)
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
        count_side_channels(counts, turn, texts_of(self.after.path_of(record)))
        return Audited(original.unit, counts, turn.places)

    def _count_heard(self, counts: Counts, turn: AudioTurn, audio: Audio) -> None:
        private = turn.original.private
        if not private:
            return
        listener = Listener(turn, with_noise(audio, turn.original))
        heard = {spotter.name: listener.listen(spotter) for spotter in self.spotters}
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
                uncovered = turn.pair.is_left(word.time)
                add(counts, Key("uncovered"), uncovered, 1)
                if uncovered:
                    turn.how[number].append("uncovered")
            residue = turn.pair.residue(word.time)
            if residue is None:
                continue
            measured = {
                "residue": (ALIKE, residue.samples, residue.samples_by_chance),
                "residue_mel": (ALIKE_MEL, residue.mel, residue.mel_by_chance),
            }
            for name, (alike, found, by_chance) in measured.items():
                add(counts, Key(name), found > alike, 1)
                add(counts, Key(name, "", "baseline"), by_chance > alike, 1)
            if residue.samples > ALIKE or residue.mel > ALIKE_MEL:
                turn.how[number].append("residue")
            self._across.add(AcrossAudio(set(), residue.samples, residue.mel))


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
