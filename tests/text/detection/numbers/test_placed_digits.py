"""Digits that are said with their place in a number."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    "marked",
    [
        "No. «Oh-two-nine» at the end. Sorry.",
        "traveller: «eight» at the end, love, and a «double five» at the start of it",
        "«three four» at the beginning, not four three",
    ],
)
def test_digits_with_a_place_are_private(expect, marked):
    expect("NUMBER", marked)


@pytest.mark.parametrize(
    "text",
    [
        "there are five at the end of the street",
        "we were two at the start of the race",
        "a fence at the end",
    ],
)
def test_counts_are_not(tag, text):
    assert tag(text) == []
