"""What fill-train makes: a model or an adapter that fill loads, and words of a domain as tokens."""

import json

import pytest
import torch
from safetensors.torch import load_file
from tokenizers import Tokenizer
from transformers import AutoModelForMaskedLM, AutoTokenizer

from privtool.models.catalog import EMBEDDED
from privtool.models.fillers.load import FillerFiles
from privtool.models.fillers.tuning.families import with_words
from privtool.text.words import words
from tests.support.jsonl import jsonl
from tests.support.messages import one_line
from tests.support.tiny_models import SENTENCES
from tests.support.trainer_runs import interrupt, lines, masked, piped, stop_at, weights

CLEAN, MASKED = lines(SENTENCES[:20]), masked(SENTENCES[20:])


@pytest.mark.parametrize("family", ["bert", "roberta"])
def test_one_line_of_json_and_a_model_that_fill_loads(tune, fill, tmp_path, family, request):
    base = request.getfixturevalue(family)
    (tmp_path / "v").write_bytes(lines(SENTENCES[:9]) + MASKED)
    done = tune("--valid", tmp_path / "v", model=base, epochs=8)
    assert (done.status, done.err) == (0, "")
    (result,) = done.records
    assert result == json.loads((tmp_path / "out" / "privtool.json").read_text())
    train = result["train"]
    assert (train["records"], train["unmasked"], train["filled"]) == (40, 20, 20)
    assert train["words"] == sum(len(text.split()) for text in SENTENCES)
    assert result["rounds"][0]["epochs"] == 8
    valid = result["valid"]
    assert valid["after"]["loss"] < valid["before"]["loss"] - 1
    assert valid["after"]["accuracy"] > valid["before"]["accuracy"]
    one, other = fill("--model", base), fill("--model", tmp_path / "out")
    assert other.status == 0
    assert one.out != other.out
    assert sorted(p.name for p in tmp_path.iterdir()) == ["out", "v"]


def test_the_summary(call, tmp_path, bert):
    done = call(
        "fill-train", "--model", bert, "--out-dir", tmp_path / "o", "--epochs", 1,
        input=CLEAN + MASKED,
    )  # fmt: skip
    summary = done.err.splitlines()[-1]
    assert summary.startswith("privtool fill-train: 40 records, 20 of them filled, ")


def test_an_adapter_leaves_the_model_as_it_was(tune, fill, tmp_path, roberta):
    before = weights(roberta)
    (tmp_path / "v").write_bytes(CLEAN)
    done = tune("--lora", "--valid", tmp_path / "v", model=roberta, epochs=8)
    (result,) = done.records
    assert weights(roberta) == before
    assert result["trained_parameters"] < result["parameters"]
    assert result["valid"]["after"]["loss"] < result["valid"]["before"]["loss"]
    assert {p.name for p in (tmp_path / "out").iterdir()} == {
        "README.md", "adapter_config.json", "adapter_model.safetensors", "privtool.json"
    }  # fmt: skip
    plain, tuned = fill("--model", roberta), fill("--model", roberta, "--adapter", tmp_path / "out")
    assert (plain.status, tuned.status) == (0, 0)
    assert plain.out != tuned.out


def test_an_adapter_is_trained_further_or_merged(tune, tmp_path):
    assert tune("--lora", out="first").status == 0
    more = tune("--lora", "--adapter", tmp_path / "first", out="more")
    assert more.records[0]["options"]["adapter"]
    assert weights(tmp_path / "first") != weights(tmp_path / "more")
    assert tune("--adapter", tmp_path / "first", out="whole").status == 0
    assert (tmp_path / "whole" / "model.safetensors").is_file()


def test_runs_are_reproducible_in_any_number_of_processes(tune, tmp_path):
    one, two = tune(out="a"), tune("--jobs", 2, out="b")
    assert one.out == two.out
    assert weights(tmp_path / "a") == weights(tmp_path / "b")


