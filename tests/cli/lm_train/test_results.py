"""What lm-train makes, in one go or resumed: a model for other programs, perplexities, warnings."""

import json
import math
from itertools import count

import pytest
import torch
from safetensors.torch import load_file
from transformers import AutoModelForCausalLM, AutoTokenizer

from privtool.core.errors import PrivtoolError
from privtool.models.asr.checkpoint import load_asr
from privtool.models.lm import trainer as lm_trainer
from privtool.models.lm.checkpoint import load_lm
from privtool.models.lm.trainer import NextToken
from privtool.models.training import loop
from privtool.models.training import run as training
from privtool.models.training.loop import Loop
from tests.support.tiny_models import SENTENCES, byte_level, tiny_asr
from tests.support.trainer_runs import (
    CANARY,
    NO_BETTER,
    TINY,
    interrupt,
    lines,
    warnings_and_result,
    weights,
)

CORPUS = lines(SENTENCES)


def test_one_line_of_json_and_a_folder_that_transformers_loads(train, tmp_path):
    (tmp_path / "t").write_bytes(lines(["the doctor called anna", "we moved"]))
    done = train("--test", f"clean={tmp_path / 't'}", "--valid", tmp_path / "t")
    assert (done.status, done.err) == (0, "")
    (result,) = done.records
    assert result == json.loads((tmp_path / "lm" / "privtool.json").read_text())
    assert result["test"]["clean"] == result["valid"]
    assert result["train"]["records"] == len(SENTENCES)
    assert result["train"]["padding"] < 0.05
    assert result["test"]["clean"]["unknown_rate"] == 1 / 6
    assert result["vocabulary_digest"] == load_lm(tmp_path / "lm").tokens.vocabulary_digest
    assert result["options"]["patience"] == 3
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


def test_training_lowers_the_perplexity(train, tmp_path):
    (tmp_path / "t").write_bytes(lines(SENTENCES[:39]))
    options = ("--test", f"t={tmp_path / 't'}", "--learning-rate", "0.02", "--batch-tokens", 99)
    before = train("--out-dir", tmp_path / "a", "--learning-rate", "1e-9", *options[:2])
    after = train("--out-dir", tmp_path / "b", *options, epochs=6)
    before, after = (d.records[0]["test"]["t"]["perplexity"] for d in (before, after))
    assert after < before / 2


def test_a_vocabulary_file_and_its_most_frequent_words(train, tmp_path):
    (tmp_path / "v.tsv").write_text("old\t1\nthe\t9\n[mask]\t8\nAnd\t5\n")
    train("--vocab", tmp_path / "v.tsv", "--top", 2).checked()
    vocabulary = AutoTokenizer.from_pretrained(tmp_path / "lm").get_vocab()
    assert {word for word in vocabulary if word[0] not in "[<"} == {"the", "and"}


def test_an_lstm_is_trained_and_trained_further(train, tmp_path):
    assert train("--arch", "lstm").status == 0
    done = train("--init", tmp_path / "lm", out="more", input=lines(["[MASK] met the xyz"]))
    (result,) = done.records
    assert result["options"]["arch"] == "lstm"
    assert result["train"]["unknown_rate"] == 0.5
    assert result["train"]["marker_rate"] == 0.25
    assert weights(tmp_path / "lm") != weights(tmp_path / "more")


def test_pieces_of_a_tokenizer(train, tmp_path):
    byte_level(entries=300).save(str(tmp_path / "bpe.json"))
    (tmp_path / "t").write_bytes(lines(["hello </s> you"]))
    done = train("--tokens", f"bpe:{tmp_path / 'bpe.json'}", "--test", f"t={tmp_path / 't'}")
    (result,) = done.records
    test = result["test"]["t"]
    assert result["options"]["tokens"] == "pieces"
    assert test["words"] == 3
    assert test["tokens"] > 5
    assert test["perplexity"] > test["perplexity_token"]
    (more,) = train("--init", tmp_path / "lm", out="more").records
    assert more["train"]["tokens"] == result["train"]["tokens"]


def test_pieces_of_a_recognizer(train, tmp_path):
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


def test_rejects_are_set_aside(train, tmp_path):
    done = train("--rejects", tmp_path / "aside", input=CORPUS + f"{CANARY}\n".encode())
    assert done.out == train(out="b").out
    assert CANARY not in (tmp_path / "aside").read_text()


def test_markers_without_weight_change_nothing_of_their_rows(train, tmp_path):
    text = lines(["[MASK] saw [PERSON]", "she saw him"])
    special = train("--marker-loss", "special", input=text, out="a").records[0]
    ignored = train("--marker-loss", "ignore", input=text, out="b").records[0]
    assert special["train"] == ignored["train"]
    assert weights(tmp_path / "a") != weights(tmp_path / "b")


