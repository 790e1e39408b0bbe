"""The language model that is fused into a recognizer's search."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import torch

from privtool.core.errors import UsageError, option
from privtool.models.asr.decoding.lodr import PieceBigram
from privtool.models.asr.decoding.lookahead import WordLookAhead
from privtool.models.asr.decoding.token_lm import LmDifference, PieceLm, TokenLm
from privtool.models.asr.tokenizer import AsrTokens
from privtool.models.lm.checkpoint import WORDS, LoadedLm, load_lm
from privtool.models.lm.incremental import incremental_lm
from privtool.text.lm_words import is_lm_word

SHALLOW, LOOKAHEAD, RESCORE = "shallow", "lookahead", "rescore"
FUSION_METHODS = (SHALLOW, LOOKAHEAD, RESCORE)


class FusionSettings(NamedTuple):
    """A language model (a folder), its weights, and one of `FUSION_METHODS`.

    `lodr_weight` scales the bigram of the recognizer's transcripts, which is subtracted. It is
    relative to the weight, so that a weight of zero means no language model.
    """

    lm: Path
    weights: tuple[float, ...]
    method: str
    lodr_weight: float = 0.0


def fused_lm(
    fusion: FusionSettings, recognizer: Path, tokens: AsrTokens, device: torch.device
) -> TokenLm:
    """Load the language model for the search of a recognizer in a folder.

    Raise `UsageError` for a model of other tokens or of the wrong kind, `UnavailableError` for
    one that cannot be loaded.
    """
    folder = load_lm(fusion.lm)
    folder.model.to(device)
    load = _shallow if fusion.method == SHALLOW else _lookahead
    lm = load(fusion, folder, tokens, device)
    if not fusion.lodr_weight:
        return lm
    bigram = PieceBigram.load(recognizer, tokens.count).to(device)
    return LmDifference(lm, bigram, fusion.lodr_weight)


def _shallow(
    fusion: FusionSettings, folder: LoadedLm, tokens: AsrTokens, device: torch.device
) -> TokenLm:
    if folder.card["options"].get("token_digest") != tokens.digest:
        kind = "words" if folder.tokens.kind == WORDS else "other tokens than the recognizer's"
        raise UsageError(
            f"{option('fusion')} {SHALLOW}: {fusion.lm} is a model over {kind}; train one with "
            f"`lm-train --tokens asr:MODEL`, or use {option('fusion')} {LOOKAHEAD} or {RESCORE}"
        )
    ids = folder.tokens.ids
    token_ids = [ids[piece] for piece in tokens.pieces]
    return PieceLm(incremental_lm(folder.model), token_ids, folder.tokens.specials.end, device)


def _lookahead(
    fusion: FusionSettings, folder: LoadedLm, tokens: AsrTokens, device: torch.device
) -> TokenLm:
    if folder.tokens.kind != WORDS:
        raise UsageError(
            f"{option('fusion')} {LOOKAHEAD}: {fusion.lm} is a model over pieces, not words; use "
            f"{option('fusion')} {SHALLOW} or {RESCORE}"
        )
    words = {word: number for word, number in folder.tokens.ids.items() if is_lm_word(word)}
    end, _, unknown = folder.tokens.specials
    roles = [f"<{role}>" for role in tokens.roles]
    return WordLookAhead(
        incremental_lm(folder.model), words, end, unknown, tokens.pieces, roles, device
    )
