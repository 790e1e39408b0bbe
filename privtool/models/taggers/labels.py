"""Mapping the labels of a model to ours, and joining labeled words into spans."""

from __future__ import annotations

from collections.abc import Mapping

from privtool.core.errors import UsageError
from privtool.core.spans import Span
from privtool.text.labels import canonical_label

_OUTSIDE = "O"
_LIKELIER_THAN_NOT = 0.5
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


def add_word(spans: list[Span], text: str, word: Span, likelihood: float = 1.0) -> None:
    """Add a private word, without white space at its ends, to the spans before it in its text.

    A word that only white space separates from a span of the same label extends that span; the
    lower of both scores counts. A label with a `likelihood` under a half is doubtful.
    """
    inside = text[word.start : word.end]
    start = word.start + len(inside) - len(inside.lstrip())
    end = word.start + len(inside.rstrip())
    if start >= end:
        return
    doubtful = ((start, end),) if likelihood < _LIKELIER_THAN_NOT else ()
    if spans and spans[-1].label == word.label and not text[spans[-1].end : start].strip():
        last = spans[-1]
        score = min(last.score, word.score)
        spans[-1] = Span(last.start, end, last.label, score, last.doubtful + doubtful)
    else:
        spans.append(Span(start, end, word.label, word.score, doubtful))
