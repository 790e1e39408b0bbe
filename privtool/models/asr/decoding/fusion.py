"""Which language model the search of a recognizer asks, and how it is to be understood."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import torch

from privtool.core.errors import UsageError
from privtool.models.asr.decoding.lodr import PieceBigram
from privtool.models.asr.decoding.lookahead import WordLookAhead
from privtool.models.asr.decoding.token_lm import Difference, PieceLm, TokenLm
from privtool.models.asr.tokenizer import AsrTokens
from privtool.models.lm.checkpoint import WORDS, LmFolder, load_lm
from privtool.models.lm.incremental import lm_steps
from privtool.text.lm_words import is_modelled

SHALLOW, LOOKAHEAD, RESCORE = "shallow", "lookahead", "rescore"
WAYS = (SHALLOW, LOOKAHEAD, RESCORE)


class FusionSettings(NamedTuple):
    """A language model (a folder), its weights, and how it joins in: one of `WAYS`.

    `lodr_weight` is the share of the bigram of the recognizer's transcripts that is taken out of
    it; it counts relative to the weight, so that a weight of nought stays no language model.
    """

    lm: Path
    weights: tuple[float, ...]
    how: str
    lodr_weight: float = 0.0


def fused_lm(
    fusion: FusionSettings, recognizer: Path, tokens: AsrTokens, device: torch.device
) -> TokenLm:
    """The language model that the search of a recognizer in a folder asks.

    Raises `UsageError` for a model of other tokens or of the wrong kind, `UnavailableError` for
    one that is not here.
    """
    folder = load_lm(fusion.lm)
    folder.model.to(device)
    lm = _shallow if fusion.how == SHALLOW else _lookahead
    made = lm(fusion, folder, tokens, device)
    if not fusion.lodr_weight:
        return made
    bigram = PieceBigram.load(recognizer, tokens.count).to(device)
    return Difference(made, bigram, fusion.lodr_weight)


def _shallow(
    fusion: FusionSettings, folder: LmFolder, tokens: AsrTokens, device: torch.device
) -> TokenLm:
    given = folder.card["options"].get("token_digest")
    if given != tokens.digest:
        kind = "words" if folder.tokens.kind == WORDS else "other tokens than the recognizer's"
        raise UsageError(
            f"--fusion {SHALLOW}: {fusion.lm} is a model over {kind}; train one with "
            f"`lm-train --tokens asr:MODEL`, or take --fusion {LOOKAHEAD} or {RESCORE}"
        )
    ids = folder.tokens.ids
    own = [ids[piece] for piece in tokens.pieces]
    return PieceLm(lm_steps(folder.model), own, folder.tokens.specials.end, device)


def _lookahead(
    fusion: FusionSettings, folder: LmFolder, tokens: AsrTokens, device: torch.device
) -> TokenLm:
    if folder.tokens.kind != WORDS:
        raise UsageError(
            f"--fusion {LOOKAHEAD}: {fusion.lm} is a model over pieces, which has no words; take "
            f"--fusion {SHALLOW} or {RESCORE}"
        )
    words = {word: number for word, number in folder.tokens.ids.items() if is_modelled(word)}
    end, _, unknown = folder.tokens.specials
    roles = [f"<{role}>" for role in tokens.roles]
    return WordLookAhead(lm_steps(folder.model), words, end, unknown, tokens.pieces, roles, device)
