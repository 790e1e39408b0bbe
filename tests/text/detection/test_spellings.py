"""Letters of announced spellings, whatever is said between them."""

from __future__ import annotations

import time

import pytest

from privtool.text.detection.tagger import PatternTagger
from tests.text.detection.conftest import unmark


def masked(text: str) -> str:
    """Return the letters of a text that are masked, without what stands between them."""
    spans = PatternTagger().tag([text])[0]
    return "".join(text[s.start : s.end] for s in spans).replace(" ", "").replace(",", "")


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        ("last name's k a r i u k, i ring me if not", "kariuki"),
        ("it's spelled s z sort of faded a b more or less o", "szabo"),
        ("the surname is m o bear with the dog r e a u all good", "moreau"),
        ("you write it b i my glasses broke a n c h, i over", "bianchi"),
        ("last name p e r e i r this line is bad a could you repeat that", "pereira"),
        ("spelled v e g the ink ran i can you read it", "vegi"),
    ],
)
def test_vowels_of_an_announced_spelling_are_letters(text, letters):
    assert masked(text) == letters


@pytest.mark.parametrize(
    "text",
    [
        "last name is a long story and i know it",
        "it's a b or a c, i guess",
        "the name is what i had in mind, a good one",
        "my surname is one i never liked",
    ],
)
def test_other_words_stay(text):
    assert masked(text) == ""


def test_words_between_letters_stay():
    text = "last name k o w i think it is a dash no i mean a l s k i"
    spans = PatternTagger().tag([text])[0]
    kept = text
    for span in reversed(spans):
        kept = kept[: span.start] + kept[span.end :]
    assert {"dash", "mean"} <= {*kept.split()}


def test_vowels_alone_take_linear_time():
    seconds = []
    for count in (500, 2000):
        started = time.process_time()
        PatternTagger().tag(["spelled a i, " * count])
        seconds.append(time.process_time() - started)
    assert seconds[1] < 12 * seconds[0] + 0.05


@pytest.mark.parametrize(
    "marked",
    [
        "is it Siân? «S, I, A with a circumflex», and so on",
        "Szabó, that is «s, z, a, b, o with the accent», thanks",
        "my login: «capital R, small e, small z, small a», then nothing",
        "name Xu, «X as in xylophone, U as in uncle», given name",
    ],
)
def test_the_sign_of_a_letter_belongs_to_the_spelling(marked):
    text, expected = unmark(marked)
    (spans,) = PatternTagger().tag([text])
    assert [(span.start, span.end) for span in spans] == expected


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("b, r, y, o, n, she's a girl, Y at the end as in yellow", "Y at the end as in yellow"),
        ("Flat 2B, B for bravo, above the bakery", "B for bravo"),
        ("v i c, pause, n with the squiggle, so", "v i c, pause, n with the squiggle"),
        ("e as in egg, M as in, well, mother, A", "M as in, well, mother"),
        ("Sierra Zulu Oscar, with a little line on the O.", "with a little line on the O"),
        ("S for sun, P for, papa, P for papa", "P for papa"),
        ("one l. M, small c, capital A, L for London, L", "small c, capital A, L for London, L"),
        ("H for Harry, W for, um, whisky I suppose", "W for, um, whisky"),
        ("it ends with a v like in victor", "v like in victor"),
    ],
)
def test_a_letter_with_an_example_is_spelled(text, found):
    (spans,) = PatternTagger().tag([text])
    assert found in [text[span.start : span.end] for span in spans]


def test_other_examples_stay():
    text = "plan b for beginners, c like cats, vitamin d in eggs as in milk, a small d, big cats"
    assert PatternTagger().tag([text]) == [[]]
