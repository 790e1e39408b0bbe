"""Surrogates that keep the form of a rare kind of phrase."""

from __future__ import annotations

import re

import pytest

from privtool.text.surrogates.generator import PrivatePhrase, SurrogateGenerator
from privtool.text.surrogates.prf import Key

KEYS = [Key(f"forms {number}".encode().ljust(16, b"\0")) for number in range(6)]


@pytest.mark.parametrize(
    ("label", "phrase", "form"),
    [
        ("PERSON", "a Mr. Feldman", r"a Mr\. \w+"),
        ("PERSON", "Old Mrs. Prewitt", r"Old Mrs\. \w+"),
        ("PERSON", "Hyun-woo", r"[A-Z]\w+"),
        ("PERSON", "Coach", r"(?!Coach)[A-Z][a-z]+"),
        ("PERSON", "Bond, James Bond", r"(\w+), \w+ \1"),
        ("LOCATION", "the corner of Bleecker and Sullivan", r"the corner of \w+ and \w+"),
        ("LOCATION", "the Welsh coast", r"the [A-Z].+ coast"),
        ("LOCATION", "Medicine Hat, Alberta", r"[\w -]+, [\w ]+"),
        ("ORGANIZATION", "PS 87", r"(?!PS)[A-Z]{2} \d\d"),
        ("ORGANIZATION", "the Tenants' Union", r"the \w+s' Union"),
        ("ORGANIZATION", "National Academy of Sciences", r"National Academy of [\w ]+"),
        ("EVENT", "a Lantern party", r"an? \w+ party"),
        ("MONEY", "$1.9 trillion", r"\$\d\.\d trillion"),
        ("NUMBER", "Half a dozen", r"[A-Z][a-z]* [a-z]+"),
        ("QUANTITY", "a two-liter bottle", r"a \w+-liter bottle"),
        ("CARDINAL", "one in five", r"\w+ in \w+"),
        ("DATE", "every third weekend", r"every \w+ weekend"),
        ("DATE", "cherry blossom season", r"that \w+|those days"),
        ("TIME", "a quarter to one", r"a quarter to (?!one)\w+"),
        ("TIME", "three hours before departure", r"(?!one|three)\w+ hours before departure"),
    ],
)
@pytest.mark.parametrize("key", KEYS)
def test_the_form_is_kept_and_the_phrase_is_not(key, label, phrase, form):
    (made,) = SurrogateGenerator(key).generate("", [PrivatePhrase(phrase, label)])
    assert not made.marker
    assert made.text != phrase
    assert re.fullmatch(form, made.text), made.text


@pytest.mark.parametrize("key", KEYS)
def test_ordinals_and_vital_signs_stay_likely(key):
    generator = SurrogateGenerator(key)
    (ordinal,) = generator.generate("", [PrivatePhrase("21st", "ORDINAL")])
    assert 14 <= int(ordinal.text[:-2]) <= 28
    (share,) = generator.generate("", [PrivatePhrase("94%", "PERCENT", cues=("vital",))])
    assert 90 <= int(share.text[:-1]) <= 98
    (several,) = generator.generate("", [PrivatePhrase("five", "CARDINAL", cues=("plural",))])
    assert several.text not in ("one", "five")
