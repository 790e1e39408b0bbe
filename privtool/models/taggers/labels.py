"""Which of a model's labels mean which of ours."""

from __future__ import annotations

from collections.abc import Mapping

from privtool.core.errors import UsageError
from privtool.core.spans import Span
from privtool.text.labels import canonical_label

_OUTSIDE = "O"
# What flair's dictionaries hold beside labels.
_NO_LABELS = ("<unk>", "<START>", "<STOP>", "_", "")


def label_columns(names: Mapping[int, str]) -> tuple[list[str], list[list[int]]]:
    """Our labels that a model knows, and for each the numbers of its own that mean it.

    `names` are the model's labels by number; the one called `O` means that nothing is private.
    Raises `UsageError` when there is none, as then every word would be.
    """
    columns: dict[str, list[int]] = {}
    for number, name in sorted(names.items()):
        if name.upper() != _OUTSIDE and name not in _NO_LABELS:
            columns.setdefault(canonical_label(name).value, []).append(number)
    if not columns or all(name.upper() != _OUTSIDE for name in names.values()):
        raise UsageError("the model is no tagger of private words: none of its labels is O")
    return list(columns), list(columns.values())


def add_word(spans: list[Span], text: str, word: Span) -> None:
    """Add a private word to the spans of its text, which are all before it.

    It makes the last span longer if that has the same label and at most white space is between
    them; the score is then that of the less certain one. White space at its ends is cut off.
    """
    inside = text[word.start : word.end]
    start = word.start + len(inside) - len(inside.lstrip())
    end = word.start + len(inside.rstrip())
    if start >= end:
        return
    if spans and spans[-1].label == word.label and not text[spans[-1].end : start].strip():
        last = spans[-1]
        spans[-1] = Span(last.start, end, last.label, min(last.score, word.score))
    else:
        spans.append(Span(start, end, word.label, word.score))