def test_words_that_a_text_lacks_move_less(train, tmp_path, monkeypatch):
    """All their gradients point down: Adam's usual epsilon would move them as far as others."""
    words = [f"word{n}" for n in range(10_000)]
    (tmp_path / "vocab.tsv").write_text("".join(f"{word}\t1\n" for word in words))
    text = lines(f"word{n} word{n + 1} word{n + 2}" for n in range(50))

    def rows(out, rate="0.03"):
        rated = ("--learning-rate", rate, "--batch-tokens", 100, "--dtype", "fp32")
        assert train("--vocab", tmp_path / "vocab.tsv", *rated, out=out, epochs=10, input=text)
        return load_file(tmp_path / out / "model.safetensors")["transformer.wte.weight"][500:9000]

    before, kept = rows("before", "1e-9"), rows("kept")
    monkeypatch.setattr("privtool.workflows.config.training._EPSILON", 1e-8)
    moved, kept_moved = (rows("lost") - before).norm(), (kept - before).norm()
    assert moved > 1.1 * kept_moved


@pytest.fixture
def said(call, tmp_path):
    """Run lm-train; return its warnings and its result."""

    def run(*options):
        done = call(
            "lm-train", "--out-dir", tmp_path / "lm", "--force", *TINY[:-1], *options,
            input=lines(SENTENCES),
        )  # fmt: skip
        return warnings_and_result(done)

    return run


def test_a_model_that_learned_nothing_is_reported(said, tmp_path):
    (tmp_path / "t").write_bytes(lines(SENTENCES[:9]))
    slow = ("--learning-rate", "1e-9", "--epochs", 1)
    warnings, _ = said(*slow)
    assert len(warnings) == 1
    assert f"on the training text {NO_BETTER}" in warnings[0]
    warnings, result = said(*slow, "--test", f"t={tmp_path / 't'}")
    assert f"on t {NO_BETTER}" in warnings[0]
    measured = result["test"]["t"]
    assert measured["perplexity"] > measured["perplexity_unigram"] > 1


def test_a_text_that_is_too_small_is_reported(said, tmp_path):
    (tmp_path / "v").write_bytes(lines([" ".join(reversed(SENTENCES[1].split()))]))
    fast = ("--learning-rate", "1", "--epochs", 9, "--patience", 1, "--batch-tokens", 99)
    warnings, result = said(*fast, "--valid", tmp_path / "v")
    assert result["best_step"] < result["steps"]
    assert any("of the peak learning rate" in line for line in warnings)
    (poor,) = (line for line in warnings if "word counts" in line)
    assert poor.endswith(
        "on --valid the model is no better than word counts, and it stopped improving: it needs "
        "more training text"
    )


def test_a_small_text_gets_small_batches(said):
    _, result = said("--epochs", 1)
    assert result["options"]["batch_tokens"] == 512
    _, result = said("--epochs", 1, "--batch-tokens", 300)
    assert result["options"]["batch_tokens"] == 300


OPTIONS = ("--batch-tokens", 60, "--eval-every", 4, "--gradient-accumulation-steps", 2)


def ever_worse(monkeypatch):
    """Have the first look at the validation set be the best."""
    losses = count(1)
    monkeypatch.setattr(NextToken, "validation_loss", lambda *_: float(next(losses)))


def broken(*_, **__):
    raise PrivtoolError("it cannot be written")


@pytest.mark.parametrize("valid", [False, True])
def test_a_resumed_run_ends_as_if_it_had_not_been_interrupted(train, tmp_path, valid):
    (tmp_path / "v").write_bytes(lines(SENTENCES[:5]))
    options = (*OPTIONS, *(("--valid", tmp_path / "v", "--patience", 9) if valid else ()))
    whole = train(*options, out="whole", epochs=2)
    steps = whole.records[0]["steps"]
    assert steps > 9
    interrupt(10, train, *options, epochs=2)
    assert not (tmp_path / "lm").exists()
    train(*options, epochs=2).failed(2, "--resume to continue it")
    train(*options, "--resume", epochs=3).failed(2, "different options, model or text")
    again = train(*options, "--resume", epochs=2)
    assert again.out == whole.out
    assert weights(tmp_path / "lm") == weights(tmp_path / "whole")
    assert not (tmp_path / "lm.part").exists()


def test_a_run_resumes_under_another_name(train, tmp_path, monkeypatch):
    (tmp_path / "v").write_bytes(lines(SENTENCES[:5]))
    options = (*OPTIONS, "--valid", tmp_path / "v", "--patience", 9)
    ever_worse(monkeypatch)
    whole = train(*options, out="whole", epochs=2)
    assert whole.records[0]["best_step"] == 4
    with monkeypatch.context() as patch:
        patch.setattr(lm_trainer, "save_lm", broken)
        assert train(*options, epochs=2).status == 1
    (tmp_path / "lm.part").rename(tmp_path / "moved.part")
    assert train(*options, "--resume", out="moved", epochs=2).out == whole.out
    assert weights(tmp_path / "moved") == weights(tmp_path / "whole")


