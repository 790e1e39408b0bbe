"""Numbers in words that nothing else matched."""

from __future__ import annotations

import pytest

from privtool.text.detection.tagger import PatternTagger


def _found(text: str) -> list[str]:
    (spans,) = PatternTagger().tag([text])
    return [text[span.start : span.end] for span in spans]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("A: and you're sure?\nB: no, it's fourteen", ["fourteen"]),
        ("the last digits are, hang on, no, eight", ["eight"]),
        ("She's fifty, he's told them thirty-nine for years.", ["fifty", "thirty-nine"]),
        ("A: how many chairs?\nB: sixty\nA: not sixteen?", ["sixty", "sixteen"]),
        # Each item of a list by itself, those that are frequent alone, too.
        ("kids six, three and one and a half", ["six", "three", "one and a half"]),
        ("is it sixteen a, or sixty b?", ["sixteen a", "sixty b"]),
        ("it's seventeen C, C as in Charlie, love", ["seventeen", "C, C as in Charlie"]),
        ("- How much?\n- Two and three quarters.", ["Two and three quarters"]),
        ("it's double-five, and triple-oh seven", ["double-five", "triple-oh seven"]),
        ("retired at fifty-five, bored by fifty-six", ["fifty-five", "fifty-six"]),
        # As a recognizer writes it, another phrase may follow.
        ("kwabena thirty-four plasterer signed off", ["thirty-four"]),
    ],
)
def test_numbers_that_count_nothing_are_private(text, found):
    assert _found(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "I have two cats and six fish",
        "six little grey houses, five percent, nine point nine",
        "that one, oh, a year or two, one or the other",
        "I'd rate it a nine, about five, nearly over eight",
        "from two to nine, three out of six; one over seven",
        "a four-piece band and the seven of us in court six, aisle nine",
        "five or six people, eight times, five or so",
        "we pay an eight and a half percent tax, hundreds a year, a thousand things",
    ],
)
def test_small_counts_and_rates_stay(text):
    assert not _found(text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("I've had forty-six birthdays and not one cake", ["forty-six"]),
        ("she's the wrong side of fifty", ["fifty"]),
        (
            "about twenty fish, ten percent, ninety-nine point nine",
            ["twenty", "ten", "ninety-nine"],
        ),
        ("born in the spring of forty-eight", ["forty-eight"]),
        ("in her sixty-seventh year, in his sixty seventh", ["sixty-seventh", "sixty seventh"]),
        ("my fortieth birthday, his twelfth", ["fortieth", "twelfth"]),
        ("like a hundred and forty over seventy", ["a hundred and forty", "seventy"]),
        (
            "eight hundred people, two thousand and six fish",
            ["eight hundred", "two thousand and six"],
        ),
        ("the hundred and twentieth of hundreds of calls", ["hundred and twentieth"]),
        ("thirty-four plasterers came", ["thirty-four"]),
        ("a FIFTEEN-piece band in the twenty third row", ["FIFTEEN", "twenty third"]),
    ],
)
def test_numbers_from_ten_up_are_private_whatever_they_count(text, found):
    assert _found(text) == found


def test_what_is_dictated_is_found_as_before():
    assert _found("card four two, four two, oh sorry, uh, nine eight seven six") == [
        "four two, four two, oh sorry, uh, nine eight seven six"
    ]
