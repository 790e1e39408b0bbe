"""`lm-score` with a language model of 6 layers of 768 units and 85,000 words."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch

from benchmarks.gpu.clock import median_seconds, operations_of
from benchmarks.gpu.figures import FULL, Figure, PartResult, Setup
from benchmarks.lm.training import END, PADDING, sentences
from privtool.models.lm.presets import TRANSFORMER, new_model, shape_of
from privtool.models.lm.scorer import LmScorer


def run(setup: Setup) -> PartResult:
    """Score sentences of invented words, in single precision (the default) and in bfloat16."""
    full = setup.size == FULL
    size, words, tokens = ("paper", 85_000, 60_000) if full else ("tiny", 500, 1000)
    corpus = sentences(tokens, words, setup.seed)
    framed = [[END, *ids.tolist(), END] for ids in np.split(corpus.ids, corpus.bounds[1:-1])]
    texts = [str(number) for number in range(len(framed))]
    shape = shape_of(TRANSFORMER, size, None, None, None)
    model = new_model(shape, words, END, PADDING, 0.0, setup.seed).eval().to(setup.place)
    figures: dict[str, Figure] = {}
    targets = 0
    for name, dtype in (("fp32", torch.float32), ("bf16", torch.bfloat16)):
        scorer = LmScorer(model.to(dtype), lambda text: (framed[int(text)], 1), None)
        targets = sum(score.tokens for score in scorer.score(texts))
        took = median_seconds(partial(scorer.score, texts), setup.place, 6.0 if full else 0.5)
        figures[f"tokens, {name}"] = Figure(targets / took, "tokens/s")
    operations = operations_of(lambda: scorer.score(texts))
    return PartResult(
        {"model": f"transformer {size}, {words} words", "tokens": targets},
        figures | setup.arithmetic(operations, took),
    )
