"""Speech to train on, and how the tests of asr-train run it."""

import pytest
import soundfile

from privtool.models.asr import checkpoint
from privtool.models.asr.training import dataset
from privtool.models.tts.espeak import speak
from tests.support.asr_training import FAST, PHRASES, PLAIN
from tests.support.jsonl import jsonl


@pytest.fixture(scope="session")
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
        given = jsonl(*records) if input is None else input
        return call(
            "asr-train", "--out-dir", tmp_path / out, *fast, "--epochs", epochs,
            "--workers", workers, "--audio-root", folder, *options, input=given,
        )  # fmt: skip

    return trained


@pytest.fixture
def undisturbed(monkeypatch):
    """Train without augmentation and dropout."""
    shape = checkpoint.SHAPES["conformer-tiny"]._replace(dropout=0.0)
    monkeypatch.setitem(checkpoint.SHAPES, "conformer-tiny", shape)
    monkeypatch.setattr(dataset, "augmented", lambda features, _: features)
    monkeypatch.setattr(dataset, "draw_speed", lambda _: 1.0)


@pytest.fixture
def valid(speech, tmp_path):
    """A file to validate on."""
    path = tmp_path / "valid.jsonl"
    path.write_bytes(jsonl(*speech[1][:3]))
    return path
