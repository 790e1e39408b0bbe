"""`align` with a CTC model shaped like wav2vec 2.0 base, with random weights."""

from __future__ import annotations

import string

import numpy as np
import torch
from transformers import Wav2Vec2Config, Wav2Vec2ForCTC

from benchmarks.gpu.clock import median_seconds
from benchmarks.gpu.figures import FULL, Figure, PartResult, Setup
from privtool.interfaces.speech import ALIGNED
from privtool.models.alignment.ctc import CtcAligner
from privtool.models.asr.recognizers.ctc import CtcModel
from privtool.text.english.spoken_words import spoken_words

_RATE = 16_000
_WORDS_A_SECOND = 2.5
_LETTERS = {letter: number for number, letter in enumerate("|" + string.ascii_lowercase, 1)}
_TINY = {
    "hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 16,
    "conv_dim": (8,) * 7, "num_conv_pos_embeddings": 4, "num_conv_pos_embedding_groups": 2,
}  # fmt: skip


def run(setup: Setup) -> PartResult:
    """Align clips of noise with words of random letters, as only lengths count."""
    full = setup.size == FULL
    clips, seconds = (48, 20.0) if full else (2, 1.0)
    torch.manual_seed(setup.seed)
    config = Wav2Vec2Config(vocab_size=len(_LETTERS) + 1, **({} if full else _TINY))
    model = Wav2Vec2ForCTC(config).eval().to(setup.place)
    aligner = CtcAligner(CtcModel(model, 0, _RATE), _LETTERS)
    draw = np.random.default_rng(setup.seed)
    samples = [draw.normal(0, 0.1, int(seconds * _RATE)).astype(np.float32) for _ in range(clips)]
    words = [spoken_words(_text(draw, seconds)) for _ in range(clips)]

    def align() -> int:
        found = map(aligner.align, samples, words)
        return sum(alignment.status == ALIGNED for alignment in found)

    aligned = align()
    took = median_seconds(align, setup.place, 8.0 if full else 0.3)
    name = "wav2vec2-base-shaped" if full else "wav2vec2-shaped, tiny"
    return PartResult(
        {"model": name, "clips": clips, "seconds of a clip": seconds, "dtype": "fp32"},
        {
            "audio": Figure(clips * seconds / took, "s of audio/s"),
            "aligned": Figure(100 * aligned / clips, "%"),
        },
        None if aligned == clips else f"{clips - aligned} of {clips} clips were not aligned",
    )


def _text(draw: np.random.Generator, seconds: float) -> str:
    letters = list(string.ascii_lowercase)
    count = max(1, int(seconds * _WORDS_A_SECOND))
    return " ".join("".join(draw.choice(letters, draw.integers(2, 8))) for _ in range(count))
