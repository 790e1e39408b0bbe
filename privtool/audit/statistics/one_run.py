"""A lower bound on epsilon from one training run with canaries that coin flips put in or left out.

Source: Steinke, Nasr and Jagielski 2023, Privacy Auditing with One (1) Training Run
(arXiv:2305.08846), theorem 5.2. An attacker guesses `guesses` of the coin flips and is right about
`correct` of them, more than an (epsilon, delta)-private training would allow.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.special import betainc, expit

DELTA = 1e-6
_SIGNIFICANCE = 0.05
_LARGEST_EPSILON = 50.0
_SHARES = (1.0, 0.5, 0.25, 0.125)  # of the canaries that are guessed


class OneRunBound(NamedTuple):
    """What the guesses show.

    `epsilon` is the lower bound, `largest` what it would be if all guesses were right. Both hold at
    95 % after a correction for the numbers of guesses that were tried.
    """

    epsilon: float
    largest: float
    canaries: int
    guesses: int
    correct: int


def p_value(canaries: int, guesses: int, correct: int, epsilon: float, delta: float) -> float:
    """Return the largest probability of `correct` right guesses or more by chance.

    It is over all trainings that are (epsilon, delta)-private.
    """
    if not correct:
        return 1.0
    right = expit(epsilon)
    counts = np.arange(correct, -1, -1)  # P[Bin(guesses, right) >= count]: 1 for no count
    tails = np.where(counts > 0, betainc(np.maximum(counts, 1), guesses - counts + 1, right), 1.0)
    tail = float(tails[0])
    slack = float(((tails[1:] - tail) / np.arange(1, correct + 1)).max())
    return min(1.0, tail + 2 * canaries * delta * slack)


def epsilon_bound(
    canaries: int,
    guesses: int,
    correct: int,
    delta: float = DELTA,
    significance: float = _SIGNIFICANCE,
) -> float:
    """Return the largest epsilon that the guesses refute at a significance; 0 if they refute none.

    `guesses` must have been chosen before the coin flips were looked at.
    """

    def excess(epsilon: float) -> float:
        return p_value(canaries, guesses, correct, epsilon, delta) - significance

    if excess(0.0) > 0:
        return 0.0
    if excess(_LARGEST_EPSILON) <= 0:
        return _LARGEST_EPSILON
    return float(brentq(excess, 0.0, _LARGEST_EPSILON, xtol=1e-6))


def one_run_bound(
    scores: NDArray[np.float64], inserted: NDArray[np.bool_], delta: float = DELTA
) -> OneRunBound:
    """Return the best bound over several numbers of guesses (Bonferroni).

    A higher score means that the canary looks trained on: the highest are guessed to be in, as many
    of the lowest to be out. Equal scores are ordered as given, which must not depend on the flips.
    """
    canaries = len(scores)
    ordered = inserted[np.argsort(-scores, kind="stable")]
    numbers = sorted({2 * math.floor(share * canaries / 2) for share in _SHARES} - {0})
    significance = _SIGNIFICANCE / max(1, len(numbers))
    best = OneRunBound(0.0, 0.0, canaries, 0, 0)
    for guesses in numbers:
        half = guesses // 2
        correct = int(ordered[:half].sum() + (~ordered[canaries - half :]).sum())
        epsilon = epsilon_bound(canaries, guesses, correct, delta, significance)
        largest = epsilon_bound(canaries, guesses, guesses, delta, significance)
        if not best.guesses or epsilon > best.epsilon:
            best = best._replace(epsilon=epsilon, guesses=guesses, correct=correct)
        best = best._replace(largest=max(best.largest, largest))
    return best
