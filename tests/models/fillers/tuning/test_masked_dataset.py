"""Whole-word masking and its loss, against slow references."""

import copy
import math
from functools import partial

import pytest
import torch

from privtool.models.fillers.load import load_filler_files, with_new_adapter
from privtool.models.fillers.masked.inputs import MaskedTokens
from privtool.models.fillers.masked.slot_model import TorchSlotModel
from privtool.models.fillers.masked.vocabulary import unknown_id
from privtool.models.fillers.tuning.datasets import MaskedLmBatches
from privtool.models.fillers.tuning.families import MaskedFamily
from privtool.models.fillers.tuning.word_masking import (
    MaskedWordObjective,
    WordMasking,
    score_masked_words,
    unigram_loss,
)
from privtool.models.training.batches import IGNORED
from privtool.text.markers import lookalike_label
from privtool.text.words import words
from tests.support.tiny_masked_lms import tiny_masked_lm
from tests.support.tiny_models import SENTENCES, resolved, tiny_bert, tiny_roberta

MAKERS = {"bert": tiny_bert, "roberta": tiny_roberta} | {
    name: partial(tiny_masked_lm, architecture=name) for name in ("albert", "mmbert", "modernbert")
}
TEXTS = [
    *SENTENCES,
    "She's here: the well-known [PERSON] didn't call, <mask> or not!",
    "  two   spaces\tand a line\nend ",
    "Ünïcödé (naïve) 1,200.50 at 10:30 to anna@example.org 😀 zqx",
    "...",
    "",
    " ".join(SENTENCES),  # longer than the models can take in
]


@pytest.fixture(scope="module", params=sorted(MAKERS))
def files(request, tmp_path_factory):
    folder = MAKERS[request.param](tmp_path_factory.mktemp("masked") / request.param)
    files = load_filler_files(resolved(folder))
    files.model.eval()
    return files


@pytest.fixture(scope="module")
def tokens(files):
    return MaskedTokens(files.backend, files.tokenizer.mask_token, TorchSlotModel(files.model))


@pytest.fixture(scope="module")
def corpus(tokens):
    return tokens.word_pieces(([text], None) for text in TEXTS)


def batches(corpus, tokens, rate=0.3, max_tokens=200, seed=1):
    return MaskedLmBatches(corpus, tokens, WordMasking(rate, max_tokens, seed))


def masked_words(seen):
    """The numbers of the words that are masked in all batches."""
    found = (seen.batch(n).words.flatten().tolist() for n in range(len(seen)))
    return {word for words in found for word in words} - {-1}


class TestWordPieces:
    def test_words_that_the_tokenizer_cannot_spell_are_never_masked(self, tokens):
        found = tokens.word_pieces([(["the привет doctor"], None)])
        spells_all = unknown_id(tokens._tokenizer) not in found.ids  # bytes do
        assert found.maskable.tolist() == [True, spells_all, True]

    @pytest.mark.parametrize("text", TEXTS)
    def test_words_are_those_of_the_rule_except_markers(self, tokens, text):
        found = tokens.word_pieces([([text], None)])
        expected = [text[w.start : w.end] for w in words(text)]
        expected = [word for word in expected if lookalike_label(word) is None]
        assert len(found.starts) == len(expected)
        encoded = tokens._tokenizer.encode(text, add_special_tokens=False)
        assert found.ids.tolist() == tokens.ids_of(text)
        for start, end, word in zip(found.starts, found.ends, expected, strict=True):
            covered = text[encoded.offsets[start][0] : encoded.offsets[end - 1][1]]
            assert covered.strip() == word

    def test_a_worked_example(self, tmp_path):
        files = load_filler_files(resolved(tiny_bert(tmp_path / "bert")))
        tokens = MaskedTokens(files.backend, "[MASK]", TorchSlotModel(files.model))
        found = tokens.word_pieces([(["the doctor's [MASK] walking, ", " called"], None)])
        pieces = [files.backend.id_to_token(piece) for piece in found.ids]
        # the typed marker is text, the slot is the mask token
        assert pieces == [
            "the", "doctor", "'", "s", "[", "m", "##a", "##s", "##k", "]",
            "walk", "##ing", ",", "[MASK]", "called",
        ]  # fmt: skip
        spans = list(zip(found.starts, found.ends, strict=True))
        assert spans == [(0, 1), (1, 2), (10, 12), (14, 15)]

    def test_slots_are_as_in_a_draft(self, tokens):
        for segments in (["", " saw ", "."], ["i met ", " and ", ""], ["(", ")"], ["", ""]):
            found = tokens.word_pieces([(segments, None)])
            assert found.ids.tolist() == tokens.draft(segments).ids
            for start, end in zip(found.starts, found.ends, strict=True):
                assert tokens.mask not in found.ids[start:end]


