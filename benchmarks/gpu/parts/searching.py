"""Greedy and beam search of a transducer, without and with a language model."""

from __future__ import annotations

import torch

from benchmarks.gpu.clock import median_seconds
from benchmarks.gpu.figures import FULL, Figure, PartResult, Setup
from benchmarks.support.synthetic_tokens import FRAMES_A_SECOND, speaking, spoken
from privtool.models.asr.decoding.beam import BeamSettings, beam_search
from privtool.models.asr.decoding.greedy import greedy_paths
from privtool.models.asr.decoding.hypotheses import PieceLm
from privtool.models.asr.transducer.model import Encoded
from privtool.models.lm.incremental import incremental_lm
from privtool.models.lm.presets import LSTM, PRESETS, new_model

_BEAM, _NOISE = 4, 1.0


def run(setup: Setup) -> PartResult:
    """Search the frames of synthetic tokens in noise."""
    full = setup.size == FULL
    preset, tokens, clips, seconds = "conformer-small", 1024, 128, 10.0
    if not full:
        preset, tokens, clips, seconds = "conformer-small", 20, 2, 1.0
    model, sounds = speaking(preset, tokens, setup.seed)
    given = spoken(sounds, clips, round(seconds * FRAMES_A_SECOND), _NOISE, setup.seed + 1)
    model = model.to(setup.place)
    encoded = Encoded(*(part.to(setup.place) for part in given.encoded))
    size = "small" if full else "tiny"
    lm_model = new_model(PRESETS[LSTM, size], tokens + 1, tokens, tokens, 0.0, setup.seed)
    lm = PieceLm(
        incremental_lm(lm_model.eval().to(setup.place)), range(tokens), tokens, setup.place
    )
    beam = BeamSettings(_BEAM)
    actions = {
        "greedy": lambda: greedy_paths(model, encoded),
        f"beam {_BEAM}": lambda: beam_search(model, encoded, beam),
        f"beam {_BEAM} with an LSTM": lambda: beam_search(model, encoded, beam, lm, (0.3,)),
    }
    audio, budget = clips * seconds, 6.0 if full else 0.3
    with torch.inference_mode():
        times = {name: median_seconds(act, setup.place, budget) for name, act in actions.items()}
    sizes = {"preset": preset, "tokens": tokens, "clips": clips, "seconds of a clip": seconds}
    return PartResult(
        {**sizes, "lm": f"lstm {size}", "dtype": "fp32"},
        {name: Figure(audio / took, "s of audio/s") for name, took in times.items()},
    )
