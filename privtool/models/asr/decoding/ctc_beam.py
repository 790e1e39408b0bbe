"""The best token sequences by a CTC model: prefix beam search (Hannun 2014, algorithm 1)."""

from __future__ import annotations

import math
from collections import defaultdict
from typing import NamedTuple

import numpy as np
import torch

_NEVER = -math.inf
Prefix = tuple[int, ...]


class Found(NamedTuple):
    """A token sequence, and the natural log-probability of all its paths that were followed."""

    tokens: Prefix
    score: float


class _Ways(NamedTuple):
    """Log-probabilities of the paths of a prefix that end with a blank, and with its last token."""

    blank: float = _NEVER
    token: float = _NEVER

    @property
    def all(self) -> float:
        return _added(self.blank, self.token)


def best_sequences(scores: torch.Tensor, blank: int, beam: int) -> list[Found]:
    """The `beam` best sequences of log-probabilities (frames, classes), the best one first.

    A beam of 1 is the best path alone. In a frame each prefix goes on with the `beam` best
    classes; with a beam that holds everything nothing is left out.
    """
    if beam == 1:
        best, path = scores.max(dim=-1)
        tokens = torch.unique_consecutive(path)
        return [Found(tuple(tokens[tokens != blank].tolist()), float(best.double().sum()))]
    prefixes: dict[Prefix, _Ways] = {(): _Ways(blank=0.0)}
    for frame in scores.double().numpy():
        order = np.argsort(-frame, kind="stable")[:beam]
        chosen = [(int(one), float(frame[one])) for one in order if one != blank]
        prefixes = _kept(_grown(prefixes, chosen, float(frame[blank]), frame), beam)
    ranked = sorted(prefixes.items(), key=lambda item: (-item[1].all, item[0]))
    return [Found(prefix, ways.all) for prefix, ways in ranked]


def _grown(
    prefixes: dict[Prefix, _Ways],
    chosen: list[tuple[int, float]],
    of_blank: float,
    frame: np.ndarray[tuple[int], np.dtype[np.float64]],
) -> dict[Prefix, _Ways]:
    """The prefixes after one more frame."""
    blank: dict[Prefix, float] = defaultdict(lambda: _NEVER)
    token: dict[Prefix, float] = defaultdict(lambda: _NEVER)
    for prefix, ways in prefixes.items():
        blank[prefix] = _added(blank[prefix], ways.all + of_blank)
        if prefix:  # the last token goes on for another frame
            token[prefix] = _added(token[prefix], ways.token + float(frame[prefix[-1]]))
        for one, score in chosen:
            # The same token again needs a blank before it.
            from_ = ways.blank if prefix[-1:] == (one,) else ways.all
            longer = (*prefix, one)
            token[longer] = _added(token[longer], from_ + score)
    return {prefix: _Ways(blank[prefix], token[prefix]) for prefix in {**blank, **token}}


def _kept(prefixes: dict[Prefix, _Ways], beam: int) -> dict[Prefix, _Ways]:
    ranked = sorted(prefixes.items(), key=lambda item: (-item[1].all, item[0]))
    return {prefix: ways for prefix, ways in ranked[:beam] if ways.all > _NEVER}


def _added(one: float, other: float) -> float:
    """log(exp(one) + exp(other))."""
    if one < other:
        one, other = other, one
    return one if other == _NEVER else one + math.log1p(math.exp(other - one))
