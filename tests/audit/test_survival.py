import pytest
from hypothesis import given
from hypothesis import strategies as st

from privtool.audit.survival import align

some_words = st.lists(st.sampled_from(["anna", "may", "the", "x1"]), min_size=1, max_size=8)


def kept(raw, safe, replaced=()):
    found = align(raw, safe, replaced)
    return [raw[w.start : w.end] for w, stays in zip(found.raw, found.kept, strict=True) if stays]


def test_words_that_stand_where_they_stood_are_kept():
    assert kept("Ask Anna in May", "Ask [MASK] in may", [(4, 10)]) == ["Ask", "in", "May"]


def test_a_fill_that_equals_the_original_replaces_it():
    found = align("ask Anna", "ask Anna", [(4, 8)])
    assert found.kept == [True, False]
    assert found.pairs == [(1, 1)]
    assert found.new == [range(1, 2)]


def test_output_of_other_tools_needs_no_masks():
    assert kept("Ann Lee lives in Rome", "<PERSON> lives in <LOCATION>") == ["lives", "in"]
    assert kept("call 555 0142 now", "call me now") == ["call", "now"]


def test_a_moved_word_is_not_kept():
    assert kept("Anna called us today", "today we called Anna") == ["called"]


@given(some_words, st.data())
def test_masking_keeps_what_is_not_masked(words, data):
    raw = " ".join(words)
    hidden = data.draw(st.sets(st.integers(0, len(words) - 1)))
    safe, spans = "", []
    for number, word in enumerate(words):
        safe += " " if safe else ""
        if number in hidden:
            spans.append((len(safe), len(safe) + 6))
        safe += "[MASK]" if number in hidden else word
    found = align(raw, safe, spans)
    assert len(found.kept) == len(words)
    assert sum(found.kept) == len(words) - len(hidden)
    assert sum(map(len, found.new)) == len(hidden)


@pytest.mark.parametrize("raw", ["", "...", "Anna"])
def test_nothing_of_a_text_is_kept_in_an_empty_one(raw):
    assert kept(raw, "") == []
