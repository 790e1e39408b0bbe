"""What mix-train makes, refuses and goes on with: a model, a curve, weights by method, warnings."""

import json
import math
import os

import pytest
from transformers import AutoTokenizer

from privtool.models.mixture.methods import AdaptiveWeights
from tests.support.mixtures import curve, manifest
from tests.support.tiny_models import SENTENCES
from tests.support.trainer_runs import (
    CANARY,
    TINY,
    assert_no_text_is_written,
    interrupt,
    lines,
    piped,
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
        fast = TINY[4:] if "--init" in options else TINY
        return call(
            "mix-train", "--out-dir", tmp_path / out, *fast, "--epochs", epochs, "--method", method,
            "--batch-tokens", 40, "--epoch-tokens", 160, "--learning-rate", 0.01, *options,
            input=given if input is None else input,
        )  # fmt: skip

    return mixed


METHODS = ("uniform", "proportional", "ngram-opt", "adaptive")


@pytest.mark.parametrize("method", METHODS)
def test_a_model_folder_a_result_and_a_curve(mix, tmp_path, call, method):
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
    adaptive = method == "adaptive"  # copies are fine-tuned for a step on two corpora, twice
    assert result["extra_iterations"] == 4 * adaptive
    assert result["options"].get("finetune_steps") == (1 if adaptive else None)
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


def test_weights_by_method(mix, tmp_path):
    found = {}
    for method in ("uniform", "proportional", "ngram-opt"):
        assert mix(method=method, out=method, epochs=1).status == 0
        found[method] = curve(tmp_path / method)[0]["weights"]
    assert found["uniform"] == {"one": 0.5, "two": 0.5}
    assert found["proportional"] == {"one": 12 / 14, "two": 2 / 14}
    assert found["ngram-opt"]["one"] > 0.5
    done = mix("--weights", "two=0.75,one=0.25", method="static", out="static", epochs=1)
    assert done.records[0]["weights"] == {"one": 0.25, "two": 0.75}


def test_runs_are_reproducible_and_the_same_with_corpora_as_options(mix, tmp_path):
    one = mix(out="a")
    named = [f"--corpus={name}={tmp_path}/in/{name}.jsonl" for name in ("one", "two")]
    assert mix(*named, out="b", input=b"").out == one.out
    assert curve(tmp_path / "a") == curve(tmp_path / "b")
    assert mix("--seed", 2, out="c").out != one.out


def test_corpora_as_options_with_a_manifest_on_standard_input(mix, tmp_path):
    """It is read where it is asked for, and not awaited where nothing is."""
    both = ("-", f"--corpus=three={tmp_path}/in/two.jsonl")
    for options, names in ((both, ["one", "two", "three"]), (both[1:], ["three"])):
        (result,) = mix(*options, "--force", method="uniform", valid=False, epochs=1).records
        assert [corpus["corpus"] for corpus in result["corpora"]] == names


def test_paths_are_relative_to_the_folder_of_the_manifest(mix, tmp_path, monkeypatch):
    expected = mix(out="a", epochs=1)
    given = tmp_path / "in" / "manifest.jsonl"
    given.write_bytes(b"\n" + manifest(one="one.jsonl", two="two.jsonl"))
    assert mix(given, out="b", input=b"", epochs=1).out == expected.out
    monkeypatch.chdir(tmp_path / "in")
    given = manifest(one="one.jsonl", two="two.jsonl")
    assert mix(out="c", input=given, epochs=1).out == expected.out


def test_weights_every_few_steps(mix, tmp_path):
    done = mix("--eval-every", 2, "--finetune-steps", 1, "--unit", "token")
    (result,) = done.records
    found = curve(tmp_path / "mix")
    assert [line["epoch"] for line in found] == [0.5, 1, 1.5, 2]
    assert result["extra_iterations"] == 8
    assert len({line["weights"]["one"] for line in found}) == 4


def test_copies_take_at_most_a_quarter_of_the_steps_by_default(mix):
    (result,) = mix("--epoch-tokens", 17 * 40, epochs=1).records
    assert result["steps"] == 17
    options = result["options"]
    assert options["finetune_steps"] == 2
    assert options["finetune_rate"] == 4 * options["learning_rate"]
    assert result["extra_share"] == 4 / 17


def test_training_starts_from_an_lstm(mix, tmp_path):
    assert mix("--arch", "lstm", out="a").status == 0
    done = mix("--init", tmp_path / "a", out="b").checked()
    assert done.records[0]["options"]["arch"] == "lstm"
    assert done.records[0]["init"]


def test_a_vocabulary_without_markers_gets_them(mix, tmp_path):
    (tmp_path / "v.tsv").write_text("the\t9\nhere\t5\n")
    (tmp_path / "in" / "two.jsonl").write_bytes(lines(["the [MASK] here"]))
    done = mix("--vocab", tmp_path / "v.tsv", "--marker-loss", "ignore", epochs=1)
    assert done.records[0]["corpora"][1]["marker_rate"] == 1 / 3
    vocabulary = AutoTokenizer.from_pretrained(tmp_path / "mix").get_vocab()
    assert {"[MASK]", "[PERSON]", "the", "here"} <= set(vocabulary)


def test_a_corpus_with_one_record_and_rejects(mix, tmp_path):
    (tmp_path / "in" / "two.jsonl").write_bytes(lines(["hello"]))
    plain = mix(out="a")
    (tmp_path / "in" / "two.jsonl").write_bytes(f"{CANARY}\n".encode() + lines(["hello"]))
    done = mix("--rejects", tmp_path / "aside", out="b")
    assert (plain.status, done.out) == (0, plain.out)
    assert CANARY not in (tmp_path / "aside").read_text()


@pytest.mark.parametrize(("batch", "accumulate", "steps"), [(150, 1, 2), (50, 3, 2), (400, 1, 1)])
def test_an_epoch_draws_its_tokens_and_completes_the_last_records(
    mix, batch, accumulate, steps, tmp_path
):
    options = (
        "--batch-tokens",
        batch,
        "--gradient-accumulation-steps",
        accumulate,
        "--epoch-tokens",
        160,
    )
    done = mix(*options, method="uniform", epochs=1)
    assert done.records[0]["steps"] == steps
    (line,) = map(json.loads, (tmp_path / "mix" / "curve.jsonl").read_text().splitlines())
    longest = 1 + max(len(text.split()) for text in [*SENTENCES[:12], "other words here"])
    assert 160 <= sum(line["tokens"].values()) < 160 + steps * accumulate * longest


def test_small_corpora_get_small_batches_and_a_poor_model_is_reported(call, tmp_path):
    (tmp_path / "c").write_bytes(lines(SENTENCES[:12]))
    done = call(
        "mix-train", "--out-dir", tmp_path / "mix", *TINY[:-1], "--epochs", 1, "--method",
        "uniform", "--learning-rate", "1e-9", "--corpus", f"c={tmp_path / 'c'}",
    ).checked()  # fmt: skip
    (result,) = done.records
    assert result["options"]["batch_tokens"] == 512
    assert "on the training text the model is no better than word counts: train longer" in done.err


def test_an_unwritable_output_is_reported_before_the_work(mix, tmp_path, monkeypatch):
    monkeypatch.setattr("privtool.workflows.mix_train.mix_corpora", None)
    mix("-o", tmp_path / "missing" / "curve").failed(1, "cannot be written")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["in"]


def test_paths_of_a_manifest_from_a_pipe_are_those_of_the_working_directory(
    mix, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    with piped(manifest(one="in/one.jsonl")) as pipe:
        (result,) = mix(pipe, method="uniform", epochs=1).records
    assert [corpus["corpus"] for corpus in result["corpora"]] == ["one"]


def test_a_replaced_folder_holds_no_input(mix, tmp_path):
    assert mix().status == 0
    for name in ("one", "v"):
        (tmp_path / "in" / f"{name}.jsonl").rename(tmp_path / "mix" / f"{name}.jsonl")
        (tmp_path / "in" / f"{name}.jsonl").symlink_to(tmp_path / "mix" / f"{name}.jsonl")
        done = mix("--force").failed(2, "a file that is read is in")
        assert f"{name}.jsonl" not in done.err
        (tmp_path / "mix" / f"{name}.jsonl").rename(tmp_path / "in" / f"{name}.jsonl")
    assert mix("--force").status == 0


def test_no_text_is_written_except_in_the_vocabulary(mix, tmp_path):
    (tmp_path / "in" / "two.jsonl").write_bytes(lines([f"hello {CANARY} there"] * 20))
    assert_no_text_is_written(5, mix, "--debug", out=tmp_path / "mix")
    assert os.path.exists(tmp_path / "mix" / "tokenizer.json")


@pytest.mark.parametrize(("method", "step"), [("adaptive", 1), ("adaptive", 4), ("uniform", 3)])
def test_a_resumed_run_ends_as_if_it_had_not_been_interrupted(mix, tmp_path, method, step):
    options = ("--eval-every", 3, "--gradient-accumulation-steps", 2)
    options += ("--finetune-steps", 1) if method != "uniform" else ()
    whole = mix(*options, out="whole", method=method, epochs=3)
    assert whole.records[0]["steps"] == 6
    interrupt(step, mix, *options, method=method, epochs=3)
    mix(*options, method=method, epochs=3).failed(2, "--resume to continue it")
    mix(*options, "--resume", method=method, epochs=4).failed(2, "different options, model or text")
    again = mix(*options, "--resume", method=method, epochs=3)
    assert again.out == whole.out
    for file in (tmp_path / "whole").iterdir():
        if file.name != "curve.jsonl":  # which tells times
            assert (tmp_path / "mix" / file.name).read_bytes() == file.read_bytes(), file.name
    assert curve(tmp_path / "mix") == curve(tmp_path / "whole")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["in", "mix", "whole"]


@pytest.mark.parametrize("step", [7, 8])
def test_weights_are_found_once_per_segment_however_often_it_is_resumed(
    mix, tmp_path, monkeypatch, step
):
    """An epoch has 8 steps and 4 stretches: the run stops inside one, and where two meet."""
    weigh, at = AdaptiveWeights.__call__, []

    def noted(self, done, *given):
        at.append(done)
        return weigh(self, done, *given)

    monkeypatch.setattr(AdaptiveWeights, "__call__", noted)
    options = ("--epoch-tokens", 320, "--eval-every", 2, "--finetune-steps", 1)
    whole = mix(*options, out="whole")
    assert at == [*range(0, 16, 2)]
    interrupt(step, mix, *options)
    at.clear()
    assert mix(*options, "--resume").out == whole.out
    assert at == [*range(step // 2 * 2, 16, 2)]
    assert curve(tmp_path / "mix") == curve(tmp_path / "whole")


def test_another_target_or_corpus_is_reported_also_from_a_pipe(call, tmp_path):
    def mixed(text, target, *options):
        with piped(lines([text])) as corpus, piped(lines([target])) as valid:
            return call(
                "mix-train", "--out-dir", tmp_path / "mix", *TINY[:-1], "--epochs", 3, "--method",
                "uniform", "--corpus", f"one={corpus}", "--valid", valid, *options,
            )  # fmt: skip

    interrupt(1, mixed, "some words", "a target")
    for text, target, status in (
        ("some words", "some words", 65),
        ("some words", "quite another target", 2),
        ("quite other words", "a target", 2),
        ("some words", "a target", 0),
    ):
        mixed(text, target, "--resume").ended(status)


def test_the_curve_is_in_the_run_folder_meanwhile(mix, tmp_path):
    interrupt(5, mix, "--eval-every", 2)
    assert [line["step"] for line in curve(tmp_path / "mix.part")] == [2, 4]
    assert mix("--eval-every", 2, "--resume").status == 0
    assert [line["step"] for line in curve(tmp_path / "mix")] == [2, 4, 6, 8]


def test_a_copy_that_diverges_is_reported(mix, tmp_path):
    done = mix("--finetune-rate", 1e30, "--finetune-steps", 2)
    done.failed(1, "restart with --force and a lower --finetune-rate")
