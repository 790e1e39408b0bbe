"""Option values for putting surrogates into recordings; loads nothing, for help pages."""

from __future__ import annotations

from enum import Enum


class Match(str, Enum):
    """Which properties of a turn synthetic speech gets: level, also speaking rate, or all."""

    LEVEL = "level"
    RATE = "level+rate"
    FULL = "full"


class TtsMode(str, Enum):
    """Speak only surrogates, or the whole of each turn that has one."""

    TOKEN = "token"
    TURN = "turn"


class SpliceFallback(str, Enum):
    """What to do with a turn if a surrogate is not found in the corpus."""

    DROP_TURN = "drop-turn"
    DROP_PART = "drop-part"
    TTS = "tts"
