"""`privtool redact --verify`: private words recognized before and after redaction, and its speed.

Two recognizers process every interval, as with `--verify`: one with a language model, and a
keyword spotter (`models/sphinx/recognizer.py`). The keywords are the private words and as many
decoys: words of the same label from other records. A leak would yield more private words than
decoys. The language model is used before redaction and with room tone only, as it takes half of
real time. `noise` is room tone throughout: anything recognized in it is a false alarm. `margin 0`
shows how the check reacts to remains of words.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from unittest.mock import patch

from benchmarks.support.measure import report, seconds
from privtool.audio.dsp.room_tone import room_tone
from privtool.audio.intervals import Interval
from privtool.audio.io.clips import Clip
from privtool.audio.io.decode import Audio
from privtool.audio.io.roots import AudioRoot, audio_root
from privtool.audio.io.writer import AudioFolder
from privtool.core.blocks import collect
from privtool.core.record import Record, decode, text_of
from privtool.core.rng import draw
from privtool.interfaces.speech import WordSpotter
from privtool.models.sphinx.recognizer import KeywordSpotter, LanguageModelSpotter
from privtool.stages import redact
from privtool.stages.hearing import hear, is_inside
from privtool.stages.redact import RedactSettings, RedactStage
from privtool.text.english.spoken_words import spoken_forms

SAMPLE = Path(__file__).resolve().parents[2] / "data/sample/speech/manifest.jsonl"
KINDS = {
    "before": RedactSettings(),
    "room": RedactSettings(),
    "silence": RedactSettings(kind="silence"),
    "tone": RedactSettings(kind="tone"),
    "room, margin 0": RedactSettings(margin=0.0),
}


class DecoyChecker:
    """A leak checker that counts private words, decoys of their labels, and words in noise."""

    def __init__(self, records: Sequence[Record], free_every: int) -> None:
        self._free, self._spotter = LanguageModelSpotter(), KeywordSpotter()
        self._every, self._records = free_every, 0
        self.free = True
        self._labels: dict[str, str] = {}
        self._of_label: dict[str, set[str]] = {}
        for record in records:
            for entity in record.entities or ():
                phrase = text_of(record)[entity.start : entity.end]
                self._labels[phrase] = entity.label
                self._of_label.setdefault(entity.label, set()).update(spoken_forms([phrase]))
        self.counts: Counter[str] = Counter()
        self.noise = False

    def count_heard(
        self,
        spotters: Sequence[WordSpotter],  # noqa: ARG002
        clip: Clip,
        removed: Sequence[Interval],
        private: Sequence[str],
    ) -> int:
        """Add to `counts` and return 0."""
        own = spoken_forms(private)
        decoys = sorted(
            {
                word
                for phrase in private
                for word in self._of_label.get(self._labels.get(phrase, ""), ())
            }
            - own,
            key=lambda word: draw(1, f"{sorted(own)} {word}"),
        )[: len(own)]
        self._records += 1
        for interval in removed:
            if self.free and self._records % self._every == 0:
                self.counts["free"] += _hits(self._free, clip, interval, own, own)
                self.counts["free, of"] += sum(len(phrase.split()) for phrase in private)
            self._spot(clip, own, decoys, interval, "")
            if self.noise:
                audio = Audio(clip.samples[:, None], clip.rate, "", "")
                tone = room_tone(audio, [interval], len(clip.samples), 1)
                noise = Clip(tone[:, 0].astype("float32"), clip.rate)
                self._spot(noise, own, decoys, interval, "noise ")
        return 0

    def _spot(
        self, clip: Clip, own: set[str], decoys: list[str], interval: Interval, prefix: str
    ) -> None:
        spotted = own | set(decoys)
        self.counts[prefix + "private"] += _hits(self._spotter, clip, interval, spotted, own)
        self.counts[prefix + "others"] += _hits(self._spotter, clip, interval, spotted, set(decoys))


def _hits(
    spotter: WordSpotter, clip: Clip, interval: Interval, keywords: set[str], counted: set[str]
) -> int:
    words = hear(spotter, clip, [interval], sorted(keywords))
    return sum(word.spoken in counted and is_inside(word, interval) for word in words)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--manifest", type=Path, default=SAMPLE)
    parser.add_argument("--aligned", type=Path, help="records with word times")
    parser.add_argument("--records", type=int, help="number of records with entities to use")
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=list(KINDS))
    parser.add_argument(
        "--free-every", type=int, default=1, help="use the language model for every n-th record"
    )
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        out = args.aligned or Path(name) / "aligned.jsonl"
        if args.aligned is None:
            command = [sys.executable, "-m", "privtool", "align", "-q", str(args.manifest)]
            subprocess.run([*command, "-o", str(out)], check=True)
        records = [record for line in out.open("rb") if (record := decode(line)).entities]
        records = list(islice(records, args.records))
        clips = audio_root((str(args.aligned or args.manifest),), None)
        folder = AudioFolder(name, name)
        heard: dict[str, dict[str, int]] = {}
        counts: Counter[str] = Counter()
        for kind in args.kinds:
            checker = DecoyChecker(records, args.free_every)
            checker.free, checker.noise = kind in ("before", "room"), kind == "room"
            started = time.perf_counter()
            counts = _counts(records, KINDS[kind], kind == "before", clips, folder, checker)
            heard[kind] = dict(checker.counts)
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
    keep_audio: bool,
    clips: AudioRoot,
    folder: AudioFolder,
    checker: DecoyChecker | None,
) -> Counter[str]:
    """Run the stage, without replacing anything if `keep_audio`, and return its counts."""
    counts: Counter[str] = Counter()
    with ExitStack() as stack:
        if keep_audio:
            stack.enter_context(patch.object(redact, "replace_intervals", _unchanged))
        spotters: list[WordSpotter] = []
        if checker is not None:
            stack.enter_context(patch.object(redact, "count_heard", checker.count_heard))
            spotters = [KeywordSpotter()]
        collect(RedactStage(settings, clips, folder, spotters).process(records, counts))
    return counts


def _unchanged(audio: Audio, *_: object) -> Audio:
    return audio


if __name__ == "__main__":
    main()
