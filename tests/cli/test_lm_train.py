from __future__ import annotations

import json
import math
import os

import pytest
import torch
from safetensors.torch import load_file
from tiny_models import SENTENCES
from trainer_runs import one_line, stop_at, weights

CANARY = "zqxwary"
FAST = ("--size", "tiny", "--hidden", "8", "--device", "cpu", "--dtype", "fp32", "-q")


def lines(texts):
    return b"".join(json.dumps({"id": n, "text": t}).encode() + b"\n" for n, t in enumerate(texts))


CORPUS = lines(SENTENCES)


@pytest.fixture
def train(call, tmp_path):
    """Run lm-train into `lm` in the test's folder, with options more."""

    def trained(*options, input=CORPUS, out="lm", epochs=1):
        fast = FAST[4:] if "--init" in options else FAST  # which has sizes of its own
        return call(
            "lm-train", "--out", tmp_path / out, *fast, "--epochs", epochs, *options, input=input
        )

    return trained


class TestResults:
    def test_one_line_of_json_and_a_folder_that_transformers_loads(self, train, tmp_path):
        from transformers import AutoModelForCausalLM, AutoTokenizer

        (tmp_path / "t").write_bytes(lines(["the doctor called anna", "we moved"]))
        done = train("--test", f"clean={tmp_path / 't'}", "--valid", tmp_path / "t")
        assert (done.status, done.err) == (0, "")
        (result,) = done.records
        assert result == json.loads((tmp_path / "lm" / "privtool.json").read_text())
        assert result["test"]["clean"] == result["valid"]
        assert result["train"]["records"] == len(SENTENCES)
        assert result["train"]["padding"] < 0.05
        assert result["test"]["clean"]["unknown_rate"] == 1 / 6
        tokenizer = AutoTokenizer.from_pretrained(tmp_path / "lm")
        model = AutoModelForCausalLM.from_pretrained(tmp_path / "lm")
        loss = targets = 0.0
        for text in ("the doctor called anna", "we moved"):
            ids = tokenizer(text, return_tensors="pt")["input_ids"]
            with torch.no_grad():
                loss += model(ids, labels=ids).loss.item() * (ids.shape[1] - 1)
            targets += ids.shape[1] - 1
        assert targets == 6 + 2
        assert math.isclose(
            math.exp(loss / targets), result["test"]["clean"]["perplexity"], rel_tol=1e-4
        )
        assert sorted(p.name for p in tmp_path.iterdir()) == ["lm", "t"]

    def test_training_lowers_the_perplexity(self, train, tmp_path):
        (tmp_path / "t").write_bytes(lines(SENTENCES))
        options = ("--test", f"t={tmp_path / 't'}", "--learning-rate", "0.02", "--batch-tokens", 99)
        before = train("--out", tmp_path / "a", "--learning-rate", "1e-9", *options[:2])
        after = train("--out", tmp_path / "b", *options, epochs=6)
        before, after = (d.records[0]["test"]["t"]["perplexity"] for d in (before, after))
        assert after < before / 2

    def test_it_is_the_same_each_time(self, train, tmp_path):
        one, two = train(out="a"), train(out="b")
        assert one.out == two.out
        assert weights(tmp_path / "a") == weights(tmp_path / "b")

    def test_a_vocabulary_file_and_its_most_frequent_words(self, train, tmp_path):
        from transformers import AutoTokenizer

        (tmp_path / "v.tsv").write_text("old\t1\nthe\t9\n[mask]\t8\nAnd\t5\n")
        done = train("--vocab", tmp_path / "v.tsv", "--top", 2)
        assert done.status == 0
        vocabulary = AutoTokenizer.from_pretrained(tmp_path / "lm").get_vocab()
        assert {word for word in vocabulary if word[0] not in "[<"} == {"the", "and"}

    def test_an_lstm_is_trained_and_gone_on_from(self, train, tmp_path):
        assert train("--arch", "lstm").status == 0
        done = train("--init", tmp_path / "lm", out="more", input=lines(["[MASK] met the xyz"]))
        (result,) = done.records
        assert result["options"]["arch"] == "lstm"
        assert result["train"]["unknown_rate"] == 0.5
        assert result["train"]["marker_rate"] == 0.25
        assert weights(tmp_path / "lm") != weights(tmp_path / "more")

    def test_pieces_of_a_tokenizer(self, train, tmp_path):
        from tokenizers import Tokenizer, models, pre_tokenizers, trainers

        made = Tokenizer(models.BPE())
        made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
        made.train_from_iterator(
            SENTENCES,
            trainers.BpeTrainer(
                vocab_size=300,
                initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
                show_progress=False,
            ),
        )
        made.save(str(tmp_path / "bpe.json"))
        (tmp_path / "t").write_bytes(lines(["hello </s> you"]))
        done = train("--tokens", f"bpe:{tmp_path / 'bpe.json'}", "--test", f"t={tmp_path / 't'}")
        (result,) = done.records
        test = result["test"]["t"]
        assert result["options"]["tokens"] == "pieces"
        assert test["words"] == 3
        assert test["tokens"] > 5
        assert test["perplexity"] > test["perplexity_token"]

    def test_pieces_of_a_recogniser(self, train, tmp_path):
        from tiny_models import tiny_asr
        from transformers import AutoTokenizer

        from privtool.models.asr_folder import load_asr

        tokens = load_asr(tiny_asr(tmp_path / "asr", roles=("doctor",))).tokens
        given = lines(["Hello, ANNA!", "so [MASK] it is"])
        (result,) = train("--tokens", f"asr:{tmp_path / 'asr'}", input=given).records
        assert result["options"]["token_digest"] == tokens.digest
        ids = [*tokens.encode("hello anna"), *tokens.encode("so"), *tokens.encode("it is")]
        assert result["train"]["tokens"] == len(ids) + 1  # the marker is itself
        saved = AutoTokenizer.from_pretrained(tmp_path / "lm")
        assert saved.convert_ids_to_tokens(list(range(tokens.count))) == tokens.pieces
        more = train("--init", tmp_path / "lm", input=given, out="more").records[0]
        assert more["options"]["token_digest"] == tokens.digest
        assert "token_digest" not in train(out="words").records[0]["options"]

    def test_numbers_in_half_precision(self, train):
        done = train("--dtype", "bf16")
        assert done.status == 0
        assert done.records[0]["options"]["dtype"] == "bf16"

    def test_rejects_are_set_aside(self, train, tmp_path):
        done = train("--rejects", tmp_path / "aside", input=CORPUS + f"{CANARY}\n".encode())
        assert done.out == train(out="b").out
        assert CANARY not in (tmp_path / "aside").read_text()

    def test_markers_without_weight_change_nothing_of_their_rows(self, train, tmp_path):
        text = lines(["[MASK] saw [PERSON]", "she saw him"])
        special = train("--marker-loss", "special", input=text, out="a").records[0]
        ignored = train("--marker-loss", "ignore", input=text, out="b").records[0]
        assert special["train"] == ignored["train"]
        assert weights(tmp_path / "a") != weights(tmp_path / "b")


