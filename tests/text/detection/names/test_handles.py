"""Handles made of names."""

from __future__ import annotations

import pytest

from privtool.core.spans import Span
from privtool.text.detection.names.kinds import is_handle
from privtool.text.detection.names.widening import widened
from privtool.text.labels import Label


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("annakowalski", True),
        ("akowalski", True),
        ("annak", True),
        ("kowalskianna", True),
        ("kowalskis", False),
        ("bananas", False),
        ("ak", False),
        ("anna", False),
    ],
)
def test_a_handle_is_two_names_or_a_name_with_initials(word: str, expected: bool) -> None:
    assert is_handle(word, {"anna", "kowalski"}.__contains__) is expected


def test_handles_of_names_that_another_tagger_finds_are_found() -> None:
    text = "ask for mirandolina, user mirandolinab"
    named = [Span(8, 19, Label.PERSON.value)]
    spans = widened(text, named)
    assert [text[s.start : s.end] for s in spans] == ["mirandolina", "mirandolinab"]