def test_the_embedded_model_is_saved_as_any_other(tune, fill, tmp_path, embedded):
    tune("--on", "unmasked", input=CLEAN, model=embedded("mini")).checked()
    tokenizer = AutoTokenizer.from_pretrained(tmp_path / "out")
    own = Tokenizer.from_file(str(EMBEDDED / "mini" / "tokenizer.json"))
    own.no_padding()
    for text in (*SENTENCES[:5], "Ünïcode, don't! 4.5"):
        assert tokenizer(text)["input_ids"] == own.encode(text).ids
    model = AutoModelForMaskedLM.from_pretrained(tmp_path / "out")
    assert model.dtype == torch.float32
    assert fill("--model", tmp_path / "out").status == 0


# Which records fill-train learns from, and in which rounds.


@pytest.mark.parametrize("base", ["bert", "llama"])
def test_filled_records_are_those_that_fill_makes(tune, fill, tmp_path, request, base):
    model, options = request.getfixturevalue(base), ("--topk", 5, "--seed", 7)
    filled = fill("--model", model, *options).out
    assert tune("--on", "filled", *options, out="a", model=model).status == 0
    assert tune("--on", "unmasked", *options[2:], out="b", model=model, input=filled).status == 0
    assert weights(tmp_path / "a") == weights(tmp_path / "b")


@pytest.mark.parametrize("stated", [{"language": "de"}, {}])
def test_records_are_filled_in_their_language(tune, fill, bert, tmp_path, stated):
    text = "wir treffen uns dann mit den anderen am [MASK] vor dem haus"
    mask = {"start": 40, "end": 46, "label": "DATE", "method": "entityTagger"}
    record = {"text": text, "masks": [mask], **stated}
    given = jsonl(*(record | {"id": number} for number in range(9)))
    filled = fill("--model", bert, input=given).out
    assert tune("--on", "filled", out="a", input=given).status == 0
    assert tune("--on", "unmasked", out="b", input=filled).status == 0
    assert weights(tmp_path / "a") == weights(tmp_path / "b")


def test_only_records_without_masks(tune, tmp_path):
    strange = MASKED.replace(b'"masks"', b'"word_lists":{"allowList":"x@1"},"masks"')
    done = tune("--on", "unmasked", out="a", input=strange + CLEAN)
    assert done.records[0]["train"]["records"] == 20
    assert tune("--on", "unmasked", out="b", input=CLEAN).status == 0
    assert weights(tmp_path / "a") == weights(tmp_path / "b")


def test_remaining_masks_are_input_but_never_predicted(tune, tmp_path):
    done = tune("--on", "masked")
    train = done.records[0]["train"]
    assert (train["records"], train["unmasked"], train["filled"]) == (40, 20, 0)
    # The masked word of each record is not among those that can be hidden.
    assert train["words"] == sum(len(words(text)) for text in SENTENCES[:40]) - 20
    other = MASKED.replace(b'"label": "WORD"', b'"label": "PERSON"')
    assert tune("--on", "masked", "--seed", 1, out="b", input=CLEAN + other).status == 0
    assert weights(tmp_path / "out") == weights(tmp_path / "b")
    assert tune("--on", "unmasked", out="c", input=CLEAN).status == 0
    assert weights(tmp_path / "out") != weights(tmp_path / "c")


def test_only_the_list_of_a_record_that_is_filled_must_be_there(tune):
    strange = MASKED.replace(b'"masks"', b'"word_lists":{"allowList":"x@1"},"masks"')
    assert tune("--on", "masked", input=strange).status == 0
    tune(input=strange, out="filled").failed(65, "stdin:1: the record was masked with a word list")


@pytest.mark.parametrize("lora", [False, True])
def test_rounds_are_runs_with_one_seed_after_another(tune, tmp_path, bert, lora):
    options = ("--lora",) if lora else ()
    assert tune(*options, "--rounds", 2, out="both").status == 0
    assert tune(*options, out="first").status == 0
    went_on = ("--lora", "--adapter", tmp_path / "first") if lora else ()
    model = bert if lora else tmp_path / "first"
    assert tune(*went_on, "--seed", 2, out="second", model=model).status == 0
    both, second = (load_file(next((tmp_path / d).glob("*.safetensors")))
                    for d in ("both", "second"))  # fmt: skip
    for name, weight in both.items():
        assert torch.equal(weight, second[name])
    assert weights(tmp_path / "both") != weights(tmp_path / "first")


