from __future__ import annotations

import json
import math
import shutil

import pytest
import torch
from safetensors.torch import load_file
from tiny_models import SENTENCES, tiny_bert, tiny_gpt2, tiny_llama, tiny_roberta
from trainer_runs import one_line, stop_at, weights

CANARY = "zqxwary"
FAST = ("--device", "cpu", "--dtype", "fp32", "-q", "--learning-rate", "0.01")


def lines(texts):
    return b"".join(json.dumps({"id": n, "text": t}).encode() + b"\n" for n, t in enumerate(texts))


def masked(texts, first=100):
    """Records in which the third word is masked."""
    made = []
    for number, text in enumerate(texts, first):
        words = text.split()
        start = len(" ".join(words[:2])) + 1
        words[2] = "[MASK]"
        mask = {"start": start, "end": start + 6, "label": "WORD", "method": "allowList"}
        made.append({"id": number, "text": " ".join(words), "masks": [mask]})
    return b"".join(json.dumps(record).encode() + b"\n" for record in made)


CLEAN, MASKED = lines(SENTENCES[:20]), masked(SENTENCES[20:])


@pytest.fixture(scope="module")
def bert(tmp_path_factory):
    return tiny_bert(tmp_path_factory.mktemp("tuned") / "bert")


@pytest.fixture(scope="module")
def roberta(tmp_path_factory):
    return tiny_roberta(tmp_path_factory.mktemp("tuned") / "roberta")


@pytest.fixture(scope="module")
def llama(tmp_path_factory):
    return tiny_llama(tmp_path_factory.mktemp("tuned") / "llama")


@pytest.fixture(scope="module")
def gpt2(tmp_path_factory):
    return tiny_gpt2(tmp_path_factory.mktemp("tuned") / "gpt2")


@pytest.fixture
def tune(call, tmp_path, bert):
    """Run fill-train into `out` in the test's folder, with options more."""

    def tuned(*options, input=CLEAN + MASKED, out="out", model=bert, epochs=1):
        given = (*FAST, "--epochs", epochs, "--batch-tokens", 100, *options)
        return call("fill-train", "--model", model, "--out", tmp_path / out, *given, input=input)

    return tuned


@pytest.fixture
def fill(call):
    def filled(*options, input=MASKED):
        return call("fill", "--device", "cpu", "--dtype", "fp32", "-q", *options, input=input)

    return filled


class TestResults:
    @pytest.mark.parametrize("family", ["bert", "roberta"])
    def test_one_line_of_json_and_a_model_that_fill_loads(
        self, tune, fill, tmp_path, family, request
    ):
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

    def test_the_summary(self, call, tmp_path, bert):
        done = call(
            "fill-train", "--model", bert, "--out", tmp_path / "o", "--epochs", 1,
            input=CLEAN + MASKED,
        )  # fmt: skip
        assert done.err.startswith("privtool fill-train: 40 records, 20 of them filled, ")

    @pytest.mark.parametrize("family", ["bert", "roberta"])
    def test_an_adapter_leaves_the_model_as_it_was(self, tune, fill, tmp_path, family, request):
        base = request.getfixturevalue(family)
        before = weights(base)
        (tmp_path / "v").write_bytes(CLEAN)
        done = tune("--lora", "--rank", 4, "--valid", tmp_path / "v", model=base, epochs=8)
        (result,) = done.records
        assert weights(base) == before
        assert result["trained_parameters"] < result["parameters"]
        assert result["valid"]["after"]["loss"] < result["valid"]["before"]["loss"]
        assert {p.name for p in (tmp_path / "out").iterdir()} == {
            "README.md", "adapter_config.json", "adapter_model.safetensors", "privtool.json"
        }  # fmt: skip
        plain, tuned = fill("--model", base), fill("--model", base, "--adapter", tmp_path / "out")
        assert (plain.status, tuned.status) == (0, 0)
        assert plain.out != tuned.out

    def test_an_adapter_is_gone_on_from_or_becomes_a_part(self, tune, tmp_path):
        assert tune("--lora", out="first").status == 0
        more = tune("--lora", "--adapter", tmp_path / "first", out="more")
        assert more.records[0]["options"]["adapter"]
        assert weights(tmp_path / "first") != weights(tmp_path / "more")
        assert tune("--adapter", tmp_path / "first", out="whole").status == 0
        assert (tmp_path / "whole" / "model.safetensors").is_file()

    def test_it_is_the_same_each_time_and_in_several_processes(self, tune, tmp_path):
        one, two = tune(out="a"), tune("--jobs", 2, out="b")
        assert one.out == two.out
        assert weights(tmp_path / "a") == weights(tmp_path / "b")

    def test_the_embedded_model_is_saved_as_any_other(self, tune, fill, tmp_path, embedded):
        from tokenizers import Tokenizer
        from transformers import AutoModelForMaskedLM, AutoTokenizer

        from privtool.models.embedded import FOLDER

        done = tune("--on", "unmasked", input=CLEAN, model=embedded("mini"))
        assert done.status == 0
        tokenizer = AutoTokenizer.from_pretrained(tmp_path / "out")
        own = Tokenizer.from_file(str(FOLDER / "mini" / "tokenizer.json"))
        own.no_padding()
        for text in (*SENTENCES[:5], "Ünïcode, don't! 4.5"):
            assert tokenizer(text)["input_ids"] == own.encode(text).ids
        model = AutoModelForMaskedLM.from_pretrained(tmp_path / "out")
        assert model.dtype == torch.float32
        assert fill("--model", tmp_path / "out").status == 0


