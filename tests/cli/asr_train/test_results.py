import json

import jiwer
import pytest
import soundfile
import torch

from privtool.models.asr.checkpoint import load_asr
from privtool.models.asr.decoding.greedy import greedy_tokens
from privtool.models.asr.features import log_mel
from privtool.models.asr.tokenizer import AsrTokens, new_tokens
from privtool.models.asr.training.trainer import evaluate
from privtool.models.training.loop import Loop
from tests.support.asr_training import FAST, PHRASES
from tests.support.jsonl import jsonl
from tests.support.trainer_runs import weights


def test_eight_utterances_are_memorized(call, speech, tmp_path, undisturbed):
    folder, records = speech
    (tmp_path / "v").write_bytes(jsonl(*records))
    done = call(
        "asr-train", "--out-dir", tmp_path / "asr", *FAST,
        "--dtype", "fp32", "--batch-seconds", 6, "--workers", 0, "--learning-rate", "5e-3",
        "--epochs", 70, "--eval-every", 210, "--valid", tmp_path / "v",
        "--audio-root", folder, "-q", input=jsonl(*records),
    )  # fmt: skip
    assert (done.status, done.err) == (0, "")
    (result,) = done.records
    assert result["valid"]["wer"] == 0
    assert result["valid"]["empty"] == 0
    assert json.loads((tmp_path / "asr" / "privtool.json").read_text()).items() >= (result.items())
    loaded = load_asr(tmp_path / "asr")
    for number, phrase in enumerate(PHRASES):
        clip, _ = soundfile.read(folder / f"{number}.wav", dtype="float32")
        import soxr

        features = log_mel(soxr.resample(clip, 22050, 16000))
        (ids,) = greedy_tokens(loaded.model, features[None], torch.tensor([len(features)]))
        assert loaded.tokens.decode(ids) == phrase
    losses = [row["loss"] for row in result["history"]]
    assert losses[-1] < losses[0] / 5
    assert sorted(p.name for p in tmp_path.iterdir()) == ["asr", "v"]


