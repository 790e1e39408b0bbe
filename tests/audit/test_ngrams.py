"""N-grams that few records have, against counting them in a dictionary."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from privtool.audit.ngrams import LENGTHS, RareNgrams

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
