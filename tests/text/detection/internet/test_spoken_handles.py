"""Spoken names of accounts."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    "marked",
    [
        "the old one was «mosslady underscore yyc», don't follow that",
        "i'm «kite underscore runner dot nine» on there",
        "ask «blue dot moss underscore op»",
        "«Kite underscore runner»",
    ],
)
def test_words_around_underscore(expect, marked):
    expect("USERNAME", marked, 0.7)


@pytest.mark.parametrize(
    "text",
    [
        "underscore",
        "with an underscore in it",
        "an underscore, then a star",
        "underscore the point",
    ],
)
def test_no_name(tag, text):
    assert tag(text) == []