def test_counts_options_and_the_results_of_each_epoch(train, valid):
    (result,) = train("--valid", valid, epochs=2).records
    assert result["records"] == {"records": 8, "dropped": 0, "empty": 0, "blanks": 0}
    assert result["train"]["turns"] == 8
    assert result["train"]["tokens"] == sum(len(phrase) + 1 for phrase in PHRASES)
    assert result["train"]["unknown"] == 0
    assert result["valid"]["turns"] == 3
    assert result["options"]["preset"] == "conformer-tiny"
    assert result["options"]["ctc_weight"] == 0.3
    assert result["options"]["learning_rate"] == 1e-3
    assert [row["epoch"] for row in result["history"]] == [1, 2]
    for row in result["history"]:
        assert set(row) == {"epoch", "loss", "valid_loss", "valid_wer", "valid_empty"}
    assert result["valid"]["loss"] == min(row["valid_loss"] for row in result["history"])
    assert result["best_step"] in (result["steps"] // 2, result["steps"])


def test_the_result_does_not_depend_on_jobs(train, tmp_path):
    one = train(out="a").checked()
    other = train("--jobs", 2, out="b", workers=2)
    assert one.out == other.out
    assert weights(tmp_path / "a") == weights(tmp_path / "b")
    train("--seed", 2, out="c").checked()
    assert weights(tmp_path / "a") != weights(tmp_path / "c")


@pytest.mark.parametrize(
    "options", [("--preset", "emformer-tiny"), ("--ctc-weight", 0), ("--dtype", "bf16")]
)
def test_other_kinds(train, tmp_path, options):
    done = train(*options)
    assert (done.status, done.err) == (0, "")
    loaded = load_asr(tmp_path / "asr")
    assert (loaded.model.ctc is None) == (options[0] == "--ctc-weight")


def test_words_only_in_lower_case(train, speech, tmp_path):
    records = [{**record, "text": record["text"].upper() + "!"} for record in speech[1]]
    train("--no-punctuation", input=jsonl(*records))
    plain = AsrTokens.load(tmp_path / "asr")
    train(out="b", input=jsonl(*records))
    full = AsrTokens.load(tmp_path / "b")
    assert plain.decode(plain.encode("Anna CALLED!")) == "anna called"
    assert full.decode(full.encode("ANNA CALLED!")) == "ANNA CALLED!"


def test_roles_are_tokens(train, speech):
    (result,) = train("--roles", "doctor,patient").records
    assert result["options"]["roles"] == ["doctor", "patient"]
    assert result["train"]["tokens"] == sum(len(phrase) + 2 for phrase in PHRASES)


def test_a_new_model_has_a_long_warm_up_and_a_short_adam_memory(train, monkeypatch):
    rates, betas = [], []
    work = Loop.train_step

    def watched(self, *args, **options):
        work(self, *args, **options)
        rates.append(self.optimizer.param_groups[0]["lr"])
        betas.append(self.optimizer.param_groups[0]["betas"])

    def rising(*options):
        rates.clear()
        (card,) = train(*options, "--batch-seconds", 1.5, epochs=10).records
        return rates.index(max(rates)) / len(rates), card["options"]["least_warmup"]

    monkeypatch.setattr(Loop, "train_step", watched)
    assert rising() == (pytest.approx(0.5, abs=0.02), 2000)
    assert rising("--warmup", 0.1, "--force") == (pytest.approx(0.1, abs=0.02), 0)
    assert set(betas) == {(0.9, 0.98)}


def test_training_starts_from_a_model(train, speech, tmp_path):
    first = train("--roles", "doctor").records[0]
    records = [{**record, "text": f"{record['text']} \u0416"} for record in speech[1]]
    done = train("--init", tmp_path / "asr", input=jsonl(*records), out="more")
    assert (done.status, done.err) == (0, "")
    (result,) = done.records
    assert result["init"]
    assert result["tokens"] == first["tokens"]
    assert result["train"]["unknown"] == 8
    for name in ("preset", "token_kind", "roles", "punctuation", "ctc_weight"):
        assert result["options"][name] == first["options"][name]
    assert result["options"]["learning_rate"] == 2e-4
    old, new = load_asr(tmp_path / "asr"), load_asr(tmp_path / "more")
    assert old.tokens.digest == new.tokens.digest
    before, after = old.model.state_dict(), new.model.state_dict()
    assert torch.equal(before["encoder.scaling.mean"], after["encoder.scaling.mean"])
    assert any(not torch.equal(before[name], after[name]) for name in before)


def test_the_summary_reports_counts_and_speed(call, speech, tmp_path):
    folder, records = speech
    more = [{**records[0], "drop_turn": True}, {**records[1], "text": "[MASK]"}]
    done = call(
        "asr-train", "--out-dir", tmp_path / "asr", *FAST, "--epochs", 1, "--workers", 0,
        "--audio-root", folder, input=jsonl(*records, *more),
    ).checked()  # fmt: skip
    summary = done.err.splitlines()[-1]
    assert summary.startswith("privtool asr-train: 10 records, 0.00 h, 1 dropped, 1 empty, ")
    assert "8 resampled, " in summary
    assert " frames/s, " in summary
    counts = done.records[0]["records"]
    assert counts == {"records": 10, "dropped": 1, "empty": 1, "blanks": 0}


def test_the_word_error_rate_is_that_of_jiwer_without_roles(speech, train, tmp_path):
    tokens = new_tokens(PHRASES, "char", 99, ("doctor",), True, 1)
    references, hypotheses = ["anna called me", "no thank you"], ["anna you", ""]
    labels = [torch.tensor(tokens.encode(text, "doctor")) for text in references]
    batch = {
        "features": torch.zeros(2, 3, 1),
        "lengths": torch.tensor([3, 3]),
        "labels": torch.nn.utils.rnn.pad_sequence(labels, True, -100),
    }
    model = torch.nn.Linear(1, 1)
    found = evaluate(
        model, tokens, [batch], lambda model, batch: torch.tensor(62.0),
        lambda *_: [tokens.encode(text, "doctor") for text in hypotheses],
    )  # fmt: skip
    assert found["wer"] == jiwer.wer(references, hypotheses) == 5 / 6
    assert found["empty"] == 0.5
    assert found["loss"] == 62.0 / sum(map(len, labels))
    assert model.training
