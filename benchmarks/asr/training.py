"""Training of `asr-train`: feature windows per second, and the share of time waiting for audio.

Clips of shaped noise and texts of invented words, as only their lengths count. Every epoch reads
them and computes their features again: in the training process, then in worker processes. Also
measures the memory of the index of a large manifest.
"""

from __future__ import annotations

import argparse
import tempfile
import tracemalloc
from pathlib import Path
from typing import Any

import numpy as np
import soundfile
from transformers.utils import logging

from benchmarks.support.measure import report
from privtool.core.device import choose_device
from privtool.models.asr.checkpoint import SHAPES, new_transducer
from privtool.models.asr.features import HOP_SECONDS
from privtool.models.asr.tokenizer import AsrTokens, new_tokens
from privtool.models.asr.training.dataset import AsrBatches
from privtool.models.asr.training.index import Turn, TurnStore, make_examples
from privtool.models.asr.training.trainer import TransducerObjective
from privtool.models.runtime.numerics import trains_in_bfloat16
from privtool.models.training.run import train
from privtool.models.training.settings import TrainSettings

_RATE = 16000
_WORDS_A_SECOND = 2.5


def recordings(folder: Path, clips: int, seed: int) -> list[Turn]:
    """FLAC files of 1 to 20 seconds, on average 6, and what is said in them."""
    draw = np.random.default_rng(seed)
    words = ["".join(draw.choice(list("etaoinshrdlu"), draw.integers(1, 9))) for _ in range(2000)]
    turns: list[Turn] = []
    for number in range(clips):
        seconds = float(np.clip(draw.gamma(3.0, 2.0), 1, 20))
        loud = np.repeat(draw.uniform(0, 0.2, int(seconds * 8) + 1), _RATE // 8)
        samples = loud[: int(seconds * _RATE)] * draw.normal(0, 1, int(seconds * _RATE))
        path = folder / f"{number}.flac"
        soundfile.write(path, samples, _RATE)
        said = draw.choice(words, max(1, int(seconds * _WORDS_A_SECOND)))
        turns.append(Turn(number + 1, None, str(path), 0.0, seconds, " ".join(said), None))
    return turns


def trained(turns: list[Turn], tokens: AsrTokens, preset: str, settings: TrainSettings) -> Any:
    """How a run over the turns went."""
    store = TurnStore(())
    store.add("m", turns)
    shape = SHAPES[preset]
    examples, _ = make_examples(store, tokens)
    batches = AsrBatches(examples, 120, 1, augment=True)
    model = new_transducer(shape, tokens.count, 1).train().to(settings.device)
    objective = TransducerObjective(tokens, None, 0.3)
    with tempfile.TemporaryDirectory() as work:
        outcome = train(settings, model, batches, objective, Path(work))
    windows = examples.seconds.sum() / HOP_SECONDS * settings.epochs
    return {
        "frames_per_second": round(windows / outcome.seconds),
        "waiting": outcome.waiting / outcome.seconds,
        "padding": batches.padding_share,
    }


def index_bytes(turn: Turn, count: int) -> float:
    """The bytes of memory a turn takes in the index, its path and text left out."""
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    store = TurnStore(())
    store.add("m", [turn._replace(path=f"{number:08}") for number in range(count)])
    taken = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return taken / count - 8 - len(turn.target)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--preset", choices=SHAPES, default="conformer-small")
    parser.add_argument("--clips", type=int, default=60)
    parser.add_argument("--epochs", type=int, default=1)
    parser.add_argument("--workers", type=int, nargs="+", default=[0, 1])
    parser.add_argument("--device", default="auto")
    args = parser.parse_args()
    logging.set_verbosity_error()

    device = choose_device(args.device)
    with tempfile.TemporaryDirectory() as folder:
        turns = recordings(Path(folder), args.clips, 1)
        tokens = new_tokens((turn.target for turn in turns), "unigram", 1024, (), True, 1)
        for workers in args.workers:
            settings = TrainSettings(
                epochs=args.epochs, learning_rate=1e-3, warmup=0.1,
                gradient_accumulation_steps=1, max_grad_norm=5.0, patience=None,
                eval_every=None, seed=1, device=device,
                bfloat16=trains_in_bfloat16(device), workers=workers,
            )  # fmt: skip
            report(
                "asr-train",
                preset=args.preset,
                seconds_of_audio=sum(turn.seconds for turn in turns),
                workers=workers,
                dtype="bf16" if settings.bfloat16 else "fp32",
                **trained(turns, tokens, args.preset, settings),
            )
        report("index of asr-train", bytes_a_turn=index_bytes(turns[0], 100_000))


if __name__ == "__main__":
    main()
