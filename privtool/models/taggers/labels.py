"""Mapping the labels of a model to ours, and joining labeled words into spans."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from privtool.core.errors import UnavailableError, UsageError
from privtool.core.own_files import read_settings
from privtool.core.spans import Span
from privtool.models.hub.files import CONFIG
from privtool.text.labels import Label, bare_label, canonical_label, is_known_label

THRESHOLD = 0.5  # of models that are not ours
_OUTSIDE = "O"
_LIKELIER_THAN_NOT, _SURE_ALONE = 0.5, 0.7
_NOT_LABELS = ("<unk>", "<START>", "<STOP>", "_", "")  # in flair's dictionaries


LabelMap = Mapping[str, Label]  # of names as a user gives them


def read_label_map(path: Path) -> LabelMap:
    """Read the labels of a model's names from a TOML file with lines such as `nick = "PERSON"`.

    Raise `UsageError` for a file that cannot be read, and `DataError` for one of another form.
    """
    return read_settings(path, dict[str, Label])


def _bare(label_map: LabelMap) -> dict[str, Label]:
    return {bare_label(name): label for name, label in label_map.items()}


def unknown_labels(folder: Path, label_map: LabelMap) -> list[str]:
    """Return the labels of a model that are only known to be private, if its settings list them."""
    try:
        config = json.loads((folder / CONFIG).read_text(encoding="utf-8"))
        bare = {bare_label(name) for name in config["id2label"].values() if _is_label(name)}
    except (OSError, ValueError, LookupError, AttributeError, TypeError):
        return []
    return sorted(name for name in bare - _bare(label_map).keys() if not is_known_label(name))


def label_columns(
    id2label: Mapping[int, str], label_map: LabelMap | None = None
) -> tuple[list[str], list[list[int]]]:
    """Return our labels that a model predicts, and for each the ids of its own with that meaning.

    `label_map` comes before what is known of names. Raise `UsageError` if no label is `O`, as every
    word would be private, and `UnavailableError` for labels that are not names, numbered from 0.
    """
    numbers, names = sorted(id2label), id2label.values()
    if numbers != [*range(len(names))] or not all(isinstance(name, str) for name in names):
        raise UnavailableError("the model's labels (id2label) are not names that count from 0")
    columns: dict[str, list[int]] = {}
    given = _bare(label_map or {})
    for number, name in sorted(id2label.items()):
        if _is_label(name):
            label = given.get(bare_label(name)) or canonical_label(name)
            columns.setdefault(label.value, []).append(number)
    if not columns or all(name.upper() != _OUTSIDE for name in names):
        lacks = "none of its labels is O" if columns else "all of its labels are O"
        raise UsageError(f"the model is not a tagger of private words: {lacks}")
    return list(columns), list(columns.values())


def _is_label(name: str) -> bool:
    return name.upper() != _OUTSIDE and name not in _NOT_LABELS


class LabeledSpans:
    """The private words of a text, joined into spans.

    A word that only white space separates from a span of the same label extends that span; the
    lower of both scores counts; one that `begins` a span never does. A label is doubtful if its
    likelihood is under a half, and for a name of one word, which no other word confirms, under 0.7.
    """

    def __init__(self, text: str) -> None:
        self._text, self._last = text, 0.0
        self.spans: list[Span] = []

    def add(self, word: Span, likelihood: float = 1.0, *, begins: bool = False) -> None:
        """Add a private word, without white space at its ends, after those added before."""
        inside = self._text[word.start : word.end]
        start = word.start + len(inside) - len(inside.lstrip())
        end = word.start + len(inside.rstrip())
        if start >= end:
            return
        doubtful = ((start, end),) if likelihood < _LIKELIER_THAN_NOT else ()
        last = self.spans[-1] if self.spans else None
        joins = last and last.label == word.label and not self._text[last.end : start].strip()
        if last and joins and not begins:
            before = last.doubtful if self._last < _LIKELIER_THAN_NOT else ()
            score = min(last.score, word.score)
            self.spans[-1] = Span(last.start, end, last.label, score, before + doubtful)
            self._last = 0.0  # the parts of a span of several words stay as they are
        else:
            alone = ((start, end),) if likelihood < _SURE_ALONE else ()
            self.spans.append(Span(start, end, word.label, word.score, alone))
            self._last = likelihood
