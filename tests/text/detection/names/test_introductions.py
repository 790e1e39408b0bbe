"""Names in lower case that no list knows, and handles made of names."""

from __future__ import annotations

import pytest

from privtool.core.spans import Span
from privtool.text.detection.names.handles import is_handle
from privtool.text.detection.names.tagger import NameTagger
from privtool.text.detection.names.widening import widened
from privtool.text.detection.tagger import PatternTagger
from privtool.text.labels import Label


def _found(text: str) -> list[str]:
    return [text[span.start : span.end] for span in NameTagger().tag([text])[0]]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("it's eilidh from the front desk", ["eilidh"]),
        ("hi this is obiageli calling back", ["obiageli"]),
        ("i am rostam.", ["rostam"]),
        ("gwenllian here, quick question", ["gwenllian"]),
        ("harbhajan can you check the logs", ["harbhajan"]),
        ("someone by the name of mirek phoned", ["mirek"]),
        ("so jagoda wrona came, too", ["jagoda wrona"]),
        ("hey its k from the gym", ["k"]),
        ("Hey, it's K calling about Saturday", ["K"]),
        ("is dr z in today? the dr's out", ["z"]),
        ("assigned to oduya, f. until the case closes", ["oduya", "f"]),
        ("the boss // aka hwoo, he hates this joke", ["hwoo"]),
        ("talk to viliami jnr about it", ["viliami jnr"]),
        ("ask for manny, not for directions", ["manny"]),
    ],
)
def test_who_is_introduced_in_lower_case_is_found(text: str, names: list[str]) -> None:
    assert _found(text) == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("hello patience, your order is ready", ["patience"]),
        ("hi hope how are you", ["hope"]),
        ("this is precious calling about the bill", ["precious"]),
        ("is will there", ["will"]),
        ("no will is at work", ["will"]),
        ("will will be there", ["will"]),
        ("tell will i said hi", ["will"]),
        ("so may is my sister", ["may"]),
        ("it was my niece oyinkan again", ["oyinkan"]),
        ("ask for chip in parts", ["chip"]),
        ("hey its precious with your order", ["precious"]),
        ("order for dmitri k 2 bags", ["dmitri k"]),
        ("holder Amparo I., expired; I met Tomas I think", ["Amparo I", "Tomas"]),
        ("The Passenger Side. Passenger Fern taken to the ward.", ["Fern"]),
    ],
)
def test_names_that_are_words_are_found_where_only_a_name_can_stand(text, names):
    assert _found(text) == names


@pytest.mark.parametrize(
    "text",
    [
        "hello sir, the food is good there, is that in the house",
        "hi everyone, this is just calling for trouble",
        "i have patience, will you be there",
        "good morning team. hello there, hi doctor, hello",
        "i'm dehydrationally challenged, it's unputdownable",
        "it's from the front desk",
        "will you be there, may i ask, his will is contested, free will is good",
        "its precious with the bow on it, its good here",
        "quelques bouteilles supplémentaires maintenant voudrais",
    ],
)
def test_other_rare_words_stay(text: str) -> None:
    assert _found(text) == []


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


def test_handles_of_a_name_in_the_text_are_found() -> None:
    text = "i'm noriko hayashida, nhayashida or norikohayashida online"
    assert _found(text) == ["noriko hayashida", "nhayashida", "norikohayashida"]


def test_handles_of_names_that_another_tagger_finds_are_found() -> None:
    text = "ask for mirandolina, user mirandolinab"
    named = [Span(8, 19, Label.PERSON.value)]
    spans = widened(text, named)
    assert [text[s.start : s.end] for s in spans] == ["mirandolina", "mirandolinab"]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("credit: u / holtby_99", "credit: "),
        ("see r / cats and u / throwaway-x too", "see r / cats and  too"),
        ("find me @ piotr nowicki on insta", "find me  on insta"),
        ("we are @ home now", "we are @ home now"),
    ],
)
def test_torn_handles_are_found_by_patterns(text: str, left: str) -> None:
    for span in reversed(PatternTagger().tag([text])[0]):
        text = text[: span.start] + text[span.end :]
    assert text == left
