"""What a speaker says between the parts of a value does not end it."""

from __future__ import annotations

import pytest

from benchmarks.support.dictation import KINDS, generated
from benchmarks.support.hesitant_speech import CLEAN, DISTRACTED, HESITANT
from benchmarks.text.dictation import surviving
from privtool.text.detection.tagger import PatternTagger
from tests.text.detection.conftest import unmark

_TAGGER = PatternTagger()
_WORDED = ("e-mail", "address")  # kinds with words that are not digits or letters


@pytest.mark.parametrize(
    ("label", "marked"),
    [
        (
            "PHONE",
            "it's «four one five, hang on, five five five let me see oh one four two» thanks",
        ),
        ("NUMBER", "«five five, no wait, sorry, six five» okay"),
        ("SSN", "my social is «five three six uhm i think two two so eight seven two six»"),
        ("PERSON", "that's «k o w like wolf a hang on l s k i»"),
        ("ID", "my member id is «x four hold on seven c»"),
        ("DATE", "born «july fourth sorry here it is forty eight»"),
        ("DATE", "born «april the 7th, eighty-four»"),
        ("DATE", "in her «late seventies», in the «nineteen sixties»"),
        ("EMAIL", "my email is «marek rossi okay at fast mail, let me check, dot org» thanks"),
        ("EMAIL", "write to «anna smith at gmail.com», or «anna @ gmail . com»"),
        ("ADDRESS", "i live at «nine seven saint james you know circle apartment f»"),
        ("IP", "try «one ninety two dot one sixty eight uh dot one dot fourteen»"),
    ],
)
def test_hesitations_are_inside(expect, label, marked):
    expect(label, marked)


@pytest.mark.parametrize(
    "text",
    [
        "I, I mean, I B",
        "well i have two kids, you know, and three cats, so",
        "okay so then like i think one of them was sorry",
        "the 1st one, the 2nd one",
        "I point one, then two",
        "look at that place, it is one of a kind",
    ],
)
def test_not_found(tag, text):
    assert [text[s.start : s.end] for s in tag(text) if s.label != "DATE"] == []


def test_parts_after_unknown_words(tag):
    text = "it's five oh three my dog is barking, four three the baby is crying ninety eighty"
    assert [text[s.start : s.end] for s in tag(text)] == [
        "five oh three",
        "four three",
        "ninety eighty",
    ]


@pytest.mark.parametrize("kind", KINDS)
def test_dictation(kind):
    for manner, worded, number in ((CLEAN, 0.05, 0.01), (HESITANT, 0.1, 0.02)):
        texts = generated(kind, manner, 200, 1)
        tagged = _TAGGER.tag([dictation.text for dictation in texts])
        leaks = [surviving(*pair) for pair in zip(tagged, texts, strict=True)]
        assert sum(map(bool, leaks)) <= len(leaks) * (worded if kind in _WORDED else number)


@pytest.mark.parametrize("kind", KINDS)
def test_distractions(kind):
    texts = generated(kind, DISTRACTED, 200, 1)
    tagged = _TAGGER.tag([dictation.text for dictation in texts])
    leaks = [surviving(*pair) for pair in zip(tagged, texts, strict=True)]
    assert sum(map(bool, leaks)) <= 0.05 * len(leaks)


@pytest.mark.parametrize(
    "marked",
    [
        "my email is «priya underscore hollister at lumen works, it's smudged, dot us» thanks",
        "i live at «two hold your horses my handwriting is awful second place»",
        "born on the «twenty seventh», hold your horses, i said, of «march», a dog barks, «sixty».",
        "it shows «one four» the baby cries dot «two» and dot «ten» i cannot see it dot «five»",
        "it says «g x five» i always mix that up «b j three»",
        "my name is spelled «k o w a l s» the dog barks «k i»",
        "the policy number is «two eight», my dog barks, «eight five», a cat meows, «six one»",
    ],
)
def test_values_go_on_after_unknown_words(tag, marked):
    text, expected = unmark(marked)
    assert [(s.start, s.end) for s in tag(text)] == expected


@pytest.mark.parametrize(
    "text",
    [
        "she was born in a house with two rooms and her birthday cake had twenty candles",
        "it's a nice street and we drive to work, it's two miles down the road",
        "the dot on my screen at work is a point i missed, the second point is three",
        "my two cats and three dogs live at the end of the road",
    ],
)
def test_ordinary_text_stays(tag, text):
    assert tag(text) == []


@pytest.mark.parametrize(
    "turn", ["yeah five five hang on", "and then, three uh six", "oh one", "two oh"]
)
def test_a_turn_of_numbers_alone_is_part_of_a_dictated_one(turn):
    (spans,) = _TAGGER.tag([turn])
    found = " ".join(turn[span.start : span.end] for span in spans)
    assert found.split() == [
        w for w in turn.split() if w in ("oh", "one", "two", "three", "five", "six")
    ]


@pytest.mark.parametrize("turn", ["oh oh", "one or two", "that one"])
def test_a_turn_with_one_number_or_other_words_is_none(turn):
    assert _TAGGER.tag([turn]) == [[]]
