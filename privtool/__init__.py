"""privtool: turn private text and speech into data that models can still learn from.

The commands are functions of this package, see `privtool.api`; each is loaded when it is used.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__version__ = "0.1.0"
__all__ = [
    *("mask", "fill", "surrogate", "restore", "align", "redact", "tts", "splice", "lm_score"),
    *("lm_train", "mix_train", "fill_train", "asr_train"),
    *("vocab", "asr_eval", "import_", "export"),
    *("audit_text", "audit_guess", "audit_audio", "audit_canaries_make", "audit_model"),
    *("report", "scale", "mask_column"),
]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'privtool' has no attribute '{name}'")
    from privtool.api import function_of, mask_column

    found = mask_column if name == "mask_column" else function_of(name)
    return globals().setdefault(name, found)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
