"""Numbers in words that count nothing."""

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
        ("it's seventeen C, C as in Charlie, love", ["seventeen C, C as in Charlie"]),
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
        "I have two cats and twenty fish",
        "six little grey houses, fifty percent, ninety-nine point nine",
        "that one, oh, a year or two, one or the other",
        "I'd rate it a nine, about fifty, nearly over eighty",
        "from twenty to thirty, three out of six; one fifty over seventy",
        "a four-piece band and the seven of us in court six, aisle nine",
        "five or six people, ten and twenty times, fifty or so",
        "we pay an eight and a half percent tax and eleven an hour",
        "thirty-four plasterers came and ninety percent stayed",
    ],
)
def test_counts_and_rates_stay(text):
    assert not _found(text)


def test_what_is_dictated_is_found_as_before():
    assert _found("card four two, four two, oh sorry, uh, nine eight seven six") == [
        "four two, four two, oh sorry, uh, nine eight seven six"
    ]
