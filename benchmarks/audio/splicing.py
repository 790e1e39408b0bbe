"""Objective measures of the joints of surrogates, compared with those of natural speech.

In turns of an aligned manifest a word is replaced as `splice` does it, by two words of other turns
("spliced": into the turn; "abutting": between the two), and as `tts` does it, by the same words
spoken by espeak-ng ("spoken"). "Edge to edge" joints are those of splice without fades. Measures at
each joint: the largest second difference over the level, the excess level above 4 kHz and the
excess level of the joint against its surroundings, and the jump of the log-mel spectrum. Natural
values are those between the words of the corpus ("boundaries") and every 10 ms inside them.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import numpy as np

from benchmarks.support.joint_quality import (
    high_band_excess,
    level_excess,
    mel_jumps,
    natural_offsets,
    steps,
)
from benchmarks.support.measure import report
from privtool.audio.dsp.crossfade import AudioPiece, join
from privtool.audio.dsp.speech import MonoSamples, gain_to
from privtool.audio.editing.matching import acoustic_context, match_clip
from privtool.audio.editing.regions import private_regions, scrub
from privtool.audio.io.clips import Clip, read_clip
from privtool.audio.io.roots import audio_root
from privtool.core.record import Entity, Record, WordTime, decode
from privtool.models.tts.espeak import speak

SAMPLE = Path(__file__).resolve().parents[2] / "data/sample/speech/manifest.jsonl"
MARGIN, CONTEXT = 0.06, 0.05  # seconds
MEASURES: dict[str, Callable[[MonoSamples, int, Iterable[int]], list[float]]] = {
    "step": steps,
    "high_band": high_band_excess,
    "level": level_excess,
    "mel_jump": mel_jumps,
}


class Source(NamedTuple):
    """A turn: its words with their times, and its audio."""

    words: list[WordTime]
    clip: Clip


class Joints:
    """The measures of joints of one kind."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self._values: dict[str, list[float]] = {name: [] for name in MEASURES}

    def add(self, samples: MonoSamples, rate: int, offsets: Iterable[int]) -> None:
        """Measure at some offsets of a recording."""
        places = list(offsets)
        for name, measure in MEASURES.items():
            self._values[name] += measure(samples, rate, places)

    def report(self, seed: int) -> None:
        """Print the median, the 90th and the 95th percentile of each measure."""
        values = {
            name: [round(float(p), 2) for p in np.percentile(found, (50, 90, 95))]
            for name, found in self._values.items()
        }
        places = len(self._values["step"])
        report("joints", kind=self.kind, places=places, seed=seed, **values)


def aligned(manifest: Path, records: int) -> list[Record]:
    """Align the first records of a manifest."""
    with manifest.open("rb") as lines:
        first = b"".join(islice(lines, records))
    command = (sys.executable, "-m", "privtool", "align", "-q", "--audio-root")
    done = subprocess.run([*command, str(manifest.parent)], input=first, capture_output=True,
                          check=True)  # fmt: skip
    return [record for line in done.stdout.splitlines() if (record := decode(line)).words]


def with_joints(
    turn: Source, replaced: int, sources: Iterable[tuple[Source, WordTime]], spoken: bool
) -> list[AudioPiece]:
    """Return the pieces of a turn in which a word is replaced by those of `sources`."""
    rate, old = turn.clip.rate, turn.words[replaced]
    others = [word for n, word in enumerate(turn.words) if n != replaced]
    entity = Entity(0, 1, "NAME", audio_start=old.start, audio_end=old.end)
    regions = private_regions([entity], others, turn.clip.seconds, MARGIN)
    if not regions:
        return []
    audio = scrub(turn.clip.samples, rate, regions, others, seed=1)
    context = acoustic_context(audio.samples, rate, others, turn.clip.samples)
    start, end = (round(time * rate) for time in regions[0][:2])
    pieces = [AudioPiece(audio.samples, 0, start)]
    if spoken:
        phrase = " ".join(word.word for _, word in sources)
        matched = match_clip(
            speak(phrase), rate, context, "full", lambda length: audio.tone(length, 1)
        )
        pieces.append(matched.audio)
    else:
        pieces += [_word(*source, rate, context.level) for source in sources]
    return [*pieces, AudioPiece(audio.samples, end, len(audio.samples))]


def _word(source: Source, word: WordTime, rate: int, level: float) -> AudioPiece:
    first = max(0, round((word.start - CONTEXT) * rate))
    samples = source.clip.samples[first : round((word.end + CONTEXT) * rate)]
    start, end = round(word.start * rate) - first, round(word.end * rate) - first
    samples = np.clip(samples * gain_to(samples[start:end], rate, level), -1, 1).astype(np.float32)
    return AudioPiece(samples, start, min(end, len(samples)), fixed_end=False)


def natural(sources: Iterable[Source]) -> Iterator[Joints]:
    """Yield the measures inside words and between them."""
    inside, between = Joints("inside words"), Joints("boundaries")
    for words, clip in sources:
        rate = clip.rate
        for number, word in enumerate(words):
            start, end = int(word.start * rate), int(word.end * rate)
            inside.add(clip.samples, rate, natural_offsets(start, end, rate))
            between.add(clip.samples, rate, [start] * (number > 0))
    yield from (inside, between)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--manifest", type=Path, default=SAMPLE)
    parser.add_argument("--aligned", type=Path, help="records with word times")
    parser.add_argument("--records", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    if args.aligned:
        with args.aligned.open("rb") as lines:
            decoded = [decode(line) for line in islice(lines, args.records)]
        records = [record for record in decoded if record.words]
    else:
        records = aligned(args.manifest, args.records)
    reader = audio_root((str(args.aligned or args.manifest),), None)
    sources = [Source(list(r.words or ()), read_clip(reader, r)) for r in records]
    draw = np.random.default_rng(args.seed)
    kinds = ("spliced", "abutting", "spoken", "edge to edge", "edge to edge, abutting")
    spliced, abutting, spoken, butt, inner = map(Joints, kinds)
    for number, turn in enumerate(sources):
        replaced = int(draw.integers(len(turn.words)))
        others = sources[:number] + sources[number + 1 :]
        new = [others[int(n)] for n in draw.integers(len(others), size=2)]
        drawn = [(each, each.words[int(draw.integers(len(each.words)))]) for each in new]
        pieces = with_joints(turn, replaced, drawn, spoken=False)
        if len(pieces) != 4 or not all(piece.size > 0 for piece in pieces):
            continue
        rate = turn.clip.rate
        for outer, between, joined in (
            (spliced, abutting, join(pieces, rate)),
            (butt, inner, join(pieces, rate, 0, 0)),
        ):
            outer.add(joined.samples, rate, joined.starts[1::2])
            between.add(joined.samples, rate, joined.starts[2:3])
        joined = join(with_joints(turn, replaced, drawn, spoken=True), rate)
        spoken.add(joined.samples, rate, joined.starts[1:])
    for joints in (*natural(sources), spliced, abutting, spoken, butt, inner):
        joints.report(args.seed)


if __name__ == "__main__":
    main()