class TestOn:
    def test_filled_records_are_those_that_fill_makes(self, tune, fill, tmp_path, bert):
        options = ("--topk", 5, "--seed", 7)
        filled = fill("--model", bert, *options).out
        assert tune("--on", "filled", *options, out="a").status == 0
        assert tune("--on", "unmasked", *options[2:], out="b", input=filled).status == 0
        assert weights(tmp_path / "a") == weights(tmp_path / "b")

    def test_only_records_without_masks(self, tune, tmp_path):
        strange = MASKED.replace(b'"masks"', b'"word_lists":{"allowList":"x@1"},"masks"')
        done = tune("--on", "unmasked", out="a", input=strange + CLEAN)
        assert done.records[0]["train"]["records"] == 20
        assert tune("--on", "unmasked", out="b", input=CLEAN).status == 0
        assert weights(tmp_path / "a") == weights(tmp_path / "b")

    def test_the_list_of_a_record_that_is_filled_must_be_there(self, tune):
        strange = MASKED.replace(b'"masks"', b'"word_lists":{"allowList":"x@1"},"masks"')
        done = tune(input=strange)
        assert done.status == 65
        assert "stdin:1: the record was masked with a word list" in one_line(done.err)

    @pytest.mark.parametrize("lora", [False, True])
    def test_rounds_are_runs_one_after_another(self, tune, tmp_path, bert, lora):
        options = ("--lora",) if lora else ()
        assert tune(*options, "--rounds", 2, out="both").status == 0
        assert tune(*options, out="first").status == 0
        went_on = ("--lora", "--adapter", tmp_path / "first") if lora else ()
        model = bert if lora else tmp_path / "first"
        assert tune(*went_on, out="second", model=model).status == 0
        both, second = (load_file(next((tmp_path / d).glob("*.safetensors")))
                        for d in ("both", "second"))  # fmt: skip
        for name, weight in both.items():
            assert torch.equal(weight, second[name])
        assert weights(tmp_path / "both") != weights(tmp_path / "first")

    def test_markers_of_text_masked_elsewhere(self, tune):
        text = b"we saw <X> there\nnothing here\n"
        given = ("--input-format", "text", "--marker-text", "<X>")
        train = tune(*given, input=text).records[0]["train"]
        assert (train["unmasked"], train["filled"]) == (1, 1)
        train = tune(*given[:2], input=text, out="b").records[0]["train"]
        assert (train["unmasked"], train["filled"]) == (2, 0)


