"""Finer labels of private phrases, by a tagger that others made.

The authors of the lines mark places and numbers. Which word is a street or a postcode, and which
number a phone, is what Rampart takes it for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from multilingual_text import GROUPS, Line, Part

from privtool.models.hub.resolve import ResolvedModel
from privtool.models.taggers.onnx_labeler import load_onnx_tagger
from privtool.models.taggers.token_classifier import ScoredWord


def labeled(source: Sequence[Line], rampart: Path) -> Iterator[Line]:
    """Yield lines with the labels that a folder of Rampart gives to the words of their groups."""
    tagger = load_onnx_tagger(ResolvedModel("rampart", rampart), batch_size=64)
    found = tagger.words([line.text for line in source])
    for line, words in zip(source, found, strict=True):
        at, parts = 0, []
        for part in line.parts:
            parts.append(_labeled(part, at, words))
            at += len(part.text)
        yield replace(line, parts=tuple(parts))


def _labeled(part: Part, at: int, words: Sequence[ScoredWord]) -> Part:
    choice = GROUPS.get(part.group, ())
    if len(choice) < 2:
        return part
    labels = []
    for start, end, usual in part.words():
        inside = [
            word
            for word in words
            if word.label in choice and word.start < at + end and at + start < word.end
        ]
        best = max(inside, key=lambda word: word.score).label if inside else usual
        labels.append("EMAIL" if "@" in part.text[start:end] and "EMAIL" in choice else best)
    return replace(part, labels=tuple(labels))
