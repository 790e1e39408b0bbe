from __future__ import annotations

import json
import math

import jiwer
import pytest
import soundfile
import torch
from safetensors.torch import load_file
from trainer_runs import one_line, stop_at, weights

from privtool.models.espeak import speak

CANARY = "zqxwary"
PHRASES = (
    "anna called me",
    "seven lisbon road",
    "the tenth of june",
    "five five oh one",
    "my son drives",
    "no thank you",
    "doctor maria lee",
    "it is monday",
)
FAST = ("--preset", "conformer-tiny", "--layers", 1, "--token-kind", "char", "--device", "cpu")
PLAIN = ("--dtype", "fp32", "--batch-seconds", 3, "-q")


def lines(records):
    return b"".join(json.dumps(record).encode() + b"\n" for record in records)


@pytest.fixture(scope="module")
def speech(tmp_path_factory):
    """A folder of eight short clips, and their records."""
    folder = tmp_path_factory.mktemp("speech")
    records = []
    for number, phrase in enumerate(PHRASES):
        clip = speak(phrase, words_per_minute=220)
        soundfile.write(folder / f"{number}.wav", clip.samples, clip.rate)
        role = "doctor" if number % 2 else "patient"
        records.append(
            {"id": number, "text": phrase, "audio_filepath": f"{number}.wav", "speaker": role}
        )
    return folder, records


@pytest.fixture
def train(call, speech, tmp_path):
    """Run asr-train into `asr` in the test's folder, with options more."""
    folder, records = speech

    def trained(*options, input=None, out="asr", epochs=1, workers=0):
        fast = (*FAST[-2:], *PLAIN) if "--init" in options else (*FAST, *PLAIN)
        given = lines(records) if input is None else input
        return call(
            "asr-train", "--out", tmp_path / out, *fast, "--epochs", epochs, "--workers", workers,
            "--audio-root", folder, *options, input=given,
        )  # fmt: skip

    return trained


@pytest.fixture
def valid(speech, tmp_path):
    """A file to validate on."""
    path = tmp_path / "valid.jsonl"
    path.write_bytes(lines(speech[1][:3]))
    return path


