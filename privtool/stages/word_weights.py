"""Weights of words for a private release: bounded, so that one unit changes them little.

A unit adds a vector of length at most 1, whatever it holds (weighted Gaussian, Gopi et al., ICML
2020): each of its n words adds sqrt((1 - TOTALS) / n). The rest, TOTALS, goes to the sums of
labels: k words of a label add k sqrt(TOTALS / (n L0)) to that of the label. As k is at most n and
n at most L0, the squares of a unit's additions have a sum of at most 1.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from random import Random, SystemRandom

from privtool.stages.unit_words import UnitWords
from privtool.text.word_prior import TOTAL, LabeledWord

TOTALS = 0.05  # of the squared length of a vector


def most_keys(words_per_unit: int, labels: int) -> int:
    """Return how many weights a unit can change at most."""
    return words_per_unit + min(words_per_unit, labels)


def weights_of(
    units: UnitWords, words_per_unit: int, at_least: int, random: Random | None = None
) -> dict[LabeledWord, float]:
    """Return the weights of labeled words and of labels; only words of `at_least` units have one.

    Of more than `words_per_unit` words, a unit adds a random choice. The `at_least` - 1 largest
    additions to a weight do not count: so one unit more or less never changes a weight by more
    than it adds.
    """
    random = random or SystemRandom()
    added: dict[LabeledWord, list[float]] = {}
    for found in units.values():
        for key, value in _additions(found, words_per_unit, random).items():
            added.setdefault(key, []).append(value)
    return {
        key: math.fsum(sorted(values)[: len(values) - at_least + 1])
        for key, values in added.items()
        if len(values) >= at_least
    }


def _additions(found: set[LabeledWord], most: int, random: Random) -> dict[LabeledWord, float]:
    words = sorted(found)
    if len(words) > most:
        words = random.sample(words, most)
    by_label = Counter(label for label, _ in words)
    additions = dict.fromkeys(words, math.sqrt((1 - TOTALS) / len(words)) if words else 0.0)
    for label, count in by_label.items():
        additions[label, TOTAL] = count * math.sqrt(TOTALS / (len(words) * most))
    return additions


def unscaled(weights: Mapping[LabeledWord, float], words_per_unit: int) -> dict[LabeledWord, float]:
    """Return weights as sums over units: 1 / sqrt(n) for a word, k / sqrt(n) for a label."""
    of_word, of_label = math.sqrt(1 - TOTALS), math.sqrt(TOTALS / words_per_unit)
    return {
        key: weight / (of_label if key[1] == TOTAL else of_word) for key, weight in weights.items()
    }
