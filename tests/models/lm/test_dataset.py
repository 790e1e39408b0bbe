import math
import tracemalloc

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.nn import functional

from privtool.core.errors import UnavailableError, UsageError
from privtool.models.lm.dataset import Corpus, LmBatches, Numbering, TokenStore, segments
from privtool.models.lm.loss import (
    Perplexity,
    chunked_cross_entropy,
    perplexity,
    target_losses,
)
from privtool.models.lm.presets import PRESETS, TRANSFORMER, hidden_states, new_model, shape_of
from privtool.models.training.batches import IGNORED
from tests.support.toy_corpora import corpus_of

END, PADDING = 1, 2


@given(st.lists(st.integers(1, 40), max_size=9), st.integers(2, 12), st.data())
def test_segments_score_every_target_once_after_an_overlap(lengths, context, data):
    overlap = data.draw(st.integers(0, context - 1))
    judged = {sentence: [] for sentence in range(len(lengths))}
    for segment in segments(lengths, context, overlap):
        assert segment.end - segment.start <= context
        assert segment.start == 0 or segment.first - segment.start == overlap
        judged[segment.sentence] += range(segment.first, segment.end)
    assert judged == {n: list(range(length)) for n, length in enumerate(lengths)}


@given(
    st.lists(st.lists(st.integers(3, 9), max_size=30), min_size=1, max_size=40), st.integers(0, 9)
)
def test_batches_hold_every_target_once_with_little_padding(sentences, seed):
    batches = LmBatches(corpus_of(*sentences), END, PADDING, 16, 64, seed=seed)
    targets = []
    for number in range(len(batches)):
        batch = batches[number]
        assert batch["input_ids"].numel() <= 64
        kept = batch["labels"] != IGNORED
        assert (batch["input_ids"][~kept] == PADDING).all()
        targets += batch["labels"][kept].tolist()
    assert sorted(targets) == sorted([i for s in sentences for i in s] + [END] * len(sentences))
    assert batches.padding_share < 0.05


def test_the_inputs_are_the_words_before_and_markers_have_no_weight():
    batches = LmBatches(corpus_of([5, 6, 7]), END, PADDING, 16, 64, without_loss=[6])
    assert batches[0]["input_ids"].tolist() == [[END, 5, 6, 7]]
    assert batches[0]["labels"].tolist() == [[5, IGNORED, 7, END]]


def test_a_part_of_a_long_sentence_is_read_alone_after_the_word_before_it():
    words = np.arange(3, 500_003, dtype=np.int32)
    batches = LmBatches(Corpus(words, np.array([0, len(words)]), 0), END, PADDING, 16, 16)
    tracemalloc.start()
    try:
        rows = [batches[number] for number in range(1, 50)]  # the first is the end
        assert tracemalloc.get_traced_memory()[1] < 500_000
    finally:
        tracemalloc.stop()
    for row in rows:
        inputs = row["input_ids"]
        assert row["labels"].equal(torch.where(inputs == END, 3, inputs + 1))


def test_a_store_counts_and_numbers_tokens():
    numbering = Numbering()
    store, other = TokenStore(numbering), TokenStore(numbering)
    other.add(["a", "c"], 3)
    for tokens, count in ((["b", "a"], 2), ([], 0), (["a", "c"], 2)):
        store.add(tokens, count)
    assert numbering.by_frequency() == ["a", "c", "b"]
    table = numbering.ids({"a": 7, "b": 8}, 0)
    corpus = store.corpus(table)
    assert corpus.ids.tolist() == [8, 7, 7, 0]
    assert corpus.bounds.tolist() == [0, 2, 2, 4]
    assert corpus.words == 4
    assert corpus.digest() != store.corpus(numbering.ids({"a": 7, "b": 8}, 1)).digest()
    assert other.corpus(table).ids.tolist() == [7, 0]
    assert other.corpus(table).targets == 3
    assert TokenStore(numbering).corpus(table).ids.tolist() == []
    assert corpus.counts(0, [8]) == {
        "records": 3, "words": 4, "tokens": 4, "unknown_rate": 0.25, "marker_rate": 0.25,
    }  # fmt: skip


class Table(torch.nn.Module):
    """A bigram model: the row of a token is the scores of what follows it."""

    base_model_prefix = "body"

    def __init__(self, probabilities):
        super().__init__()
        self.scores = torch.tensor(probabilities).log()
        self.lm_head = torch.nn.Linear(len(probabilities), len(probabilities), bias=False)
        self.lm_head.weight.data = torch.eye(len(probabilities))
        self.config = type("Config", (), {"n_positions": 4, "model_type": "table"})
        self.device = torch.device("cpu")
        self.base_model = lambda input_ids, use_cache: (self.scores[input_ids],)


