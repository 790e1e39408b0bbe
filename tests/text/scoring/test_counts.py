"""Counts against examples worked out by hand; jiwer and meeteval against each other."""

import jiwer
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from meeteval.wer import siso_word_error_rate

from privtool.core.record import Entity
from privtool.text.scoring.alignment import align_words
from privtool.text.scoring.counts import (
    category_counts,
    cp_counts,
    label_counts,
    role_counts,
    word_counts,
)
from privtool.text.scoring.metrics import CPWER, WDER, WER, category_rates
from privtool.text.scoring.normalization import PLAIN, scored_words
from tests.support.examples import examples

ROLES = frozenset(("doctor", "patient"))


def aligned(reference, hypothesis):
    words = tuple(scored_words(text, PLAIN, ROLES) for text in (reference, hypothesis))
    return align_words([words])[0]


@pytest.mark.parametrize(
    ("reference", "hypothesis", "hits", "substitutions", "deletions", "insertions"),
    [
        ("a b c d", "a b c d", 4, 0, 0, 0),
        ("a b c d", "a x c", 2, 1, 1, 0),
        ("a b", "a x y b", 2, 0, 0, 2),
        ("", "x y", 0, 0, 0, 2),
        ("a b", "", 0, 0, 2, 0),
        ("", "", 0, 0, 0, 0),
        ("a b c", "x", 0, 1, 2, 0),
    ],
)
def test_errors_of_words(reference, hypothesis, hits, substitutions, deletions, insertions):
    counts = word_counts(aligned(reference, hypothesis))
    found = [counts[name] for name in ("hits", "substitutions", "deletions", "insertions")]
    assert found == [hits, substitutions, deletions, insertions]
    assert counts["words"] == len(reference.split())
    assert counts["turns"] == 1
    assert counts["wrong_turns"] == (reference != hypothesis)


WORDS = st.lists(st.sampled_from(["a", "b", "c", "d"]), max_size=8).map(" ".join)


@settings(max_examples=examples(60), deadline=None)
@given(st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=5))
def test_jiwer_and_meeteval_agree_and_so_do_our_counts(pairs):
    counts = sum((word_counts(aligned(*pair)) for pair in pairs), word_counts(aligned("", "")))
    errors = counts["substitutions"] + counts["deletions"] + counts["insertions"]
    by_meeteval = [siso_word_error_rate(*pair) for pair in pairs]
    assert errors == sum(rate.errors for rate in by_meeteval)
    assert counts["words"] == sum(rate.length for rate in by_meeteval)
    if counts["words"]:
        theirs = jiwer.wer([one for one, _ in pairs], [other for _, other in pairs])
        assert float(WER.of(counts)) == pytest.approx(theirs)


def test_diarization_errors_worked_out_by_hand():
    # Shafey 2019: of the words that are aligned, those with the wrong role. Here "how are you
    # fine thanks" is heard as "how are you find": three hits and a substitution, of which "you"
    # (a hit) and "find" (a substitution) are given to the wrong role: (1 + 1) / (1 + 3).
    counts = role_counts(
        aligned(
            "<doctor> how are you <patient> fine thanks", "<doctor> how are <patient> you "
            "<doctor> find",
        )
    )  # fmt: skip
    assert counts == {"role_words": 4, "role_errors": 2}
    assert float(WDER.of(counts)) == 0.5


def test_words_without_role():
    assert role_counts(aligned("<doctor> a b", "a b")) == {"role_words": 2, "role_errors": 2}
    assert role_counts(aligned("a <doctor> b", "<doctor> a b")) == {
        "role_words": 1,
        "role_errors": 0,
    }
    assert cp_counts(aligned("a <doctor> b", "<doctor> a b")) == {}


def test_cpwer_worked_out_by_hand():
    # The names of roles do not matter: the doctor's stream is matched with the patient's.
    swapped = "<doctor> a b <patient> c d", "<patient> a b <doctor> c"
    counts = cp_counts(aligned(*swapped))
    assert counts == {"cp_words": 4, "cp_errors": 1}
    assert float(CPWER.of(counts)) == 0.25
    # Two roles where there is one: the better stream counts, the other is inserted.
    assert cp_counts(aligned("<doctor> a b", "<doctor> a <patient> b")) == {
        "cp_words": 2,
        "cp_errors": 2,
    }
    assert cp_counts(aligned("<doctor>", "<doctor> a")) == {"cp_words": 0, "cp_errors": 1}
    assert cp_counts(aligned("<doctor> a", "")) == {"cp_words": 1, "cp_errors": 1}


def test_categories_worked_out_by_hand():
    # two is hit, five becomes nine, ten is left out, six is added.
    counts = category_counts(
        aligned("two and five or ten", "two six and nine or"),
        {"numbers": lambda word: word in ("two", "five", "nine", "ten", "six")},
    )
    assert counts == {"numbers.tp": 1, "numbers.fp": 2, "numbers.fn": 2}
    precision, recall, f1 = (float(rate.of(counts)) for rate in category_rates("numbers"))
    assert (precision, recall) == pytest.approx((1 / 3, 1 / 3))
    assert f1 == pytest.approx(2 * precision * recall / (precision + recall))


def test_labels_worked_out_by_hand():
    # anna and marie are hit, x is added between them, kowalski is heard as cow, boston is not.
    text = "my name is anna marie kowalski of boston yes"
    entities = [Entity(11, 30, "PERSON"), Entity(34, 40, "LOCATION")]
    counts = label_counts(aligned(text, "my name is anna x marie cow of yes"), entities)
    assert counts["[PERSON].tp"] == 2  # anna, marie
    assert counts["[PERSON].fn"] == 1  # kowalski
    assert counts["[PERSON].fp"] == 2  # x, cow
    assert (counts["[LOCATION].tp"], counts["[LOCATION].fn"], counts["[LOCATION].fp"]) == (0, 1, 0)
    assert label_counts(aligned("a b", "c a b d"), []) == {}
    # What is added before or after an entity, or between two of them, has no label.
    apart = [Entity(0, 1, "X"), Entity(2, 3, "X")]
    assert label_counts(aligned("a b", "c a d b e"), apart) == {"[X].tp": 2, "[X].fp": 0}
