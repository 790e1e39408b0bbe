"""What a model marks that is a word of a form, or a function word, and nothing else."""

from __future__ import annotations

import pytest

from privtool.core.spans import Span
from privtool.text.detection.names.form_words import without_form_words
from privtool.text.labels import Label


def _kept(text: str, *phrases: str) -> list[str]:
    starts = [text.index(phrase) for phrase in phrases]
    spans = [
        Span(start, start + len(phrase), Label.PERSON.value, 0.9)
        for start, phrase in zip(starts, phrases, strict=True)
    ]
    return [text[span.start : span.end] for span in without_form_words(text, spans)]


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("IBAN DE89 3704", "IBAN"),
        ("her zip is nine oh two", "zip is"),
        ("Attn: Anna Kowalski", "Attn"),
        ("The kids are fine.", "The"),
        ("well the way you say it", "the"),
    ],
)
def test_words_of_forms_and_function_words_alone_are_public(text: str, phrase: str) -> None:
    assert _kept(text, phrase) == []


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("Patient Anna was seen", "Patient Anna"),
        ("I asked Mr. Before about it", "Before"),
        ("he lives in the U.S. now", "U.S."),
        ("tell case to call", "case"),  # a listed name
        ("in the US and Europe", "US"),
    ],
)
def test_what_may_be_a_name_stays_found(text: str, phrase: str) -> None:
    assert _kept(text, phrase) == [phrase]


def test_only_the_public_spans_go() -> None:
    text = "Attn: Anna Kowalski, SSN to follow"
    assert _kept(text, "Attn", "Anna Kowalski", "SSN") == ["Anna Kowalski"]


def test_parts_of_names_stay() -> None:
    assert _kept("in kansas city today", "kansas", "city") == ["kansas", "city"]
