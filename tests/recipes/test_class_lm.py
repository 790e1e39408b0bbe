"""The language model of classes: words by their classes add up to one."""

import gzip
import json
import math

import numpy as np
import pytest
import torch

from privtool.models.lm.checkpoint import load_lm
from privtool.models.lm.dataset import Corpus
from tests.support.trainer_runs import lines

LABELS = ["PERSON\tdoctor\t3\n", "PERSON\tzebulon\t1\n", "LOCATION\tcall\t2\n"]


SCRIPT = "vats2023/class_lm.py"


@pytest.fixture(scope="module")
def class_lm(call, tiny_lm, tmp_path_factory):
    """A model that has learned [PERSON], and has a token for it."""
    folder = tmp_path_factory.mktemp("class") / "lm"
    texts = ["call [PERSON] , she said", "the [PERSON] called me"] * 4
    options = ("-q", "--init", tiny_lm, "--epochs", "1", "--device", "cpu", "--out-dir", folder)
    call("lm-train", *options, input=lines(texts))
    return folder


def test_shares_of_a_class_count_unknown_words(recipe, class_lm):
    lm = load_lm(class_lm)
    markers, shares = recipe.class_words(LABELS, lm)
    assert [lm.tokens.ids["[PERSON]"], lm.tokens.ids["[LOCATION]"]] == markers
    assert shares.sum(1).tolist() == pytest.approx([1, 1])
    assert shares[0, lm.tokens.ids["doctor"]] == 0.75
    assert shares[0, lm.tokens.specials.unknown] == 0.25


def test_probabilities_of_all_words_add_up_to_one(recipe, class_lm):
    lm = load_lm(class_lm)
    markers, shares = recipe.class_words(LABELS, lm)
    end = lm.tokens.specials.end
    context = [lm.tokens.ids[word] for word in ("the", "doctor")]
    words = sorted(set(range(shares.shape[1])) - {end, *lm.tokens.markers})
    ids = np.array([[*context, word] for word in words], np.int32)
    corpus = Corpus(ids.ravel(), np.arange(0, ids.size + 1, 3), ids.size)
    losses = recipe.class_losses(lm, corpus, markers, shares).reshape(-1, 4)
    of_end = recipe.class_losses(
        lm, Corpus(ids[0, :2], np.array([0, 2]), 2), markers, shares
    )[-1]  # fmt: skip
    assert np.exp(-losses[:, 2]).sum() + math.exp(-of_end) == pytest.approx(1, abs=1e-4)


def test_a_word_is_likely_by_itself_and_by_its_class(recipe, class_lm):
    lm = load_lm(class_lm)
    ids, end = lm.tokens.ids, lm.tokens.specials.end
    corpus = recipe.read_corpus(["the doctor"], lm)
    losses = recipe.class_losses(lm, corpus, *recipe.class_words(LABELS, lm))
    logits = lm.model(torch.tensor([[end, ids["the"]]])).logits[0, -1].detach()
    share = torch.softmax(logits.double(), 0)
    lost = sum(float(share[one]) for one in lm.tokens.markers)
    lost -= float(share[ids["[PERSON]"]] + share[ids["[LOCATION]"]])
    expected = float(share[ids["doctor"]] + 0.75 * share[ids["[PERSON]"]]) / (1 - lost)
    assert math.exp(-losses[1]) == pytest.approx(expected, rel=1e-5)


def test_the_script_writes_a_perplexity(recipe, class_lm, tmp_path, monkeypatch):
    test, labels, output = (tmp_path / name for name in ("t.gz", "labels.tsv", "out.json"))
    test.write_bytes(gzip.compress(lines(["call the doctor"])))
    labels.write_text("".join(LABELS))
    arguments = ["class_lm.py", "-o", output, class_lm, labels, test]
    monkeypatch.setattr("sys.argv", [str(one) for one in arguments])
    recipe.main()
    lm = load_lm(class_lm)
    corpus = recipe.read_corpus(["call the doctor"], lm)
    losses = recipe.class_losses(lm, corpus, *recipe.class_words(LABELS, lm))
    written = json.loads(output.read_text())["test"]["test"]["perplexity"]
    assert written == pytest.approx(math.exp(losses.mean()))
