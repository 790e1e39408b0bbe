"""The words behind markers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privtool.audit.originals import originals
from privtool.core.errors import DataError

WORDS = st.lists(st.sampled_from(["anna", "B.", "of", "paris", "12", "it's"]), min_size=1)


def keys(raw, *segments):
    return [[word.key for word in slot] for slot in originals(raw, segments)]


def test_slots_hold_what_stood_between_the_segments():
    assert keys("call Anna Kowalski's mum", "call ", " ", "'s mum") == [["anna"], ["kowalski"]]
    assert keys("call Anna", "call Anna") == []


def test_function_words_count_only_alone():
    assert keys("at University of Leeds now", "at ", " now") == [["university", "leeds"]]
    assert keys("all of it", "all ", " it") == [["of"]]


def test_a_segment_inside_a_word_does_not_split_it():
    assert keys("an annan a b", "an ", " a b") == [["annan"]]
    assert keys("x banana a", "x ", "a") == [["banana"]]


@pytest.mark.parametrize(
    "segments", [("call",), ("mail ", ""), ("call ", " dad"), ("call Anna", ""), ("call ", "x", "")]
)
def test_segments_of_another_text_do_not_fit(segments):
    with pytest.raises(DataError, match="does not fit"):
        originals("call Anna", segments)


@given(st.lists(st.tuples(WORDS, st.booleans()), min_size=1))
def test_every_masked_text_fits_its_raw_text(parts):
    segments, raw = ["<"], "<"
    for n, (words, masked) in enumerate(parts):
        text = " ".join(words)
        raw += f"{text} {n}| "
        if masked:
            segments.append(f" {n}| ")
        else:
            segments[-1] += f"{text} {n}| "
    found = originals(raw, segments)
    assert len(found) == sum(masked for _, masked in parts)