class TestResults:
    def test_eight_utterances_are_learnt_by_heart(self, call, speech, tmp_path):
        from privtool.models.acoustic_features import AcousticFeatures
        from privtool.models.asr_folder import load_asr
        from privtool.models.piece_bigram import PieceBigram
        from privtool.models.transducer_search import greedy

        folder, records = speech
        (tmp_path / "v").write_bytes(lines(records))
        done = call(
            "asr-train", "--out", tmp_path / "asr", "--preset", "conformer-tiny", *FAST[4:],
            "--dtype", "fp32", "--batch-seconds", 6, "--workers", 0, "--no-spec-augment",
            "--dropout", 0, "--learning-rate", "5e-3", "--epochs", 70, "--every", 210,
            "--valid", tmp_path / "v", "--audio-root", folder, "-q", input=lines(records),
        )  # fmt: skip
        assert (done.status, done.err) == (0, "")
        (result,) = done.records
        assert result["valid"]["wer"] == 0
        assert result["valid"]["empty"] == 0
        assert json.loads((tmp_path / "asr" / "privtool.json").read_text()).items() >= (
            result.items()
        )
        loaded = load_asr(tmp_path / "asr")
        hear = AcousticFeatures(loaded.features)
        for number, phrase in enumerate(PHRASES):
            clip, _ = soundfile.read(folder / f"{number}.wav", dtype="float32")
            import soxr

            features = hear(soxr.resample(clip, 22050, 16000))
            (ids,) = greedy(loaded.model, features[None], torch.tensor([len(features)]))
            assert loaded.tokens.decode(ids) == phrase
        losses = [row["loss"] for row in result["history"]]
        assert losses[-1] < losses[0] / 5
        bigram = PieceBigram.load(tmp_path / "asr", loaded.tokens.count)
        assert bigram.table[: loaded.tokens.count].exp().sum(1).allclose(torch.ones(1), atol=1e-4)
        assert sorted(p.name for p in tmp_path.iterdir()) == ["asr", "v"]

    def test_counts_options_and_what_each_epoch_came_to(self, train, valid):
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

    def test_it_is_the_same_with_any_number_of_processes(self, train, tmp_path):
        one = train(out="a")
        assert one.status == 0
        other = train("--jobs", 2, out="b", workers=2)
        assert one.out == other.out
        assert weights(tmp_path / "a") == weights(tmp_path / "b")
        assert weights(tmp_path / "a") != weights_of(train("--seed", 2, out="c"), tmp_path / "c")

    @pytest.mark.parametrize("options", [("--preset", "emformer-tiny"), ("--features", "mfcc"),
                                         ("--ctc-weight", 0), ("--dtype", "bf16"),
                                         ("--token-kind", "bpe", "--tokens", 40)])  # fmt: skip
    def test_other_kinds(self, train, tmp_path, options):
        from privtool.models.asr_folder import load_asr

        done = train(*options)
        assert (done.status, done.err) == (0, "")
        loaded = load_asr(tmp_path / "asr")
        assert (loaded.model.ctc is None) == (options[0] == "--ctc-weight")
        assert loaded.features.kind == ("mfcc" if "mfcc" in options else "mel")

    def test_words_only_in_lower_case(self, train, speech, tmp_path):
        from privtool.models.asr_tokens import AsrTokens

        records = [{**record, "text": record["text"].upper() + "!"} for record in speech[1]]
        train("--no-punctuation", input=lines(records))
        plain = AsrTokens.load(tmp_path / "asr")
        train(out="b", input=lines(records))
        full = AsrTokens.load(tmp_path / "b")
        assert plain.decode(plain.encode("Anna CALLED!")) == "anna called"
        assert full.decode(full.encode("ANNA CALLED!")) == "ANNA CALLED!"

    def test_roles_and_joined_turns(self, train, speech, tmp_path):
        folder, _ = speech
        long = [soundfile.read(folder / f"{n}.wav")[0] for n in range(4)]
        starts = [sum(map(len, long[:n])) / 22050 for n in range(5)]
        soundfile.write(tmp_path / "call.wav", [s for part in long for s in part], 22050)
        records = [
            {"id": n, "text": PHRASES[n], "audio_filepath": "call.wav", "offset": starts[n],
             "duration": len(long[n]) / 22050, "speaker": ("doctor", "patient")[n % 2]}
            for n in range(4)
        ]  # fmt: skip
        given = ("--roles", "doctor,patient", "--join", 2, "--audio-root", tmp_path)
        (result,) = train(*given, input=lines(records)).records
        assert result["options"]["roles"] == ["doctor", "patient"]
        assert result["train"]["turns"] == 4
        assert result["train"]["examples"] == 2
        assert result["train"]["tokens"] == sum(len(phrase) + 2 for phrase in PHRASES[:4])
        no_role = train("--roles", "nurse", out="b")
        assert no_role.status == 65
        assert "no record has one of the roles nurse" in one_line(no_role.err)

    def test_roles_may_be_typed_in_the_text(self, train, speech):
        records = [
            {name: value for name, value in {**record, "text": f"<doctor> {record['text']}"}.items()
             if name != "speaker"}
            for record in speech[1]
        ]  # fmt: skip
        silent = {**records[0], "text": "<doctor> <laughter>"}
        (result,) = train("--roles", "doctor", input=lines([*records, silent])).records
        assert result["train"]["tokens"] == sum(len(phrase) + 2 for phrase in PHRASES)
        assert result["train"]["unknown"] == 0
        assert result["records"]["empty"] == 1

    def test_without_a_word_steps_are_short_and_adam_forgets_soon(
        self, call, speech, tmp_path, monkeypatch
    ):
        from privtool.models.training_loop import LoopTrainer

        betas = []
        work = LoopTrainer.training_step

        def watched(self, *args, **options):
            betas.append(self.optimizer.param_groups[0]["betas"])
            return work(self, *args, **options)

        monkeypatch.setattr(LoopTrainer, "training_step", watched)
        folder, records = speech
        done = call(
            "asr-train", "--out", tmp_path / "asr", *FAST, "--epochs", 1, "--workers", 0, "-q",
            "--audio-root", folder, input=lines(records),
        )  # fmt: skip
        assert done.records[0]["train"]["batch_seconds"] == 8
        assert betas[0] == (0.9, 0.98)

    def test_the_rate_rises_slowly_in_a_model_that_knows_nothing(self, train, monkeypatch):
        from privtool.models.training_loop import LoopTrainer

        rates = []
        work = LoopTrainer.training_step

        def watched(self, *args, **options):
            rates.append(self.optimizer.param_groups[0]["lr"])
            return work(self, *args, **options)

        def rising(*options):
            rates.clear()
            (card,) = train(*options, "--batch-seconds", 1.5, epochs=10).records
            return rates.index(max(rates)) / len(rates), card["options"]["least_warmup"]

        monkeypatch.setattr(LoopTrainer, "training_step", watched)
        assert rising() == (pytest.approx(0.5, abs=0.02), 2000)
        assert rising("--warmup", 0.1, "--force") == (pytest.approx(0.1, abs=0.02), 0)

    def test_turns_with_files_of_their_own_are_joined_by_a_field(self, train, speech):
        calls = ["x", "x", "y", "y", None, "z", "z", "z"]
        records = [{**r, "call": c} for r, c in zip(speech[1], calls, strict=True)]
        given = ("--join", 20, "--join-field", "call", "--batch-seconds", 30)
        (result,) = train(*given, input=lines(records)).records
        assert result["train"]["turns"] == 8
        assert result["train"]["examples"] == 4
        bad = train(*given, input=lines([{**records[0], "call": [1]}]), out="b")
        assert bad.status == 65
        assert "field 'call' is neither text nor a whole number" in one_line(bad.err)

    def test_a_model_is_gone_on_from(self, train, speech, tmp_path):
        from privtool.models.asr_folder import load_asr

        first = train("--roles", "doctor").records[0]
        records = [{**record, "text": f"{record['text']} \u0416"} for record in speech[1]]
        done = train("--init", tmp_path / "asr", input=lines(records), out="more")
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

    def test_the_summary_tells_what_was_read_and_how_fast(self, call, speech, tmp_path):
        folder, records = speech
        more = [{**records[0], "drop_turn": True}, {**records[1], "text": "[MASK]"}]
        done = call(
            "asr-train", "--out", tmp_path / "asr", *FAST, "--epochs", 1, "--workers", 0,
            "--audio-root", folder, input=lines([*records, *more]),
        )  # fmt: skip
        assert done.status == 0
        told = done.err.splitlines()[-1]
        assert told.startswith("privtool asr-train: 10 records, 0.00 h, 1 dropped, 1 empty, ")
        assert "8 resampled, " in told
        assert " frames/s, " in told
        counts = done.records[0]["records"]
        assert counts == {"records": 10, "dropped": 1, "empty": 1, "blanks": 0}


