"""Causal models newer than LLaMA 2: caches, texts without a start token, and scores."""

import pytest
import torch
from transformers import AutoModelForCausalLM, AutoTokenizer

from privtool.core.model_options import Runtime
from privtool.interfaces.filling import Wanted
from privtool.models.fillers.load import load_filler
from privtool.models.lm.scorer import load_scorer
from tests.support.tiny_causal_lms import CAUSAL_ARCHITECTURES, tiny_causal_lm
from tests.support.tiny_models import SENTENCES, resolved

ANY = Wanted(None, ())
SEGMENTS = (["i called the ", " this morning"], ["", " said that ", "'s here"], ["we need ", ""])


@pytest.fixture(scope="module", params=CAUSAL_ARCHITECTURES)
def folder(request, tmp_path_factory):
    return tiny_causal_lm(tmp_path_factory.mktemp("causal") / request.param, request.param)


def load(folder):
    return load_filler(resolved(folder), Runtime("cpu", "fp32"))


def ranked(filler, drafts):
    rankings = filler.rank(drafts, [ANY] * len(drafts), 4)
    return [[(c.word, c.score) for c in ranking.best.all()] for ranking in rankings]


def test_words_have_the_scores_that_they_have_without_a_cache(folder):
    filler = load(folder)
    assert filler._scorer.caches
    drafts = [filler.draft(segments) for segments in SEGMENTS]
    cached = ranked(filler, drafts)
    filler._scorer.caches = False
    for fast, slow in zip(cached, ranked(filler, drafts), strict=True):
        assert [word for word, _ in fast] == [word for word, _ in slow]
        assert [s for _, s in fast] == pytest.approx([s for _, s in slow], abs=1e-3)


def test_words_do_not_depend_on_the_batch(folder):
    filler = load(folder)
    alone = [ranked(filler, [filler.draft(segments)])[0] for segments in SEGMENTS]
    assert ranked(filler, [filler.draft(segments) for segments in SEGMENTS]) == alone


def test_a_word_at_the_start_of_a_text_is_the_one_that_the_tokenizer_writes_there(folder):
    filler = load(folder)
    tokenizer = AutoTokenizer.from_pretrained(folder)
    draft = filler.draft(["", " knew why"])
    expected = tokenizer.encode("she knew why", add_special_tokens=False)
    assert not draft.next_spaced
    draft.put(draft.token(tokenizer.encode("she", add_special_tokens=False)))
    start = tokenizer.eos_token_id if tokenizer.bos_token_id is None else tokenizer.bos_token_id
    assert draft._left == [start, *expected]


@torch.inference_mode()
def test_scores_are_those_of_transformers(folder):
    model = AutoModelForCausalLM.from_pretrained(folder).eval()
    tokenizer = AutoTokenizer.from_pretrained(folder)
    start = [] if tokenizer.bos_token_id is None else [tokenizer.bos_token_id]
    scores = load_scorer(resolved(folder), Runtime("cpu", "fp32")).score(SENTENCES[:5])
    for text, score in zip(SENTENCES, scores, strict=False):
        ids = torch.tensor([[*start, *tokenizer.encode(text, add_special_tokens=False)]])
        loss = model(input_ids=ids, labels=ids).loss.item()
        assert score.tokens == ids.shape[1] - 1
        assert score.logprob == pytest.approx(-loss * score.tokens, rel=1e-4)
