"""How a language model is brought into the search of a recognizer of `asr-train`."""

from __future__ import annotations

from enum import Enum
from pathlib import Path

from privtool.core.errors import UnavailableError
from privtool.core.run_card import read_card


class Fusion(str, Enum):
    """How a language model has its say."""

    auto = "auto"
    shallow = "shallow"
    lookahead = "lookahead"
    rescore = "rescore"


def fusion_for(model: Path, lm: Path, asked: Fusion) -> Fusion:
    """The way that is asked for, or for `auto` the first that fits the two.

    Raises `UnavailableError` for a language model that is no whole folder of `lm-train`.
    """
    if asked is not Fusion.auto:
        return asked
    from privtool.models.asr.checkpoint import token_digest
    from privtool.models.lm.checkpoint import WORDS, is_lm_folder

    if not is_lm_folder(lm):
        return Fusion.rescore
    try:
        card = read_card(lm)
        if card["options"]["tokens"] == WORDS:
            return Fusion.lookahead
        same = card["options"].get("token_digest") == token_digest(model)
        return Fusion.shallow if same else Fusion.rescore
    except (KeyError, TypeError):
        raise UnavailableError(f"{lm} is not a folder that privtool lm-train wrote") from None
