from __future__ import annotations

import pytest

from privtool.text.filling.agreement import fits_neighbors, takes_an
from privtool.text.filling.casing import is_acronym


@pytest.mark.parametrize(
    ("word", "an"),
    [
        *(("apple", True), ("hour", True), ("FBI", True), ("NFL", True), ("unimportant", True)),
        *(("dog", False), ("university", False), ("one", False), ("European", False)),
        *(("UN", False), ("CIA", False), ("8", True), ("house", False)),
    ],
)
def test_an_stands_before_vowel_sounds(word, an):
    assert takes_an(word) is an


@pytest.mark.parametrize(
    ("word", "before", "after", "fits"),
    [
        ("apple", "an ", " a day", True),
        ("apple", "a ", "", False),
        ("the", "in the ", " end", False),
        ("harsh", "harsh and ", " words", False),
        ("harsh", "so ", " or harsh", False),
        ("soft", "harsh and ", " words", True),
        ("had", "he had ", " it", True),
        ("harsh", "harsh, ", "", True),
        ("a", "was ", " apple", False),
        ("word", "", "", True),
        ("it", "saying ", "'s presence was", False),
        ("she", "Having ", "'s $'s made", False),
        ("It", "", "'s a good day", True),
        ("she", "when is ", "'s good at it", True),
        ("mother", "my ", "'s presence", True),
        ("I", "and ", " breaks it", False),
        ("I", "and ", " was there", True),
        ("they", "", " always break", True),
        ("she", "and ", " breaks it", True),
    ],
)
def test_neighbors_rule_words_out(word, before, after, fits):
    assert fits_neighbors(word, before, after) is fits


def test_acronyms():
    assert is_acronym("nfl", False)
    assert is_acronym("US", True)
    assert not is_acronym("us", False)
