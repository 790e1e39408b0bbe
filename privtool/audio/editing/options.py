"""Option values for putting surrogates into recordings; loads nothing, for help pages."""

from __future__ import annotations

from enum import Enum


class Match(str, Enum):
    """What of a recording synthetic speech is made like: its level, its rate of speaking, all."""

    LEVEL = "level"
    RATE = "level+rate"
    FULL = "full"


class TtsMode(str, Enum):
    """What is spoken: the surrogates alone, or every turn that has one."""

    TOKEN = "token"
    TURN = "turn"


class SpliceFallback(str, Enum):
    """What becomes of a turn with a surrogate that is not found in the corpus."""

    DROP_TURN = "drop-turn"
    DROP_PART = "drop-part"
    TTS = "tts"
