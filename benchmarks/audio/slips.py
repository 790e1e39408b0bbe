"""`privtool align` and `redact` on transcripts with errors: private words left, public turns lost.

Each turn has known times of words. It is aligned and redacted with its right transcript, with one
error (a wrong, a missing and an extra word, each by itself), and with the words that pocketsphinx
recognizes in it. `left` is the share of private words that keep more than 5 % of their energy, of
those that the transcript has, rightly or wrongly; `left_out` is that share of those it lacks, which
nothing marks as private. `lost` is the share of turns with the right transcript that are replaced
as a whole, or by more than 300 ms more than with the same margin around exact times.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import soundfile

from benchmarks.support.measure import report
from benchmarks.support.timed_turns import RATE, TimedTurn, corpus_turns, synthetic_turns, write
from benchmarks.support.transcript_errors import (
    KINDS,
    Transcript,
    exact,
    of_recognizer,
    with_error,
)
from privtool.audio.intervals import TRUSTED
from privtool.audio.io.decode import Samples
from privtool.audio.io.roots import audio_root
from privtool.audio.io.writer import AudioFolder
from privtool.core.blocks import collect
from privtool.core.record import Entity, Record
from privtool.models.sphinx.aligner import SphinxAligner
from privtool.models.sphinx.recognizer import SphinxRecognizer
from privtool.stages.align import AlignStage
from privtool.stages.redact import RedactSettings, RedactStage

CLEAN, ASR = "right", "recognized"
CONDITIONS = (CLEAN, *KINDS, ASR)
CAUTION = (0.1, TRUSTED, 0.9)
SETTINGS = {
    "exact": RedactSettings(),
    **{f"asr, {least}": RedactSettings(least_confidence=least) for least in CAUTION},
}
_LEFT, _FIFTH = 0.05, 0.2  # of the energy of a private word
_WIDER = 0.3  # seconds


class Case(NamedTuple):
    """A turn with one of its transcripts, and its aligned record."""

    turn: TimedTurn
    condition: str
    transcript: Transcript
    record: Record


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", type=Path, help="a manifest of real speech")
    parser.add_argument("--turns", choices=("joined", "spliced"), default="joined")
    parser.add_argument("--half", choices=("tune", "test"), help="half of the speakers")
    parser.add_argument("--limit", type=int, help="number of turns")
    parser.add_argument("--conditions", nargs="+", choices=CONDITIONS, default=CONDITIONS)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    if args.corpus is None:
        turns = synthetic_turns(args.limit or 100, args.seed)
    else:
        turns = corpus_turns(args.corpus, args.turns, args.half, args.limit, args.seed)
    with tempfile.TemporaryDirectory() as name:
        started = time.process_time()
        cases = list(aligned_cases(turns, args.conditions, Path(name), args.seed))
        spent = time.process_time() - started
        for condition in args.conditions:
            own = [case for case in cases if case.condition == condition]
            removed: dict[str, int] = {}
            for setting, settings in SETTINGS.items():
                report(
                    "slips",
                    corpus=f"{args.corpus.parent.name} {args.turns}" if args.corpus else "espeak",
                    half=args.half,
                    seed=args.seed,
                    setting=setting,
                    transcript=condition,
                    turns=len(own),
                    **measure(own, settings, Path(name), removed),
                )
        seconds = sum(len(case.turn.samples) for case in cases) / RATE
        report("slips, align", audio_seconds=seconds, cpu_seconds_per_second=spent / seconds)


def aligned_cases(
    turns: Sequence[TimedTurn], conditions: Sequence[str], folder: Path, seed: int
) -> Iterator[Case]:
    """Write the audio of turns; yield them with all transcripts, aligned."""
    vocabulary = sorted({word for turn in turns for word in turn.words})
    recognizer = SphinxRecognizer() if ASR in conditions else None
    stage = AlignStage(SphinxAligner(), audio_root((), folder))
    for turn in turns:
        path = write(turn, folder)
        for condition in conditions:
            draw = random.Random(f"{seed} {turn.id} {condition}")
            if condition == CLEAN:
                transcript = exact(turn.words)
            elif condition == ASR and recognizer is not None:
                heard = recognizer.recognize([turn.samples])[0][0][0].words or ()
                transcript = of_recognizer(turn.times, heard)
            else:
                transcript = with_error(turn.words, condition, vocabulary, draw)
            raw = _record(turn, condition, transcript, path.name)
            (record,) = collect(stage.process([raw], Counter()))
            yield Case(turn, condition, transcript, record)


def _record(turn: TimedTurn, condition: str, transcript: Transcript, path: str) -> Record:
    bounds: list[tuple[int, int]] = []
    for word in transcript.words:
        start = bounds[-1][1] + 1 if bounds else 0
        bounds.append((start, start + len(word)))
    runs = transcript.private_runs(turn.private)
    entities = tuple(Entity(bounds[r[0]][0], bounds[r[-1]][1], "PERSON") for r in runs)
    name = f"{turn.id}-{condition}"
    return Record(id=name, text=transcript.text, audio_filepath=path, entities=entities)


def measure(
    cases: Sequence[Case], settings: RedactSettings, folder: Path, removed: dict[str, int]
) -> dict[str, object]:
    """Redact the turns and return the shares of `left`, `left_out` and `lost`.

    `removed` has the samples that the first setting removed from each record, or gets them.
    """
    counts: Counter[str] = Counter()
    clips = audio_root((), folder)
    with tempfile.TemporaryDirectory() as out:
        stage = RedactStage(settings, clips, AudioFolder(out, out))
        for case in cases:
            (safe,) = collect(stage.process([case.record], counts))
            before, _ = soundfile.read(folder / str(case.record.audio_filepath))
            after, _ = soundfile.read(Path(out) / Path(str(safe.audio_filepath)).name)
            _count_left(case, before, before == after, counts)
            samples = int((before != after).sum())
            counts["removed"] += samples
            least = removed.setdefault(str(case.record.id), samples)
            counts["lost"] += samples > least + _WIDER * RATE
    turns = max(1, len(cases))
    return {
        "private_words": counts["words"],
        "left": _share(counts["left"], counts["words"]),
        "left_a_fifth": _share(counts["fifth"], counts["words"]),
        "missing_words": counts["missing words"],
        "left_out": _share(counts["missing left"], counts["missing words"]),
        "whole_turns": counts["whole_turns"] / turns,
        "lost": counts["lost"] / turns,
        "seconds_removed": counts["removed"] / RATE / turns,
    }


def _count_left(case: Case, before: Samples, same: Samples, counts: Counter[str]) -> None:
    present = {source for source in case.transcript.sources if source is not None}
    for index in sorted(case.turn.private):
        start, end = (round(time * RATE) for time in case.turn.times[index])
        energy = before[start:end] ** 2
        left = float(energy[same[start:end]].sum()) / (float(energy.sum()) or 1.0)
        kind = "" if index in present else "missing "
        counts[f"{kind}words"] += 1
        counts[f"{kind}left"] += left > _LEFT
        counts[f"{kind}fifth"] += left > _FIFTH


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 5) if whole else None


if __name__ == "__main__":
    main()
