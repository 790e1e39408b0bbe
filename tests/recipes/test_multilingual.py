"""The lines, the rounding and the scores of `multi-ner`."""

from __future__ import annotations

import importlib
import random
import re
import struct

import numpy as np
import pytest
from tokenizers import Tokenizer

from privtool.models.catalog import EMBEDDED
from privtool.models.runtime.onnx import cpu_session

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


def test_four_bits_keep_the_largest_number_of_a_block_and_round_the_rest(monkeypatch):
    torch = pytest.importorskip("torch")
    model = importlib.import_module("multilingual_model")
    weights = torch.randn(8, 64, generator=torch.Generator().manual_seed(1), requires_grad=True)
    assert model.FourBits()(weights) is weights
    monkeypatch.setattr(model.FourBits, "on", True)
    rounded = model.FourBits()(weights)
    blocks, exact = rounded.detach().reshape(-1, 64), weights.detach().reshape(-1, 64)
    place = exact.abs().argmax(dim=1, keepdim=True)
    assert torch.equal(blocks.gather(1, place), exact.gather(1, place))
    steps = exact.abs().amax(dim=1, keepdim=True) / 8
    # The side of the largest number has 8 steps, the other one 7.
    assert bool(((blocks - exact).abs() <= steps * 1.0001).all())
    assert (blocks - exact).abs().mean() < steps.mean() / 3
    assert torch.allclose(model.FourBits()(rounded.detach()), rounded.detach(), atol=1e-6)
    rounded.sum().backward()
    assert torch.equal(weights.grad, torch.ones_like(weights))


def test_each_label_of_the_model_is_of_one_group(text):
    pytest.importorskip("torch")
    labels = [name for names in text.GROUPS.values() for name in names]
    assert sorted(labels) == sorted(importlib.import_module("multilingual_model").LABELS)
    assert len(set(labels)) == len(labels)


def test_each_word_of_a_phrase_has_a_label_of_its_own(text):
    part = text.Part("Gasse 3, 4020 Linz", "L", ("ADDRESS", "ADDRESS", "ZIP", "LOCATION"))
    line = text.Line("de", "forms", (text.Part("in "), part, text.Part(", "), text.Part("27", "A")))
    words = [(line.text[a:b], label) for a, b, label in line.words()]
    assert words == [
        ("Gasse", "ADDRESS"),
        ("3,", "ADDRESS"),
        ("4020", "ZIP"),
        ("Linz", "LOCATION"),
        ("27", "AGE"),
    ]


