from __future__ import annotations

import json
import math
import os

import pytest
import torch
from tiny_models import SENTENCES
from trainer_runs import one_line, stop_at

CANARY = "zqxwary"
FAST = ("--size", "tiny", "--hidden", "8", "--device", "cpu", "--dtype", "fp32", "-q")
METHODS = ("uniform", "proportional", "ngram-opt", "adaptive")


def lines(texts):
    return b"".join(json.dumps({"id": n, "text": t}).encode() + b"\n" for n, t in enumerate(texts))


def manifest(**paths):
    return b"".join(
        json.dumps({"corpus": name, "path": str(path), "more": CANARY}).encode() + b"\n"
        for name, path in paths.items()
    )


@pytest.fixture
def mix(call, tmp_path):
    """Run mix-train on two corpora into `mix` in the test's folder, with options more."""
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "one.jsonl").write_bytes(lines(SENTENCES[:12]))
    (tmp_path / "in" / "two.jsonl").write_bytes(lines(["other words here", "more of them"]))
    (tmp_path / "in" / "v.jsonl").write_bytes(lines(SENTENCES[12:18]))

    def mixed(*options, input=None, out="mix", epochs=2, method="adaptive", valid=True):
        given = manifest(one=tmp_path / "in/one.jsonl", two=tmp_path / "in/two.jsonl")
        options = (*options, "--valid", tmp_path / "in/v.jsonl") if valid else options
        fast = FAST[4:] if "--init" in options else FAST
        return call(
            "mix-train", "--out", tmp_path / out, *fast, "--epochs", epochs, "--method", method,
            "--batch-tokens", 40, "--epoch-tokens", 160, "--learning-rate", 0.01, *options,
            input=given if input is None else input,
        )  # fmt: skip

    return mixed


def curve(folder):
    """The lines of a run without their times."""
    found = [json.loads(line) for line in (folder / "curve.jsonl").read_text().splitlines()]
    return [{k: v for k, v in line.items() if "seconds" not in k} for line in found]


