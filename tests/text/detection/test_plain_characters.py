"""Plain characters, one for one."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privtool.text.detection.names.tagger import NameTagger
from privtool.text.detection.tagger import PatternTagger
from privtool.text.detection.view import spans_at_any_width
from privtool.text.unicode import fold_to_ascii, lower_same_length
from tests.support.adversarial import records
from tests.support.tables import tabled


@given(st.text())
def test_lengths_are_kept(text):
    assert len(fold_to_ascii(text)) == len(text)
    assert len(lower_same_length(text)) == len(text)


@given(st.characters(categories=("Nd", "No")))
def test_every_digit_becomes_its_ascii_digit(char):
    if char.isdigit():
        assert fold_to_ascii(char) == str(unicodedata.digit(char))
    else:
        assert not fold_to_ascii(char).isdigit()


@given(st.text(st.characters(max_codepoint=127)))
def test_ascii_is_unchanged(text):
    assert fold_to_ascii(text) == text
    assert lower_same_length(text) == text.lower()


@tabled("text", "char expected")
def test_signs_become_plain_ones(char, expected):
    assert fold_to_ascii("a" + char + "b") == "a" + expected + "b"


def test_letters_that_grow_when_lowered_keep_the_offsets():
    assert lower_same_length("İA") == "İa"


# Tabs and runs of spaces between words hide nothing from the `patterns` tagger.
TAGGER = PatternTagger()


def covered(text):
    """The characters of the text, without white space, of which those in spans are a dot."""
    (spans,) = TAGGER.tag([text])
    hidden = {at for span in spans for at in range(span.start, span.end)}
    return "".join(
        "." if at in hidden else char for at, char in enumerate(text) if not char.isspace()
    )


@pytest.mark.parametrize("gap", ["  ", "\t", " \u00a0 "], ids=ascii)
@tabled("text", "text left")
def test_wide_gaps_are_those_of_one_space(text, left, gap):
    for each in (text, text.replace(" ", gap)):
        assert covered(each).replace(".", "") == left.replace(".", "")


@pytest.mark.parametrize("gap", ["  ", " \t"], ids=ascii)
def test_what_is_found_with_single_spaces_is_found_with_others(gap):
    lost = []
    for record in records():
        narrow = " ".join(record.text.split(" "))
        before, after = covered(narrow), covered(narrow.replace(" ", gap))
        if any(b == "." != a for b, a in zip(before, after, strict=True)):
            lost.append(record.text)
    assert lost == []


def test_lines_stay_lines_and_offsets_are_those_of_the_text():
    seen = []

    def find(texts):
        seen.extend(texts)
        return [[] for _ in texts]

    assert spans_at_any_width(["a  b\n  c\td \r\n e", "a b\nc"], find) == [[], []]
    assert seen == ["a  b\n  c\td \r\n e", "a b\nc", "a b\n c d \r\n e"]
    (spans,) = TAGGER.tag(["x  plate  is  ABC   123  x"])
    assert [(span.start, span.end) for span in spans] == [(14, 23)]


def test_names_are_joined_across_wide_gaps():
    for gap in (" ", "  ", "    "):
        text = "dr. anna kowalski called".replace(" ", gap)
        (spans,) = NameTagger().tag([text])
        assert ["".join(text[one.start : one.end].split()) for one in spans] == ["annakowalski"]
