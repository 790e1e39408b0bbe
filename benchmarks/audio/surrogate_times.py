"""Times of the words of surrogates, as `tts` and `splice` write them, against a fresh alignment.

The new turns are aligned with their text by pocketsphinx. "Shared by letters" are the times that
the words of a surrogate have if they share its duration in proportion to their letters, as they did
once. Words that were kept show how far two alignments differ.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby, islice
from pathlib import Path

import numpy as np

from benchmarks.support.measure import report
from privtool.audio.intervals import Interval
from privtool.audio.io.clips import read_clip
from privtool.audio.io.roots import audio_root
from privtool.core.record import Record, decode, entities_of, text_of
from privtool.models.sphinx.aligner import SphinxAligner
from privtool.models.sphinx.decoder import RATE
from privtool.stages.turns import phrase_words
from privtool.text.english.spoken_words import spoken_words

LATE = 0.1  # seconds
KINDS = ("words of surrogates", "the same, shared by letters", "other words")


def surrogate_numbers(record: Record) -> list[int | None]:
    """Return the entity that each word belongs to; None for other words."""
    entities = entities_of(record)
    return [
        next((n for n, e in enumerate(entities) if word.start < e.end and e.start < word.end), None)
        for word in spoken_words(text_of(record))
    ]


def differences(record: Record, fresh: Sequence[Interval]) -> Iterator[tuple[str, float]]:
    """Yield the kind of a word and how far its start or its end is from a fresh alignment."""
    text, words = text_of(record), list(record.words or ())
    spans = spoken_words(text)
    if len(words) != len(fresh) or len(spans) != len(fresh):
        return
    numbered = enumerate(surrogate_numbers(record))
    for number, group in groupby(numbered, key=lambda pair: pair[1]):
        places = [place for place, _ in group]
        written = [words[place] for place in places]
        phrase = text[spans[places[0]].start : spans[places[-1]].end]
        whole = Interval(written[0].start, written[-1].end)
        shared = phrase_words(phrase, whole, None)
        kinds = {KINDS[2]: written}
        if number is not None:
            kinds = dict(zip(KINDS[:2], (written, shared), strict=True))
        for kind, times in kinds.items():
            for word, place in zip(times, places, strict=True):
                yield kind, word.start - fresh[place].start
                yield kind, word.end - fresh[place].end


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("manifest", type=Path, help="what tts or splice wrote")
    parser.add_argument("--records", type=int, default=100_000)
    args = parser.parse_args()
    reader = audio_root((str(args.manifest),), None)
    aligner = SphinxAligner()
    found: dict[str, list[float]] = defaultdict(list)
    failed = 0
    with args.manifest.open("rb") as lines:
        for record in map(decode, islice(lines, args.records)):
            if not record.entities:
                continue
            spans = spoken_words(text_of(record))
            times = aligner.force(read_clip(reader, record, RATE).samples, spans).times
            failed += not times
            for kind, seconds in differences(record, [Interval(t.start, t.end) for t in times]):
                found[kind].append(1000 * seconds)
    for kind in filter(found.__contains__, KINDS):
        off = np.abs(found[kind])
        report(
            "times of surrogates", manifest=args.manifest.name, kind=kind, edges=len(off),
            mean_ms=float(off.mean()), median_ms=float(np.median(off)),
            p95_ms=float(np.percentile(off, 95)), bias_ms=float(np.mean(found[kind])),
            over_100_ms=float((off > 1000 * LATE).mean()), records_not_aligned=failed,
        )  # fmt: skip


if __name__ == "__main__":
    main()
