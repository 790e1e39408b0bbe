import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privtool.models.lm.dataset import Corpus
from privtool.models.lm.word_tokenizer import Specials
from privtool.models.mixture.sampler import DrawnRecords, MixtureSampler
from privtool.models.training.objectives import IGNORED

END, PADDING = 1, 2
SPECIALS = Specials(END, PADDING, 0)


def corpus_of(*sentences):
    bounds = np.cumsum([0, *map(len, sentences)]).astype(np.int64)
    return Corpus(np.array([i for s in sentences for i in s], np.int32), bounds, 0)


LARGE = corpus_of(*[[10 + n % 7] * (1 + n % 9) for n in range(1000)])
SMALL = corpus_of([3, 4], [5])
EMPTY_TEXT = corpus_of([])


def mixer(*corpora, tokens=200, seed=1, **options):
    return MixtureSampler(corpora, SPECIALS, 16, tokens, seed, **options)


def test_corpora_come_by_their_weights_and_their_records_equally():
    drawn = [mixer(LARGE, SMALL).draw(np.array([0.3, 0.7]), "x", n) for n in range(300)]
    corpora = np.concatenate([d.corpora for d in drawn])
    records = np.concatenate([d.records for d in drawn])
    assert len(corpora) > 15_000
    assert corpora.mean() == pytest.approx(0.7, abs=0.01)  # three standard errors
    assert records[corpora == 1].mean() == pytest.approx(0.5, abs=0.015)
    found = np.bincount(records[corpora == 0], minlength=1000)
    expected = found.sum() / 1000
    # Chi-square with 999 degrees of freedom: 1,142 is exceeded once in a thousand times.
    assert ((found - expected) ** 2 / expected).sum() < 1142


@pytest.mark.parametrize("weights", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
def test_a_corpus_without_weight_is_never_drawn(weights):
    drawn = mixer(LARGE, SMALL, LARGE).draw(np.array(weights), "x", 0)
    assert set(drawn.corpora) == {weights.index(1)}


def test_draws_depend_on_the_seed_the_place_and_the_weights_alone():
    even = np.array([0.5, 0.5])
    first = mixer(LARGE, SMALL).draw(even, "x", 3, 1)
    again = mixer(LARGE, SMALL)
    again.draw(even, "x", 0)
    np.testing.assert_array_equal(again.draw(even, "x", 3, 1), first)
    others = [
        again.draw(even, "x", 3, 2),
        again.draw(even, "y", 3, 1),
        mixer(LARGE, SMALL, seed=2).draw(even, "x", 3, 1),
    ]
    for other in others:
        assert other.records.tolist() != first.records.tolist()
    # The same chances: only the records between the old and the new limit change their corpus.
    moved = again.draw(np.array([0.6, 0.4]), "x", 3, 1)
    size = min(len(moved.corpora), len(first.corpora))
    assert (moved.corpora[:size] <= first.corpora[:size]).all()


def test_a_batch_is_as_large_as_asked_for_and_no_record_more():
    for tokens in (1, 30, 5000):
        drawn = mixer(LARGE, tokens=tokens).draw(np.array([1.0]), "x", 0)
        assert drawn.lengths.sum() >= tokens
        assert drawn.lengths[:-1].sum() < tokens


@settings(deadline=None)
@given(st.lists(st.lists(st.integers(3, 9), max_size=40), min_size=1, max_size=30))
def test_a_batch_holds_every_target_once_with_little_padding(sentences):
    corpus = corpus_of(*sentences)
    places = np.arange(len(sentences))
    drawn = DrawnRecords(np.zeros_like(places), places, np.diff(corpus.bounds) + 1)
    batch = mixer(corpus).batch(drawn)
    labels = batch["labels"]
    assert labels.shape == batch["input_ids"].shape == batch["positions"].shape
    assert batch["positions"].max() < 16
    kept = labels != IGNORED
    assert sorted(labels[kept].tolist()) == sorted(
        [i for s in sentences for i in s] + [END] * len(sentences)
    )
    assert (batch["input_ids"][~kept] == PADDING).all()
    assert (~kept).sum() < 0.05 * labels.numel()


def test_the_inputs_are_the_words_before_and_markers_have_no_weight():
    drawn = DrawnRecords(np.array([1, 0]), np.array([1, 0]), np.array([2, 3]))
    batch = mixer(SMALL, SMALL, without_loss=[5]).batch(drawn)
    assert batch["input_ids"].tolist() == [[END, 3, 4, END, 5]]
    assert batch["positions"].tolist() == [[0, 1, 2, 0, 1]]
    assert batch["labels"].tolist() == [[3, 4, END, IGNORED, END]]


def test_a_corpus_of_one_empty_record_is_drawn_from():
    drawn = mixer(EMPTY_TEXT, tokens=3).draw(np.array([1.0]), "x", 0)
    assert mixer(EMPTY_TEXT).batch(drawn)["labels"].tolist() == [[END] * 3]
