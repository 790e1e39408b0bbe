"""Causal models newer than LLaMA 2: caches, texts without a start token, and scores."""

from collections import Counter
from types import SimpleNamespace

import pytest
import torch
from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import AutoModelForCausalLM, AutoTokenizer, PreTrainedTokenizerFast

from privtool.core.device import Runtime
from privtool.interfaces.filling import Wanted
from privtool.models.fillers.causal.inputs import MAX_PIECES, CausalTokens
from privtool.models.fillers.causal.kv_cache import Continuation, PrefixScorer, RowScores
from privtool.models.fillers.load import load_filler
from privtool.models.lm.scorer import load_scorer
from tests.support.tiny_causal_lms import CAUSAL_ARCHITECTURES, tiny_causal_lm, tiny_llama
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


# How texts are cut into the tokens of causal models, beside what filling shows of it.
@pytest.mark.parametrize("pattern", ["Ġ", r"\s*[\r\n]+|\s+(?!\S)|\s+| ?\p{L}+|[^\s\p{L}]+"])
def test_a_line_end_after_a_slot_is_no_part_of_what_is_cut_off(pattern):
    """Also where the tokenizer has a token of several line ends, as that of Llama 3."""
    tokenizer = Tokenizer(models.BPE())
    split = pre_tokenizers.ByteLevel(add_prefix_space=False)
    if pattern != "Ġ":
        split = pre_tokenizers.Sequence([
            pre_tokenizers.Split(Regex(pattern), "isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ])  # fmt: skip
    tokenizer.pre_tokenizer, tokenizer.decoder = split, decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=400, show_progress=False, special_tokens=["<s>"],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
    )  # fmt: skip
    tokenizer.train_from_iterator(["a\n\nb is c\n\n\nd\n\n"] * 50, trainer)
    whole = PreTrainedTokenizerFast(tokenizer_object=tokenizer, bos_token="<s>", eos_token="<s>")
    head = torch.nn.Linear(1, 400)
    config = SimpleNamespace(n_positions=512)
    model = SimpleNamespace(config=config, get_output_embeddings=lambda: head)
    tokens = CausalTokens(whole, model, False)
    for text in ("\nb is c", "\n", "\n\nb", " b\n", "b", "  b", ""):
        output = tokens.output(text)
        assert tokenizer.decode(output.ids) == text
        assert "".join(text[start:end] for start, end in output.offsets) == text


# The scores of many rows, against those of each row, and how often they are fetched.
ROWS = [Continuation(0, [4, 2], 1), Continuation(1, [5, 6, 7, 3], 0), Continuation(0, [1, 8], 0)]
TOKENS = torch.tensor([7, 2, 5])
SCORED_SEGMENTS = (
    ["i called the ", " this morning because"],
    ["we need ", ""],
    ["room 1", " on floor"],
)


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
        drafts = [filler.draft(segments) for segments in SCORED_SEGMENTS]
        filler.rank(drafts, [Wanted(None, ())] * len(drafts), k)
        found.append(dict(calls))
    assert found[0] == found[1]
    assert found[0]["_logprobs"] == 1 + MAX_PIECES  # of all left contexts, and of all rows