def test_markers_of_text_masked_elsewhere(tune):
    text = b"we saw <X> there\nnothing here\n"
    given = ("--input-format", "text", "--marker-text", "<X>")
    train = tune(*given, input=text).records[0]["train"]
    assert (train["unmasked"], train["filled"]) == (1, 1)
    train = tune(*given[:2], input=text, out="b").records[0]["train"]
    assert (train["unmasked"], train["filled"]) == (2, 0)


# Adapters on prompts, as in section 4.2.4 of Vats 2023.


@pytest.mark.parametrize("family", ["llama", "gpt2"])
def test_an_adapter_that_fill_asks_with_the_prompt(tune, fill, tmp_path, family, request):
    base = request.getfixturevalue(family)
    before = weights(base)
    few = masked(SENTENCES[20:28])
    (tmp_path / "v").write_bytes(lines(SENTENCES[1:8]) + few)
    given = lines(SENTENCES[:8]) + few
    done = tune("--valid", tmp_path / "v", "--batch-tokens", 800, model=base, epochs=3, input=given)
    assert (done.status, done.err) == (0, "")
    (result,) = done.records
    assert weights(base) == before
    assert result["prompt"] == "alpaca-mask"
    assert result["options"]["lora"] is True
    assert result["train"]["filled"] == 8
    assert result["valid"]["after"]["loss"] < result["valid"]["before"]["loss"]
    plain = fill("--model", base, input=few)
    tuned = fill("--model", base, "--adapter", tmp_path / "out", input=few)
    assert (plain.status, tuned.status) == (0, 0)
    assert plain.out != tuned.out
    for line, record in zip(few.splitlines(), tuned.records, strict=True):
        before, after = json.loads(line)["text"].split("[MASK]")
        assert record["text"].startswith(before)
        assert record["text"].endswith(after)


def test_rounds_resume_as_if_nothing_had_happened(tune, tmp_path, llama):
    options = ("--rounds", 2, "--eval-every", 1)
    text = masked(SENTENCES[20:23])
    whole = tune(*options, out="whole", model=llama, input=text)
    interrupt(1, tune, *options, model=llama, input=text, folder="round-2")
    assert tune(*options, "--resume", model=llama, input=text).out == whole.out
    assert weights(tmp_path / "whole") == weights(tmp_path / "out")


def test_masks_cannot_remain(tune, llama):
    tune("--on", "masked", model=llama).failed(2, "--on masked: causal LMs train on whole texts")


def test_masked_records_cannot_be_evaluated_on(tune, tmp_path, llama):
    (tmp_path / "v").write_bytes(MASKED)
    done = tune("--valid", tmp_path / "v", model=llama)
    done.failed(65, "the set 'valid' has no words to measure on")


# fill-train fills as `fill` does: with rare words, too.
@pytest.fixture
def given(tmp_path):
    """Options for text that was masked elsewhere, and that text."""
    (tmp_path / "list").write_text("the\n")
    (tmp_path / "a").write_text("quux\t1\nzyx\t1\n")
    options = ("--on", "filled", "--marker-text", "XXX", "--list", tmp_path / "list")
    return options, lines([f"XXX {text} XXX" for text in SENTENCES[:20]])


def test_filling_before_tuning_gives_the_same_weights(call, tune, bert, given, tmp_path):
    options, text = given
    rare = ("--rare", tmp_path / "a")
    assert tune(*options, *rare, out="whole", input=text).status == 0
    how = ("--model", bert, "--device", "cpu", "--dtype", "fp32", "-q")
    filled = call("fill", *how, *options[2:], *rare, input=text)
    assert {record["text"].split()[0] for record in filled.records} == {"quux", "zyx"}
    assert tune("--on", "unmasked", out="two", input=filled.out).status == 0
    assert weights(tmp_path / "whole") == weights(tmp_path / "two")


def test_a_causal_model_is_refused_before_anything_is_written(tune, tmp_path, llama):
    (tmp_path / "a").write_text("quux\t1\n")
    done = tune("--on", "filled", "--rare", tmp_path / "a", model=llama)
    done.failed(2, "--rare is for masked LMs")
    assert not list(tmp_path.glob("out*"))


