"""A turn with private words, other audio for it, and what an audit counted in it."""

import numpy as np

from privtool.audio.intervals import Interval
from privtool.audit.counts import Key, names_of
from privtool.core.record import Entity, Record, WordTime
from privtool.interfaces.speech import SpottedWord

RATE = 8000
WORDS = (
    WordTime("ask", 0.2, 0.4), WordTime("Anna", 0.4, 0.8),
    WordTime("Quixley", 0.9, 1.3), WordTime("now", 1.4, 1.6),
)  # fmt: skip
RECORD = Record(
    id="r1", text="ask Anna Quixley now", speaker="s", audio_filepath="r1.wav", words=WORDS,
    entities=(Entity(4, 16, "NAME"),),
)  # fmt: skip
PRIVATE = ((0.3, 0.85), (0.85, 1.35))  # with margins


def noise(seed=0, seconds=2.0, channels=1):
    return np.random.default_rng(seed).uniform(-0.5, 0.5, (round(seconds * RATE), channels))


def without(samples, *intervals, channel=slice(None)):
    """The samples with other noise in some intervals."""
    new, other = samples.copy(), noise(9, len(samples) / RATE, samples.shape[1])
    for start, end in intervals:
        new[round(start * RATE) : round(end * RATE), channel] = other[
            round(start * RATE) : round(end * RATE), channel
        ]
    return new


class Hears:
    """Hears some keywords at some times, whatever the audio."""

    name, rate = "fake", RATE

    def __init__(self, *spotted):
        self.spotted = [SpottedWord(word, Interval(*time)) for word, *time in spotted]

    def spot(self, samples, keywords):
        return [word for word in self.spotted if word.spoken in keywords]


def share(outcome, name, group="", role="attack"):
    hits, of = names_of(Key(name, group, role))
    return outcome.counts[hits], outcome.counts[of]
