"""Which of a model's labels mean which of ours."""

from __future__ import annotations

from collections.abc import Mapping

from privtool.core.errors import UsageError
from privtool.text.labels import canonical

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
            columns.setdefault(canonical(name).value, []).append(number)
    if not columns or all(name.upper() != _OUTSIDE for name in names.values()):
        raise UsageError("the model is no tagger of private words: none of its labels is O")
    return list(columns), list(columns.values())