def test_a_graph_with_four_bits_scores_as_the_model_does(tmp_path):
    torch = pytest.importorskip("torch")
    pytest.importorskip("onnx")
    model = importlib.import_module("multilingual_model")
    export = importlib.import_module("export_multilingual")
    sizes = {"hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4}
    sizes |= {"intermediate_size": 128, "max_position_embeddings": 16}
    torch.manual_seed(1)
    start = tmp_path / "start"
    model.configured(50, sizes).save_pretrained(start)
    made = model.BertForTokenClassification(model.configured(50, sizes)).state_dict()
    codes, scales = model.four_bits(made["bert.embeddings.word_embeddings.weight"], 32)
    scales = scales.half().float()
    made["bert.embeddings.word_embeddings.weight"] = ((codes - 8) * scales).reshape(50, 64)
    save = importlib.import_module("safetensors.torch").save_file
    save(made, start / "model.safetensors")
    (start / "tokenizer.json").write_text("{}")
    tagger = model.read_model(start).eval()
    export.write_tagger(tagger, start, tmp_path / "out")
    ids = torch.randint(3, 50, (2, 9))
    session = cpu_session(tmp_path / "out" / export.GRAPH)
    (scores,) = session.run(None, {"input_ids": ids.numpy()})
    model.FourBits.on = True
    try:
        with torch.no_grad():
            expected = tagger(ids).logits
    finally:
        model.FourBits.on = False
    wrong, unrounded = (
        np.abs(scores - each.detach().numpy()).max() for each in (expected, tagger(ids).logits)
    )
    assert wrong < 0.005 < unrounded


def test_sums_of_two_products_in_eight_bits_fit_sixteen(tmp_path):
    pytest.importorskip("torch")
    pytest.importorskip("onnx")
    export = importlib.import_module("export_multilingual")
    rng = np.random.default_rng(1)
    codes = rng.integers(-8, 8, (5, 128)).astype(np.int8)
    codes[:, ::64] = -8  # each block has its largest weight
    scales = rng.standard_normal((5, 2)).astype(np.float32)
    graph = export.Graph({})
    wide, steps, _ = export.in_eight_bits(graph, codes, scales)
    wide = graph.node("Cast", [wide], to=export.TensorProto.FLOAT)
    file = tmp_path / "graph.onnx"
    file.write_bytes(graph.model([], {"codes": wide, "steps": steps}).SerializeToString())
    wide, steps = cpu_session(file).run(["codes", "steps"], {})
    assert np.abs(wide).max(axis=0).tolist() == [64] * 5
    expected = codes * scales.repeat(64, axis=1)
    assert (np.abs(wide.T * steps[:, None] - expected) <= steps[:, None] * 0.5001).all()


def test_a_bundle_of_four_bits_is_read_as_it_was_written(tmp_path):
    pytest.importorskip("torch")
    bundle = importlib.import_module("e5_bundle")
    file = tmp_path / "tiny.bin"
    rng = np.random.default_rng(1)
    tensors, expected = tiny_bundle(file, rng)
    read = bundle.Bundle(file)
    assert read.pieces == ["<s>", "▁ja", "é"]
    assert read.scores.tolist() == [0.0, -1.5, -2.5]
    assert read.sizes["hidden_size"] == 32
    assert read.sizes["max_position_embeddings"] == 4
    state = read.state(np.array([0, 2]))
    words = state["bert.embeddings.word_embeddings.weight"].numpy()
    assert np.array_equal(words, expected["emb.word"][[0, 2]])
    assert state["bert.encoder.layer.0.output.dense.weight"].shape == (32, 64)
    assert np.array_equal(
        state["bert.encoder.layer.0.attention.self.key.weight"].numpy(), expected["l0.k.w"]
    )
    assert len(state) == len(tensors)


def tiny_bundle(file, rng):
    """Write a bundle with a layer of 32, and return its tensors, as bytes and as numbers."""
    shapes = {"emb.word": (3, 32), "emb.pos": (4, 32), "emb.type": (2, 32)}
    vectors = {"emb.ln.w": 32, "emb.ln.b": 32}
    for name, wide, inputs in (
        *((name, 32, 32) for name in ("q", "k", "v", "ao")),
        *(("fi", 64, 32), ("fo", 32, 64)),
    ):
        shapes[f"l0.{name}.w"], vectors[f"l0.{name}.b"] = (wide, inputs), wide
    vectors |= {f"l0.{norm}.{end}": 32 for norm in ("aln", "oln") for end in "wb"}
    raw, numbers = {}, {}
    for name, shape in shapes.items():
        if name in ("emb.pos", "emb.type"):
            numbers[name] = rng.random(shape, np.float32)
            raw[name] = numbers[name].tobytes()
            continue
        codes = rng.integers(0, 16, (np.prod(shape) // 32, 32)).astype(np.uint8)
        scales = rng.random((len(codes), 1)).astype(np.float16)
        numbers[name] = ((codes.astype(np.float32) - 8) * scales).reshape(shape)
        packed = codes[:, :16] | (codes[:, 16:] << 4)
        raw[name] = b"".join(
            scale.tobytes() + row.tobytes() for scale, row in zip(scales, packed, strict=True)
        )
    for name, size in vectors.items():
        numbers[name] = rng.random(size, np.float32)
        raw[name] = numbers[name].tobytes()
    texts = [piece.encode() for piece in ("<s>", "▁ja", "é")]
    bounds = np.cumsum([0, *map(len, texts)]).astype(np.uint32)
    head = b"E5S1" + struct.pack("<I7ifi", 1, 32, 1, 4, 64, 3, 4, 2, 1e-12, 32)
    head += struct.pack("<i4iQ", 3, 0, 2, 1, 1, int(bounds[-1])) + bounds.tobytes()
    head += np.array([0.0, -1.5, -2.5], np.float32).tobytes() + b"".join(texts)
    head += struct.pack("<iI", 1, 5) + b"\x41\0\0\0\0" + struct.pack("<i", len(raw))
    entry = {name: len(name) + struct.calcsize("<H") + struct.calcsize("<BIQQ") for name in raw}
    at = len(head) + sum(entry.values())
    for name, data in raw.items():
        head += struct.pack("<H", len(name)) + name.encode()
        head += struct.pack("<BIQQ", 0, 0, at, len(data))
        at += len(data)
    file.write_bytes(head + b"".join(raw.values()))
    return raw, numbers


def test_thousands_of_letters_are_one_unknown_piece():
    tokenizer = Tokenizer.from_file(str(EMBEDDED / "multi-ner" / "tokenizer.json"))
    coded = tokenizer.encode("Ida " + "a" * 300_000 + ", Ulm", add_special_tokens=False)
    assert len(coded.ids) < 10
    assert coded.offsets[0] == (0, 3)
    assert coded.offsets[-1][1] == len("Ida " + "a" * 300_000 + ", Ulm")


def test_a_case_gets_the_score_of_the_lowest_cost():
    fit = importlib.import_module("fit_scores")
    case, other = fit.Case("word", "small", "person"), fit.Case("other", "middle", "place")
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
