"""Values, words that survive, words behind markers, and n-grams that few records have."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privtool.audit.raw_texts import LENGTHS, RareNgrams
from privtool.audit.survival import align, originals
from privtool.audit.values import band_of, contained, occurrences, parts_of, value_of
from privtool.core.errors import DataError
from tests.support.tables import tabled


def contains(some, value):
    return bool(contained(some, {value}))


parts = st.lists(st.sampled_from(["anna", "may", "x", ""]), max_size=9)
values = st.lists(st.sampled_from(["anna", "may", "x"]), min_size=1, max_size=3).map(tuple)


@tabled("audit", "written")
def test_a_value_does_not_depend_on_how_it_is_written(written):
    assert value_of(written) == ("anna", "kowalski")


def test_values_are_found_in_scripts_without_spaces():
    assert contains(parts_of("\u6211\u53eb\u738b\u82b3\u3002"), value_of("\u738b\u82b3"))
    assert not contains(parts_of("\u6211\u53eb\u738b\u4f1f"), value_of("\u738b\u82b3"))


@pytest.mark.parametrize("phrase", ["\u738b", "J. D.", "12", "on " * 9])
def test_values_that_are_too_short_are_not_looked_for(phrase):
    assert value_of(phrase) == ()


@tabled("audit", "units band")
def test_bands_of_rarity(units, band):
    assert band_of(units) == band


@given(parts, values)
def test_containing_is_standing_in_a_row(some, value):
    slow = any(tuple(some[i : i + len(value)]) == value for i in range(len(some)))
    assert contains(some, value) == slow


@pytest.mark.parametrize(
    ("phrase", "text", "found"),
    [
        ("555-123-4567", "call 5551234567 now", True),
        ("5551234567", "call (555) 123-4567 now", True),
        ("Anna Kowalski", "x/annakowalski.wav", True),
        ("Asa", "as a rule", False),
        ("555-123-4567", "call 15551234567 now", False),
    ],
)
def test_values_are_found_however_they_are_grouped(phrase, text, found):
    assert contains(parts_of(text), value_of(phrase)) == found
    assert not contains(["555", "", "1234567"], value_of("5551234567"))  # of two fields


@given(parts, st.sets(values, max_size=4))
def test_values_are_looked_for_together(some, known):
    assert contained(some, known) == {value for value in known if contains(some, value)}


@given(parts, st.sets(values, max_size=4))
def test_occurrences_are_disjoint_and_complete(some, known):
    found = list(occurrences(some, known))
    covered = [n for place in found for n in place]
    assert covered == sorted(set(covered))
    assert all(tuple(some[place.start : place.stop]) in known for place in found)
    assert bool(found) == any(contains(some, value) for value in known)


def test_the_longest_value_counts():
    found = list(occurrences(parts_of("ask Anna May now"), {("anna",), ("anna", "may")}))
    assert found == [range(1, 3)]


some_words = st.lists(st.sampled_from(["anna", "may", "the", "x1"]), min_size=1, max_size=8)


def kept(raw, safe, replaced=()):
    found = align(raw, safe, replaced)
    return [raw[w.start : w.end] for w, stays in zip(found.raw, found.kept, strict=True) if stays]


@tabled("audit", "raw safe replaced words")
def test_words_that_stand_where_they_stood_are_kept(raw, safe, replaced, words):
    assert kept(raw, safe, replaced) == words


def test_a_fill_that_equals_the_original_replaces_it():
    found = align("ask Anna", "ask Anna", [(4, 8)])
    assert found.kept == [True, False]
    assert found.new == [range(1, 2)]


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


# The words behind markers.
WORDS = st.lists(st.sampled_from(["anna", "B.", "of", "paris", "12", "it's"]), min_size=1)


@tabled("audit", "raw segments keys")
def test_slots_hold_what_stood_between_the_segments(raw, segments, keys):
    assert [[word.key for word in slot] for slot in originals(raw, segments)] == keys


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


# N-grams that few records have, against counting them in a dictionary.
RECORD = st.lists(st.sampled_from("abcde"), max_size=12)


def grams(words):
    return {tuple(words[at : at + n]) for n in LENGTHS for at in range(len(words) - n + 1)}


@given(st.lists(RECORD, max_size=8), st.lists(RECORD, max_size=3), st.integers(2, 4))
def test_rare_ngrams_are_those_of_one_to_k_records(records, runs, k):
    index = RareNgrams(k, sum(map(len, records)))
    for record in records:
        index.add(record)
    counts = Counter(gram for record in records for gram in grams(record))
    expected = any(0 < counts[gram] < k for run in runs for gram in grams(run))
    assert index.occurs(runs) == expected


def test_markers_break_runs():
    index = RareNgrams(2, 4)
    index.add(["call", "anna", "right", "now"])
    assert index.occurs([["anna", "right", "now"]])
    assert not index.occurs([["call", "anna"], ["right", "now"]])
