import math
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privtool.stages.unit_words import TOTALS, most_keys, unscaled, weights_of
from privtool.text.word_prior import TOTAL

LABELS = ["PERSON", "LOCATION", "WORD"]
keys = st.tuples(st.sampled_from(LABELS), st.sampled_from("abcdefgh"))
sets = st.sets(keys, max_size=10)
corpora = st.dictionaries(st.integers(0, 30).map(str), sets, max_size=8)


def test_weights_of_a_corpus_by_hand():
    units = {"u": {("PERSON", "anna"), ("PERSON", "bob"), ("WORD", "x"), ("WORD", "y")}}
    units["v"] = {("PERSON", "anna")}
    found = weights_of(units, words_per_unit=4, at_least=1)
    word = math.sqrt(1 - TOTALS)
    label = math.sqrt(TOTALS / 4)
    assert found[("PERSON", "anna")] == pytest.approx(1.5 * word)  # 1 / sqrt(4) + 1 / sqrt(1)
    assert found[("PERSON", "bob")] == pytest.approx(0.5 * word)
    assert found[("PERSON", TOTAL)] == pytest.approx(2 * label)  # 2 / sqrt(4) + 1 / sqrt(1)
    assert found[("WORD", TOTAL)] == pytest.approx(label)
    whole = unscaled(found, 4)
    assert whole[("PERSON", "anna")] == pytest.approx(1.5)
    assert whole[("PERSON", TOTAL)] == pytest.approx(2)


def test_words_of_fewer_units_have_no_weight_and_the_largest_additions_do_not_count():
    units = {"u": {("WORD", "a"), ("WORD", "b"), ("WORD", "c"), ("WORD", "d")}}
    units["v"] = {("WORD", "a")}
    found = weights_of(units, words_per_unit=4, at_least=2)
    assert found.keys() == {("WORD", "a"), ("WORD", TOTAL)}
    assert found[("WORD", "a")] == pytest.approx(0.5 * math.sqrt(1 - TOTALS))


@given(corpora, sets, st.integers(1, 3))
def test_one_unit_more_changes_little(units, one_more, at_least):
    most = 10  # no unit has more: nothing is drawn
    before = weights_of(units, most, at_least)
    after = weights_of({**units, "new": one_more}, most, at_least)
    changes = [after.get(key, 0) - before.get(key, 0) for key in before | after]
    changed = [change for change in changes if abs(change) > 1e-9]
    assert math.hypot(*changed) <= 1 + 1e-9
    assert all(0 <= change <= 1 + 1e-9 for change in changed)
    assert len(changed) <= most_keys(most, len(LABELS))


@given(sets, st.integers(1, 10), st.integers(0, 99))
def test_a_unit_adds_a_random_choice_of_bounded_size(found, most, seed):
    weights = weights_of({"u": found}, most, 1, Random(seed))
    words = [key for key in weights if key[1] != TOTAL]
    assert len(words) == min(most, len(found))
    assert math.hypot(*weights.values()) <= 1 + 1e-9


def test_the_choice_differs_between_runs():
    found = {("WORD", f"w{n}") for n in range(100)}
    first, second = (frozenset(weights_of({"u": found}, 10, 1)) for _ in range(2))
    assert first != second


@given(corpora)
def test_the_order_of_units_changes_no_bit(units):
    backwards = dict(reversed(units.items()))
    assert weights_of(units, 10, 1) == weights_of(backwards, 10, 1)
