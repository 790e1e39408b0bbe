"""Common words fill only the slots that their kind fits."""

from __future__ import annotations

import pytest

from privtool.text.phrases.called_for import called_for
from privtool.text.phrases.common_slots import CommonSlot


@pytest.mark.parametrize(
    ("word", "before", "after", "fits"),
    [
        ("good", "should be a ", " and all that", False),
        ("joke", "should be a ", " and all that", True),
        ("good", "do a ", " ultrasound", True),
        ("with", "checking the ", ".", False),
        ("same", "it is the ", ".", True),
        ("me", "hey ", ", show me this", False),
        ("there", "hey ", ", show me this", True),
        ("doctor", "Hey, ", " how are you", True),
        ("me", "i'd like to tell ", " a bit", False),
        ("me", "i came. just tell ", " a bit", True),
        ("you", "i'd like to tell ", " a bit", True),
        ("my", "he reminds me of ", ", son", False),
        ("my", "he reminds me of ", " son", True),
        ("a", "was it ", " ", True),  # before another slot
        ("you", "it looks like your heart ", " are working", False),
        ("city", "it looks like your heart ", " are working", False),
        ("patients", "it looks like your heart ", " are working", True),
        ("movies", "I think the ", " is good", False),
        ("people", "I think the ", " are good", True),
        ("books", "one of the ", " is good", True),
        ("him", "you can find him on ", ".", False),
        ("it", "you can find him on ", ".", True),
        ("there", "if they want to go to ", ", there's a bus", False),
        ("there", "we went in ", ".", True),
        ("she", "would be interested in ", "'s writing", False),
        ("money", "to raise a ", " and fight", False),
        ("tent", "to raise a ", " and fight", True),
        ("money", "on a good ", " market", True),
        ("that", "seen a number of ", ", one way or another", False),
        ("films", "seen a number of ", ", one way or another", True),
    ],
)
def test_a_word_fits_by_its_kind(word, before, after, fits):
    assert CommonSlot(before, after).fits(word) is fits


@pytest.mark.parametrize(
    ("before", "after", "word"),
    [
        ("what do you do with the ", "?", "one"),
        ("i take that ", " but then", "one"),
        ("the ", " works well", "one"),
        ("the nicest ", "?", "one"),
        ("i think the ", " are fine", "ones"),
        ("the ", " stones", ""),
        ("my ", ".", ""),
    ],
)
def test_one_stands_for_any_noun(before, after, word):
    slot = CommonSlot(before, after)
    assert slot.any_thing == word
    assert slot.fits("one") or word != "one"


def test_one_describes_nothing():
    assert not CommonSlot("due to the ", " stones").fits("one")


@pytest.mark.parametrize(
    ("before", "after", "text", "asked"),
    [
        ("a refill of the ", ".", "your doctor", True),
        ("we put you on the ", " last year", "your depression", True),
        ("i know we had you on the ", ".", "your reflux", True),
        ("continue the ", " one hundred milligrams daily", "milligrams", True),
        ("we put you on the ", " last year", "the team", False),
        ("you look at the ", ".", "your doctor", False),
    ],
)
def test_medicine_is_called_for_where_it_is_taken(before, after, text, asked):
    assert ("medication" in called_for(before, after, [text])) is asked
