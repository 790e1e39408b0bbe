"""Number words are tagged to their end, whatever part a finder matched."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("label", "marked"),
    [
        ("DATE", "born «june fifth seventy nine»"),
        ("DATE", "born «june fifth, seventy nine»"),
        ("DATE", "born «june fifth, oh nine»"),
        ("DATE", "born «june fifth oh nine» in ohio"),
        ("DATE", "born «june twenty two sixty one»"),
        ("DATE", "«the fifth of june ninety nine»"),
        ("DATE", "on «june fifth», two of us went"),
        ("DATE", "on «june fifth», oh dear"),
        ("ADDRESS", "main street «apartment twenty four» please"),
        ("ADDRESS", "in «room three oh five»"),
        ("ADDRESS", "take «highway one oh one» to the coast"),
        ("ADDRESS", "«route sixty-six» is closed"),
        ("ADDRESS", "«suite nine fifty»"),
        ("ADDRESS", "«one twenty three main street»"),
        ("ADDRESS", "«two hundred and five park avenue»"),
        ("ADDRESS", "send it to «p o box four twelve»"),
        ("TIME", "at «seven oh five» sharp"),
        ("NUMBER", "the account ends in «oh oh seven»"),
        ("DATE", "in «june» ninety people came"),
        ("NUMBER", "«two hundred thousand» years old"),
        ("AGE", "she is «a hundred and two years old»"),
    ],
)
def test_found_to_the_end(expect, label, marked):
    expect(label, marked)


@pytest.mark.parametrize("text", ["one main street", "oh oh", "one way street"])
def test_no_number(tag, text):
    assert tag(text) == []
