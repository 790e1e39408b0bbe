"""Pseudo-log-likelihoods, against a loop over the whole model of transformers."""

from functools import partial

import numpy as np
import pytest
import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer

from privtool.core.errors import UnavailableError
from privtool.core.model_options import Runtime
from privtool.models.fillers.load import load_filler
from privtool.models.fillers.masked.pseudo_likelihood import PseudoLikelihoodScorer
from tests.support.tiny_masked_lms import tiny_masked_lm
from tests.support.tiny_models import SENTENCES, resolved, tiny_bert, tiny_roberta

tiny_mmbert = partial(tiny_masked_lm, architecture="mmbert")


def scorer_of(folder, batch_size="auto"):
    filler = load_filler(resolved(folder), Runtime("cpu", "fp32", batch_size))
    return PseudoLikelihoodScorer(filler)


@torch.inference_mode()
def by_definition(folder, text):
    """-log p(token | all others) for each token of a text, one by one."""
    model = AutoModelForMaskedLM.from_pretrained(folder).eval()
    tokenizer = AutoTokenizer.from_pretrained(folder)
    ids = tokenizer(text)["input_ids"]
    losses = []
    for place in range(1, len(ids) - 1):
        masked = torch.tensor([ids])
        masked[0, place] = tokenizer.mask_token_id
        scores = model(input_ids=masked).logits[0, place].log_softmax(-1)
        losses.append(-scores[ids[place]].item())
    return losses


@pytest.fixture(scope="module", params=[tiny_bert, tiny_roberta, tiny_mmbert])
def folder(request, tmp_path_factory):
    return request.param(tmp_path_factory.mktemp("model") / "m")


def test_losses_are_those_of_the_definition(folder):
    texts = [*SENTENCES[:2], "", "zyx"]
    scorer = scorer_of(folder)
    for text, losses in zip(texts, scorer.token_losses(texts), strict=True):
        assert losses == pytest.approx(by_definition(folder, text), abs=1e-4)
        assert len(losses) == len(scorer.framed(text)) - 1


def test_a_text_does_not_depend_on_the_others_or_the_batch_size(folder):
    together = scorer_of(folder).token_losses(SENTENCES[:8])
    alone = scorer_of(folder, "3")
    for text, losses in zip(SENTENCES[:8], together, strict=True):
        assert alone.token_losses([text])[0] == pytest.approx(losses, abs=1e-5)


def test_a_long_text_is_read_around_each_token(folder):
    scorer = scorer_of(folder)
    text = " ".join(SENTENCES[:12])  # longer than the model's positions
    (losses,) = scorer.token_losses([text])
    size = scorer._tokens.context_length
    ids = scorer.framed(text)[1:]
    assert len(losses) == len(ids) > 2 * size
    assert np.isfinite(losses).all()
    drafts = [draft for draft, _ in scorer._tokens.one_slot_drafts(text)]
    middle = drafts[len(ids) // 2]
    window, slot = middle.window()
    assert len(window) == size
    assert window[:slot] == ids[len(ids) // 2 - slot : len(ids) // 2]


def test_weights_that_are_not_finite_are_reported(tmp_path):
    folder = tiny_bert(tmp_path / "m")
    model = AutoModelForMaskedLM.from_pretrained(folder)
    scorer = scorer_of(folder)
    with torch.no_grad():
        for part in scorer._model._model.head.weight, *model.parameters():
            part.fill_(float("nan"))
    with pytest.raises(UnavailableError, match="not finite"):
        scorer.token_losses(["so it is"])
