"""The recipe of the embedded models: training text, masking and options."""

import importlib

import numpy as np
import pytest
import torch
from safetensors.torch import load_file, save_file
from transformers import BertForMaskedLM

from privtool.models.catalog import EMBEDDED
from tests.support.tiny_models import tiny_bert

pytestmark = pytest.mark.usefixtures("embedded_scripts")


@pytest.fixture
def filler_text():
    return importlib.import_module("filler_text")


class StubTokenizer:
    """The part of a tokenizer that the collator uses."""

    mask_token_id, pad_token_id = 103, 0

    def __len__(self) -> int:
        return 2000


def test_lines_are_joined_within_a_document_up_to_a_length(filler_text):
    lines = [("a", "one two"), ("a", "three"), ("a", "four five"), ("b", "six"), ("b", "a b c d")]
    joined = filler_text.join_lines(lines, lambda: 3)
    assert list(joined) == ["one two three", "four five", "six", "a b c d"]
    alone = filler_text.join_lines(lines, lambda: 1)
    assert list(alone) == [text for _, text in lines]


def test_the_packaged_filler_can_be_unpacked_to_train_on(tmp_path):
    trained = tiny_bert(tmp_path / "trained")
    importlib.import_module("package").package_filler(trained, tmp_path / "packaged")
    importlib.import_module("unpack").unpack_filler(tmp_path / "packaged", tmp_path / "unpacked")
    before, after = (
        BertForMaskedLM.from_pretrained(folder).state_dict()
        for folder in (trained, tmp_path / "unpacked")
    )
    assert before.keys() == after.keys()
    for name, weight in before.items():
        steps = weight.abs().amax(-1, keepdim=True) / 127  # of int8, one scale per row
        assert ((weight - after[name]).abs() <= 0.6 * steps + 1e-3).all()
    assert (tmp_path / "unpacked" / "tokenizer.json").exists()


def row(words):
    """A row whose first and last piece are special tokens."""
    numbers = np.array([-1, *words, -1])
    return {"input_ids": np.arange(1000, 1000 + len(numbers)), "words": numbers}


def test_masked_pieces_are_the_labels_and_nothing_else_changes(filler_text):
    np.random.seed(1)
    collate = filler_text.MaskingCollator(StubTokenizer(), 0.5, 0.0, as_bert=False)
    rows = [row(range(40)), row(range(10))]
    batch = {name: tensor.numpy() for name, tensor in collate(rows).items()}
    hidden = batch["labels"] != filler_text.IGNORED
    assert 15 <= hidden.sum() <= 35
    assert (batch["input_ids"][hidden] == 103).all()
    back = np.where(hidden, batch["labels"], batch["input_ids"])
    assert (back[0] == rows[0]["input_ids"]).all()
    assert (back[1, :12] == rows[1]["input_ids"]).all()
    assert (back[1, 12:] == 0).all()
    assert batch["attention_mask"].sum(1).tolist() == [42, 12]
    assert not hidden[:, 0].any()


