"""What a model marks that is an ordinary word or one of medicine, where no name stands."""

from __future__ import annotations

import pytest

from privtool.core.spans import Span
from privtool.text.detection.names.medical_words import is_medical
from privtool.text.detection.names.public_words import without_public_words
from privtool.text.detection.names.tagger import NameTagger
from privtool.text.detection.tagger import PatternTagger
from privtool.text.english.acronyms import ACRONYMS
from privtool.text.known_names import ordinary_words, person_names
from privtool.text.labels import Label


def kept(text: str, phrase: str, score: float = 0.5) -> bool:
    """Return whether a phrase that a model marks stays found."""
    start = text.index(phrase)
    spans = [Span(start, start + len(phrase), Label.PERSON.value, score)]
    return without_public_words(text, spans) == spans


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("i take metoprolol in the morning", "metoprolol"),
        ("She was put on Lexapro last year.", "Lexapro"),
        ("they gave me zorivastatin for it", "zorivastatin"),
        ("let me look at your x-ray now", "x-ray"),
        ("we did an x ray of the hip", "ray"),
        ("i ordered an m r i of the spine", "m r i"),
        ("um hey dragon, uh, show me the labs", "dragon"),
        ("he has jaundice and a cough", "jaundice"),
        ("the spine m r i is back", "spine m r i"),
        ("it is in your kidneys i think", "kidneys"),
        ("He was diligent about it.", "diligent"),
        ("We drove the car over a brick wall.", "wall"),
        ("Is that the water on brain thing?", "brain"),
        ("she fell on her foot", "foot"),
        ("Constipation? For how long?", "Constipation"),
        ("This C T Scan was fine.", "Scan"),
        ("What's M R I for?", "M R I"),
        ("i went into diverticulitis again", "diverticulitis"),
        ("Are you on Citalopram for it?", "Citalopram"),
    ],
)
def test_public_words_are_not_private(text: str, phrase: str):
    assert not kept(text, phrase)


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("please page dr valium for me", "valium"),
        ("my name is rocephin, thanks", "rocephin"),
        ("tell lipitor to come in", "lipitor"),
        ("anna lexapro called about it", "lexapro"),
        ("lexapro said he would come", "lexapro"),
        ("lexapro's mother is here", "lexapro"),
        ("i saw ray with the x of spades", "ray"),
        ("the name is m r i o", "m r i"),
        ("the form has initials p t here", "p t"),
        ("hey dragon, how are you", "dragon"),
        ("i think badger is in the car", "badger"),
        ("He was Diligent about it.", "Diligent"),
        ("I'm diligent, nice to see you.", "diligent"),
        ("Okay, diligent, can you come?", "diligent"),
        ("He saw rose about it.", "rose"),
        ("It was late. young asked for it", "young"),
        ("We love poppy a lot.", "poppy"),
        ("Is this from twin peaks or not?", "twin peaks"),
        ("i think berzitis has the file", "berzitis"),
        ("Congratulations to hope on it!", "hope"),
        ("please page dr. kidney for me", "kidney"),
        ("She is in Constipation now.", "Constipation"),
    ],
)
def test_what_stands_like_a_name_stays_found(text: str, phrase: str):
    assert kept(text, phrase)


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
    assert not [name for name, sure in names.items() if sure and name in ACRONYMS]


@pytest.mark.parametrize(
    "text",
    [
        "i take klonopin and wellbutrin at night",
        "she has ulcerative colitis, doctor",
        "We looked at the X-ray and the Tylenol.",
        "hey, dragon, order a thyroid panel",
        "he came with kidney stones and hay fever",
        "okay well, crestor is a statin",
    ],
)
def test_names_are_not_found_by_the_letters_of_words(text: str):
    assert NameTagger().tag([text]) == [[]]


def test_an_abbreviation_is_no_spelled_name():
    tag = PatternTagger().tag
    assert tag(["we need an m r i of the brain"]) == [[]]
    assert tag(["my surname is m r i o k"]) != [[]]


def test_a_name_with_a_capital_that_ends_as_drugs_do_is_found():
    text = "please call Bassartan tomorrow"
    assert kept(text, "Bassartan")
    assert [text[each.start : each.end] for each in NameTagger().tag([text])[0]] == ["Bassartan"]


def test_no_medical_word_is_joined_with_a_name():
    text = "they called Xiulan and Seroquel"
    assert [text[each.start : each.end] for each in NameTagger().tag([text])[0]] == ["Xiulan"]
