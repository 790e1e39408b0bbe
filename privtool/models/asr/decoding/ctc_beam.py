"""The best token sequences of a CTC model: prefix beam search (Hannun 2014, algorithm 1)."""

from __future__ import annotations

import math
from collections import defaultdict
from typing import NamedTuple

import numpy as np
import torch

Prefix = tuple[int, ...]


class CtcHypothesis(NamedTuple):
    """A token sequence, and the natural log-probability of all its paths in the beam."""

    tokens: Prefix
    score: float


class _PathSums(NamedTuple):
    """Log-probabilities of a prefix: paths that end with a blank, and with its last token."""

    blank: float = -math.inf
    token: float = -math.inf

    @property
    def total(self) -> float:
        return _logaddexp(self.blank, self.token)


def best_sequences(logprobs: torch.Tensor, blank: int, beam: int) -> list[CtcHypothesis]:
    """Return the `beam` best sequences of log-probabilities (frames, classes), best first.

    A beam of 1 is the best single path. In a frame each prefix is extended by the `beam` best
    classes; with an unlimited beam the search is exact.
    """
    if beam == 1:
        best, path = logprobs.max(dim=-1)
        tokens = torch.unique_consecutive(path)
        return [CtcHypothesis(tuple(tokens[tokens != blank].tolist()), float(best.double().sum()))]
    prefixes: dict[Prefix, _PathSums] = {(): _PathSums(blank=0.0)}
    for frame in logprobs.double().numpy():
        order = np.argsort(-frame, kind="stable")[:beam]
        candidates = [(int(token), float(frame[token])) for token in order if token != blank]
        extended = _extend(prefixes, candidates, float(frame[blank]), frame)
        best_first = _ranked(extended)[:beam]
        prefixes = {prefix: sums for prefix, sums in best_first if sums.total > -math.inf}
    return [CtcHypothesis(prefix, sums.total) for prefix, sums in _ranked(prefixes)]


def _extend(
    prefixes: dict[Prefix, _PathSums],
    candidates: list[tuple[int, float]],
    blank_logprob: float,
    frame: np.ndarray[tuple[int], np.dtype[np.float64]],
) -> dict[Prefix, _PathSums]:
    """Return the prefixes after one more frame."""
    blank: dict[Prefix, float] = defaultdict(lambda: -math.inf)
    token: dict[Prefix, float] = defaultdict(lambda: -math.inf)
    for prefix, sums in prefixes.items():
        blank[prefix] = _logaddexp(blank[prefix], sums.total + blank_logprob)
        if prefix:  # the last token lasts for another frame
            token[prefix] = _logaddexp(token[prefix], sums.token + float(frame[prefix[-1]]))
        for candidate, logprob in candidates:
            # A repeated token needs a blank in between.
            before = sums.blank if prefix[-1:] == (candidate,) else sums.total
            longer = (*prefix, candidate)
            token[longer] = _logaddexp(token[longer], before + logprob)
    return {prefix: _PathSums(blank[prefix], token[prefix]) for prefix in {**blank, **token}}


def _ranked(prefixes: dict[Prefix, _PathSums]) -> list[tuple[Prefix, _PathSums]]:
    return sorted(prefixes.items(), key=lambda item: (-item[1].total, item[0]))


def _logaddexp(one: float, other: float) -> float:
    if one < other:
        one, other = other, one
    return one if other == -math.inf else one + math.log1p(math.exp(other - one))