def test_a_token_that_no_entry_stands_for_is_refused():
    numbering = Numbering()
    assert numbering.of(["a", "canary"]) == [0, 1]
    assert numbering.ids({"a": 0}, 7).tolist() == [0, 7]
    with pytest.raises(UsageError) as caught:
        numbering.ids({"a": 0}, -1)
    assert "canary" not in str(caught.value)


def test_perplexity_equals_a_manual_computation():
    # ids: 0 unknown, 1 end, 2 padding, 3 and 4 words; "3 0" has the tokens 3, 0, end
    table = Table(
        [
            [0.1, 0.5, 0.1, 0.1, 0.2],
            [0.1, 0.2, 0.1, 0.5, 0.1],
            [0.2, 0.2, 0.2, 0.2, 0.2],
            [0.25, 0.25, 0.1, 0.2, 0.2],
            [0.2, 0.2, 0.2, 0.2, 0.2],
        ]
    )
    found = perplexity(table, corpus_of([3, 0], []), END, PADDING, 0)
    # 3 after end 0.5, unknown after 3 0.25, end after unknown 0.5; the empty one: end after end 0.2
    assert found.shown(4 * math.log(7)) == pytest.approx(
        {
            "perplexity": (1 / (0.5 * 0.25 * 0.5 * 0.2)) ** (1 / 4),
            "perplexity_known": (1 / (0.5 * 0.5 * 0.2)) ** (1 / 3),
            "perplexity_token": (1 / (0.5 * 0.25 * 0.5 * 0.2)) ** (1 / 4),
            "perplexity_unigram": 7.0,
            "unknown_rate": 0.5,
            "records": 2,
            "words": 2,
            "tokens": 2,
        }
    )
    assert found.mean == pytest.approx(-math.log(0.5 * 0.25 * 0.5 * 0.2) / 4)


def test_pieces_have_no_unknown_words_to_leave_out():
    shown = Perplexity(8.0, 0.0, tokens=6, unknown=0, words=3, sentences=1).shown(4.0)
    assert shown["perplexity"] == pytest.approx(math.exp(2))
    assert shown["perplexity_known"] is None
    assert shown["perplexity_token"] == pytest.approx(math.exp(8 / 7))


def test_a_long_sentence_is_seen_in_pieces_that_overlap():
    table = Table([[0.2] * 5] * 5)
    found = perplexity(table, corpus_of([3, 4] * 9), END, PADDING, 0)
    assert found.shown(0.0)["perplexity"] == pytest.approx(5)


def test_losses_are_in_the_order_of_the_text():
    rows = np.random.default_rng(1).dirichlet(np.ones(5), 5)
    sentences = [[3, 4, 0], [], [4] * 9, [0]]
    found = target_losses(Table(rows.tolist()), corpus_of(*sentences), END, PADDING)
    pairs = [p for s in sentences for p in zip([END, *s], [*s, END], strict=True)]
    np.testing.assert_allclose(found, [-math.log(rows[a][b]) for a, b in pairs], rtol=1e-5)


def test_weights_that_are_not_finite_are_reported():
    with pytest.raises(UnavailableError, match="not finite"):
        perplexity(Table([[math.nan] * 5] * 5), corpus_of([3]), END, PADDING, 0)


@pytest.mark.parametrize("arch", ["transformer", "lstm"])
def test_the_loss_of_a_model_is_that_of_transformers_and_markers_have_no_gradient(arch):
    model = new_model(shape_of(arch, "tiny", None, None, None), 30, END, PADDING, 0.0, 1)
    batch = LmBatches(corpus_of([5, 6, 7], [6, 8, 9]), END, PADDING, 64, 99, without_loss=[6])[0]
    hidden = hidden_states(model, batch["input_ids"])
    hidden.retain_grad()
    loss = chunked_cross_entropy(
        hidden.flatten(0, 1), model.lm_head.weight, batch["labels"].flatten()
    )
    logits = model(batch["input_ids"]).logits.flatten(0, 1)
    plain = torch.nn.functional.cross_entropy(logits, batch["labels"].flatten(), reduction="sum")
    torch.testing.assert_close(loss, plain)
    loss.backward()
    ignored = batch["labels"] == IGNORED
    assert ignored.sum() == 2
    assert hidden.grad[ignored].abs().sum() == 0
    assert (hidden.grad[~ignored].abs().sum(-1) > 0).all()


def test_texts_in_rows_of_their_own_need_no_mask(monkeypatch):
    attention, masks = functional.scaled_dot_product_attention, []

    def recorded(*args, attn_mask=None, **options):
        masks.append((attn_mask, options["is_causal"]))
        return attention(*args, attn_mask=attn_mask, **options)

    monkeypatch.setattr(functional, "scaled_dot_product_attention", recorded)
    model = new_model(PRESETS[TRANSFORMER, "tiny"], 21, 20, 20, 0.0, 1).eval()
    hidden_states(model, torch.ones((2, 5), dtype=torch.long))
    assert masks == [(None, True)] * 2  # layers
