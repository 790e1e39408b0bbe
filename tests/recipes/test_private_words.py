"""The table of what each kind of word contributes to the loss."""

import json
import math

import pytest

from privtool.core.record import decode
from tests.support.trainer_runs import lines

TEXT = "call Zebulon Quixley's sister in bristol-on-sea , she said"


@pytest.fixture(scope="module")
def recipe(script):
    return script("vats2023/private_words.py")


def annotated(text=TEXT, *private):
    entities = [
        {"start": text.index(one), "end": text.index(one) + len(one), "label": "PERSON"}
        for one in private
    ]
    return json.dumps({"text": text, "entities": entities}).encode()


def test_words_that_overlap_or_follow_entities_are_flagged(recipe):
    records = [annotated(TEXT, "Zebulon Quix", "-on-"), annotated("call me"), annotated("")]
    text = recipe.read_annotated(map(decode, records))
    assert text.words == [
        "call", "zebulon", "quixley", "sister", "in", "bristol-on-sea", "she", "said", "call", "me",
    ]  # fmt: skip
    private = [word for word, flag in zip(text.words, text.private, strict=True) if flag]
    assert private == ["zebulon", "quixley", "bristol-on-sea"]
    after = [word for word, flag in zip(text.words, text.after, strict=True) if flag]
    assert after == ["quixley", "sister", "she"]
    assert text.bounds.tolist() == [0, 8, 10, 10]


def test_the_parts_add_up_to_the_loss_of_lm_score(recipe, call, tiny_lm):
    texts = [TEXT, "call me", "she said", "i called the doctor this morning"]
    records = [annotated(text, *text.split()[1:2]) for text in texts]
    perplexity, parts = recipe.loss_parts(tiny_lm, recipe.read_annotated(map(decode, records)))
    scored = call(
        "lm-score", "-q", "--model", tiny_lm, "--device", "cpu", input=lines(texts)
    ).records
    tokens = sum(one["tokens"] for one in scored)
    loss = -sum(one["logprob"] for one in scored) / tokens
    assert sum(part for _, part in parts.values()) == pytest.approx(loss, rel=1e-5)
    assert perplexity == pytest.approx(math.exp(loss), rel=1e-5)
    assert sum(count for count, _ in parts.values()) == tokens
    assert parts["ends"][0] == 4
    (line,) = recipe.table([tiny_lm], recipe.read_annotated(map(decode, records)))[2:]
    assert line.startswith(f"| {tiny_lm.name} | {perplexity:.1f} | ")
