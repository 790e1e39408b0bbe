"""The parts of a run, in order, and how long each may take."""

from __future__ import annotations

from typing import NamedTuple

MINUTES = 9.0  # for a run


class Part(NamedTuple):
    """A function `module:name` of `benchmarks.gpu.parts`, and its limit in seconds on a GPU.

    The limit covers loading the libraries, which is most of a short part.
    """

    name: str
    function: str
    limit: float


PARTS = (
    Part("tests marked gpu", "marked_tests:run", 115),
    Part("mask mini-ner", "masking:run", 20),
    Part("fill mini", "filling:mini", 35),
    Part("fill RoBERTa-large-shaped", "filling:roberta", 40),
    Part("fill causal, 7B-shaped", "filling:causal", 75),
    Part("lm-score", "scoring:run", 35),
    Part("lm-train", "lm_training:run", 45),
    Part("loss of lm-train", "lm_training:loss", 15),
    Part("mix-train, adaptive step", "mixing:run", 35),
    Part("asr-train", "asr_training:run", 75),
    Part("transducer search", "searching:run", 30),
    Part("CTC alignment", "aligning:run", 20),
)
