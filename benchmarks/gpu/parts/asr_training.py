"""`asr-train` from audio files, with features computed again in each epoch."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from transformers.utils import logging

from benchmarks.asr.training import recordings
from benchmarks.gpu.figures import FULL, Figure, PartResult, Setup
from benchmarks.gpu.step_clock import StepClock
from privtool.models.asr.checkpoint import SHAPES, new_transducer
from privtool.models.asr.features import HOP_SECONDS
from privtool.models.asr.tokenizer import new_tokens
from privtool.models.asr.training.dataset import AsrBatches
from privtool.models.asr.training.index import TurnStore, make_examples
from privtool.models.asr.training.trainer import TransducerObjective
from privtool.models.runtime.numerics import trains_in_bfloat16
from privtool.models.training.run import train
from privtool.models.training.settings import TrainSettings

_MOST_WORKERS = 12
_NEVER = 10**9  # steps between checkpoints


def run(setup: Setup) -> PartResult:
    """Train on clips of shaped noise with invented words, as only their lengths count."""
    full = setup.size == FULL
    preset, clips, epochs = ("conformer-paper", 300, 4) if full else ("conformer-tiny", 4, 2)
    workers = min(_MOST_WORKERS, max(1, (os.cpu_count() or 1) - 2)) if full else 0
    logging.set_verbosity_error()
    settings = TrainSettings(
        epochs=epochs, learning_rate=1e-4, warmup=0.1, gradient_accumulation_steps=1,
        max_grad_norm=5.0, patience=None, eval_every=_NEVER, seed=setup.seed, device=setup.place,
        bfloat16=trains_in_bfloat16(setup.place), workers=workers,
    )  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        turns = recordings(Path(folder), clips, setup.seed)
        given = iter([turn.target for turn in turns])
        tokens = new_tokens(given, "unigram" if full else "char", 1024, (), True, 1)
        store = TurnStore(())
        store.add("m", turns)
        shape = SHAPES[preset]
        examples, _ = make_examples(store, tokens)
        seconds_a_batch = 240 if full else 20
        batches = AsrBatches(examples, seconds_a_batch, setup.seed, augment=True)
        model = new_transducer(shape, tokens.count, setup.seed).train().to(setup.place)
        clock = StepClock(setup.place, 5 if full else 1)
        result = train(
            settings, model, batches, TransducerObjective(tokens, None, 0.3),
            Path(folder) / "run", clock,
        )  # fmt: skip
    frames = examples.seconds.sum() / HOP_SECONDS * epochs / result.steps  # of a step
    return PartResult(
        {
            "preset": preset,
            "tokens": tokens.count,
            "seconds of audio": round(float(examples.seconds.sum()), 1),
            "seconds of a batch": seconds_a_batch,
            "epochs": epochs,
            "steps": result.steps,
            "workers": workers,
            "dtype": "bf16" if settings.bfloat16 else "fp32",
        },
        {
            "frames": Figure(float(frames) * clock.steps / clock.seconds, "frames/s"),
            "waiting for data": Figure(100 * clock.waiting / clock.seconds, "%"),
            "padding": Figure(100 * batches.padding_share, "%"),
            "peak memory": setup.peak_memory(),
        },
    )
