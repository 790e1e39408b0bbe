"""Number words, spelled names, dictated codes."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("label", "marked", "score"),
    [
        ("NUMBER", "it is «five five five one two» I think", 0.7),
        ("NUMBER", "«Five, Five - Uh FIVE»", 0.7),
        ("NUMBER", "«double seven oh triple three»", 0.7),
        ("NUMBER", "«nine one one», oh I see", 0.7),
        ("NUMBER", "«five o five one»", 0.7),
        ("NUMBER", "«five 5 5 one»", 0.7),
        ("NUMBER", "«two thousand five hundred» of them", 0.5),
        ("PHONE", "«five five five one two one two»", 0.9),
        ("PHONE", "«five five five, uh, one two one two»", 0.9),
        ("PHONE", "«one eight hundred five five five twelve twelve»", 0.9),
        ("PHONE", "«four one five, five five five, oh one four two»", 0.9),
        # what interrupts a number does not end it
        ("PHONE", "«four one, okay, five five, uh-huh, five five, okay, two six, seven one»", 0.9),
        ("PHONE", "is «four one one one. okay. one one. yes. one one. go on. one one», so", 0.7),
        ("PHONE", "«five five five <noise> one two [loud laughter] one two»", 0.9),
        ("PHONE", "«five five fi- five one two one two»", 0.7),
        ("SSN", "my social is «five three six two two eight seven two six»", 0.7),
        ("NUMBER", "the pin is «one two»", 0.7),
        ("CARD", "«four one one one " + "one " * 11 + "one»", 1.0),
        ("PERSON", "that is «k o w a l s k i»", 0.7),
        ("PERSON", "«J-O-H-N» then, or «j. o. h. n».", 0.7),
        ("PERSON", "«k o w a l, s k i»", 0.7),
        ("PERSON", "«s as in sam, m as in mary, i t h»", 0.7),
        ("PERSON", "«w i double l i a m s»", 0.7),
        ("PERSON", "«b o b» here", 0.5),
        ("ID", "«b as in boy seven four two»", 0.7),
        ("ID", "«alpha bravo charlie four»", 0.7),
        ("ID", "«x-ray kilo four tango nine zulu»", 0.7),
        ("ID", "plate began «lima papa one seven», could be «x-ray victor» something", 0.7),
        ("ID", "the code is «X-ray Tango», then", 0.7),
    ],
)
def test_found(expect, label, marked, score):
    expect(label, marked, score)


@pytest.mark.parametrize(
    "text",
    [
        "I have one or two, no one knows",
        "oh oh oh, one of them, the second one",
        "twenty five people and thirty cats",
        "a b testing, plan b, vitamin c",
        "choose a, b, c or x y z",
        "the U.S.A., e.g. a house",
        "I, I, I mean, a a a",
        "don't I'm you'd he's we'll",
        "double trouble, triple the price",
        "one. Two came later. Three left.",
        "one okay two cats, yes",
        "I have two kids. Yes, three in all",
        "the x-ray of victor, my code is on the plate, lima, papa",
        "the plate at the golf hotel, the victor hotel",
        "we saw victor india and the x-ray victor made",
        "one (maybe two) of three [or more]",
    ],
)
def test_not_found(tag, text):
    assert tag(text) == []
