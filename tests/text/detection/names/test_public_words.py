"""What a model marks that is an ordinary word or one of medicine, where no name stands."""

from __future__ import annotations

from privtool.core.spans import Span
from privtool.text.detection.names.kinds import is_medical
from privtool.text.detection.names.public_words import without_public_words
from privtool.text.known_names import ordinary_words, person_names
from privtool.text.labels import Label
from privtool.text.lexicon import words


def kept(text: str, phrase: str, score: float = 0.5) -> bool:
    """Return whether a phrase that a model marks stays found."""
    start = text.index(phrase)
    spans = [Span(start, start + len(phrase), Label.PERSON.value, score)]
    return without_public_words(text, spans) == spans


def test_what_the_model_is_sure_of_stays_found():
    text = "He was diligent about it."
    assert kept(text, "diligent", 0.65)
    assert not kept(text, "diligent", 0.55)


def test_a_part_of_another_span_stays_found():
    text = "the lexapro house"
    spans = [Span(4, 11, Label.PERSON.value, 0.5), Span(12, 17, Label.LOCATION.value, 0.5)]
    assert without_public_words(text, spans) == spans


def test_no_public_word_is_a_listed_name():
    names = person_names()
    assert not [name for name in names if name in ordinary_words()]
    assert not [name for name, sure in names.items() if sure and is_medical(name, capital=False)]
    assert not [name for name, sure in names.items() if sure and name in words("acronyms.spelled")]