@pytest.mark.parametrize("average", [1, 2])
def test_a_run_that_had_stopped_early_is_not_trained_on(train, tmp_path, monkeypatch, average):
    (tmp_path / "v").write_bytes(lines(SENTENCES[:5]))
    options = (
        "--batch-tokens",
        60,
        "--eval-every",
        2,
        "--patience",
        2,
        "--average-checkpoints",
        average,
    )
    options += ("--valid", tmp_path / "v")
    ever_worse(monkeypatch)
    whole = train(*options, out="whole", epochs=9)
    assert whole.records[0]["steps"] == 6
    with monkeypatch.context() as patch:
        patch.setattr(lm_trainer, "save_lm", broken)
        assert train(*options, epochs=9).status == 1
    assert train(*options, "--resume", epochs=9).out == whole.out
    assert weights(tmp_path / "lm") == weights(tmp_path / "whole")


def test_another_text_or_model_cannot_be_resumed(train, tmp_path):
    for name, rate in (("one", 0.1), ("two", 0.2)):
        assert train("--learning-rate", rate, out=name).status == 0
    interrupt(10, train, *OPTIONS, "--init", tmp_path / "one", epochs=2)
    other = lines([one.replace("the", "zebra") for one in SENTENCES])
    for init, text in (("one", other), ("two", CORPUS)):
        done = train(*OPTIONS, "--init", tmp_path / init, "--resume", epochs=2, input=text)
        done.failed(2, "different options, model or text")
    assert train(*OPTIONS, "--init", tmp_path / "one", "--resume", epochs=2).status == 0


def test_a_run_that_replaces_a_model_can_be_resumed(train, tmp_path):
    whole = train(*OPTIONS, out="whole", epochs=2)
    assert train().status == 0
    interrupt(10, train, *OPTIONS, "--force", epochs=2)
    train(*OPTIONS, "--resume", epochs=2).failed(2, "--resume --force continues and replaces it")
    assert train(*OPTIONS, "--resume", "--force", epochs=2).out == whole.out
    assert weights(tmp_path / "lm") == weights(tmp_path / "whole")


def test_nan_weights_are_never_kept(train, tmp_path, monkeypatch):
    step = Loop.train_step

    def spoilt(self, batches):
        step(self, batches)
        if self.state.step == 8:
            next(iter(self.model.parameters())).data.mul_(math.nan)

    for valid in (False, True):
        (tmp_path / "v").write_bytes(lines(SENTENCES[:5]))
        monkeypatch.setattr(Loop, "train_step", spoilt)
        options = (*OPTIONS, *(("--valid", tmp_path / "v", "--patience", 9) if valid else ()))
        done = train(*options, "--force", epochs=2)
        monkeypatch.undo()
        done.failed(1, "the loss is not finite at step 8")
        kept = [p.name for p in (tmp_path / "lm.part").glob("checkpoint-*")]
        assert kept == ["checkpoint-4"]


def test_the_last_step_is_checked_too(train, tmp_path):
    (tmp_path / "v").write_bytes(lines(SENTENCES[:5]))
    done = train("--batch-tokens", 60, "--eval-every", 10**6, "--valid", tmp_path / "v")
    (result,) = done.records
    assert result["best_step"] == result["steps"] > 1


@pytest.mark.parametrize("valid", [False, True])
def test_the_mean_of_the_last_checkpoints(train, tmp_path, monkeypatch, valid):
    seen, steps = [], []
    load_average = training.load_average

    def watched(model, folders):
        seen.extend(load_file(folder / "model.safetensors") for folder in folders)
        steps.extend(int(folder.name.rpartition("-")[2]) for folder in folders)
        load_average(model, folders)

    monkeypatch.setattr(training, "load_average", watched)
    best = []
    monkeypatch.setattr(loop, "load_weights", lambda *given: best.append(given[2]))
    (tmp_path / "v").write_bytes(lines(SENTENCES[:5]))
    options = ("--valid", tmp_path / "v", "--patience", 9) if valid else ()
    ever_worse(monkeypatch)
    done = train(*OPTIONS, *options, "--average-checkpoints", "3", epochs=4)
    (result,) = done.records
    checkpoints = [*range(4, result["steps"], 4), result["steps"]]
    assert steps == checkpoints[-3:]
    if valid:  # the best one is not among them, and is kept beside them
        assert best == [4]
    saved = load_file(tmp_path / "lm" / "model.safetensors")
    for name, found in saved.items():
        mean = torch.stack([one[name].double() for one in seen]).mean(0)
        assert torch.equal(found, mean.float())
    assert any(not torch.equal(saved[name], seen[-1][name]) for name in saved)
