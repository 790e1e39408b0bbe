"""Commands for speech with `--device`, once on a GPU and once on the CPU, in single precision.

Numbers may differ as in `test_on_a_gpu.py`, audio by a thousandth of full scale.
"""

import numpy as np
import pytest
import soundfile

from tests.support.jsonl import jsonl, read_jsonl
from tests.support.talking_asr import talking_asr
from tests.support.tiny_recognizers import ctc_folder
from tests.support.tiny_voices import tiny_vits
from tests.support.two_devices import TRAINED, figures, named, near, write_clips

pytestmark = pytest.mark.gpu
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


def test_asr_train(both, clips, tmp_path):
    options = ("--preset", "conformer-tiny", "--layers", 1, "--token-kind", "char", "--dropout", 0)
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
def asr(tmp_path_factory):
    return talking_asr(tmp_path_factory.mktemp("asr") / "asr", roles=("doctor", "patient"))


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
    monkeypatch.setattr("privtool.models.sphinx.word_spotting.sphinx_spotters", list)


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
    assert near(figures(one), figures(other), 0.01)
