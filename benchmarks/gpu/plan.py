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
    Part("tests marked gpu", "marked_tests:run", 130),
    Part("mask mini-ner", "masking:run", 25),
    Part("fill mini", "filling:mini", 25),
    Part("fill RoBERTa-large-shaped", "filling:roberta", 45),
    Part("fill causal, 7B-shaped", "filling:causal", 70),
    Part("lm-score", "scoring:run", 25),
    Part("lm-train", "lm_training:run", 45),
    Part("loss of lm-train", "lm_training:loss", 20),
    Part("mix-train, adaptive step", "mixing:run", 30),
    Part("asr-train", "asr_training:run", 60),
    Part("transducer search", "searching:run", 35),
    Part("CTC alignment", "aligning:run", 25),
)