class TestResume:
    OPTIONS = ("--batch-tokens", 60, "--every", 4, "--accumulate", 2, "--patience", 9)

    @pytest.mark.parametrize("valid", [False, True])
    def test_a_resumed_run_ends_as_if_it_had_not_been_interrupted(
        self, train, tmp_path, monkeypatch, valid
    ):
        (tmp_path / "v").write_bytes(lines(SENTENCES[:5]))
        options = (*self.OPTIONS, *(("--valid", tmp_path / "v") if valid else ()))
        whole = train(*options, out="whole", epochs=2)
        steps = whole.records[0]["steps"]
        assert steps > 9
        stop_at(monkeypatch, KeyboardInterrupt(), step=10)
        done = train(*options, epochs=2)
        assert (done.status, done.out) == (130, b"")
        assert not (tmp_path / "lm").exists()
        monkeypatch.undo()
        refused = train(*options, epochs=2)
        assert refused.status == 2
        assert "--resume goes on" in one_line(refused.err)
        other = train(*options, "--resume", epochs=3)
        assert other.status == 2
        assert "other options" in one_line(other.err)
        again = train(*options, "--resume", epochs=2)
        assert again.out == whole.out
        assert weights(tmp_path / "lm") == weights(tmp_path / "whole")
        assert not (tmp_path / "lm.part").exists()

    def test_a_loss_that_is_no_number_stops_it_and_keeps_the_checkpoint(
        self, train, tmp_path, monkeypatch
    ):
        from privtool.models import lm_objective

        loss = lm_objective.chunked_cross_entropy
        calls = []

        def spoilt(*args):
            calls.append(1)
            return loss(*args) * (math.nan if len(calls) == 11 else 1)

        monkeypatch.setattr(lm_objective, "chunked_cross_entropy", spoilt)
        done = train(*self.OPTIONS, epochs=2)
        assert done.status == 1
        assert "the loss is no number at step 6" in one_line(done.err)
        assert (tmp_path / "lm.part" / "checkpoint-4" / "complete").is_file()

    def test_a_full_disk_keeps_the_checkpoint_before(self, train, tmp_path, monkeypatch):
        whole = train(*self.OPTIONS, out="whole", epochs=2)
        save, calls = torch.save, []

        def full(*args, **options):
            calls.append(1)
            if len(calls) > 4:
                raise OSError(28, f"No space left on device {CANARY}")
            return save(*args, **options)

        monkeypatch.setattr(torch, "save", full)
        done = train(*self.OPTIONS, epochs=2)
        monkeypatch.undo()
        assert done.status == 1
        assert "cannot be written (no space left on device)" in one_line(done.err)
        assert CANARY not in done.err
        kept = sorted(p.name for p in (tmp_path / "lm.part").glob("checkpoint-*"))
        assert kept == ["checkpoint-4"]
        assert train(*self.OPTIONS, "--resume", epochs=2).out == whole.out

    def test_a_full_disk_while_the_model_is_saved_loses_nothing(self, train, tmp_path, monkeypatch):
        from transformers import PreTrainedTokenizerFast

        def full(*args, **options):
            raise OSError(28, f"No space left on device {CANARY}")

        whole = train(out="whole")
        monkeypatch.setattr(PreTrainedTokenizerFast, "save_pretrained", full)
        done = train()
        monkeypatch.undo()
        assert (done.status, done.out) == (1, b"")
        assert "cannot be written" in one_line(done.err)
        assert CANARY not in done.err
        assert sorted(p.name for p in tmp_path.iterdir()) == ["lm.part", "whole"]
        assert train("--resume").out == whole.out

    def test_the_mean_of_the_last_checkpoints(self, train, tmp_path, monkeypatch):
        from privtool.models import training

        seen = []
        average_of = training.average_of

        def watched(model, folders):
            seen.extend(load_file(folder / "model.safetensors") for folder in folders)
            average_of(model, folders)

        monkeypatch.setattr(training, "average_of", watched)
        done = train(*self.OPTIONS, "--average", "3", epochs=2)
        assert done.status == 0
        assert len(seen) == 3
        saved = load_file(tmp_path / "lm" / "model.safetensors")
        for name, found in saved.items():
            mean = torch.stack([one[name].double() for one in seen]).mean(0)
            assert torch.equal(found, mean.float())
        assert any(not torch.equal(saved[name], seen[-1][name]) for name in saved)

    def test_a_checkpoint_that_was_cut_off_is_passed_over(self, train, tmp_path, monkeypatch):
        whole = train(*self.OPTIONS, out="whole", epochs=2)
        stop_at(monkeypatch, KeyboardInterrupt(), step=10)
        train(*self.OPTIONS, epochs=2)
        monkeypatch.undo()
        half = tmp_path / "lm.part" / "checkpoint-9"
        half.mkdir()
        (half / "model.safetensors").write_bytes(b"half")
        assert train(*self.OPTIONS, "--resume", epochs=2).out == whole.out


