"""Figures of a speaker verifier: how well safe turns are linked to the speakers of originals.

A trial compares a turn with a speaker by the cosine of the turn's embedding and the mean embedding
of the speaker's original turns, other than the turn's own. Intervals are over speakers: in a
bootstrap sample, a trial of a turn with its own speaker has the weight of that speaker, a trial
with another one the weights of both, multiplied.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from privtool.audit.counts import Key, add
from privtool.audit.figures import Figure, Interval, Share, figures_of, interval_of
from privtool.audit.statistics.roc import RocScores
from privtool.text.scoring.bootstrap import Resampling, Totals, bootstrap_weights

Floats = NDArray[np.float64]
NO_TRIALS = "the verifier needs turns of two speakers, and two turns of one: nothing was linked"
NOT_RECOGNIZED = (
    "the verifier does not recognize the original voices better than chance: whether the safe ones "
    "can be linked is not measurable"
)


class TurnVoice(NamedTuple):
    """The speaker of a turn, and the embeddings (length 1) of its original and its safe audio."""

    id: str | int
    speaker: str
    before: NDArray[np.float32]
    after: NDArray[np.float32]


class VoiceFigures(NamedTuple):
    """Figures and notes."""

    figures: Sequence[Figure]
    notes: Sequence[str]


def voice_figures(voices: Sequence[TurnVoice], resampling: Resampling) -> VoiceFigures:
    """Return how well safe turns are linked to their speakers, and how well the originals are.

    There are no figures without two speakers, or without a speaker who has two turns. They have no
    value if the originals are not linked better than by chance.
    """
    turns = Counter({voice.id: voice.speaker for voice in voices}.values())
    if len(turns) < 2 or max(turns.values()) < 2:
        return VoiceFigures([], [NO_TRIALS])
    trials = _Trials(voices)
    after = trials.scores([voice.after for voice in voices])
    before = trials.scores([voice.before for voice in voices])
    figures = [
        trials.linked("voice_linked", after, resampling),
        trials.linked("voice_linked_before", before, resampling),
        trials.error_rate("speaker_eer", after, resampling),
        trials.error_rate("speaker_eer_before", before, resampling),
    ]
    notes = []
    alone = sum(number == 1 for number in turns.values())
    if alone:
        notes.append(f"{alone:,} of {len(turns):,} speakers have one turn, which cannot be linked")
    if figures[1].interval.low <= 1 / len(turns):
        unknown = Interval(0.0, 1.0, "bootstrap")
        figures[::2] = [replace(each, value=None, interval=unknown) for each in figures[::2]]
        notes.append(NOT_RECOGNIZED)
    return VoiceFigures(figures, notes)


class _Trials:
    """Turns, and the speakers that they are compared with.

    `own` is the number of each turn's speaker, `turns` how many originals each speaker has, and
    `linkable` says which turns have a speaker with others.
    """

    def __init__(self, voices: Sequence[TurnVoice]) -> None:
        self.speakers = sorted({voice.speaker for voice in voices})
        numbers = {speaker: number for number, speaker in enumerate(self.speakers)}
        self.own = np.array([numbers[voice.speaker] for voice in voices], np.int64)
        self._every = np.arange(len(voices))
        originals = {voice.id: voice for voice in voices}.values()  # each enrolls once
        enrolled = np.array([numbers[voice.speaker] for voice in originals], np.int64)
        self.turns = np.bincount(enrolled, minlength=len(numbers))
        self.linkable = self.turns[self.own] > 1
        sums = np.zeros((len(numbers), len(voices[0].before)))
        np.add.at(sums, enrolled, _rows([voice.before for voice in originals]))
        self._means = _directions(sums)
        # Of the speaker of each turn, without the turn.
        self._others = _directions(sums[self.own] - _rows([each.before for each in voices]))

    def scores(self, embeddings: Sequence[NDArray[np.float32]]) -> Floats:
        """Return the cosine of each turn and each speaker."""
        turns = _rows(embeddings)
        scores: Floats = turns @ self._means.T
        scores[self._every, self.own] = np.einsum("ij,ij->i", turns, self._others)
        return scores

    def linked(self, name: str, scores: Floats, resampling: Resampling) -> Figure:
        """Return the share of turns that no other speaker is more similar to than their own."""
        hits = scores[self._every, self.own] >= scores.max(axis=1)
        totals = Totals(resampling)
        for number in np.flatnonzero(self.linkable):
            counts: Counter[str] = Counter()
            add(counts, Key(name), int(hits[number]), 1)
            totals.add(counts, self.speakers[self.own[number]])
        (figure,) = figures_of(totals, int((self.turns > 1).sum()))
        return replace(figure, baseline=Share(1, len(self.speakers)))

    def error_rate(self, name: str, scores: Floats, resampling: Resampling) -> Figure:
        """Return the equal error rate of telling trials with the own speaker from the others."""
        is_other = np.ones(scores.shape, bool)
        is_other[self._every, self.own] = False
        turns, others = np.nonzero(is_other)
        own = self.own[self.linkable]
        roc = RocScores(scores[self._every, self.own][self.linkable], scores[is_other])
        samples = np.stack([bootstrap_weights(each, resampling) for each in self.speakers], axis=1)
        rates = []
        for weights in (np.ones(len(self.speakers), np.int64), *samples):
            curve = roc.curve(weights[own], weights[self.own[turns]] * weights[others])
            rates.append(np.nan if curve is None else curve.equal_error_rate())
        interval = interval_of(np.array(rates))
        return Figure(name=name, value=rates[0], interval=interval, baseline=Share(1, 2))


def _rows(embeddings: Sequence[NDArray[np.float32]]) -> Floats:
    return np.array(embeddings, np.float64)


def _directions(vectors: Floats) -> Floats:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    directions: Floats = vectors / np.maximum(lengths, np.finfo(np.float64).tiny)
    return directions
