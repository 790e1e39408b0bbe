import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from privtool.models.lm.dataset import fill_rows, segments
from privtool.models.lm.presets import hidden_states, new_model, shape_of
from privtool.models.lm.tokenizers import Specials
from privtool.models.lm.trainer import next_token_loss
from privtool.models.mixture.sampler import DrawnRecords, MixtureSampler, balanced_rows, pack
from privtool.models.mixture.weighting import (
    RECORD,
    TOKEN,
    by_unit,
    ngram_weights,
    proportional_weights,
)
from privtool.models.training.batches import IGNORED
from tests.support.toy_corpora import corpus_of

END, PADDING = 1, 2
SPECIALS = Specials(END, PADDING, 0)


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


SENTENCES = [[3, 4, 5], [], [6] * 40, [5, 4], [3], *[[7 + n % 2] * (n % 30) for n in range(60)]]
CORPUS = corpus_of(*SENTENCES)
CHOSEN = list(segments([len(s) + 1 for s in SENTENCES], 32, 8))


@given(st.lists(st.integers(1, 200), min_size=1, max_size=300), st.integers(1, 300))
def test_every_size_is_in_one_row_and_rows_are_mostly_full(sizes, width):
    rows = balanced_rows(sizes, width)
    assert sorted(place for row in rows for place in row) == list(range(len(sizes)))
    widest = max(sum(sizes[place] for place in row) for row in rows)
    assert sum(sizes) >= 0.96 * widest * len(rows)
    assert widest >= min(width, sum(sizes))


def test_there_are_as_many_rows_as_the_width_allows():
    assert [len(row) for row in balanced_rows([10] * 64, 160)] == [16] * 4
    assert balanced_rows([3, 200, 197, 5, 195], 100) == [[1], [2, 0], [4, 3]]
    assert balanced_rows([1, 2], 100) == [[1, 0]]


def test_pieces_stand_end_to_end_as_they_would_alone():
    inputs, labels, positions = pack(CORPUS, CHOSEN, END, PADDING)
    assert inputs.shape == labels.shape == positions.shape
    assert len(inputs) > 1
    found = []
    for row in range(len(inputs)):
        starts = np.flatnonzero(positions[row] == 0).tolist()
        for a, b in zip(starts, [*starts[1:], inputs.shape[1]], strict=True):
            assert positions[row, a:b].tolist() == list(range(b - a))
            found.append((inputs[row, a:b].tolist(), labels[row, a:b].tolist()))
    alone = [fill_rows(CORPUS, [[segment]], END, PADDING) for segment in CHOSEN]
    expected = [(given[0].tolist(), wanted[0].tolist()) for given, wanted, _ in alone]
    assert sorted(pair for pair in found if pair != ([PADDING], [IGNORED])) == sorted(expected)


@pytest.fixture(params=["transformer", "lstm"])
def model(request):
    shape = shape_of(request.param, "tiny", None, None, None)
    return new_model(shape, 9, END, PADDING, 0.0, 1).eval()


def test_pieces_in_a_row_do_not_see_each_other(model):
    inputs, _, positions = map(torch.from_numpy, pack(CORPUS, CHOSEN[:5], END, PADDING))
    hidden = hidden_states(model, inputs, positions)
    for row in range(len(inputs)):
        starts = (positions[row] == 0).nonzero()[:, 0].tolist()
        for a, b in zip(starts, [*starts[1:], inputs.shape[1]], strict=True):
            alone = hidden_states(model, inputs[row, a:b][None])[0]
            torch.testing.assert_close(hidden[row, a:b], alone)


def test_loss_and_gradients_are_those_of_padded_pieces(model):
    names = "input_ids", "labels", "positions"
    together = dict(
        zip(names, map(torch.from_numpy, pack(CORPUS, CHOSEN, END, PADDING)), strict=True)
    )
    apart = fill_rows(CORPUS, [[segment] for segment in CHOSEN], END, PADDING)
    inputs, labels, _ = map(torch.from_numpy, apart)
    found = []
    for batch in (together, {"input_ids": inputs, "labels": labels}):
        loss = next_token_loss(model, batch)
        model.zero_grad()
        loss.backward()
        found.append([loss.detach(), *(p.grad.clone() for p in model.parameters())])
    assert len(found[0]) > 5
    for ours, theirs in zip(*found, strict=True):
        torch.testing.assert_close(ours, theirs, atol=1e-3, rtol=1e-4)


# The mathematics of corpus weights, against examples worked by hand.
ONE, TWO = corpus_of([3, 4], [4, 3, 4], [3]), corpus_of([5, 6, 7], [7, 5, 6, 7])


def test_units():
    text = corpus_of([1, 2], [], [3])
    logs = np.array([-1.0, -2, -4, -8, -16, -32])
    assert by_unit(logs, text, TOKEN).tolist() == logs.tolist()
    assert by_unit(logs, text, RECORD).tolist() == [-7, -8, -48]
    assert by_unit(np.zeros(0), corpus_of(), RECORD).tolist() == []


def test_fixed_weights():
    assert proportional_weights([ONE, TWO]).tolist() == [3 / 5, 2 / 5]
    for unit in (RECORD, TOKEN):
        found = ngram_weights([ONE, TWO], corpus_of([3, 4], [4]), 2, 9, END, unit)
        assert found[0] > 0.8
