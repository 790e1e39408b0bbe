"""What a model marks that is a word of a form, or a function word, and nothing else."""

from __future__ import annotations

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


def test_only_the_public_spans_go() -> None:
    text = "Attn: Anna Kowalski, SSN to follow"
    assert _kept(text, "Attn", "Anna Kowalski", "SSN") == ["Anna Kowalski"]


def test_parts_of_names_stay() -> None:
    assert _kept("in kansas city today", "kansas", "city") == ["kansas", "city"]
