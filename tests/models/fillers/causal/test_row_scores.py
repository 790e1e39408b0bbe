"""The scores of many rows, against those of each row, and how often they are fetched."""

from collections import Counter

import pytest
import torch

from privtool.core.model_options import Runtime
from privtool.interfaces.filling import Wanted
from privtool.models.fillers.causal.inputs import MAX_PIECES
from privtool.models.fillers.causal.kv_cache import PrefixScorer
from privtool.models.fillers.causal.row_scores import Continuation, RowScores
from privtool.models.fillers.load import load_filler
from tests.support.tiny_causal_lms import tiny_llama
from tests.support.tiny_models import resolved

ROWS = [Continuation(0, [4, 2], 1), Continuation(1, [5, 6, 7, 3], 0), Continuation(0, [1, 8], 0)]
TOKENS = torch.tensor([7, 2, 5])
SEGMENTS = (["i called the ", " this morning because"], ["we need ", ""], ["room 1", " on floor"])


@pytest.fixture(scope="module")
def logprobs():
    generator = torch.Generator().manual_seed(1)
    return torch.randn(1 + 3 + 1, 9, generator=generator).log_softmax(-1)


@pytest.fixture
def scores(logprobs):
    return RowScores(ROWS, logprobs)


def test_the_tokens_after_the_first_have_their_scores(scores, logprobs):
    none, three, one = scores.following()
    assert none.tolist() == []
    assert three.tolist() == [float(logprobs[n, token]) for n, token in ((1, 6), (2, 7), (3, 3))]
    assert one.tolist() == [float(logprobs[4, 8])]
    assert [len(row) for row in scores.by_row()] == [1, 3, 1]


def test_the_best_of_some_tokens_are_those_after_the_first(scores, logprobs):
    found = scores.best([2, 1], TOKENS, 2)
    for pairs, row in zip(found, (4, 1), strict=True):
        expected = sorted(TOKENS.tolist(), key=lambda token: -float(logprobs[row, token]))[:2]
        assert pairs == [(token, float(logprobs[row, token])) for token in expected]
    assert [len(pairs) for pairs in scores.best([0], TOKENS, 9)] == [3]
    assert scores.best([0, 1], TOKENS[:0], 2) == [[], []]


def test_a_word_ends_before_all_other_tokens(scores, logprobs):
    others = [token for token in range(9) if token not in TOKENS.tolist()]
    expected = float(logprobs[0, others].exp().sum().log())
    assert scores.ends([0, 2], TOKENS)[0] == pytest.approx(expected)
    assert scores.ends([0], TOKENS[:0]) == pytest.approx([0.0], abs=1e-6)
    assert scores.ends([], TOKENS) == []


def test_no_more_is_fetched_from_the_device_for_more_partial_words(tmp_path, monkeypatch):
    filler = load_filler(resolved(tiny_llama(tmp_path / "llama")), Runtime("cpu", "fp32"))
    calls: Counter[str] = Counter()

    def count(owner, name):
        method = getattr(owner, name)

        def counting(*args, **options):
            calls[name] += 1
            return method(*args, **options)

        monkeypatch.setattr(owner, name, counting)

    for owner, name in ((torch.Tensor, "cpu"), (torch.Tensor, "tolist"), (RowScores, "best")):
        count(owner, name)
    count(PrefixScorer, "_logprobs")
    found = []
    for k in (3, 30):
        calls.clear()
        drafts = [filler.draft(segments) for segments in SEGMENTS]
        filler.rank(drafts, [Wanted(None, ())] * len(drafts), k)
        found.append(dict(calls))
    assert found[0] == found[1]
    assert found[0]["_logprobs"] == 1 + MAX_PIECES  # of all left contexts, and of all rows
