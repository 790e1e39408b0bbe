"""Text without capitals and signs is as spoken."""

from __future__ import annotations

import pytest

from privtool.text.letter_case import is_spoken


@pytest.mark.parametrize(
    "text",
    [
        "so i talked to anna about it",
        "it's o'brien callin' about the mid-term uh- report",
        "the room is 12 b",
        "write to anna@example.com or look at example.com/anna",
        "ça va é\u0301mile",
    ],
)
def test_text_as_spoken(text: str):
    assert is_spoken(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "12 30",
        "I talked to anna",
        "anna said so.",
        "well, anna",
        "ask @anna",
        "who? anna",
        "a ~ b",
    ],
)
def test_other_text(text: str):
    assert not is_spoken(text)