class TestResults:
    @pytest.mark.parametrize("method", METHODS)
    def test_a_model_folder_a_result_and_a_curve(self, mix, tmp_path, call, method):
        done = mix("--test", f"t={tmp_path / 'in/v.jsonl'}", method=method)
        assert (done.status, done.err) == (0, "")
        (result,) = done.records
        assert result == json.loads((tmp_path / "mix" / "privtool.json").read_text())
        assert result["model"] == "privtool mix-train"
        assert result["steps"] == 8
        assert result["test"]["t"] == result["valid"]
        assert [c["corpus"] for c in result["corpora"]] == ["one", "two"]
        one, two = curve(tmp_path / "mix")
        assert (one["epoch"], two["epoch"], one["step"], two["step"]) == (1, 2, 4, 8)
        for line in (one, two):
            assert sum(line["weights"].values()) == pytest.approx(1)
            assert 160 <= sum(line["tokens"].values()) < 300
            assert line["valid_loss"] > 0
            assert line["train_loss"] > 0
        extra = 2 * 2 if method == "adaptive" else 0  # a step for each of two corpora, twice
        assert result["extra_iterations"] == extra
        assert result["weights"] == two["weights"]
        best = min(one["valid_loss"], two["valid_loss"])
        assert math.log(result["valid"]["perplexity"]) == pytest.approx(best)
        scored = call(
            "lm-score", "-q", "--device", "cpu", "--model", tmp_path / "mix",
            input=(tmp_path / "in/v.jsonl").read_bytes(),
        ).records  # fmt: skip
        total = sum(record["logprob"] for record in scored)
        assert -total / sum(record["tokens"] for record in scored) == pytest.approx(best, rel=1e-4)
        assert sorted(p.name for p in tmp_path.iterdir()) == ["in", "mix"]

    def test_weights_by_method(self, mix, tmp_path):
        found = {}
        for method in ("uniform", "proportional", "ngram-opt"):
            assert mix(method=method, out=method, epochs=1).status == 0
            found[method] = curve(tmp_path / method)[0]["weights"]
        assert found["uniform"] == {"one": 0.5, "two": 0.5}
        assert found["proportional"] == {"one": 12 / 14, "two": 2 / 14}
        assert found["ngram-opt"]["one"] > 0.5
        done = mix("--weights", "two=0.75,one=0.25", method="static", out="static", epochs=1)
        assert done.records[0]["weights"] == {"one": 0.25, "two": 0.75}

    def test_what_is_drawn_is_by_the_weights(self, mix, tmp_path):
        done = mix("--weights", "one=1,two=0", method="static", valid=False)
        assert done.status == 0
        assert all(line["records"]["two"] == 0 for line in curve(tmp_path / "mix"))
        assert "valid" not in done.records[0]

    def test_it_is_the_same_each_time_and_with_corpora_as_options(self, mix, tmp_path):
        one = mix(out="a")
        named = [f"--corpus={name}={tmp_path}/in/{name}.jsonl" for name in ("one", "two")]
        assert mix(*named, out="b", input=b"").out == one.out
        assert curve(tmp_path / "a") == curve(tmp_path / "b")
        assert mix("--seed", 2, out="c").out != one.out

    def test_paths_are_relative_to_the_folder_of_the_manifest(self, mix, tmp_path, monkeypatch):
        expected = mix(out="a", epochs=1)
        given = tmp_path / "in" / "manifest.jsonl"
        given.write_bytes(b"\n" + manifest(one="one.jsonl", two="two.jsonl"))
        assert mix(given, out="b", input=b"", epochs=1).out == expected.out
        monkeypatch.chdir(tmp_path / "in")
        given = manifest(one="one.jsonl", two="two.jsonl")
        assert mix(out="c", input=given, epochs=1).out == expected.out

    def test_weights_every_few_steps(self, mix, tmp_path):
        done = mix("--every", 2, "--finetune-steps", 1, "--unit", "token")
        (result,) = done.records
        found = curve(tmp_path / "mix")
        assert [line["epoch"] for line in found] == [0.5, 1, 1.5, 2]
        assert result["extra_iterations"] == 8
        assert len({line["weights"]["one"] for line in found}) == 4

    def test_the_log_and_the_picture(self, mix, tmp_path):
        runs = tmp_path / "runs"
        options = ("--log", tmp_path / "log", "--plot", tmp_path / "curve.svg")
        for method in ("uniform", "adaptive"):
            assert mix(*options, method=method, out=f"runs/{method}", epochs=1).status == 0
        (runs / "other").mkdir()
        logged = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
        told = [curve(runs / method) for method in ("uniform", "adaptive")]
        assert [line["weights"] for line in logged] == [line["weights"] for t in told for line in t]
        assert all(line["seconds"] > 0 for line in logged)
        assert (tmp_path / "curve.svg").read_bytes().startswith(b"<?xml")

    def test_an_lstm_is_gone_on_from(self, mix, tmp_path):
        assert mix("--arch", "lstm", out="a").status == 0
        done = mix("--init", tmp_path / "a", out="b")
        assert done.status == 0
        assert done.records[0]["options"]["arch"] == "lstm"
        assert done.records[0]["init"]

    def test_pieces_of_a_tokenizer(self, mix, tmp_path):
        from tokenizers import Tokenizer, models, pre_tokenizers, trainers

        made = Tokenizer(models.BPE())
        made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
        alphabet = pre_tokenizers.ByteLevel.alphabet()
        trainer = trainers.BpeTrainer(
            vocab_size=300, initial_alphabet=alphabet, show_progress=False
        )
        made.train_from_iterator(SENTENCES, trainer)
        made.save(str(tmp_path / "bpe.json"))
        done = mix("--tokens", f"bpe:{tmp_path / 'bpe.json'}", epochs=1)
        assert done.status == 0
        assert done.records[0]["options"]["tokens"] == "pieces"

    def test_a_vocabulary_without_markers_gets_them(self, mix, tmp_path):
        from transformers import AutoTokenizer

        (tmp_path / "v.tsv").write_text("the\t9\nhere\t5\n")
        (tmp_path / "in" / "two.jsonl").write_bytes(lines(["the [MASK] here"]))
        done = mix("--vocab", tmp_path / "v.tsv", "--marker-loss", "ignore", epochs=1)
        assert done.records[0]["corpora"][1]["marker_rate"] == 1 / 3
        vocabulary = AutoTokenizer.from_pretrained(tmp_path / "mix").get_vocab()
        assert {"[MASK]", "[PERSON]", "the", "here"} <= set(vocabulary)

    def test_a_corpus_with_one_record_and_rejects(self, mix, tmp_path):
        (tmp_path / "in" / "two.jsonl").write_bytes(lines(["hello"]))
        plain = mix(out="a")
        (tmp_path / "in" / "two.jsonl").write_bytes(f"{CANARY}\n".encode() + lines(["hello"]))
        done = mix("--rejects", tmp_path / "aside", out="b")
        assert (plain.status, done.out) == (0, plain.out)
        assert CANARY not in (tmp_path / "aside").read_text()


