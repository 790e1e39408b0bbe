"""Names that no list knows, by their letters, kinship, occupation and questions."""

from __future__ import annotations

import pytest

from privtool.core.model_options import ModelSource, Runtime
from privtool.core.spans import Span
from privtool.models.taggers.load import resolve_taggers
from privtool.text.detection.names.kinds import is_handle, is_medical, likeness
from privtool.text.detection.names.public_words import without_public_words
from privtool.text.detection.names.whole import widened
from privtool.text.known_names import ordinary_words, person_names
from privtool.text.labels import Label
from privtool.text.lexicon import words
from privtool.workflows.config.taggers import load_tagger
from tests.support.tables import tabled


@pytest.mark.parametrize(
    ("name", "word"), [("efosa", "windscreen"), ("yusra", "dehydrator"), ("wicho", "unzipped")]
)
def test_letters_tell_names_from_words(name: str, word: str):
    assert likeness(name) > likeness(word)


# What a model marks that is a word of a form, or a function word, and nothing else.
def _kept(text: str, *phrases: str) -> list[str]:
    starts = [text.index(phrase) for phrase in phrases]
    spans = [
        Span(start, start + len(phrase), Label.PERSON.value, 0.9)
        for start, phrase in zip(starts, phrases, strict=True)
    ]
    return [text[span.start : span.end] for span in without_public_words(text, spans)]


def test_only_the_public_spans_go() -> None:
    text = "Attn: Anna Kowalski, SSN to follow"
    assert _kept(text, "Attn", "Anna Kowalski", "SSN") == ["Anna Kowalski"]


def test_parts_of_names_stay() -> None:
    assert _kept("in kansas city today", "kansas", "city") == ["kansas", "city"]


# Handles made of names.
@tabled("text", "word expected")
def test_a_handle_is_two_names_or_a_name_with_initials(word: str, expected: bool) -> None:
    assert is_handle(word, {"anna", "kowalski"}.__contains__) is expected


def test_handles_of_names_that_another_tagger_finds_are_found() -> None:
    text = "ask for mirandolina, user mirandolinab"
    named = [Span(8, 19, Label.PERSON.value)]
    spans = widened(text, named)
    assert [text[s.start : s.end] for s in spans] == ["mirandolina", "mirandolinab"]


# Capitals inside sentences, which joined methods mask whatever they mean.


@pytest.mark.parametrize(("careful", "found"), [(False, []), (True, ["Forge"])])
def test_only_careful_taggers_look_for_them(careful, found):
    text = "we went to see the Forge again"
    tagger = load_tagger(
        resolve_taggers("patterns+names", ModelSource()), Runtime("cpu"), careful=careful
    )
    assert [text[span.start : span.end] for span in tagger.tag([text])[0]] == found


# What a model marks that is an ordinary word or one of medicine, where no name stands.
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