class TestResume:
    @pytest.mark.parametrize(
        ("options", "stop"),
        [
            ((), (1, 7)),
            ((), (2, 6)),
            (("--lora",), (1, 3)),
            (("--lora",), (2, 6)),
            (("--valid", "{v}", "--every", "3"), (2, 7)),
        ],
    )
    def test_a_resumed_run_ends_as_if_it_had_not_been_interrupted(
        self, tune, tmp_path, monkeypatch, options, stop
    ):
        (tmp_path / "v").write_bytes(CLEAN)
        options = [o.replace("{v}", str(tmp_path / "v")) for o in options]
        if "--every" not in options:
            options += ["--every", "2"]
        options += ["--rounds", 2, "--patience", 99]
        whole = tune(*options, out="whole", epochs=2)
        assert whole.status == 0
        with monkeypatch.context() as patch:
            number, step = stop
            stop_at(patch, KeyboardInterrupt(), step, f"round-{number}")
            done = tune(*options, epochs=2)
            assert done.status == 130
        assert not (tmp_path / "out").exists()
        assert "--resume goes on" in one_line(tune(*options, epochs=2).err)
        resumed = tune(*options, "--resume", epochs=2)
        assert resumed.out == whole.out
        assert weights(tmp_path / "whole") == weights(tmp_path / "out")
        assert not (tmp_path / "out.part").exists()

    def test_another_text_is_no_resumption(self, tune, tmp_path, monkeypatch):
        with monkeypatch.context() as patch:
            stop_at(patch, KeyboardInterrupt(), 2, "round-1")
            tune()
        done = tune("--resume", input=CLEAN)
        assert done.status == 2
        assert "other options or another text" in one_line(done.err)

    def test_a_loss_that_is_no_number_stops_it(self, tune, monkeypatch):
        from privtool.models.filler_objective import HiddenWords

        loss = HiddenWords.loss
        monkeypatch.setattr(HiddenWords, "loss", lambda *args: loss(*args) * math.nan)
        done = tune()
        assert done.status == 1
        assert "the loss is no number at step 1" in one_line(done.err)

    def test_no_text_is_left_behind(self, tune, tmp_path, monkeypatch):
        text = lines([f"my name is {CANARY} {CANARY}"] * 3) + MASKED
        with monkeypatch.context() as patch:
            stop_at(patch, KeyboardInterrupt(), 2, "round-2")
            tune("--rounds", 2, "--every", 1, input=text)
        tune("--lora", out="done", input=text)
        held = [p for p in tmp_path.rglob("*") if p.is_file()]
        assert len(held) > 8
        for path in held:
            content = path.read_bytes().lower()
            assert CANARY.encode() not in content
            if path.name != "tokenizer.json":
                assert str(tmp_path).encode() not in content or ".part" in str(path)


class TestCausal:
    """Adapters on prompts, as in section 4.2.4 of Vats 2023."""

    @pytest.mark.parametrize("family", ["llama", "gpt2"])
    def test_an_adapter_that_fill_asks_with_the_prompt(self, tune, fill, tmp_path, family, request):
        base = request.getfixturevalue(family)
        before = weights(base)
        (tmp_path / "v").write_bytes(CLEAN + MASKED)
        done = tune("--valid", tmp_path / "v", "--batch-tokens", 800, model=base, epochs=6)
        assert (done.status, done.err) == (0, "")
        (result,) = done.records
        assert weights(base) == before
        assert result["prompt"] == "alpaca-mask"
        assert (result["options"]["lora"], result["options"]["rank"]) == (True, 16)
        assert result["train"]["filled"] == 20
        assert result["valid"]["after"]["loss"] < result["valid"]["before"]["loss"]
        plain = fill("--model", base)
        tuned = fill("--model", base, "--adapter", tmp_path / "out")
        assert (plain.status, tuned.status) == (0, 0)
        assert plain.out != tuned.out
        for line, record in zip(MASKED.splitlines(), tuned.records, strict=True):
            before, after = json.loads(line)["text"].split("[MASK]")
            assert record["text"].startswith(before)
            assert record["text"].endswith(after)

    def test_filled_records_are_those_that_fill_makes(self, tune, fill, tmp_path, llama):
        filled = fill("--model", llama).out
        assert tune("--on", "filled", out="a", model=llama).status == 0
        assert tune("--on", "unmasked", out="b", model=llama, input=filled).status == 0
        assert weights(tmp_path / "a") == weights(tmp_path / "b")

    def test_rounds_resume_as_if_nothing_had_happened(self, tune, tmp_path, monkeypatch, llama):
        options = ("--rounds", 2, "--every", 1)
        text = masked(SENTENCES[20:23])
        whole = tune(*options, out="whole", model=llama, input=text)
        with monkeypatch.context() as patch:
            stop_at(patch, KeyboardInterrupt(), 1, "round-2")
            assert tune(*options, model=llama, input=text).status == 130
        assert tune(*options, "--resume", model=llama, input=text).out == whole.out
        assert weights(tmp_path / "whole") == weights(tmp_path / "out")

    def test_a_set_of_masked_records_cannot_be_measured_on(self, tune, tmp_path, llama):
        (tmp_path / "v").write_bytes(MASKED)
        done = tune("--valid", tmp_path / "v", model=llama)
        assert done.status == 65
        assert "the set 'valid' holds no word to measure on" in one_line(done.err)


