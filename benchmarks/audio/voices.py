"""CPU time of the speech engines of `tts` per second of speech, in one process."""

from __future__ import annotations

import argparse
import time

import numpy as np

from benchmarks.support.measure import report
from privtool.core.model_options import ModelSource
from privtool.interfaces.synthesis import SpeechEngine
from privtool.models.tts.engines import ESPEAK, load_engine
from privtool.models.tts.espeak import clauses

PHRASES = (
    "maria keller",
    "four hundred and twelve willow lane",
    "the twenty third of november",
    "saint joseph's hospital in springfield",
    "555 0142",
    "she said that it would be a long way home, and that nobody had told her",
)


def cpu_per_second(engine: SpeechEngine, phrase: str, seed: int) -> float:
    """Return the CPU time of a phrase, with its pronunciation, per second of speech."""
    clauses.cache_clear()
    started = time.process_time()
    clip = engine.speak(phrase, 0, 1.0, seed).clip
    return (time.process_time() - started) / clip.seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", nargs="+", default=[ESPEAK], help="as in privtool tts")
    parser.add_argument("--runs", type=int, default=5)
    args = parser.parse_args()
    for name in args.engine:
        started = time.process_time()
        engine = load_engine(name, ModelSource(offline=True), "cpu")
        loading = time.process_time() - started
        cpu_per_second(engine, PHRASES[0], 0)
        shares = [
            cpu_per_second(engine, phrase, run) for run in range(args.runs) for phrase in PHRASES
        ]
        report(
            "voices", kind=type(engine).__name__, voices=engine.voices, loading_cpu_s=loading,
            cpu_per_second_p50=float(np.median(shares)),
            cpu_per_second_p90=float(np.percentile(shares, 90)), runs=args.runs,
        )  # fmt: skip


if __name__ == "__main__":
    main()