class TestErrors:
    @pytest.mark.parametrize(
        ("given", "said"),
        [
            (b"", "there is no record to train on"),
            (lines(["", "?!"]), "no record holds a word to train on"),
            (lines(["[MASK]", "[PERSON] [MASK]"]), "the training text holds no word but markers"),
            (CORPUS + f"{CANARY}\n".encode(), f"stdin:{len(SENTENCES) + 1}: not valid JSON"),
            (lines(["a"]) + b'{"note":"zqxwary"}\n', "stdin:2: field 'text' is missing"),
        ],
    )
    def test_bad_texts(self, train, tmp_path, given, said):
        done = train(input=given)
        assert (done.status, done.out) == (65, b"")
        assert said in one_line(done.err)
        assert CANARY not in done.err
        assert list(tmp_path.iterdir()) == []

    def test_one_record_is_enough(self, train):
        assert train(input=lines(["hello"])).records[0]["train"]["words"] == 1

    @pytest.mark.parametrize(
        ("options", "said"),
        [
            (("--test", "t=-"), "standard input is what is trained on"),
            (("--test", "t=missing"), "there is no file"),
            (("--test", "missing"), "NAME=FILE"),
            (("--tokens", "chars"), "words, bpe:FILE or asr:DIR"),
            (("--tokens", "bpe:missing"), "no such file"),
            (("--tokens", "asr:missing"), "no model of asr-train"),
            (("--init", "missing"), "no folder that privtool lm-train wrote"),
            (("--init", "x", "--top", "5"), "its own vocabulary"),
            (("--init", "x", "--layers", "5"), "its own sizes"),
            (("--hidden", "9", "--heads", "2"), "no multiple"),
            (("--arch", "lstm", "--heads", "2"), "--heads belongs"),
            (("--learning-rate", "0"), "over 0"),
            (("--clip", "nan"), "over 0"),
            (("--resume", "--force"), "give one"),
            (("--vocab", "missing"), "no such file"),
        ],
    )
    def test_bad_options(self, call, tmp_path, options, said):
        given = FAST if options[0] not in ("--init",) else FAST[4:]
        done = call("lm-train", "--out", tmp_path / "lm", *given, *options, input=CORPUS)
        assert (done.status, done.out) == (2, b"")
        assert said in one_line(done.err)
        assert list(tmp_path.iterdir()) == []

    def test_a_test_that_is_the_training_text(self, train, tmp_path):
        (tmp_path / "t").write_bytes(CORPUS)
        done = train("--test", f"t={tmp_path / 't'}", tmp_path / "t")
        assert done.status == 2
        assert "is what is trained on" in one_line(done.err)

    @pytest.mark.parametrize("option", ["--valid={}", "--test=t={}"])
    def test_markers_in_a_clean_set_are_refused(self, train, tmp_path, option):
        (tmp_path / "t").write_bytes(lines([f"{CANARY} [MASK]"]))
        done = train(option.format(tmp_path / "t"))
        assert done.status == 65
        assert "holds markers" in one_line(done.err)
        assert CANARY not in done.err

    def test_a_folder_that_is_there_is_refused_and_replaced_by_force(self, train, tmp_path):
        (tmp_path / "lm").mkdir()
        (tmp_path / "lm" / "old").touch()
        done = train()
        assert done.status == 2
        assert "is there already; --force replaces it" in one_line(done.err)
        assert train("--force", input=b"").status == 65
        assert [p.name for p in (tmp_path / "lm").iterdir()] == ["old"]
        assert train("--force").status == 0
        assert not (tmp_path / "lm" / "old").exists()
        assert load_file(tmp_path / "lm" / "model.safetensors")

    def test_another_architecture_than_that_of_init(self, call, tmp_path, tiny_lm):
        done = call(
            "lm-train", "--init", tiny_lm, "--arch", "lstm", "--out", tmp_path / "x", input=CORPUS
        )
        assert done.status == 2
        assert "not lstm" in one_line(done.err)


def test_no_text_is_told_but_in_the_vocabulary(train, tmp_path, monkeypatch):
    text = lines([f"hello {CANARY} there"] * 20)
    (tmp_path / "t").write_bytes(text)
    stop_at(monkeypatch, ValueError(f"it was {CANARY}"), step=3)
    options = ("--test", f"t={tmp_path / 't'}", "--batch-tokens", 20, "--every", 1, "--debug")
    done = train(*options, input=text)
    assert done.status == 1
    told = [done.out, done.err.encode()]
    told += [p.read_bytes() for p in (tmp_path / "lm.part").rglob("*") if p.is_file()]
    monkeypatch.undo()
    done = train(*options, "--resume", input=text)
    assert done.status == 0
    told += [done.out, done.err.encode()]
    told += [p.read_bytes() for p in (tmp_path / "lm").iterdir() if p.name != "tokenizer.json"]
    assert len(told) > 12
    assert CANARY.encode() not in b"".join(told)
    assert os.path.exists(tmp_path / "lm" / "tokenizer.json")
