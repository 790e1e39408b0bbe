"""Fixtures of the detection tests: texts with «marks» around the expected spans."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from privtool.core.spans import Span
from privtool.text.detection.tagger import PatternTagger


def unmark(marked: str) -> tuple[str, list[tuple[int, int]]]:
    """Return the text without «marks», and the marked spans."""
    plain = ""
    marked_spans = []
    for piece in marked.split("«"):
        inside, closed, after = piece.rpartition("»")
        if closed:
            marked_spans.append((len(plain), len(plain) + len(inside)))
        plain += inside + after
    return plain, marked_spans


def tag_above(text: str, threshold: float = 0.5) -> list[Span]:
    """Return the spans of a text that reach the threshold."""
    return [span for span in PatternTagger().tag([text])[0] if span.score >= threshold]


@pytest.fixture
def tag() -> Callable[..., list[Span]]:
    """Tag a text above a threshold."""
    return tag_above


@pytest.fixture
def expect() -> Callable[..., None]:
    """Check that the spans of a text, marked with their label, are exactly the marked ones."""

    def check(label: str, marked: str, score: float = 0.5) -> None:
        text, marked_spans = unmark(marked)
        spans = tag_above(text)
        assert [(span.start, span.end) for span in spans] == marked_spans, [
            text[span.start : span.end] for span in spans
        ]
        assert [span.label for span in spans] == [label] * len(marked_spans)
        assert min(span.score for span in spans) >= score

    return check
