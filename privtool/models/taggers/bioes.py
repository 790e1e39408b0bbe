"""The likeliest legal sequence of BIOES labels, for boundaries and classes of what is private."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

_OUTSIDE = "O"
_KINDS = {"B": "B", "I": "I", "E": "E", "S": "S", "L": "E", "U": "S"}  # the last two of BILOU
_NEEDED = {"B", "E", "S"}
_TINY = 1e-30  # stands for a probability of 0

_OPEN = "BI"  # kinds that a label of the same class must follow
_NEXT = {"O": "OBS", "B": "IE", "I": "IE", "E": "OBS", "S": "OBS"}  # legal after each kind


class BioesDecoder:
    """Finds likeliest sequences of the labels of a model, which are numbered as the model does."""

    def __init__(self, id2label: Mapping[int, str]) -> None:
        names = [id2label.get(number, "") for number in range(len(id2label))]
        kinds = [_kind(name) for name in names]
        self._steps = np.full((len(names), len(names)), -np.inf)
        for a, before in enumerate(names):
            for b, after in enumerate(names):
                is_legal = kinds[b] in _NEXT[kinds[a]]
                if is_legal and (kinds[a] not in _OPEN or before[2:] == after[2:]):
                    self._steps[a, b] = 0.0
        self._inside = np.array([kind != _OUTSIDE for kind in kinds])
        self._begins = np.array([kind in ("B", "S") for kind in kinds])
        self._first = np.where(self._begins | ~self._inside, 0.0, -np.inf)
        self._last = np.array([0.0 if kind in ("O", "E", "S") else -np.inf for kind in kinds])

    def best(self, probabilities: NDArray[np.float32]) -> NDArray[np.int64]:
        """Return the likeliest legal sequence of labels, from those of each piece of a text."""
        scores = np.log(np.maximum(probabilities.astype(np.float64), _TINY))
        came_from = np.zeros(scores.shape, np.int64)
        total = self._first + scores[0]
        for place in range(1, len(scores)):
            steps = total[:, None] + self._steps
            came_from[place] = steps.argmax(axis=0)
            total = steps.max(axis=0) + scores[place]
        path = [int((total + self._last).argmax())]
        for place in range(len(scores) - 1, 0, -1):
            path.append(int(came_from[place, path[-1]]))
        return np.array(path[::-1], np.int64)

    def of_words(
        self,
        probabilities: NDArray[np.float32],
        text_bounds: NDArray[np.int64],
        word_starts: NDArray[np.int64],
    ) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Return the first label of each word that is not O, else -1; and whether it begins a span.

        Text n has the pieces from `text_bounds[n]` to the next.
        """
        texts = [probabilities[a:b] for a, b in pairwise(text_bounds.tolist()) if a < b]
        path = np.concatenate(list(map(self.best, texts)))
        labels, begins = np.full(len(word_starts), -1), np.zeros(len(word_starts), np.bool_)
        inside = np.flatnonzero(self._inside[path])
        words, first = np.unique(
            np.searchsorted(word_starts, inside, side="right") - 1, return_index=True
        )
        labels[words] = path[inside[first]]
        begins[words] = self._begins[path[inside[first]]]
        return labels, begins


def bioes_decoder(id2label: Mapping[int, str]) -> BioesDecoder | None:
    """Return the decoder of a model, None if its labels do not say where spans end."""
    kinds = {_kind(name) for name in id2label.values()}
    return BioesDecoder(id2label) if "" not in kinds and kinds >= _NEEDED else None


def _kind(name: str) -> str:
    """Return the kind of a label: O, B, I, E or S; empty for one that has none."""
    if name.upper() == _OUTSIDE:
        return _OUTSIDE
    return _KINDS.get(name[:1].upper(), "") if name[1:2] == "-" else ""