WORD, OTHER = "thecat", "onthe"  # of pieces of the tiny model
TEXT = lines([f"the {WORD} on the mat", f"a {WORD} sat"] * 10)


@pytest.fixture
def public(tmp_path):
    (tmp_path / "public").write_text(f"{WORD}\t9\nthe\t9\n{OTHER}\t1\n")
    return "--words", tmp_path / "public"


def test_the_words_of_the_text_are_filled_in(tune, fill, public, tmp_path):
    assert tune(*public, "--on", "unmasked", input=TEXT, epochs=20).status == 0
    tokens = json.loads((tmp_path / "out" / "tokenizer.json").read_text())["model"]["vocab"]
    assert WORD in tokens
    assert OTHER not in tokens  # the text lacks it
    options = ("--marker-text", "XXX", "--rare", "none", "--topk", 1)
    done = fill("--model", tmp_path / "out", *options, input=lines(["the XXX on the mat"]))
    assert done.status == 0, done.err
    assert done.records[0]["text"] == f"the {WORD} on the mat"


def test_a_new_token_begins_as_its_first_piece(bert):
    model, tokenizer = (
        AutoModelForMaskedLM.from_pretrained(bert),
        AutoTokenizer.from_pretrained(bert),
    )
    old = FillerFiles(model.eval(), tokenizer)
    pieces = tokenizer.encode(WORD, add_special_tokens=False)
    ids = tokenizer("the cat", return_tensors="pt")
    before = model(**ids).logits.detach()
    new = with_words(old, [WORD, "the", WORD.upper()])
    size = before.shape[-1]
    after = new.model(**ids).logits.detach()
    assert after.shape[-1] == size + 1
    assert torch.equal(after[..., :size], before)
    assert torch.allclose(after[..., size], before[..., pieces[0]])
    assert new.tokenizer.encode(f"the {WORD}", add_special_tokens=False)[-1] == size
    assert new.tokenizer.mask_token == tokenizer.mask_token


def test_a_new_token_takes_the_place_of_no_added_one(bert):
    model, tokenizer = (
        each.from_pretrained(bert) for each in (AutoModelForMaskedLM, AutoTokenizer)
    )
    tokenizer.add_tokens(["<added>"])
    model.resize_token_embeddings(len(tokenizer))
    added = tokenizer.convert_tokens_to_ids("<added>")
    new = with_words(FillerFiles(model.eval(), tokenizer), [WORD]).tokenizer
    assert new.convert_tokens_to_ids(["<added>", WORD]) == [added, added + 1]
    assert new.encode(f"<added> {WORD}", add_special_tokens=False) == [added, added + 1]


def test_an_interrupted_run_continues_with_the_same_words_only(tune, public, tmp_path, monkeypatch):
    how = (*public, "--on", "unmasked")
    assert tune(*how, out="whole", input=TEXT, epochs=3).status == 0
    with monkeypatch.context() as patch:
        stop_at(patch, KeyboardInterrupt(), 2, "round-1")
        assert tune(*how, input=TEXT, epochs=3).status == 130
    unmasked = ("--on", "unmasked", "--resume")
    with piped(f"{WORD}\t9\nof\t9\n".encode()) as other:  # of this text, the words are the same
        for more in ((), ("--words", other)):
            done = tune(*unmasked, *more, input=TEXT, epochs=3)
            assert "different options, model or text" in one_line(done.err)
    with piped((tmp_path / "public").read_bytes()) as same:
        assert tune(*unmasked, "--words", same, input=TEXT, epochs=3).status == 0
    assert weights(tmp_path / "out") == weights(tmp_path / "whole")


@pytest.mark.parametrize(
    ("model", "more", "why"),
    [
        ("roberta", (), "--words needs a model with WordPiece"),
        ("bert", ("--lora",), "--words: an adapter cannot have new tokens"),
        ("llama", (), "--words: an adapter cannot have new tokens"),
    ],
)
def test_models_that_cannot_have_new_words_are_refused(tune, public, request, model, more, why):
    folder = request.getfixturevalue(model)
    done = tune(*public, "--on", "unmasked", *more, model=folder, input=TEXT)
    assert done.status == 2
    assert why in one_line(done.err)
