import re

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


FITTING = (
    "an <apple> a day; harsh and <soft> words; he had <had> it; harsh, <harsh>; <word>; "
    "<It>'s a good day; when is <she>'s good at it; my <mother>'s presence; and <I> was there; "
    "<they> always break; and <she> breaks it"
)
RULED_OUT = (
    "a <apple>; in the <the> end; harsh and <harsh> words; so <harsh> or harsh; was <a> apple; "
    "saying <it>'s presence was; Having <she>'s $'s made; and <I> breaks it"
)


@pytest.mark.parametrize(("texts", "fits"), [(FITTING, True), (RULED_OUT, False)])
def test_neighbors_rule_words_out(texts, fits):
    for text in texts.split("; "):
        before, word, after = re.split("[<>]", text)
        assert fits_neighbors(word, before, after) is fits, text


def test_acronyms():
    assert is_acronym("nfl", False)
    assert is_acronym("US", True)
    assert not is_acronym("us", False)
