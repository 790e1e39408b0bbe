"""What mix-train makes: a model, a curve, weights by method, warnings."""

import json
import math

import pytest
from transformers import AutoTokenizer

from tests.support.mixtures import curve, manifest
from tests.support.tiny_models import SENTENCES
from tests.support.trainer_runs import CANARY, TINY, lines

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
