"""Scores from counts. Each is a ratio of two sums of counts, so that counts can be added first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np


class Rate(NamedTuple):
    """A score: the counts that are added up above and below the line, with their factors."""

    name: str
    above: tuple[tuple[str, int], ...]
    below: tuple[tuple[str, int], ...]

    def of(self, counts: Mapping[str, Any]) -> Any:
        """The score from counts, or the scores from arrays of them; NaN where nothing counts."""
        above, below = _sum(self.above, counts), _sum(self.below, counts)
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.where(below == 0, np.nan, np.divide(above, below))


def _sum(parts: Iterable[tuple[str, int]], counts: Mapping[str, Any]) -> Any:
    return sum((factor * np.asarray(counts.get(name, 0), float) for name, factor in parts), 0.0)


_ERRORS = ("substitutions", "deletions", "insertions")
WER = Rate("wer", tuple((name, 1) for name in _ERRORS), (("words", 1),))
PARTS = tuple(Rate(name, ((name, 1),), (("words", 1),)) for name in _ERRORS)
TURNS = Rate("turn_error_rate", (("wrong_turns", 1),), (("turns", 1),))
WDER = Rate("wder", (("role_errors", 1),), (("role_words", 1),))
CPWER = Rate("cpwer", (("cp_errors", 1),), (("cp_words", 1),))


def kind_rates(name: str) -> tuple[Rate, Rate, Rate]:
    """Precision, recall and F1 of a kind of words."""
    tp, fp, fn = f"{name}.tp", f"{name}.fp", f"{name}.fn"
    return (
        Rate(f"{name}.precision", ((tp, 1),), ((tp, 1), (fp, 1))),
        Rate(f"{name}.recall", ((tp, 1),), ((tp, 1), (fn, 1))),
        Rate(f"{name}.f1", ((tp, 2),), ((tp, 2), (fp, 1), (fn, 1))),
    )


def kinds_in(counts: Iterable[str]) -> list[str]:
    """The kinds of words that were counted, in alphabetical order."""
    return sorted({name.rpartition(".")[0] for name in counts if "." in name})


def rates_of(counts: Mapping[str, Any]) -> list[Rate]:
    """All scores that the counts tell of."""
    rates = [WER, *PARTS, TURNS]
    rates += [rate for rate in (WDER, CPWER) if rate.below[0][0] in counts]
    for name in kinds_in(counts):
        rates += kind_rates(name)
    return rates
