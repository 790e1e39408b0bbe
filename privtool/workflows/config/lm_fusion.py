"""How a language model is fused into the search of a recognizer of `asr-train`."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from privtool.core.errors import UnavailableError
from privtool.core.run_card import read_card

Fusion = Literal["auto", "shallow", "rescore"]


def fusion_for(model: Path, lm: Path, asked: Fusion) -> Fusion:
    """Return the fusion asked for, or for `auto` the first that fits the two models.

    Raises `UnavailableError` for a language model that is not a complete folder of `lm-train`.
    """
    if asked != "auto":
        return asked
    from privtool.models.asr.checkpoint import token_digest
    from privtool.models.lm.checkpoint import is_lm_folder

    if not is_lm_folder(lm):
        return "rescore"
    try:
        same = read_card(lm)["options"].get("token_digest") == token_digest(model)
        return "shallow" if same else "rescore"
    except (KeyError, TypeError):
        raise UnavailableError(f"{lm} is not a folder that privtool lm-train wrote") from None
