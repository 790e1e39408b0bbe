"""The language model that is fused into a recognizer's search."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import torch

from privtool.core.errors import UsageError, option
from privtool.models.asr.decoding.token_lm import PieceLm
from privtool.models.asr.tokenizer import AsrTokens
from privtool.models.lm.checkpoint import WORDS, load_lm
from privtool.models.lm.incremental import incremental_lm

SHALLOW, RESCORE = "shallow", "rescore"
FUSION_METHODS = (SHALLOW, RESCORE)


class FusionSettings(NamedTuple):
    """A language model (a folder), its weights, and one of `FUSION_METHODS`."""

    lm: Path
    weights: tuple[float, ...]
    method: str


def fused_lm(fusion: FusionSettings, tokens: AsrTokens, device: torch.device) -> PieceLm:
    """Load the language model for the search of a recognizer with these tokens.

    Raise `UsageError` for a model of other tokens, `UnavailableError` for one that cannot be
    loaded.
    """
    folder = load_lm(fusion.lm)
    if folder.card["options"].get("token_digest") != tokens.digest:
        kind = "words" if folder.tokens.kind == WORDS else "other tokens than the recognizer's"
        raise UsageError(
            f"{option('fusion')} {SHALLOW}: {fusion.lm} is a model over {kind}; train one with "
            f"`lm-train --tokens asr:MODEL`, or use {option('fusion')} {RESCORE}"
        )
    folder.model.to(device)
    ids = folder.tokens.ids
    token_ids = [ids[piece] for piece in tokens.pieces]
    return PieceLm(incremental_lm(folder.model), token_ids, folder.tokens.specials.end, device)
