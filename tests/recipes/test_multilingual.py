"""The lines, the rounding and the scores of `multi-ner`."""

from __future__ import annotations

import importlib
import random
import re

import numpy as np
import pytest

pytestmark = pytest.mark.usefixtures("embedded_scripts")


@pytest.fixture(scope="module")
def text(embedded_scripts):
    return importlib.import_module("multilingual_text")


@pytest.fixture(scope="module")
def lines(text):
    return {held: list(text.lines(held_out=held)) for held in (False, True)}


def test_all_marks_of_the_lines_are_read(text, lines):
    every = [line for some in lines.values() for line in some]
    assert not [line.text for line in every if re.search("[«»]", line.text)]
    assert {line.language for line in every} == {"de", "es", "fr", "it", "nl", "pt"}
    assert {group for line in every for _, _, group in line.spans()} == {*text.GROUPS}
    assert 10 < len(lines[False]) / len(lines[True]) < 12


def test_the_spans_of_a_line_are_what_was_marked(text):
    parts = tuple(text._parts("bin «P:Ida Lenz» aus «L:Ulm»"))
    line = text.Line("de", "calls", parts)
    assert line.text == "bin Ida Lenz aus Ulm"
    assert [(line.text[a:b], group) for a, b, group in line.spans()] == [
        ("Ida Lenz", "P"),
        ("Ulm", "L"),
    ]


def test_a_variation_changes_names_digits_and_case_alone(text, lines):
    some = lines[False][::40]
    vary = text.Variation(some, random.Random(1))
    changed = 0
    for line in some * 3:
        other = vary(line)
        assert [part.group for part in other.parts] == [part.group for part in line.parts]
        for new, old in zip(other.parts, line.parts, strict=True):
            if not old.group:
                assert len(new.text) == len(old.text)
                pairs = zip(new.text.lower(), old.text.lower(), strict=True)
                assert all(a == b or a == " " or (a + b).isdigit() for a, b in pairs)
            changed += new.text.lower() != old.text.lower() and bool(old.group)
    assert changed > len(some) / 4


def test_four_bits_keep_the_largest_number_of_a_block_and_round_the_rest():
    torch = pytest.importorskip("torch")
    pytest.importorskip("onnx")
    model = importlib.import_module("multilingual_model")
    weights = torch.randn(8, 64, generator=torch.Generator().manual_seed(1), requires_grad=True)
    rounded = model.FourBits()(weights)
    blocks, exact = rounded.detach().reshape(-1, 32), weights.detach().reshape(-1, 32)
    place = exact.abs().argmax(dim=1, keepdim=True)
    assert torch.equal(blocks.gather(1, place), exact.gather(1, place))
    steps = exact.abs().amax(dim=1, keepdim=True) / 8
    # The side of the largest number has 8 steps, the other one 7.
    assert bool(((blocks - exact).abs() <= steps * 1.0001).all())
    assert (blocks - exact).abs().mean() < steps.mean() / 3
    assert torch.allclose(model.FourBits()(rounded.detach()), rounded.detach(), atol=1e-6)
    rounded.sum().backward()
    assert torch.equal(weights.grad, torch.ones_like(weights))


def test_each_label_is_of_one_group(text):
    pytest.importorskip("torch")
    pytest.importorskip("onnx")
    train = importlib.import_module("train_multilingual")
    labels = [name for names in text.GROUPS.values() for name in names]
    id2label = dict(enumerate(["O", *(f"B-{name}" for name in labels)]))
    member = train.membership(id2label)
    assert member.shape == (1 + len(text.GROUPS), len(id2label))
    assert ((member == 0).sum(dim=0) == 1).all()
    assert member[0, 0] == 0


def test_a_case_gets_the_score_of_the_lowest_cost():
    fit = importlib.import_module("fit_scores")
    case, other = fit.Case("word", "small", "person"), fit.Case("name", "middle", "place")
    words = [
        *(fit.Word("a", case, score, True) for score in (0.97, 0.6, 0.3)),
        *(fit.Word("a", case, score, False) for score in (0.5, 0.2, 0.1, 0.01)),
        *(fit.Word("a", other, 2.0, True) for _ in range(3)),
    ]
    # A private word costs a sixth, a public one a quarter: at 0.3 one public word is masked.
    assert fit.fitted(words, 0.5)[case] == 0.6
    assert fit.fitted(words, 2.0)[case] == 0.3
    assert fit.fitted(words, 2.0)[other] == fit._UNSEEN
    table = fit.fitted(words, 2.0)
    assert fit.rates(words, table) == {"a": "0.0 left, 25.0 masked"}
    assert np.all(np.diff(fit._GRID) > 0)
