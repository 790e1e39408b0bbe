"""Abbreviations that somebody says letter by letter: "the F B I", "a V C R"."""

from __future__ import annotations

import re

from privtool.text.phrases.cues import article_of
from privtool.text.phrases.kinds import draw_of_kind
from privtool.text.phrases.slots import PhrasePlace, Words
from privtool.text.surrogates.prf import KeyedRandom
from privtool.text.word_sets import word_set

_FEWEST, _MOST = 3, 4  # letters
_INTRODUCED = re.compile(
    r"\b(?:named?|called|name is|name's|this is|i'm|i am|hi|hello|hey|thanks|mr|mrs|ms|miss|dr|"
    r"mister|doctor|uncle|aunt)\.? $",
    re.IGNORECASE,
)
_WATCHED = re.compile(
    r"\b(?:in front of|watch(?:ing|ed|es)?|turn(?:ed)? (?:on|off)) (?:the )?$", re.IGNORECASE
)
_OF_ONE = word_set("a an my your his her our their this that another")


def abbreviation(place: PhrasePlace, rng: KeyedRandom) -> Words | None:
    """Return the letters of a known abbreviation where speech has three or four words in a row.

    Two thirds of the persons of so many words that a tagger finds in conversations are
    abbreviations, but not those who are introduced or addressed.
    """
    if place.spoken and place.gaps == (" ",) and _WATCHED.search(place.before):
        return "T", "V"
    if not place.spoken or not _FEWEST <= place.size <= _MOST:
        return None
    if any(gap != " " for gap in place.gaps) or _INTRODUCED.search(place.before):
        return None
    article = article_of(place)
    if article == "the" and "media" in place.topics:
        return None  # a newspaper
    kind = "spelled_a" if article in _OF_ONE else "spelled_the" if article == "the" else "spelled"
    return draw_of_kind(kind, place.size, rng) or draw_of_kind("spelled", place.size, rng)
