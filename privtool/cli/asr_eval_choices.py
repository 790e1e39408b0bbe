"""What the options of `privtool asr-eval` can be."""

from __future__ import annotations

from enum import Enum


class Fusion(str, Enum):
    """How a language model has its say."""

    auto = "auto"
    shallow = "shallow"
    lookahead = "lookahead"
    rescore = "rescore"


class Normalize(str, Enum):
    """What of a text is compared."""

    plain = "plain"
    spoken = "spoken"
    case = "case"
    none = "none"


class Bootstrap(str, Enum):
    """What is resampled."""

    speaker = "speaker"
    turn = "turn"
    none = "none"
