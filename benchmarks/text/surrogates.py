"""Surrogates in recordings: intelligibility, level and pitch compared with the original.

pocketsphinx recognizes turns with surrogates, with a grammar of all their words in any order (no
language model), and the original recordings in the same way: the best that the recognizer can do.
Only turns that are private throughout are used. Level and pitch are those of the whole turn.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import jiwer
import numpy as np

from benchmarks.support.measure import report
from privtool.audio.dsp.speech import active_level, median_pitch
from privtool.audio.io.clips import Clip, read_clip
from privtool.audio.io.roots import AudioRoot, audio_root
from privtool.core.record import Record, decode, text_of
from privtool.models.sphinx.decoder import RATE, SphinxDecoder
from privtool.models.sphinx.grammar import phones_of
from privtool.text.english.spoken_words import first_reading, spoken_words


class Turn:
    """A turn of which all is private: what is said, and its sound."""

    def __init__(self, record: Record, reader: AudioRoot) -> None:
        text = text_of(record)
        self.words = [
            part for w in spoken_words(text) for part in first_reading(text[w.start : w.end])
        ]
        self.clip: Clip = read_clip(reader, record, RATE)


def turns(path: Path) -> dict[str | int, tuple[Record, AudioRoot]]:
    """The records of a manifest that have nothing but what is private, by id."""
    reader = audio_root((str(path),), None)
    records = (decode(line) for line in path.open("rb"))
    return {
        record.id: (record, reader)  # type: ignore[misc]
        for record in records
        if record.entities and _whole(record)
    }


def _whole(record: Record) -> bool:
    text = text_of(record)
    inside = sum(
        sum(map(str.isalnum, text[e.start : e.end]))  # type: ignore[misc]
        for e in record.entities  # type: ignore[union-attr]
    )
    return inside == sum(map(str.isalnum, text))


def share_right(turns: Sequence[Turn]) -> float:
    """Return the share of spoken words that are recognized in the right place."""
    sphinx = SphinxDecoder()
    vocabulary = sorted({word for turn in turns for word in turn.words})
    sphinx.add((word, phones_of(word)) for word in vocabulary if not sphinx.has_word(word))
    arcs = [(0, 0, 1 / len(vocabulary), word) for word in vocabulary]
    references = [" ".join(turn.words) for turn in turns]
    hypotheses = [
        " ".join(word.spoken for word in sphinx.decode(turn.clip.samples, arcs, 0) or [])
        for turn in turns
    ]
    hits = jiwer.process_words(references, hypotheses).hits
    return float(hits / sum(len(turn.words) for turn in turns))


def sound(before: Sequence[Turn], after: Sequence[Turn]) -> dict[str, Any]:
    """How far level and pitch of turns are from what they were: median and 90th percentile."""
    decibels, semitones = [], []
    for old, new in zip(before, after, strict=True):
        levels = [active_level(turn.clip.samples, RATE) for turn in (old, new)]
        if all(levels):
            decibels.append(20 * np.log10(levels[1] / levels[0]))
        heights = [median_pitch(turn.clip.samples, RATE) for turn in (old, new)]
        if all(heights):
            semitones.append(12 * np.log2(heights[1] / heights[0]))  # type: ignore[operator]
    return {
        "decibels_median_and_off_p50_p90": _spread(decibels),
        "semitones_median_and_off_p50_p90": _spread(semitones),
    }


def _spread(values: Sequence[float]) -> list[float]:
    off = np.percentile(np.abs(values), (50, 90))
    return [round(float(value), 2) for value in (np.median(values), *off)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--before", type=Path, required=True, help="the records as they were")
    parser.add_argument("--after", type=Path, required=True, help="the same with surrogates")
    parser.add_argument("--records", type=int, default=100_000, help="the first so many")
    args = parser.parse_args()
    originals, changed = turns(args.before), turns(args.after)
    keys = [key for key in originals if key in changed][: args.records]
    before = [Turn(*originals[key]) for key in keys]
    after = [Turn(*changed[key]) for key in keys]
    report(
        "surrogates in recordings",
        manifest=args.after.name,
        turns=len(keys),
        words=sum(len(turn.words) for turn in after),
        seconds=round(sum(turn.clip.seconds for turn in after), 1),
        right=share_right(after),
        right_in_the_original=share_right(before),
        **sound(before, after),
    )


if __name__ == "__main__":
    main()