class TestResume:
    @pytest.mark.parametrize(("method", "step"), [("adaptive", 1), ("adaptive", 4), ("uniform", 3)])
    def test_a_resumed_run_ends_as_if_it_had_not_been_interrupted(
        self, mix, tmp_path, monkeypatch, method, step
    ):
        options = ("--every", 3, "--accumulate", 2, "--finetune-steps", 1)
        whole = mix(*options, out="whole", method=method, epochs=3)
        assert whole.records[0]["steps"] == 6
        stop_at(monkeypatch, KeyboardInterrupt(), step=step)
        done = mix(*options, method=method, epochs=3)
        assert (done.status, done.out) == (130, b"")
        monkeypatch.undo()
        refused = mix(*options, method=method, epochs=3)
        assert refused.status == 2
        assert "--resume goes on" in one_line(refused.err)
        changed = mix(*options, "--resume", method=method, epochs=4)
        assert changed.status == 2
        assert "other options" in one_line(changed.err)
        again = mix(*options, "--resume", method=method, epochs=3)
        assert again.out == whole.out
        for name in ("model.safetensors", "tokenizer.json"):
            assert (tmp_path / "mix" / name).read_bytes() == (
                tmp_path / "whole" / name
            ).read_bytes()
        assert curve(tmp_path / "mix") == curve(tmp_path / "whole")
        assert sorted(p.name for p in tmp_path.iterdir()) == ["in", "mix", "whole"]

    def test_corpora_are_not_read_again(self, mix, tmp_path, monkeypatch):
        from privtool.cli import read_corpora

        stop_at(monkeypatch, KeyboardInterrupt(), step=1)
        assert mix().status == 130
        monkeypatch.undo()
        monkeypatch.setattr(read_corpora, "read_sentences", None)
        assert mix("--resume").status == 0

    def test_a_corpus_that_has_changed_is_told(self, mix, tmp_path, monkeypatch):
        stop_at(monkeypatch, KeyboardInterrupt(), step=1)
        assert mix().status == 130
        monkeypatch.undo()
        (tmp_path / "in" / "two.jsonl").write_bytes(lines(["changed"]))
        done = mix("--resume")
        assert done.status == 2
        assert "another text" in one_line(done.err)
        assert mix("--force", epochs=1).status == 0

    def test_a_loss_that_is_no_number_stops_it_and_keeps_the_checkpoint(
        self, mix, tmp_path, monkeypatch
    ):
        from privtool.models import mix_trainer

        loss, calls = mix_trainer.mixed_loss, []

        def spoilt(*args):
            calls.append(1)
            return loss(*args) * (math.nan if len(calls) == 6 else 1)

        monkeypatch.setattr(mix_trainer, "mixed_loss", spoilt)
        done = mix()
        assert done.status == 1
        assert "the loss is no number at step 6" in one_line(done.err)
        assert (tmp_path / "mix.part" / "checkpoint-4" / "complete").is_file()

    def test_a_copy_that_falls_apart_is_told(self, mix, tmp_path):
        done = mix("--finetune-rate", 1e30, "--finetune-steps", 2)
        assert done.status == 1
        assert "try a lower --finetune-rate" in one_line(done.err)

    def test_a_full_disk_while_corpora_are_read_leaves_nothing(self, mix, tmp_path, monkeypatch):
        from privtool.models.corpus_files import CorpusWriter

        def full(*args):
            raise OSError(28, f"No space left on device {CANARY}")

        monkeypatch.setattr(CorpusWriter, "add", full)
        done = mix()
        assert done.status == 1
        assert "cannot be written (no space left on device)" in one_line(done.err)
        assert sorted(p.name for p in tmp_path.iterdir()) == ["in"]

    def test_a_full_disk_keeps_the_checkpoint_before(self, mix, tmp_path, monkeypatch):
        whole = mix(out="whole")
        save, calls = torch.save, []

        def full(*args, **options):
            calls.append(1)
            if len(calls) > 4:
                raise OSError(28, f"No space left on device {CANARY}")
            return save(*args, **options)

        monkeypatch.setattr(torch, "save", full)
        done = mix()
        monkeypatch.undo()
        assert done.status == 1
        assert "cannot be written (no space left on device)" in one_line(done.err)
        kept = sorted(p.name for p in (tmp_path / "mix.part").glob("checkpoint-*"))
        assert kept == ["checkpoint-4"]
        assert mix("--resume").out == whole.out


