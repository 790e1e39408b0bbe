"""Reads the tables of the pattern tests: texts with «marks» around what must be found."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from privtool.core.spans import Span
from privtool.text.detection.tagger import PatternTagger


def unmark(marked: str) -> tuple[str, list[tuple[int, int]]]:
    """The text without «marks», and the stretches that were marked."""
    plain = ""
    stretches = []
    for piece in marked.split("«"):
        inside, closed, after = piece.rpartition("»")
        if closed:
            stretches.append((len(plain), len(plain) + len(inside)))
        plain += inside + after
    return plain, stretches


def surely(text: str, threshold: float = 0.5) -> list[Span]:
    """The finds in a text that reach the threshold."""
    return [span for span in PatternTagger().tag([text])[0] if span.score >= threshold]


@pytest.fixture
def finds() -> Callable[..., list[Span]]:
    """Call it with a text (and a threshold) for the finds."""
    return surely


@pytest.fixture
def expect() -> Callable[..., None]:
    """Call it with a label and a marked text: the finds must be the marked stretches, exactly."""

    def check(label: str, marked: str, score: float = 0.5) -> None:
        text, stretches = unmark(marked)
        found = surely(text)
        assert [(span.start, span.end) for span in found] == stretches, [
            text[span.start : span.end] for span in found
        ]
        assert [span.label for span in found] == [label] * len(stretches)
        assert min(span.score for span in found) >= score

    return check
