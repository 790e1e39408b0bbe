"""Scores as ratios of two sums of counts, so that counts can be added first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np


class Rate(NamedTuple):
    """A score: the counts in its numerator and denominator, with their factors."""

    name: str
    numerator: tuple[tuple[str, int], ...]
    denominator: tuple[tuple[str, int], ...]

    def of(self, counts: Mapping[str, Any]) -> Any:
        """Return the score of counts, or the scores of arrays of counts; NaN for 0 / 0."""
        numerator, denominator = _sum(self.numerator, counts), _sum(self.denominator, counts)
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.where(denominator == 0, np.nan, np.divide(numerator, denominator))


def _sum(parts: Iterable[tuple[str, int]], counts: Mapping[str, Any]) -> Any:
    return sum((factor * np.asarray(counts.get(name, 0), float) for name, factor in parts), 0.0)


_ERRORS = ("substitutions", "deletions", "insertions")
WER = Rate("wer", tuple((name, 1) for name in _ERRORS), (("words", 1),))
ERROR_RATES = tuple(Rate(name, ((name, 1),), (("words", 1),)) for name in _ERRORS)
TURN_ERROR_RATE = Rate("turn_error_rate", (("wrong_turns", 1),), (("turns", 1),))
WDER = Rate("wder", (("role_errors", 1),), (("role_words", 1),))
CPWER = Rate("cpwer", (("cp_errors", 1),), (("cp_words", 1),))


def category_rates(name: str) -> tuple[Rate, Rate, Rate]:
    """Return precision, recall and F1 of a word category."""
    tp, fp, fn = f"{name}.tp", f"{name}.fp", f"{name}.fn"
    return (
        Rate(f"{name}.precision", ((tp, 1),), ((tp, 1), (fp, 1))),
        Rate(f"{name}.recall", ((tp, 1),), ((tp, 1), (fn, 1))),
        Rate(f"{name}.f1", ((tp, 2),), ((tp, 2), (fp, 1), (fn, 1))),
    )


def categories_in(counts: Iterable[str]) -> list[str]:
    """Return the word categories that were counted, in alphabetical order."""
    return sorted({name.rpartition(".")[0] for name in counts if "." in name})


def rates_of(counts: Mapping[str, Any]) -> list[Rate]:
    """Return all scores that the counts allow."""
    rates = [WER, *ERROR_RATES, TURN_ERROR_RATE]
    rates += [rate for rate in (WDER, CPWER) if rate.denominator[0][0] in counts]
    for name in categories_in(counts):
        rates += category_rates(name)
    return rates
