"""Linking texts to the units that they come from, by the character n-grams of other texts of these.

Cosine similarity of hashed TF-IDF vectors with 1 + log(tf) (Manning et al. 2008, section 6.4).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

_LENGTHS = (3, 4, 5)  # characters
_BITS = 18  # of hashes
_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_SCORES = 1 << 22  # at a time


class Background:
    """Texts of units: one vector for each. Picklable once `finish` was called."""

    def __init__(self) -> None:
        self._counts: dict[str, Counter[int]] = {}
        self._numbers: dict[str, int] = {}
        self._weights: NDArray[np.float64] = np.empty(0)
        self._vectors: Any = None

    def __len__(self) -> int:
        return len(self._counts) or len(self._numbers)

    def __contains__(self, unit: str) -> bool:
        return unit in self._numbers

    def add(self, unit: str, text: str) -> None:
        """Add a text of a unit."""
        features, counts = _features(text)
        known = self._counts.setdefault(unit, Counter())
        known.update(dict(zip(features.tolist(), counts.tolist(), strict=True)))

    def finish(self) -> None:
        """Weight the features by how many units have them."""
        self._numbers = {unit: number for number, unit in enumerate(self._counts)}
        rows = [
            (np.fromiter(each.keys(), np.int64), np.fromiter(each.values(), np.int64))
            for each in self._counts.values()
        ]
        self._counts = {}
        units = np.zeros(1 << _BITS)
        for features, _ in rows:
            units[features] += 1
        self._weights = np.log((1 + len(rows)) / (1 + units)) + 1
        self._vectors = self._matrix(rows).T.tocsc()

    def ranks(self, texts: Sequence[str], units: Sequence[str]) -> list[float]:
        """Return where each text ranks its own unit, 1 for the best; ties at their middle."""
        ranks: list[float] = []
        size = max(1, _SCORES // max(1, len(self)))
        for start in range(0, len(texts), size):
            rows = [_features(text) for text in texts[start : start + size]]
            scores = (self._matrix(rows) @ self._vectors).toarray()
            own = np.array([self._numbers[unit] for unit in units[start : start + size]])
            at = scores[np.arange(len(own)), own][:, None]
            better, equal = (scores > at).sum(1), (scores == at).sum(1)
            ranks += (better + (equal + 1) / 2).tolist()
        return ranks

    def _matrix(self, rows: Sequence[tuple[NDArray[np.int64], NDArray[np.int64]]]) -> Any:
        from scipy.sparse import csr_matrix

        parts, ends = [], [0]
        for features, counts in rows:
            values = (1 + np.log(counts)) * self._weights[features]
            norm = float(np.sqrt((values**2).sum()))
            parts.append(values / norm if norm else values)
            ends.append(ends[-1] + len(features))
        columns = [features for features, _ in rows]
        data, indices = (np.concatenate(each) if rows else np.empty(0) for each in (parts, columns))
        return csr_matrix((data, indices, ends), shape=(len(rows), 1 << _BITS))


def _features(text: str) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the hashes of the n-grams of a text, case-folded, and how often each occurs."""
    letters = " ".join(text.casefold().split())
    codes = np.frombuffer(f" {letters} ".encode("utf-32-le"), np.uint32).astype(np.uint64)
    found = []
    with np.errstate(over="ignore"):
        grams = codes
        for length in range(2, _LENGTHS[-1] + 1):
            if len(codes) < length:
                break
            grams = grams[:-1] * _FACTOR + codes[length - 1 :]
            if length in _LENGTHS:
                found.append((grams * _FACTOR) >> np.uint64(64 - _BITS))
    if not found:
        return np.empty(0, np.int64), np.empty(0, np.int64)
    features, counts = np.unique(np.concatenate(found), return_counts=True)
    return features.astype(np.int64), counts.astype(np.int64)
