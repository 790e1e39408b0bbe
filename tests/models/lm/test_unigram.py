import math

import numpy as np
import pytest

from privtool.models.lm import perplexity as module
from privtool.models.lm.dataset import Corpus
from privtool.models.lm.perplexity import UnigramModel

END = 0
VOCABULARY = {"</s>": END, "a": 1, "b": 2, "c": 3}


def corpus_of(*sentences: list[int]) -> Corpus:
    ids = np.array([token for sentence in sentences for token in sentence], np.int32)
    bounds = np.cumsum([0, *map(len, sentences)])
    return Corpus(ids, bounds, len(ids))


def test_the_loss_equals_a_manual_computation():
    # a 2, b 1, ends 2: five tokens of three kinds, so that c gets (0 + 3 / 4) / (5 + 3)
    model = UnigramModel([corpus_of([1, 1], [2])], VOCABULARY, END)
    share = {END: 2.75 / 8, 1: 2.75 / 8, 2: 1.75 / 8, 3: 0.75 / 8}
    assert sum(share.values()) == pytest.approx(1)
    text = corpus_of([3, 1], [])
    expected = -math.log(share[3]) - math.log(share[1]) - 2 * math.log(share[END])
    assert model.loss(text) == pytest.approx(expected)
    total = -2 * math.log(share[1]) - math.log(share[2]) - 2 * math.log(share[END])
    assert model.training_loss == pytest.approx(total / 5)


def test_texts_are_counted_together_and_in_parts(monkeypatch):
    whole = UnigramModel([corpus_of([1, 1, 3], [2])], VOCABULARY, END)
    monkeypatch.setattr(module, "_COUNTED", 2)
    parts = UnigramModel([corpus_of([1, 1, 3]), corpus_of([2])], VOCABULARY, END)
    text = corpus_of([1, 2, 3])
    assert parts.loss(text) == pytest.approx(whole.loss(text))


def test_tokens_without_loss_do_not_count():
    text = corpus_of([1], [2])
    with_markers = UnigramModel([corpus_of([1, 3], [2, 3])], VOCABULARY, END, without=[3])
    assert with_markers.loss(text) == UnigramModel([text], VOCABULARY, END).loss(text)