class TestErrors:
    @pytest.mark.parametrize(
        ("given", "options", "told"),
        [
            (b"", (), "there is no record to train on"),
            (CLEAN, ("--on", "filled"), "there is no record with markers"),
            (MASKED, ("--on", "unmasked"), "there is no record without markers"),
            (lines(["...", "[MASK]"]), (), "no record holds a word to train on"),
            (CLEAN, ("--valid", "{empty}"), "the set 'valid' holds no record"),
            (CLEAN + f'{{"text": "{CANARY}\n'.encode(), (), "stdin:21: not valid JSON"),
            (CLEAN + b'{"id": "k"}\n', (), "stdin:21: field 'text' is missing; every"),
        ],
    )
    def test_text_that_cannot_be_used(self, tune, tmp_path, given, options, told):
        (tmp_path / "empty").write_bytes(b"")
        options = [o.replace("{empty}", str(tmp_path / "empty")) for o in options]
        done = tune(*options, input=given)
        assert done.status == 65
        assert told in one_line(done.err)
        assert CANARY not in done.err
        assert {p.name for p in tmp_path.iterdir()} == {"empty"}

    def test_one_record_is_enough(self, tune):
        assert tune(input=lines(["hello there"])).status == 0

    def test_rejects_are_set_aside(self, tune, tmp_path):
        done = tune("--rejects", tmp_path / "r", input=CLEAN + f"{CANARY}\n".encode())
        assert done.out == tune(out="b", input=CLEAN).out
        assert CANARY not in (tmp_path / "r").read_text()

    @pytest.mark.parametrize(
        ("options", "told"),
        [
            (("--rank", 4), "--rank belongs to --lora"),
            (("--lora", "--rank", 4, "--adapter", "x"), "a rank of its own"),
            (("--rate", 0), "--rate must be over 0 and under 1"),
            (("--rounds", 2, "--on", "unmasked"), "not with --on unmasked"),
            (("--resume", "--force"), "give one"),
            (("--learning-rate", "nan"), "--learning-rate must be"),
            (("--adapter", "{tmp}"), "no adapter_config.json"),
            (("--valid", "-"), "standard input is what is trained on"),
        ],
    )
    def test_options_that_mean_nothing(self, tune, tmp_path, options, told):
        done = tune(*(str(o).replace("{tmp}", str(tmp_path)) for o in options))
        assert done.status == 2
        assert told in one_line(done.err)

    def test_an_older_model_is_only_replaced_by_force(self, tune, tmp_path):
        (tmp_path / "out").mkdir()
        done = tune()
        assert done.status == 2
        assert "is there already; --force replaces it" in one_line(done.err)
        assert tune("--force").status == 0

    def test_a_model_that_is_not_here(self, tune):
        done = tune("--offline", model="roberta")
        assert done.status == 69
        assert tune(model="./nowhere").status == 69

    def test_a_folder_that_is_damaged(self, tune, bert, tmp_path):
        shutil.copytree(bert, tmp_path / "copy")
        (tmp_path / "copy" / "config.json").write_text("{}")
        assert tune(model=tmp_path / "copy").status == 69
