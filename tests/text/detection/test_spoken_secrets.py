"""Secrets that are spoken, codes in groups, and parts of addresses that are words."""

from __future__ import annotations

import pytest


def assert_found(tag, marked):
    """All letters and digits in guillemets are found, and nothing outside."""
    text = marked.replace("«", "").replace("»", "")
    start, end = marked.index("«"), marked.index("»") - 1
    covered = {k for s in tag(text) for k in range(s.start, s.end)}
    letters = {k for k in range(start, end) if text[k].isalnum()}
    assert letters <= covered <= set(range(start, end))


@pytest.mark.parametrize(
    "marked",
    [
        "the wifi password is «capital b bluebird ninety nine»",
        "password is «bluebird ninety nine» and no more",
        "my username is «sunny dash girl underscore eighty eight»",
        "password: «rosebud one two three exclamation mark»",
        "password is «bluebird» at the moment",
    ],
)
def test_a_secret_is_found_to_its_end(tag, marked):
    assert_found(tag, marked)


@pytest.mark.parametrize(
    "marked",
    [
        "Flyer is AB, «AB 7719 402 K», so there",
        "the safe, box number «B 217», is mine",
        "license plate «ax 7731 ke»",
        "ends in «a 204 551 883»",
        "the traveler number is «tt one one two, nine nine four»",
        "reach «@tj-bromberg» there",
    ],
)
def test_codes_with_letters(tag, marked):
    assert_found(tag, marked)


@pytest.mark.parametrize(
    "text",
    ["license plate 7731 is at home", "wifi, then 12 345 m, mr one"],
)
def test_words_next_to_numbers_stay(tag, text):
    assert all(text[s.start].isdigit() or text[s.start] == "$" for s in tag(text))


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("send it to po box 331, yazoo city ms 39194", "ms"),
        ("take it to 1187 old mill spur, tishomingo, ok 73460", "ok"),
        ("room 618, bed b", "bed b"),
        ("apartment 5 d as in dog, please", "apartment 5 d as in dog"),
        ("apt 4 b like boy", "apt 4 b like boy"),
    ],
)
def test_parts_of_addresses(tag, text, part):
    start = text.index(part)
    assert any(s.start <= start and start + len(part) <= s.end for s in tag(text))


@pytest.mark.parametrize("text", ["he sold 1200 units or 45000", "is it ok, 45000 of them"])
def test_words_that_are_also_states_stay(tag, text):
    assert not any(text[s.start : s.end] in ("or", "ok") for s in tag(text))
