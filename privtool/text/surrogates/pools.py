"""Pools that surrogates are drawn from: built-in ones by frequency, and those of the user."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from itertools import accumulate
from pathlib import Path

from privtool.core.errors import DataError, UsageError, reason_of
from privtool.text.surrogates.prf import Numbers

_WEIGHT_ONE = 10**9  # weights are whole numbers, so that sums do not depend on their order


class Pool:
    """Phrases with weights. Drawing takes logarithmic time."""

    def __init__(self, phrases: Iterable[str], weights: Iterable[float] | None = None) -> None:
        """Phrases with their weights, by default all alike. Raises `ValueError` for none."""
        self.phrases = tuple(phrases)
        if not self.phrases:
            raise ValueError("a pool needs phrases")
        shares = [1.0] * len(self.phrases) if weights is None else list(weights)
        scale = _WEIGHT_ONE / max(shares)
        self._upto = list(accumulate(max(1, round(share * scale)) for share in shares))

    def __len__(self) -> int:
        return len(self.phrases)

    def draw(self, numbers: Numbers) -> str:
        """A phrase, each as often as its weight says."""
        return self.phrases[bisect_right(self._upto, numbers.below(self._upto[-1]))]

    @classmethod
    def of(cls, weighted: Mapping[str, float] | Iterable[str]) -> Pool:
        """The pool of a list of phrases, or of a mapping from phrases to weights."""
        if isinstance(weighted, Mapping):
            return cls(weighted.keys(), weighted.values())
        return cls(dict.fromkeys(weighted))


class UserPool:
    """The phrases of a user. `alone`: they replace the built-in ones, else they are added."""

    def __init__(self, pool: Pool, alone: bool) -> None:
        self.pool, self.alone = pool, alone

    def takes(self, numbers: Numbers, built_in: int) -> bool:
        """Whether to draw from here and not from a built-in pool of that many phrases."""
        return self.alone or numbers.below(built_in + len(self.pool)) >= built_in


def read_pool(path: Path) -> Pool:
    """A file with one phrase a line, or `phrase<TAB>weight`; `#` starts a line of comment.

    Raises `UsageError` for a file that cannot be read or holds no phrase, and `DataError` for a
    weight that is none.
    """
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except OSError as error:
        raise UsageError(f"{path}: cannot be read ({reason_of(error)})") from None
    except UnicodeDecodeError:
        raise DataError(f"{path}: not valid UTF-8") from None
    weights: dict[str, float] = {}
    for number, line in enumerate(lines, 1):
        phrase, tab, weight = line.partition("\t")
        phrase = " ".join(phrase.split())
        if not phrase or phrase.startswith("#"):
            continue
        weights[phrase] = weights.get(phrase, 0.0) + (_weight(weight, path, number) if tab else 1.0)
    if not weights:
        raise UsageError(f"{path}: the pool holds no phrase")
    return Pool.of(weights)


def _weight(text: str, path: Path, number: int) -> float:
    try:
        weight = float(text)
    except ValueError:
        weight = 0.0
    if not 0.0 < weight < 1e12:
        raise DataError(f"{path}:{number}: the weight is not a positive number")
    return weight
