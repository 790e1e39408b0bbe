import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from privtool.models.lm.dataset import Corpus, Segment, pad_segments, segments
from privtool.models.lm.objective import next_token_loss
from privtool.models.lm.presets import hidden_states, new_model, shape_of
from privtool.models.mixture.sampler import balanced_rows, pack
from privtool.models.training.objectives import IGNORED

END, PADDING = 1, 2
SENTENCES = [[3, 4, 5], [], [6] * 40, [5, 4], [3], *[[7 + n % 2] * (n % 30) for n in range(60)]]
CORPUS = Corpus(
    np.array([i for s in SENTENCES for i in s], np.int32),
    np.cumsum([0, *map(len, SENTENCES)]).astype(np.int64),
    0,
)
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
    alone = [pad_segments(CORPUS, [segment], END, PADDING) for segment in CHOSEN]
    expected = [(given[0].tolist(), wanted[0].tolist()) for given, wanted in alone]
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
    apart = pad_segments(CORPUS, CHOSEN, END, PADDING)
    inputs, labels = map(torch.from_numpy, apart)
    found = []
    for batch in (together, {"input_ids": inputs, "labels": labels}):
        loss = next_token_loss(model, batch)
        model.zero_grad()
        loss.backward()
        found.append([loss.detach(), *(p.grad.clone() for p in model.parameters())])
    assert len(found[0]) > 5
    for ours, theirs in zip(*found, strict=True):
        torch.testing.assert_close(ours, theirs, atol=1e-3, rtol=1e-4)


def test_what_a_piece_only_sees_has_no_weight():
    corpus = Corpus(np.array([3, 4, 5, 6], np.int32), np.array([0, 4]), 0)
    found = pack(corpus, [Segment(0, 0, 3, 0), Segment(0, 1, 5, 3)], END, PADDING)
    assert found.inputs.tolist() == [[3, 4, 5, 6, END, 3, 4]]
    assert found.labels.tolist() == [[IGNORED, IGNORED, 6, END, 3, 4, 5]]
    assert found.positions.tolist() == [[0, 1, 2, 3, 0, 1, 2]]