def weights_of(done, folder):
    assert done.status == 0
    return weights(folder)


class TestResume:
    OPTIONS = ("--every", 3, "--batch-seconds", 1.5)

    @pytest.mark.parametrize(("checked", "workers"), [(False, 0), (True, 2)])
    def test_a_resumed_run_ends_as_if_it_had_not_been_interrupted(
        self, train, tmp_path, monkeypatch, valid, checked, workers
    ):
        options = (*self.OPTIONS, *(("--valid", valid) if checked else ()))
        whole = train(*options, out="whole", epochs=3, workers=workers)
        steps = whole.records[0]["steps"]
        assert steps >= 12
        assert steps % 3 == 0
        assert (steps // 3) % 3 != 0  # checkpoints are in the middle of epochs
        stop_at(monkeypatch, KeyboardInterrupt(), step=8)
        done = train(*options, epochs=3, workers=workers)
        assert (done.status, done.out) == (130, b"")
        assert not (tmp_path / "asr").exists()
        monkeypatch.undo()
        assert train(*options, epochs=3).status == 2
        other = train(*options, "--resume", epochs=4)
        assert other.status == 2
        assert "other options" in one_line(other.err)
        again = train(*options, "--resume", epochs=3, workers=1)
        assert again.records[0]["history"] == whole.records[0]["history"]
        assert again.out == whole.out
        assert weights(tmp_path / "asr") == weights(tmp_path / "whole")
        assert not (tmp_path / "asr.part").exists()

    def test_other_audio_is_another_run(self, train, speech, tmp_path, monkeypatch):
        stop_at(monkeypatch, KeyboardInterrupt(), step=4)
        train(*self.OPTIONS, epochs=2)
        monkeypatch.undo()
        done = train(*self.OPTIONS, "--resume", input=lines(speech[1][1:]), epochs=2)
        assert done.status == 2
        assert "another text" in one_line(done.err)

    def test_the_mean_of_the_last_checkpoints(self, train, tmp_path, valid, monkeypatch):
        from privtool.models import training

        seen = []
        average_of = training.average_of

        def watched(model, folders):
            seen.extend(load_file(folder / "model.safetensors") for folder in folders)
            average_of(model, folders)

        monkeypatch.setattr(training, "average_of", watched)
        (result,) = train("--average", 2, "--valid", valid, epochs=3).records
        assert len(seen) == 2
        assert result["best_step"] is None
        assert math.isfinite(result["valid"]["loss"])
        saved = load_file(tmp_path / "asr" / "model.safetensors")
        for name, found in saved.items():
            mean = torch.stack([one[name].double() for one in seen]).mean(0)
            assert torch.allclose(found.double(), mean, atol=1e-6)


class TestBadData:
    @pytest.mark.parametrize("workers", [0, 1])
    def test_audio_that_goes_away_is_told_with_its_place(
        self, train, tmp_path, speech, monkeypatch, workers
    ):
        from privtool.models import asr_data
        from privtool.models.asr_data import ExampleFeatures

        monkeypatch.setattr(asr_data, "_STATISTICS", 0.01)
        read = ExampleFeatures.__call__

        def gone(self, number):
            from privtool.core.errors import DataError

            if number == 4 and self.settings.kind == "mel" and (tmp_path / "asr.part").exists():
                raise DataError("the audio file is missing")
            return read(self, number)

        monkeypatch.setattr(ExampleFeatures, "__call__", gone)
        done = train(workers=workers)
        assert (done.status, done.out) == (65, b"")
        assert one_line(done.err) == "privtool: stdin:5: the audio file is missing"

    def test_rejects_are_set_aside(self, train, speech, tmp_path):
        _, records = speech
        bad = [
            {**records[0], "text": CANARY, "audio_filepath": f"{CANARY}.wav"},
            {**records[0], "text": f"{CANARY} " * 40},
            {**records[0], "text": CANARY, "duration": 0.01},
        ]
        given = lines([*records[:1], *bad, *records[1:]])
        done = train("--rejects", tmp_path / "aside", input=given)
        assert (done.status, done.err) == (0, "")
        rows = [json.loads(line) for line in (tmp_path / "aside").read_bytes().splitlines()]
        assert [row["line"] for row in rows] == [2, 3, 4]
        assert rows[0]["reason"] == "the audio file is missing"
        assert "they do not belong together" in rows[1]["reason"]
        assert "shorter than a window" in rows[2]["reason"]
        assert CANARY not in (tmp_path / "aside").read_text() + done.out.decode()
        assert done.records[0]["train"]["turns"] == 8

    @pytest.mark.parametrize(
        ("change", "said"),
        [
            ({"text": f"{CANARY} " * 40}, "stdin:9: the audio has 16 frames and the text 320 tok"),
            ({"audio_filepath": f"{CANARY}.wav"}, "stdin:9: the audio file is missing (id 0)"),
            ({"audio_filepath": f"/{CANARY}.wav"}, "stdin:9: field 'audio_filepath' leads out"),
            ({"duration": 99.0}, "stdin:9: the audio ends"),
            ({"text": None}, "stdin:9: field 'text' is null"),
        ],
    )
    def test_the_first_bad_record_ends_it_before_training(
        self, train, speech, tmp_path, change, said
    ):
        done = train(input=lines([*speech[1], {**speech[1][0], **change}]))
        assert (done.status, done.out) == (65, b"")
        assert said in one_line(done.err)
        assert CANARY not in done.err
        assert list(tmp_path.iterdir()) == []

    @pytest.mark.parametrize(
        ("change", "said"),
        [
            (None, "there is no record to train on"),
            ({"text": "[MASK]"}, "no record holds a word that may be used"),
            ({"drop_turn": True}, "no record holds a word that may be used"),
        ],
    )
    def test_nothing_to_train_on(self, train, speech, change, said):
        given = [] if change is None else [{**record, **change} for record in speech[1]]
        done = train(input=lines(given))
        assert done.status == 65
        assert said in one_line(done.err)

    def test_a_longer_clip_than_a_batch(self, train):
        done = train("--batch-seconds", 1, "--rejects", "/dev/null")
        assert done.status == 0
        assert train("--batch-seconds", 1, "--force").status == 0
        assert "longer" not in done.err

    def test_a_process_that_dies_is_told(self, train, monkeypatch):
        import os

        from privtool.models.asr_data import AsrBatches

        monkeypatch.setattr(AsrBatches, "__getitem__", lambda *_: os._exit(9))
        done = train(workers=1)
        assert (done.status, done.out) == (1, b"")
        assert "a process that reads audio died (out of memory?)" in one_line(done.err)

    def test_nothing_to_validate_on(self, train, speech, tmp_path):
        (tmp_path / "v").write_bytes(lines([{**speech[1][0], "text": "[MASK]"}]))
        done = train("--valid", tmp_path / "v")
        assert done.status == 65
        assert "the set 'valid' holds no record with a word" in one_line(done.err)

    def test_a_bad_record_to_validate_on_is_never_set_aside(self, train, speech, tmp_path):
        (tmp_path / "v").write_bytes(lines([{**speech[1][0], "audio_filepath": "gone.wav"}]))
        done = train("--valid", tmp_path / "v", "--rejects", tmp_path / "aside")
        assert done.status == 65
        assert one_line(done.err) == "privtool: v:1: the audio file is missing (id 0)"

    def test_a_clip_too_short_to_validate_on_is_told_before_training(self, train, speech, tmp_path):
        short = {**speech[1][0], "duration": 0.01}
        (tmp_path / "v").write_bytes(lines([speech[1][1], short]))
        done = train("--valid", tmp_path / "v")
        assert done.status == 65
        assert one_line(done.err) == "privtool: v:2: the audio is shorter than a window of 0.032 s"
        assert [path.name for path in tmp_path.iterdir()] == ["v"]

    def test_long_texts_and_clips_to_validate_on_are_fine(self, train, speech, tmp_path):
        long = {**speech[1][0], "text": "a b " * 40}
        (tmp_path / "v").write_bytes(lines([long, *speech[1]]))
        (result,) = train("--valid", tmp_path / "v").records
        assert result["valid"]["turns"] == 9


class TestOptions:
    @pytest.mark.parametrize(
        ("options", "said"),
        [
            (("--init", "missing"), "no folder that privtool asr-train wrote"),
            (("--init", "x", "--tokens", "5"), "leave --tokens away"),
            (("--init", "x", "--layers", "5"), "leave --layers away"),
            (("--init", "x", "--roles", "a"), "leave --roles away"),
            (("--init", "x", "--no-punctuation"), "leave --punctuation away"),
            (("--tokens", "5"), "fewer than the"),
            (("--roles", "a b"), "--roles wants names"),
            (("--roles", "a,a"), "--roles names one twice"),
            (("--join", "9"), "--join is longer than --batch-seconds"),
            (("--join-field", "call"), "--join-field needs --join"),
            (("--learning-rate", "0"), "over 0"),
            (("--clip", "nan"), "over 0"),
            (("--resume", "--force"), "give one"),
            (("--valid", "missing"), "there is no file"),
            (("--valid", "-"), "needs a file"),
            (("--audio-root", "missing"), "there is no folder missing"),
            (("--device", "tpu"), "is none of auto"),
        ],
    )
    def test_bad_ones(self, train, tmp_path, options, said):
        done = train(*options)
        assert (done.status, done.out) == (2, b"")
        assert said in one_line(done.err)
        assert list(tmp_path.iterdir()) == []

    def test_ctc_for_a_model_without_it(self, train, tmp_path):
        assert train("--ctc-weight", 0).status == 0
        done = train("--init", tmp_path / "asr", "--ctc-weight", 0.3, out="b")
        assert done.status == 2
        assert "leave --ctc-weight away" in one_line(done.err)
        assert train("--init", tmp_path / "asr", out="b").status == 0

    def test_a_model_loses_ctc_that_has_no_weight(self, train, tmp_path):
        from privtool.models.asr_folder import load_asr

        train()
        assert train("--init", tmp_path / "asr", "--ctc-weight", 0, out="b").status == 0
        assert load_asr(tmp_path / "asr").model.ctc is not None
        assert load_asr(tmp_path / "b").model.ctc is None

    def test_a_validation_set_needs_no_role(self, train, speech, tmp_path):
        (tmp_path / "v").write_bytes(lines([{**speech[1][0], "speaker": "nurse"}]))
        (result,) = train("--roles", "doctor", "--valid", tmp_path / "v").records
        assert result["valid"]["turns"] == 1

    def test_validating_on_what_is_trained_on(self, train, speech, tmp_path):
        (tmp_path / "m").write_bytes(lines(speech[1]))
        done = train("--valid", tmp_path / "m", tmp_path / "m")
        assert done.status == 2
        assert "is what is trained on" in one_line(done.err)

    def test_a_folder_that_is_there_is_refused_and_replaced_by_force(self, train, tmp_path):
        (tmp_path / "asr").mkdir()
        (tmp_path / "asr" / "old").touch()
        assert "--force replaces it" in one_line(train().err)
        assert train("--force", input=b"").status == 65
        assert [p.name for p in (tmp_path / "asr").iterdir()] == ["old"]
        assert train("--force").status == 0
        assert not (tmp_path / "asr" / "old").exists()

    def test_presets_are_the_shapes_that_there_are(self):
        from privtool.cli.asr_choices import Preset
        from privtool.models.transducer_shapes import SHAPES

        assert [preset.value for preset in Preset] == list(SHAPES)


class TestWarnings:
    def call(self, call, speech, tmp_path, *options, records=None):
        folder, given = speech
        done = call(
            "asr-train", "--out", tmp_path / "asr", *FAST, "--dtype", "fp32", "--workers", 0,
            "--audio-root", folder, *options, input=lines(records or given),
        )  # fmt: skip
        assert done.status == 0
        return done.err.splitlines()[:-1]

    def test_fewer_pieces_than_wanted(self, call, speech, tmp_path):
        options = ("--token-kind", "unigram", "--epochs", 1)
        told, *_ = self.call(call, speech, tmp_path, *options)
        assert told.startswith("privtool asr-train: the text has only ")
        assert "--tokens 1024" in told

    def test_a_loss_that_does_not_fall(self, call, speech, tmp_path):
        options = ("--epochs", 5, "--learning-rate", "1e-12", "--no-spec-augment", "--dropout", 0)
        told, *_ = self.call(call, speech, tmp_path, *options)
        assert "the loss has not fallen in 3 epochs" in told

    def test_nothing_but_blanks(self, call, speech, tmp_path, valid):
        options = ("--epochs", 2, "--valid", valid, "--learning-rate", "0.01")
        (told,) = self.call(call, speech, tmp_path, *options)
        assert "after epoch 1 the model hears no word in --valid" in told

    def test_nothing_but_blanks_in_what_it_is_trained_on(self, call, speech, tmp_path):
        (told,) = self.call(call, speech, tmp_path, "--epochs", 2, "--learning-rate", "0.01")
        assert "after epoch 2 the model hears no word in what it is trained on" in told


def test_no_text_is_told_but_in_the_pieces(train, speech, tmp_path, monkeypatch):
    records = [{**record, "text": CANARY} for record in speech[1]]
    (tmp_path / "v").write_bytes(lines(records))
    stop_at(monkeypatch, ValueError(f"it was {CANARY}"), step=3)
    options = ("--valid", tmp_path / "v", "--every", 1, "--debug", "--token-kind", "bpe")
    options += ("--batch-seconds", 1.5)
    done = train(*options, input=lines(records))
    assert done.status == 1
    told = [done.out, done.err.encode()]
    told += [p.read_bytes() for p in (tmp_path / "asr.part").rglob("*") if p.is_file()]
    monkeypatch.undo()
    done = train(*options, "--resume", input=lines(records))
    assert done.status == 0
    told += [done.out, done.err.encode()]
    told += [p.read_bytes() for p in (tmp_path / "asr").iterdir() if p.name != "tokenizer.json"]
    assert len(told) > 12
    assert CANARY.encode() not in b"".join(told)


def test_the_word_error_rate_is_that_of_jiwer_without_roles(speech, train, tmp_path):
    from privtool.models.asr_objective import measured
    from privtool.models.asr_tokens import new_tokens

    tokens = new_tokens(PHRASES, "char", 99, ("doctor",), True, 1)
    said, heard = ["anna called me", "no thank you"], ["anna you", ""]
    labels = [torch.tensor(tokens.encode(text, "doctor")) for text in said]
    batch = {
        "features": torch.zeros(2, 3, 1),
        "lengths": torch.tensor([3, 3]),
        "labels": torch.nn.utils.rnn.pad_sequence(labels, True, -100),
    }
    model = torch.nn.Linear(1, 1)
    found = measured(
        model, tokens, [batch], lambda model, batch: torch.tensor(62.0),
        lambda *_: [tokens.encode(text, "doctor") for text in heard],
    )  # fmt: skip
    assert found["wer"] == jiwer.wer(said, heard) == 5 / 6
    assert found["empty"] == 0.5
    assert found["loss"] == 62.0 / sum(map(len, labels))
    assert model.training
