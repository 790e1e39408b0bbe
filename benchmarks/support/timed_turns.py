"""Turns with known times of words: of aligned utterances, of their words, or of synthetic ones.

`joined` turns are whole utterances of one speaker, one after the other: natural speech, whose times
are those of an alignment of each utterance with its right text. `spliced` turns are single words of
these utterances with pauses between, and `synthetic` ones are words by espeak-ng: their times are
exact, but the speech is not that of a person who speaks on.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import soundfile

from benchmarks.support.synthetic_speech import utterance
from privtool.audio.intervals import Interval
from privtool.audio.io.clips import read_clip
from privtool.audio.io.decode import Samples
from privtool.audio.io.roots import AudioRoot, audio_root
from privtool.core.record import Record, decode
from privtool.models.sphinx.aligner import SphinxAligner
from privtool.text.english.spoken_words import spoken_words

RATE = 16_000
LEAST_WORDS = 10  # of a turn
_PAUSES = (0.0, 0.0, 0.1, 0.2, 0.4, 0.6)  # seconds between spliced words
_LEVEL, _HISS = 0.06, 0.001  # RMS of spliced words and of the room
_RUNS = 2  # of private words in a turn, of one or two words each


class TimedTurn(NamedTuple):
    """A turn of `words` with their `times`, and the indices of those that are private."""

    id: str
    samples: Samples
    words: list[str]
    times: list[Interval]
    private: frozenset[int]


class _Utterance(NamedTuple):
    samples: Samples
    words: list[str]
    times: list[Interval]


def half_of(speaker: str) -> str:
    """Return the half that a speaker belongs to, `tune` or `test`, by a hash."""
    return ("tune", "test")[hashlib.sha256(speaker.encode()).digest()[0] % 2]


def corpus_turns(
    manifest: Path, kind: str, half: str | None, limit: int | None, seed: int
) -> list[TimedTurn]:
    """Return `joined` or `spliced` turns of a corpus, of one half of its speakers or all."""
    records = [decode(line) for line in manifest.open("rb")]
    draw = random.Random(seed)
    groups = [
        (speaker, group)
        for speaker in sorted({str(record.speaker) for record in records})
        if half is None or half_of(speaker) == half
        for group in _groups([r for r in records if str(r.speaker) == speaker], draw)
    ]
    draw.shuffle(groups)
    make = _joined if kind == "joined" else _spliced
    aligner, clips = SphinxAligner(), audio_root((str(manifest),), None)
    turns = []
    for number, (speaker, group) in enumerate(groups[:limit]):
        utterances = [_aligned(record, aligner, clips) for record in group]
        known = [one for one in utterances if one is not None]
        if len(known) == len(group):
            turns.append(_turn(f"{speaker}-{number}", *make(known, draw), draw))
    return turns


def synthetic_turns(count: int, seed: int) -> list[TimedTurn]:
    """Return turns of words by espeak-ng."""
    draw = random.Random(seed)
    turns = []
    for number in range(count):
        samples, spoken = utterance(draw, LEAST_WORDS)
        times = [Interval(word.start, word.end) for word in spoken]
        words = [word.word for word in spoken]
        turns.append(_turn(f"synthetic-{number}", samples, words, times, draw))
    return turns


def _turn(
    name: str, samples: Samples, words: list[str], times: list[Interval], draw: random.Random
) -> TimedTurn:
    private: set[int] = set()
    for _ in range(_RUNS):
        start = draw.randrange(len(words))
        private |= {start, min(start + draw.randrange(2), len(words) - 1)}
    return TimedTurn(name, samples, words, times, frozenset(private))


def _groups(records: Sequence[Record], draw: random.Random) -> Iterator[list[Record]]:
    """Yield utterances that have enough words together."""
    group: list[Record] = []
    words = 0
    for record in draw.sample(records, len(records)):
        group.append(record)
        words += len(spoken_words(str(record.text)))
        if words >= LEAST_WORDS:
            yield group
            group, words = [], 0


def _aligned(record: Record, aligner: SphinxAligner, clips: AudioRoot) -> _Utterance | None:
    """Return an utterance with its right text, or None if it cannot be aligned."""
    text = str(record.text)
    words = spoken_words(text)
    clip = read_clip(clips, record, RATE)
    alignment = aligner.force(clip.samples, words)
    times = [Interval(time.start, time.end) for time in alignment.times]
    spoken = [text[word.start : word.end] for word in words]
    return _Utterance(clip.samples, spoken, times) if times else None


Parts = tuple[Samples, list[str], list[Interval]]


def _joined(utterances: Sequence[_Utterance], draw: random.Random) -> Parts:  # noqa: ARG001
    """Return utterances one after the other."""
    samples: list[Samples] = []
    words: list[str] = []
    times: list[Interval] = []
    for one in utterances:
        start = sum(map(len, samples)) / RATE
        samples.append(one.samples)
        words += one.words
        times += [Interval(t.start + start, t.end + start) for t in one.times]
    return np.concatenate(samples), words, times


def _spliced(utterances: Sequence[_Utterance], draw: random.Random) -> Parts:
    """Return single words at one level, with pauses between and a hiss."""
    pool = [
        (word, one.samples[round(t.start * RATE) : round(t.end * RATE)])
        for one in utterances
        for word, t in zip(one.words, one.times, strict=True)
    ]
    draw.shuffle(pool)
    samples: list[Samples] = [np.zeros(round(0.3 * RATE), np.float32)]
    times: list[Interval] = []
    for _, clip in pool:
        start = sum(map(len, samples)) / RATE
        level = float(np.sqrt(np.mean(clip**2))) + 1e-9
        pause = np.zeros(round(draw.choice(_PAUSES) * RATE), np.float32)
        samples += [clip * np.float32(_LEVEL / level), pause]
        times.append(Interval(start, start + len(clip) / RATE))
    samples.append(np.zeros(round(0.3 * RATE), np.float32))
    joined = np.concatenate(samples)
    hiss = np.random.default_rng(draw.getrandbits(32)).standard_normal(len(joined))
    noisy: Samples = np.clip(joined + _HISS * hiss.astype(np.float32), -1, 1)
    return noisy, [word for word, _ in pool], times


def write(turn: TimedTurn, folder: Path) -> Path:
    """Write the audio of a turn; return its path."""
    path = folder / f"{turn.id}.wav"
    soundfile.write(path, turn.samples, RATE, subtype="PCM_16")
    return path