class TestWordMasking:
    def test_whole_words_are_masked_and_nothing_else(self, corpus, tokens):
        every = {
            (int(a), int(b)): n
            for n, (a, b) in enumerate(zip(corpus.starts, corpus.ends, strict=True))
        }
        seen = batches(corpus, tokens)
        masked = set()
        for number in range(len(seen)):
            batch = seen.batch(number)
            assert torch.equal(batch.labels != IGNORED, batch.words >= 0)
            assert (batch.input_ids[batch.words >= 0] == tokens.mask).all()
            assert ((batch.words >= 0).any(1)).all()
            for word in set(batch.words.flatten().tolist()) - {-1}:
                start, end = next(span for span, n in every.items() if n == word)
                pieces = batch.labels[batch.words == word].tolist()
                assert pieces == corpus.ids[start:end].tolist()
                assert word not in masked, "in one window only"
                masked.add(word)

    def test_a_rate_of_nearly_one_masks_all_words_of_all_windows(self, corpus, tokens):
        seen = batches(corpus, tokens, rate=1 - 1e-9)
        assert masked_words(seen) == set(corpus.maskable.nonzero()[0].tolist())

    def test_words_longer_than_a_window_do_not_count(self, tokens):
        torn = tokens.word_pieces([(["zq" * 300], None)])
        assert (len(torn.starts), batches(torn, tokens).words) == (1, 0)

    def test_the_fraction_of_masked_words_is_the_rate(self, corpus, tokens):
        seen = batches(corpus, tokens, rate=0.3)
        count = 0
        for seen.epoch in range(20):
            count += len(masked_words(seen))
        assert 0.27 < count / 20 / seen.words < 0.35  # in each text at least one

    def test_draws_depend_on_seed_and_epoch_and_not_on_batches(self, corpus, tokens):
        one = batches(corpus, tokens)
        assert masked_words(one) == masked_words(batches(corpus, tokens, max_tokens=10_000))
        assert masked_words(one) != masked_words(batches(corpus, tokens, seed=2))
        first = masked_words(one)
        one.epoch = 1
        assert masked_words(one) != first

    def test_without_a_rate_all_maskable_words_from_a_random_one_on_are_masked(self, tokens):
        text = "we met anna kowalski in old york, and anna left"
        private = tuple(w.start for w in words(text) if w.key in {"anna", "kowalski", "york"})
        corpus = tokens.word_pieces([([text], private), (["nobody here"], ())])
        seen = MaskedLmBatches(corpus, tokens, WordMasking(None, 200, 1))
        assert (len(seen), seen.words) == (1, 4)
        found = set()
        for seen.epoch in range(40):
            batch = seen.batch(0)
            assert len(batch.words) == 1  # the other text has none to mask
            found.add(tuple(sorted(masked_words(seen))))
        assert found == {(8,), (6, 8), (3, 6, 8), (2, 3, 6, 8)}

    def test_each_maskable_word_of_a_long_text_is_in_one_window(self, tokens):
        text = " ".join(SENTENCES)
        private = tuple(w.start for w in words(text))[5::37]
        corpus = tokens.word_pieces([([text], private)])
        seen = MaskedLmBatches(corpus, tokens, WordMasking(1 - 1e-9, 200, 1))
        found = [seen.batch(n).words for n in range(len(seen))]
        masked = [w for rows in found for row in rows for w in set(row.tolist()) - {-1}]
        assert sorted(masked) == list(range(len(words(text))))[5::37]

    def test_batches_have_little_padding(self, corpus, tokens):
        assert batches(corpus, tokens).padding_share < 0.3


class TestLoss:
    @pytest.mark.parametrize("adapted", [False, True])
    def test_it_equals_that_of_transformers(self, files, corpus, tokens, adapted):
        model = copy.deepcopy(files.model)
        if adapted:
            model = with_new_adapter(model, False, 1)
        family = MaskedFamily(files)
        seen = batches(corpus, tokens)
        total = pieces = right = whole = 0.0
        for number in range(len(seen)):
            batch = seen.batch(number)
            inputs = {"input_ids": batch.input_ids, "attention_mask": batch.attention_mask}
            with torch.no_grad():
                output = model.eval()(**inputs, labels=batch.labels)
            count = int((batch.labels != IGNORED).sum())
            own = MaskedWordObjective(family.logits, None).loss(model, seen[number])
            assert torch.isclose(own, output.loss * count, rtol=1e-4)
            total, pieces = total + output.loss.item() * count, pieces + count
            best = output.logits.argmax(-1) == batch.labels
            for word in set(batch.words.flatten().tolist()) - {-1}:
                whole += 1
                right += bool(best[batch.words == word].all())
        score = score_masked_words(model, family.logits, seen)
        assert score.loss == pytest.approx(total / pieces, rel=1e-4)
        assert (score.words, score.pieces) == (whole, pieces)
        assert score.accuracy == right / whole


def test_word_counts_as_a_model(corpus, tokens, files):
    train, valid = batches(corpus, tokens), batches(corpus, tokens, seed=2)
    pieces = [n for n in corpus.ids.tolist() if n != tokens.mask]
    size = files.backend.get_vocab_size()
    kinds = len(set(pieces))
    expected = []
    for number in range(len(valid)):
        batch = valid.batch(number)
        for label in batch.labels[batch.labels != IGNORED].tolist():
            probability = (pieces.count(label) + kinds / size) / (len(pieces) + kinds)
            expected.append(-math.log(probability))
    assert unigram_loss(valid, train, size) == pytest.approx(sum(expected) / len(expected))
    assert unigram_loss(valid, train, size, every=True) == unigram_loss(valid, train, size)
