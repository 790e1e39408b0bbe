"""Every command with `--device`, once on a GPU and once on the CPU, in single precision.

Texts must be equal; numbers may differ by `NEAR`, and results of trained models by `TRAINED`, as
the two devices round in other ways and draw other dropout. (Other draws on one device changed the
results of lm-train and mix-train by 0.05 %.) Audio may differ by a thousandth of full scale.
"""

import math
from functools import partial
from pathlib import Path

import numpy as np
import pytest
import soundfile

from privtool.models.asr.checkpoint import SHAPES
from tests.support.guess_corpus import masked_of, raw_of
from tests.support.jsonl import jsonl, read_jsonl
from tests.support.tiny_models import SENTENCES, tiny_bert
from tests.support.tiny_recognizers import ctc_folder
from tests.support.tiny_voices import tiny_vits
from tests.support.trainer_runs import lines, masked

NEAR, TRAINED = 1e-3, 0.005
_RATE = 16_000


def write_clips(folder: Path) -> None:
    """Write six clips of noise of changing loudness, and their manifest."""
    draw = np.random.default_rng(1)
    records = []
    for number in range(6):
        loud = np.repeat(draw.uniform(0.02, 0.3, 10), _RATE // 10)
        soundfile.write(folder / f"{number}.wav", loud * draw.normal(0, 1, _RATE), _RATE)
        said = "a call" if number % 2 else "the call again"
        path = f"{number}.wav"
        records.append({"id": number, "text": said, "audio_filepath": path, "entities": []})
    (folder / "manifest.jsonl").write_bytes(jsonl(*records))


def near(one, other, share=NEAR):
    """Whether two values, of any depth, are equal but for rounding of their numbers."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(near(one[k], other[k], share) for k in one)
    if isinstance(one, list):
        pairs = zip(one, other, strict=False)
        return len(one) == len(other) and all(near(*pair, share) for pair in pairs)
    if isinstance(one, float):
        return math.isclose(one, other, rel_tol=share, abs_tol=share)
    return one == other


def named(folder: Path):
    """Return a path for each of the two runs."""
    return folder.joinpath


def run_on_both(call, gpu, *args, input=b""):
    """Run a command on the CPU and on the GPU; return the two outcomes.

    Arguments may be functions of the name of the run.
    """
    outcomes = []
    for name, device in (("on-cpu", "cpu"), ("on-gpu", gpu)):
        given = [arg(name) if callable(arg) else arg for arg in args]
        done = call(*given, "-q", "--device", device, input=input)
        assert done.status == 0, done.err
        outcomes.append(done)
    return outcomes


pytestmark = pytest.mark.gpu


@pytest.fixture
def both(call, gpu):
    """Run a command on the CPU and on the GPU; gives the two outcomes."""
    return partial(run_on_both, call, gpu)


FP32 = ("--dtype", "fp32")


@pytest.mark.usefixtures("single_precision")
@pytest.mark.parametrize("model", ["{tiny_tagger}", "mini-ner"])
def test_mask(both, request, model, sample_lines):
    name = request.getfixturevalue(model[1:-1]) if model[0] == "{" else model
    one, other = both(
        "mask", "--method", "entityTagger", "--tagger", name, input=b"".join(sample_lines[:40])
    )
    assert one.out.count(b"[MASK]") > 3
    assert one.out == other.out


@pytest.mark.parametrize("model", ["{tiny_filler}", "mini"])
def test_fill(both, request, model):
    name = request.getfixturevalue(model[1:-1]) if model[0] == "{" else model
    one, other = both("fill", "--model", name, *FP32, "--topk", 3, input=masked(SENTENCES[:12]))
    assert len(one.records) == 12
    assert one.out == other.out


def test_lm_score(both, tiny_lm):
    one, other = both("lm-score", "--model", tiny_lm, *FP32, input=lines(SENTENCES[:8]))
    assert near(one.records, other.records)


def test_lm_train(both, tmp_path):
    (tmp_path / "v").write_bytes(lines(SENTENCES[:8]))
    options = ("--size", "tiny", "--epochs", 2, "--batch-tokens", 99, "--valid", tmp_path / "v")
    out = named(tmp_path)
    one, other = both("lm-train", "--out-dir", out, *FP32, *options, input=lines(SENTENCES))
    assert near(one.records[0]["valid"], other.records[0]["valid"], TRAINED)


def test_fill_train(both, tmp_path):
    dropout = dict.fromkeys(("hidden_dropout_prob", "attention_probs_dropout_prob"), 0.0)
    model = tiny_bert(tmp_path / "bert", **dropout)
    (tmp_path / "v").write_bytes(lines(SENTENCES[:8]))
    options = ("--model", model, "--epochs", 2, "--batch-tokens", 99)
    options += ("--learning-rate", "0.01")
    one, other = both(
        "fill-train", "--out-dir", named(tmp_path), *options, *FP32,
        "--valid", tmp_path / "v", input=lines(SENTENCES[:10]) + masked(SENTENCES[20:30]),
    )  # fmt: skip
    before, after = ([done.records[0]["valid"][when]["loss"] for done in (one, other)]
                     for when in ("before", "after"))  # fmt: skip
    assert near(*before)
    assert not near(before[0], after[0], TRAINED)
    assert near(*after, TRAINED)


def test_mix_train(both, tmp_path):
    files = {"one": SENTENCES[:12], "two": ["other words here", "more of them"]}
    corpora = []
    for name, texts in {**files, "valid": SENTENCES[12:18]}.items():
        (tmp_path / f"{name}.jsonl").write_bytes(lines(texts))
        corpora.append({"corpus": name, "path": str(tmp_path / f"{name}.jsonl")})
    one, other = both(
        "mix-train", "--out-dir", named(tmp_path), "--size", "tiny", "--hidden", 8,
        "--epochs", 1, "--method", "adaptive", "--batch-tokens", 40, "--epoch-tokens", 160,
        *FP32, "--valid", tmp_path / "valid.jsonl", input=jsonl(*corpora[:2]),
    )  # fmt: skip
    assert near(one.records[0]["weights"], other.records[0]["weights"], 0.02)
    assert near(one.records[0]["valid"], other.records[0]["valid"], TRAINED)


def test_audit_guess(both, tiny_filler, tmp_path):
    (tmp_path / "raw").write_bytes(jsonl(*map(raw_of, range(20))))
    (tmp_path / "masked").write_bytes(jsonl(*map(masked_of, range(20))))
    given = ("--raw", tmp_path / "raw", "--masked", tmp_path / "masked", "--model", tiny_filler)
    one, other = both("audit", "guess", *given, *FP32)
    assert len(one.figures) > 3
    assert near(one.figures, other.figures, 0.01)


def test_audit_model(both, tiny_lm, tmp_path):
    (tmp_path / "held").write_bytes(lines(SENTENCES[20:]))
    (tmp_path / "members").write_bytes(lines(SENTENCES[:20]))
    one, other = both(
        "audit", "model", "--model", tiny_lm, *FP32, "--samples", 20,
        "--holdout", tmp_path / "held", tmp_path / "members",
    )  # fmt: skip
    assert len(one.figures) > 2
    assert near(one.figures, other.figures, 0.01)


def test_no_command_with_a_device_is_missing(commands):
    with_device = {
        name.replace(" ", "_").replace("-", "_")
        for name, command in commands.items()
        if any(parameter.name == "device" for parameter in command.params)
    }
    tested = {name.removeprefix("test_") for name in globals() if name.startswith("test_")}
    assert with_device == tested - {"no_command_with_a_device_is_missing"}


# Commands for speech.
SILENCE = 1e-3
WORDS = [
    {"word": "call", "start": 0.1, "end": 0.4, "confidence": 1.0},
    {"word": "mary", "start": 0.5, "end": 0.9, "confidence": 1.0},
]
PRIVATE = {"start": 5, "end": 9, "label": "PERSON"}
TURN = {"id": "t", "text": "call mary", "audio_filepath": "0.wav", "words": WORDS}


@pytest.fixture(scope="module")
def clips(tmp_path_factory):
    """A folder with clips and their manifest."""
    folder = tmp_path_factory.mktemp("clips")
    write_clips(folder)
    return folder


def test_asr_train(both, clips, tmp_path, monkeypatch):
    monkeypatch.setitem(SHAPES, "conformer-tiny", SHAPES["conformer-tiny"]._replace(dropout=0.0))
    options = ("--preset", "conformer-tiny", "--token-kind", "char")
    manifest = clips / "manifest.jsonl"
    (tmp_path / "v").write_bytes(manifest.read_bytes())
    one, other = both(
        "asr-train", "--audio-root", clips, "--out-dir", named(tmp_path), *options,
        "--dtype", "fp32", "--epochs", 1, "--batch-seconds", 3, "--workers", 0,
        "--valid", tmp_path / "v", manifest,
    )  # fmt: skip
    ours, theirs = (done.records[0]["history"] for done in (one, other))
    assert len(ours) == 1
    assert near(ours[0]["loss"], theirs[0]["loss"], TRAINED)


@pytest.fixture(scope="module")
def ctc(tmp_path_factory):
    return ctc_folder(tmp_path_factory.mktemp("ctc"))


@pytest.mark.parametrize("model", ["asr", "ctc"])
def test_asr_eval(both, request, clips, model):
    name = request.getfixturevalue(model)
    one, other = both("asr-eval", "--model", name, "--beam", 3, clips / "manifest.jsonl")
    assert any(record["hyp"] for record in one.records)
    assert near(one.records, other.records, 0.01)


def test_align(both, clips, ctc):
    one, other = both("align", "--aligner", ctc, clips / "manifest.jsonl")
    assert {record["align_status"] for record in one.records} == {"aligned"}
    for ours, theirs in zip(one.records, other.records, strict=True):
        for word, same in zip(ours["words"], theirs["words"], strict=True):
            assert word["start"] == pytest.approx(same["start"], abs=0.03)  # a frame


def heard(monkeypatch):
    """Only the recognizer that is named listens: pocketsphinx does not run on GPUs."""
    monkeypatch.setattr("privtool.models.sphinx.recognizer.sphinx_spotters", list)


def test_redact(both, clips, asr, tmp_path, monkeypatch):
    heard(monkeypatch)
    record = jsonl({**TURN, "entities": [PRIVATE]})
    one, other = both(
        "redact", "--verify", "--recognizer", asr, "--audio-root", clips,
        "--out-dir", named(tmp_path), input=record,
    )  # fmt: skip
    ours, theirs = one.records[0], other.records[0]
    assert (
        ours.pop("audio_filepath").rpartition("/")[2]
        == theirs.pop("audio_filepath").rpartition("/")[2]
    )
    assert ours == theirs


@pytest.fixture
def spoken(both, clips, tmp_path):
    """Let a command speak a surrogate with a voice that draws nothing; the two turns are alike."""
    voice = tiny_vits(
        tmp_path,
        noise_scale=0.0,
        noise_scale_duration=0.0,
        use_stochastic_duration_prediction=False,
    )
    times = {"audio_start": 0.45, "audio_end": 0.95}
    record = {**TURN, "words": WORDS[:1], "entities": [{**PRIVATE, **times}]}

    def run(*command):
        one, other = both(
            *command, "--engine", voice, "--audio-root", clips, "--out-dir", named(tmp_path),
            input=jsonl(record),
        )  # fmt: skip
        assert len(one.records) == len(other.records) == 1
        ours, theirs = (soundfile.read(path)[0] for path in sorted(tmp_path.glob("on-*/*.*")))
        assert np.abs(ours).max() > 0.01
        np.testing.assert_allclose(ours, theirs, atol=SILENCE)

    return run


def test_tts(spoken):
    spoken("tts")


def test_splice(spoken, clips, tmp_path):
    corpus = tmp_path / "corpus.jsonl"
    other = {**TURN, "id": "c", "audio_filepath": str(clips / "1.wav"), "text": "call"}
    corpus.write_bytes(jsonl({**other, "words": WORDS[:1], "entities": []}))
    spoken("splice", "--corpus", corpus, "--fallback", "tts")


def test_audit_audio(both, clips, tmp_path, monkeypatch):
    heard(monkeypatch)
    records = read_jsonl(clips / "manifest.jsonl")
    (tmp_path / "before").write_bytes(jsonl(*records))
    one, other = both(
        "audit", "audio", "--before", tmp_path / "before", "--before-root", clips,
        "--audio-root", clips, tmp_path / "before",
    )  # fmt: skip
    assert near(one.figures, other.figures, 0.01)
