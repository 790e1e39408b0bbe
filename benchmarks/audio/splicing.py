"""Objective measures of the joints of `splice`, compared with those inside natural words.

In turns of an aligned manifest a word is replaced by a word of another turn, once as `splice` joins
them and once without fades ("butt"). Two measures at each joint: the excess level above 4 kHz
against its surroundings, and the jump of the log-mel spectrum. The reference values are measured
every 10 ms inside the words of the corpus.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from benchmarks.support.joint_quality import high_band_excess, mel_jumps, natural_offsets
from benchmarks.support.measure import report
from privtool.audio.dsp.crossfade import AudioPiece, join
from privtool.audio.dsp.levels import active_level, gain_to
from privtool.audio.io.clips import ClipReader
from privtool.audio.io.roots import audio_root
from privtool.core.record import Record, decode

SAMPLE = Path(__file__).resolve().parents[2] / "data/sample/speech/manifest.jsonl"


class JointMeasures(NamedTuple):
    """Values in decibels, one per offset."""

    excess: list[float]
    jumps: list[float]

    def add(self, samples: Any, rate: int, offsets: Sequence[int]) -> None:
        """Measure at some offsets of a recording."""
        self.excess.extend(high_band_excess(samples, rate, offsets))
        self.jumps.extend(mel_jumps(samples, rate, offsets))


def aligned(manifest: Path, records: int) -> list[Record]:
    """Align the first records of a manifest."""
    with manifest.open("rb") as lines:
        first = b"".join(islice(lines, records))
    command = [
        sys.executable,
        "-m",
        "privtool",
        "align",
        "-q",
        "--audio-root",
        str(manifest.parent),
    ]
    done = subprocess.run(command, input=first, capture_output=True, check=True)
    return [record for line in done.stdout.splitlines() if (record := decode(line)).words]


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
    reader = ClipReader(audio_root((str(args.aligned or args.manifest),), None))
    clips = [reader.clip(record) for record in records]
    draw = np.random.default_rng(args.seed)
    natural, faded, butt = (JointMeasures([], []) for _ in range(3))
    for turn, (record, clip) in enumerate(zip(records, clips, strict=True)):
        rate, words = clip.rate, list(record.words)  # type: ignore[arg-type]
        for word in words:
            natural.add(
                clip.samples,
                rate,
                natural_offsets(int(word.start * rate), int(word.end * rate), rate),
            )
        other = int(draw.integers(len(records) - 1))
        other += other >= turn
        old = words[int(draw.integers(len(words)))]
        source = list(records[other].words)  # type: ignore[arg-type]
        new = source[int(draw.integers(len(source)))]
        level = active_level(clip.samples, rate)
        start, end = int(new.start * rate), int(new.end * rate)
        gain = gain_to(clips[other].samples[start:end], rate, level)
        pieces = [
            AudioPiece(clip.samples, 0, int(old.start * rate)),
            AudioPiece(clips[other].samples * np.float32(gain), start, end),
            AudioPiece(clip.samples, int(old.end * rate), len(clip.samples)),
        ]
        for target, joined in ((faded, join(pieces, rate)), (butt, join(pieces, rate, 0, 0))):
            target.add(joined.samples, rate, joined.starts[1:])
    values: dict[str, Any] = {"records": len(records), "joints": len(faded.jumps)}
    for name in ("excess", "jumps"):
        real = np.array(getattr(natural, name))
        values[f"natural_{name}_p50_p90"] = [
            round(float(p), 2) for p in np.percentile(real, (50, 90))
        ]
        for kind, measured in (("spliced", faded), ("butt", butt)):
            median = float(np.median(getattr(measured, name)))
            values[f"{kind}_{name}_median"] = round(median, 2)
            values[f"{kind}_{name}_percentile"] = round(100 * float((real < median).mean()), 1)
    report("joints of splice against the inside of words", seed=args.seed, **values)


if __name__ == "__main__":
    main()
