"""Mapping the labels of a model to ours, and joining labeled words into spans."""

from __future__ import annotations

from collections.abc import Mapping

from privtool.core.errors import UsageError
from privtool.core.spans import Span
from privtool.text.labels import canonical_label

THRESHOLD = 0.5  # of models that do not state one
_OUTSIDE = "O"
_LIKELIER_THAN_NOT, _SURE_ALONE = 0.5, 0.7
_NOT_LABELS = ("<unk>", "<START>", "<STOP>", "_", "")  # in flair's dictionaries


def label_columns(id2label: Mapping[int, str]) -> tuple[list[str], list[list[int]]]:
    """Return our labels that a model predicts, and for each the ids of its own with that meaning.

    Raise `UsageError` if no label is `O`, as every word would be private.
    """
    columns: dict[str, list[int]] = {}
    for number, name in sorted(id2label.items()):
        if name.upper() != _OUTSIDE and name not in _NOT_LABELS:
            columns.setdefault(canonical_label(name).value, []).append(number)
    if not columns or all(name.upper() != _OUTSIDE for name in id2label.values()):
        raise UsageError("the model is not a tagger of private words: none of its labels is O")
    return list(columns), list(columns.values())


class LabeledSpans:
    """The private words of a text, joined into spans.

    A word that only white space separates from a span of the same label extends that span; the
    lower of both scores counts. A label is doubtful if its likelihood is under a half, and for a
    name of one word, which no other word confirms, under 0.7.
    """

    def __init__(self, text: str) -> None:
        self._text, self._last = text, 0.0
        self.spans: list[Span] = []

    def add(self, word: Span, likelihood: float = 1.0) -> None:
        """Add a private word, without white space at its ends, after those added before."""
        inside = self._text[word.start : word.end]
        start = word.start + len(inside) - len(inside.lstrip())
        end = word.start + len(inside.rstrip())
        if start >= end:
            return
        doubtful = ((start, end),) if likelihood < _LIKELIER_THAN_NOT else ()
        last = self.spans[-1] if self.spans else None
        if last and last.label == word.label and not self._text[last.end : start].strip():
            before = last.doubtful if self._last < _LIKELIER_THAN_NOT else ()
            score = min(last.score, word.score)
            self.spans[-1] = Span(last.start, end, last.label, score, before + doubtful)
            self._last = 0.0  # the parts of a span of several words stay as they are
        else:
            alone = ((start, end),) if likelihood < _SURE_ALONE else ()
            self.spans.append(Span(start, end, word.label, word.score, alone))
            self._last = likelihood
