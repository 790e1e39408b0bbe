"""A step of `mix-train --method adaptive`: a copy of the model is fine-tuned on each corpus."""

from __future__ import annotations

import torch

from benchmarks.gpu.clock import median_seconds
from benchmarks.gpu.figures import FULL, Figure, PartResult, Setup
from benchmarks.lm.training import END, PADDING, SPECIALS, sentences
from privtool.models.lm.presets import LSTM, new_model, shape_of
from privtool.models.mixture.methods import AdaptiveWeights
from privtool.models.mixture.sampler import MixtureSampler
from privtool.models.mixture.weighting import RECORD, TargetText
from privtool.models.runtime.numerics import trains_in_bfloat16
from privtool.models.training.settings import TrainSettings

_CORPORA = 4


def run(setup: Setup) -> PartResult:
    """Find weights for corpora of invented words."""
    full = setup.size == FULL
    size, words, steps, batch = ("paper", 85_000, 20, 4096) if full else ("tiny", 500, 2, 256)
    corpora = [
        sentences(50 * batch if full else batch, words, setup.seed + number)
        for number in range(_CORPORA)
    ]
    target = sentences(4 * batch, words, setup.seed + _CORPORA)
    settings = TrainSettings(
        epochs=1, learning_rate=1e-3, warmup=0.0, gradient_accumulation_steps=1,
        patience=None, eval_every=None, seed=setup.seed, device=setup.place,
        bfloat16=trains_in_bfloat16(setup.place),
    )  # fmt: skip
    sampler = MixtureSampler(corpora, SPECIALS, 512, batch, setup.seed)
    step = AdaptiveWeights(
        [f"corpus {n}" for n in range(_CORPORA)], sampler, TargetText(target, SPECIALS, RECORD),
        settings, steps, 1e-3,
    )  # fmt: skip
    shape = shape_of(LSTM, size, None, None, None)
    model = new_model(shape, words, END, PADDING, 0.1, setup.seed).to(setup.place)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    took = median_seconds(lambda: step(0, model, optimizer), setup.place, 10.0 if full else 0.5)
    return PartResult(
        {
            "model": f"lstm {size}, {words} words",
            "corpora": _CORPORA,
            "steps of a copy": steps,
            "batch_tokens": batch,
            "target_tokens": len(target.ids),
            "dtype": "bf16" if settings.bfloat16 else "fp32",
        },
        {
            "adaptive step": Figure(took, "s"),
            "training steps of copies": Figure(_CORPORA * steps / took, "steps/s"),
            "peak memory": setup.peak_memory(),
        },
    )