class TestErrors:
    @pytest.mark.parametrize(
        ("two", "said"),
        [
            (b"", "the corpus 'two' holds no record"),
            (lines(["", "?!"]), "the corpus 'two' holds no word"),
            (lines(["[MASK]"]), "the corpus 'two' holds no word but markers"),
            (f"{CANARY}\n".encode(), "two.jsonl:1: not valid JSON"),
            (lines(SENTENCES[12:18]), "the set 'valid' is the corpus 'two'"),
        ],
    )
    def test_bad_corpora(self, mix, tmp_path, two, said):
        (tmp_path / "in" / "two.jsonl").write_bytes(two)
        done = mix()
        assert (done.status, done.out) == (65, b"")
        assert said in one_line(done.err)
        assert CANARY not in done.err
        assert sorted(p.name for p in tmp_path.iterdir()) == ["in"]

    @pytest.mark.parametrize(
        ("given", "said"),
        [
            (b"", "there is no corpus"),
            (b"zqxwary\n", "stdin:1: not valid JSON"),
            (b"\n[1]\n", "stdin:2: not a JSON object"),
            (b'{"path": "x"}\n', "stdin:1: field 'corpus' is missing"),
            (b'{"corpus": "x"}\n', "stdin:1: field 'path' is missing"),
            (b'{"corpus": 5, "path": "zqxwary"}\n', "stdin:1: field 'corpus' is no string"),
            (b'{"corpus": " ", "path": "zqxwary"}\n', "stdin:1: field 'corpus' is empty"),
            (b'{"corpus": "x", "path": "zqxwary"}\n', "names no file (corpus 'x')"),
            (b'{"corpus": "x", "path": "\\u0000"}\n', "names no file (corpus 'x')"),
            (b'{"corpus": "x", "path": "."}\n', "names no file (corpus 'x')"),
            (b'{"corpus": "x", "path": "\xff"}\n', "stdin:1: not valid JSON"),
        ],
    )
    def test_bad_manifests(self, mix, tmp_path, given, said):
        done = mix(input=given)
        assert (done.status, done.out) == (65, b"")
        assert said in one_line(done.err)
        assert CANARY not in done.err

    def test_a_name_twice(self, mix, tmp_path):
        one = tmp_path / "in/one.jsonl"
        done = mix(input=manifest(x=one) * 2)
        assert done.status == 65
        assert "stdin:2: there are two corpora 'x'" in one_line(done.err)
        done = mix(f"--corpus=x={one}", f"--corpus=x={one}")
        assert done.status == 2
        assert "--corpus: there are two corpora 'x'" in one_line(done.err)

    @pytest.mark.parametrize(
        ("options", "said"),
        [
            (("--corpus", "x"), "NAME=PATH"),
            (("--corpus", "x=missing"), "there is no file"),
            (("--test", "t=missing"), "there is no file"),
            (("--finetune-rate", "0"), "over 0"),
            (("--resume", "--force"), "give one"),
            (("--plot", "curve.doc"), "must end in"),
            (("--weights", "one=1"), "belong together"),
            (("--tokens", "chars"), "words, bpe:FILE or asr:DIR"),
            (("--init", "missing"), "no folder that privtool lm-train"),
        ],
    )
    def test_bad_options(self, mix, tmp_path, options, said):
        done = mix(*options)
        assert (done.status, done.out) == (2, b"")
        assert said in one_line(done.err)
        assert sorted(p.name for p in tmp_path.iterdir()) == ["in"]

    @pytest.mark.parametrize(
        ("weights", "said"),
        [
            (None, "belong together"),
            ("one=0.5,two=0.4", "add up to 0.9, not to 1"),
            ("one=1.5,two=-0.5", "numbers from 0 to 1"),
            ("one=nan,two=1", "numbers from 0 to 1"),
            ("one", "numbers from 0 to 1"),
            ("one=0.5,one=0.5", "'one' is there twice"),
            ("one=1", "none for the corpus 'two'"),
            ("one=0.5,two=0.4,three=0.1", "no corpus 'three'"),
        ],
    )
    def test_bad_weights(self, mix, weights, said):
        given = () if weights is None else ("--weights", weights)
        done = mix(*given, method="static")
        assert (done.status, done.out) == (2, b"")
        assert said in one_line(done.err)

    @pytest.mark.parametrize("method", ["adaptive", "ngram-opt"])
    def test_without_a_target(self, mix, method):
        done = mix(method=method, valid=False)
        assert done.status == 2
        assert "by --valid FILE: give it" in one_line(done.err)

    def test_a_target_that_is_a_corpus(self, mix, tmp_path):
        done = mix("--test", f"t={tmp_path / 'in/one.jsonl'}")
        assert done.status == 2
        assert "--test t is what is trained on" in one_line(done.err)

    def test_a_target_that_no_model_knows_or_is_masked(self, mix, tmp_path):
        (tmp_path / "in" / "v.jsonl").write_bytes(lines([f"{CANARY} [MASK]"]))
        done = mix()
        assert done.status == 65
        assert "holds markers" in one_line(done.err)
        (tmp_path / "in" / "v.jsonl").write_bytes(b"")
        assert "the set 'valid' holds no record" in one_line(mix().err)

    def test_a_log_that_cannot_be_written(self, mix, tmp_path):
        done = mix("--log", tmp_path)
        assert done.status == 1
        assert "cannot be written (is a directory)" in one_line(done.err)

    def test_torchrun_is_refused(self, mix, monkeypatch):
        monkeypatch.setenv("WORLD_SIZE", "2")
        assert "without torchrun" in one_line(mix().err)


def test_no_text_is_told_but_in_the_vocabulary(mix, tmp_path, monkeypatch):
    (tmp_path / "in" / "two.jsonl").write_bytes(lines([f"hello {CANARY} there"] * 20))
    options = ("--log", tmp_path / "log", "--debug")
    stop_at(monkeypatch, ValueError(f"it was {CANARY}"), step=5)
    done = mix(*options)
    assert done.status == 1
    told = [done.out, done.err.encode()]
    part = [p for p in (tmp_path / "mix.part").rglob("*") if p.is_file()]
    told += [p.read_bytes() for p in part if p.name != "tokenizer.json"]
    monkeypatch.undo()
    done = mix(*options, "--resume")
    assert done.status == 0
    told += [done.out, done.err.encode(), (tmp_path / "log").read_bytes()]
    told += [p.read_bytes() for p in (tmp_path / "mix").iterdir() if p.name != "tokenizer.json"]
    assert len(told) > 12
    assert CANARY.encode() not in b"".join(told)
    assert os.path.exists(tmp_path / "mix" / "tokenizer.json")
