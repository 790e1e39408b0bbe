"""`privtool redact --verify`: what is heard of private words before and after, and its speed.

Two recognizers listen to every interval, as `--verify` does: one of any words by a language model,
and one of given words by a grammar (`models/sphinx/leak_check.py`). The grammar holds the private
words and as many others of the same label from other records; a leak would have more of the first
than of the second. Any words are listened for before and after room tone only, as it takes half of
real time. `noise` is the room tone of the redacted interval throughout: anything heard in it is a
false alarm, as nobody ever spoke there. `margin 0` shows what the test makes of remains.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import nullcontext
from itertools import islice
from pathlib import Path
from unittest.mock import patch

from benchmarks.support.measure import report, seconds
from privtool.audio.dsp.room_tone import room_tone
from privtool.audio.intervals import Interval
from privtool.audio.io.clips import Clip, ClipReader
from privtool.audio.io.decode import Audio, Samples
from privtool.audio.io.roots import audio_root
from privtool.audio.io.writer import AudioFolder
from privtool.core.fields import text_of
from privtool.core.record import Record, decode
from privtool.core.rng import draw
from privtool.models.sphinx.decoder import RecognizedWord, SphinxDecoder
from privtool.models.sphinx.leak_check import KeywordSpotter, around, inside, spoken_in
from privtool.stages import redact
from privtool.stages.redact import RedactSettings, RedactStage

SAMPLE = Path(__file__).resolve().parent.parent / "data/sample/speech/manifest.jsonl"
KINDS = {
    "before": RedactSettings(),
    "room": RedactSettings(),
    "silence": RedactSettings(kind="silence"),
    "tone": RedactSettings(kind="tone"),
    "room, margin 0": RedactSettings(margin=0.0),
}


class Ears:
    """Hears a record's private words, others of their labels, and what is heard in noise alone."""

    def __init__(self, records: Sequence[Record], free_every: int) -> None:
        self._free, self._loop = SphinxDecoder(language_model=True), KeywordSpotter()
        self._every, self._heard_records = free_every, 0
        self.free = True
        self._labels: dict[str, str] = {}
        self._of_label: dict[str, set[str]] = {}
        for record in records:
            for entity in record.entities or ():
                phrase = text_of(record)[entity.start : entity.end]
                self._labels[phrase] = entity.label
                self._of_label.setdefault(entity.label, set()).update(spoken_in([phrase]))
        self.counts: Counter[str] = Counter()
        self.noise = False

    def count_leaks(
        self, samples: Samples, rate: int, gone: Sequence[Interval], private: Sequence[str]
    ) -> int:
        """As `RedactStage` wants it; what was heard is in `counts`."""
        own = spoken_in(private)
        others = sorted(
            {
                word
                for phrase in private
                for word in self._of_label.get(self._labels.get(phrase, ""), ())
            }
            - own,
            key=lambda word: draw(1, f"{sorted(own)} {word}"),
        )[: len(own)]
        self._heard_records += 1
        for interval in gone:
            piece, start = around(Clip(samples, rate), interval)
            if self.free and self._heard_records % self._every == 0:
                heard = self._free.decode(piece) or []
                self.counts["free"] += _hits(heard, own, interval, start)
                self.counts["free, of"] += sum(len(phrase.split()) for phrase in private)
            self._told(piece, own, others, interval, start, "")
            if self.noise:
                quiet = [interval]
                made = room_tone(Audio(samples[:, None], rate, "", ""), [], quiet, len(samples), 1)
                piece, start = around(Clip(made[:, 0].astype("float32"), rate), interval)
                self._told(piece, own, others, interval, start, "noise ")
        return 0

    def _told(
        self,
        piece: Samples,
        own: set[str],
        others: list[str],
        interval: Interval,
        start: float,
        what: str,
    ) -> None:
        heard = self._loop.heard(piece, sorted(own | set(others)))
        self.counts[what + "private"] += _hits(heard, own, interval, start)
        self.counts[what + "others"] += _hits(heard, set(others), interval, start)


def _hits(
    heard: Sequence[RecognizedWord], wanted: set[str], interval: Interval, start: float
) -> int:
    return sum(word.spoken in wanted and inside(word, interval, start) for word in heard)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--manifest", type=Path, default=SAMPLE)
    parser.add_argument("--aligned", type=Path, help="records that have times already")
    parser.add_argument("--records", type=int, help="the first so many with entities")
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=list(KINDS))
    parser.add_argument("--free-every", type=int, default=1, help="any words: every n-th record")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        out = args.aligned or Path(name) / "aligned.jsonl"
        if args.aligned is None:
            command = [sys.executable, "-m", "privtool", "align", "-q", str(args.manifest)]
            subprocess.run([*command, "-o", str(out)], check=True)
        records = [record for line in out.open("rb") if (record := decode(line)).entities]
        records = list(islice(records, args.records))
        clips = ClipReader(audio_root((str(args.aligned or args.manifest),), None))
        folder = AudioFolder(name, name)
        heard: dict[str, dict[str, int]] = {}
        counts: Counter[str] = Counter()
        for kind in args.kinds:
            ears = Ears(records, args.free_every)
            ears.free, ears.noise = kind in ("before", "room"), kind == "room"
            started = time.perf_counter()
            counts = _counts(records, KINDS[kind], kind == "before", clips, folder, ears)
            heard[kind] = dict(ears.counts)
            print(kind, f"{time.perf_counter() - started:.0f} s", file=sys.stderr)
        took = seconds(lambda: _counts(records, RedactSettings(), False, clips, folder, None))
    report(
        "redact",
        manifest=out.name if args.aligned else args.manifest.parent.name,
        records=len(records),
        private_words=counts["private"],
        intervals=counts["intervals"],
        whole_turns=counts["whole_turns"],
        heard=heard,
        seconds_of_work_per_second=1000 * took / counts["audio_milliseconds"],
    )


def _counts(
    records: list[Record],
    settings: RedactSettings,
    as_it_was: bool,
    clips: ClipReader,
    folder: AudioFolder,
    ears: Ears | None,
) -> Counter[str]:
    """What the stage counts; nothing is replaced if the audio is to stay as it was."""
    counts: Counter[str] = Counter()
    with patch.object(redact, "replace_intervals", _left) if as_it_was else nullcontext():
        RedactStage(settings, clips, folder, ears).process(records, counts)
    return counts


def _left(audio: Audio, *_: object) -> Audio:
    return audio


if __name__ == "__main__":
    main()