def test_whole_words_are_masked_with_all_their_pieces(filler_text):
    np.random.seed(1)
    collate = filler_text.MaskingCollator(StubTokenizer(), 0.3, 1.0, as_bert=False)
    batch = collate([row(number // 3 for number in range(60))])
    hidden = (batch["labels"][0, 1:-1] != filler_text.IGNORED).numpy().reshape(20, 3)
    assert (hidden.all(1) == hidden.any(1)).all()
    assert 0 < hidden.all(1).sum() < 20


def test_bert_masking_keeps_a_tenth_and_replaces_a_tenth(filler_text):
    np.random.seed(1)
    collate = filler_text.MaskingCollator(StubTokenizer(), 0.5, 0.0, as_bert=True)
    batch = collate([row(range(900)) for _ in range(10)])
    ids, labels = batch["input_ids"].numpy(), batch["labels"].numpy()
    hidden = labels != filler_text.IGNORED
    shares = [np.mean(ids[hidden] == 103), np.mean(ids[hidden] == labels[hidden])]
    assert shares == pytest.approx([0.8, 0.1], abs=0.02)
    assert ids[hidden & (ids != 103)].min() >= filler_text.FIRST_WORD


def tagger_module(name):
    for package in ("faker", "seqeval"):
        pytest.importorskip(package, reason="needs recipes/embedded/requirements.txt")
    return importlib.import_module(name)


def probabilities(*rows):
    """Rows of tag probabilities: `O` and one other tag, by its number."""
    table = np.zeros((len(rows), 9))
    for row, (tag, mass) in zip(table, rows, strict=True):
        row[0], row[tag] = 1.0 - mass, mass
    return table


def test_the_tagger_labels_what_it_is_sure_of_and_what_the_lists_take_for_a_name_too():
    entities = tagger_module("label_talk").entities
    text = "ask Anna Smith or bo of Oslo about Advil Zyx"
    words = ["ask", "Anna", "Smith", "or", "bo", "of", "Oslo", "about", "Advil", "Zyx"]
    spans = [(text.index(word), text.index(word) + len(word)) for word in words]
    none, person, inside, place = (1, 0.0), (1, 0.95), (2, 0.95), (3, 0.95)
    table = probabilities(
        none, person, inside, (1, 0.2), (1, 0.4), none, place, none, (7, 0.99), none
    )
    found = entities(text, spans, table, listed={text.index("bo"), text.index("Anna")})
    assert [(text[e["start"] : e["end"]], e["label"]) for e in found] == [
        ("Anna Smith", "PERSON"),
        ("or", None),
        ("bo", "PERSON"),
        ("Oslo", "LOCATION"),
        ("Zyx", None),
    ]


def test_words_that_may_be_names_count_neither_as_private_nor_as_others():
    scores = tagger_module("tagger_scores")
    tagged = scores.TaggedSentence(
        words=["Bo", "Anna", "saw", "it", "Lost", "."],
        gold=["B-PERSON", "B-PERSON", "O", "O", scores.UNSURE, "O"],
        probabilities=probabilities((1, 0.9), (1, 0.1), (1, 0.6), (1, 0.1), (1, 0.9), (1, 0.9)),
    )
    found = scores.masking([tagged], 0.5)
    assert found == {"word_recall": 0.5, "over_masking": 0.5}
    threshold, recalls = scores.choose_threshold({("talk", "written"): [tagged]})
    assert threshold == pytest.approx(0.12)  # 3 % of the way from 0.1 to 0.9, in steps of 0.005
    assert recalls == {"talk written": 0.5}


def test_the_graphs_in_the_package_are_those_that_the_recipe_writes(embedded):
    embedded("mini-ner")
    pytest.importorskip("onnx", reason="the recipe writes ONNX")
    tagger, filler = map(importlib.import_module, ("export_tagger", "export_filler"))
    packaged = [(EMBEDDED / name).read_bytes() for name in ("mini-ner.onnx", "mini/int8.onnx")]
    exact = tagger.Tagger(EMBEDDED, tagger.Exact(EMBEDDED)).model({})
    assert [exact, filler.Filler(EMBEDDED).model()] == packaged


def test_phrases_that_may_be_names_have_no_tag():
    model, text = tagger_module("tagger_model"), tagger_module("tagger_text")
    names = (text.Name(0, 7, text.LABELS[0]), text.Name(12, 16, None))
    sentence = text.Sentence("Bo Wong saw Lost", names, "")
    tags = model.word_tags(sentence, [(0, 2), (3, 7), (8, 11), (12, 16)])
    assert tags == [model.TAGS.index("B-PERSON"), model.TAGS.index("I-PERSON"), 0, model.IGNORED]


def test_the_mean_of_two_adapters_is_between_them(tmp_path):
    model = tagger_module("tagger_model")
    weights = {"old": torch.zeros(2, 3), "new": torch.full((2, 3), 4.0)}
    for name, weight in weights.items():
        (tmp_path / name).mkdir()
        save_file({"a": weight.half()}, tmp_path / name / "adapter_model.safetensors")
    model.average(tmp_path / "old", tmp_path / "new", 0.75)
    (mean,) = load_file(tmp_path / "new" / "adapter_model.safetensors").values()
    assert mean.dtype is torch.float16
    assert mean.tolist() == [[3.0] * 3] * 2


@pytest.mark.parametrize("script", ["train_filler", "train_tagger"])
def test_the_trainer_takes_the_options_of_the_recipe(script, tmp_path):
    module = tagger_module(script) if script == "train_tagger" else importlib.import_module(script)
    needed = ["--data", "data", "--out-dir", str(tmp_path)]
    needed += ["--encoder", "mini"] if script == "train_tagger" else []
    arguments = module.training_arguments(module.parsed_options(needed))
    strategy = getattr(arguments, "train_sampling_strategy", "")  # since transformers 5
    assert strategy == "group_by_length" or arguments.group_by_length
