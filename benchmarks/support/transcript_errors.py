"""Transcripts with errors: one wrong, missing or extra word, or the words of a recognizer."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from typing import NamedTuple

from privtool.audio.intervals import Interval
from privtool.core.record import WordTime

KINDS = ("substitution", "deletion", "insertion")


class Transcript(NamedTuple):
    """Words, and for each of them the index of the spoken word it stands for; None for none."""

    words: list[str]
    sources: list[int | None]

    @property
    def text(self) -> str:
        """The words with spaces between."""
        return " ".join(self.words)

    def private_runs(self, private: Collection[int]) -> list[range]:
        """Return the runs of words that stand for private ones, with what is between them."""
        runs: list[range] = []
        for index, source in enumerate(self.sources):
            if source is None or source not in private:
                continue
            last = runs[-1][-1] if runs else -1
            skipped = self.sources[last + 1 : index]
            if runs and all(other is None for other in skipped):
                runs[-1] = range(runs[-1].start, index + 1)
            else:
                runs.append(range(index, index + 1))
        return runs


def exact(words: Sequence[str]) -> Transcript:
    """Return the transcript without errors."""
    return Transcript(list(words), list(range(len(words))))


def with_error(
    words: Sequence[str], kind: str, vocabulary: Sequence[str], draw: random.Random
) -> Transcript:
    """Return the transcript with one error of a kind, anywhere; new words are of `vocabulary`."""
    new, sources = exact(words)
    at = draw.randrange(len(words) + (kind == "insertion"))
    if kind == "deletion":
        del new[at], sources[at]
        return Transcript(new, sources)
    before = words[at] if at < len(words) else ""
    other = draw.choice([word for word in vocabulary if word != before])
    if kind == "insertion":
        new.insert(at, other)
        sources.insert(at, None)
    else:
        new[at] = other
    return Transcript(new, sources)


def of_recognizer(times: Sequence[Interval], heard: Sequence[WordTime]) -> Transcript:
    """Return what a recognizer heard; a word stands for the spoken one that it overlaps most."""
    sources: list[int | None] = []
    for word in heard:
        overlaps = [min(word.end, end) - max(word.start, start) for start, end in times]
        most = max(range(len(times)), key=overlaps.__getitem__)
        sources.append(most if overlaps[most] > 0 else None)
    return Transcript([word.word for word in heard], sources)
