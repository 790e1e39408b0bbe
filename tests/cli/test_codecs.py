"""Formats of telephones and browsers, made by the real ffmpeg, through whole commands."""

import shutil
import subprocess

import numpy as np
import pytest
import soundfile

from privtool.audio.io.decode import read_frames, read_info
from tests.support.jsonl import jsonl

FFMPEG = shutil.which("ffmpeg")
pytestmark = pytest.mark.skipif(FFMPEG is None, reason="this machine has no ffmpeg")
RATE = 8000
SECONDS = 4
CODECS = {
    "a.mp3": ("libmp3lame", "-b:a", "32k"),
    "a.opus": ("libopus", "-b:a", "24k"),
    "a.m4a": ("aac",),
    "a.gsm": ("libgsm",),
    "gsm.wav": ("libgsm_ms",),
    "mulaw.wav": ("pcm_mulaw",),
    "mulaw.au": ("pcm_mulaw",),
    "a.amr": ("libopencore_amrnb", "-b:a", "12.2k"),
    "a.webm": ("libopus",),
}


def speech():
    """A sound that rises, with pauses: every moment of it is another."""
    at = np.arange(SECONDS * RATE) / RATE
    loud = 0.3 * (np.sin(2 * np.pi * 2 * at) > -0.5)
    return loud * np.sin(2 * np.pi * (300 + 150 * at) * at)


@pytest.fixture
def made(tmp_path):
    """Make a file with a codec of ffmpeg; skip if this ffmpeg lacks it."""

    def make(name, channels=1):
        samples = np.stack([speech()] * channels, axis=1)
        soundfile.write(tmp_path / "made.wav", samples, RATE)
        codec, *options = CODECS[name]
        command = [FFMPEG, "-nostdin", "-v", "error", "-i", tmp_path / "made.wav"]
        done = subprocess.run(
            [*command, "-c:a", codec, *options, tmp_path / name], capture_output=True, check=False
        )
        if done.returncode:
            pytest.skip(f"this ffmpeg has no encoder {codec}")
        return tmp_path / name

    return make


def by_ffmpeg(path, rate):
    command = [FFMPEG, "-nostdin", "-v", "error", "-i", path, "-f", "f32le", "-ar", str(rate), "-"]
    done = subprocess.run(command, capture_output=True, check=True)
    return np.frombuffer(done.stdout, np.float32)


@pytest.mark.parametrize("name", CODECS)
def test_samples_are_those_of_ffmpeg_and_at_their_times(made, name):
    path = made(name)
    audio = read_frames(str(path))
    assert read_info(str(path)).frames == len(audio.samples)
    assert abs(len(audio.samples) / audio.rate - SECONDS) < 0.15
    samples = audio.samples[:, 0].astype(np.float64)
    if audio.samples.dtype.kind == "i":
        samples = samples / -float(np.iinfo(audio.samples.dtype).min)
    given = by_ffmpeg(path, audio.rate).astype(np.float64)
    length = min(len(samples), len(given)) - audio.rate // 2
    # Decoders differ in the samples at the start that they leave out, by less than a tenth of a
    # second; there is one shift at which both are the same.
    most = audio.rate // 10
    middle = samples[most : length - most]
    likeness = [
        np.corrcoef(middle, given[most + shift : most + shift + len(middle)])[0, 1]
        for shift in range(-most, most, 1)
    ]
    assert max(likeness) > 0.98


@pytest.mark.parametrize("name", CODECS)
def test_a_redacted_segment_is_silent_and_the_rest_is_as_decoded(call, made, tmp_path, name):
    path = made(name)
    words = [
        {"word": "ask", "start": 0.2, "end": 0.7}, {"word": "quixley", "start": 1.0, "end": 1.5},
        {"word": "now", "start": 1.8, "end": 2.3},
    ]  # fmt: skip
    row = {
        "id": "r", "text": "ask quixley now", "audio_filepath": name, "offset": 0.5,
        "duration": 3.0, "words": words, "entities": [{"start": 4, "end": 11, "label": "PERSON"}],
    }  # fmt: skip
    (tmp_path / "in.jsonl").write_bytes(jsonl(row))
    args = ("--out-dir", tmp_path / "w", "--whole", tmp_path / "whole", "--with", "silence")
    args += ("--transcript", "exact")
    call("redact", "-q", "-o", tmp_path / "out.jsonl", *args, tmp_path / "in.jsonl").checked()
    (clip,) = (tmp_path / "w").iterdir()
    before, after = read_frames(str(path)), read_frames(str(clip))
    rate = before.rate
    first = round(0.5 * rate)
    assert after.samples.shape == (round(3.0 * rate), before.samples.shape[1])
    expected = before.samples[first : first + len(after.samples)]
    same = (after.samples == expected).all(axis=1)
    assert same[: round(0.65 * rate)].all()
    assert same[round(1.85 * rate) :].all()
    inside = after.samples[round(1.0 * rate) : round(1.5 * rate)]
    assert not inside.any() or np.abs(inside).max() <= 8  # zero is a small number in mu-law
    (whole,) = (tmp_path / "whole").glob("*.[wf]*")
    assert read_info(str(whole))[:2] == read_info(str(path))[:2]


@pytest.mark.parametrize("name", ["a.m4a", "a.webm", "a.mp3", "mulaw.wav"])
def test_one_channel_of_a_call(made, name):
    path = made(name, channels=2)
    both = read_frames(str(path))
    assert both.samples.shape[1] == 2
    right = read_frames(str(path), channel=1)
    assert np.array_equal(right.samples, both.samples[:, 1:])


def test_a_file_with_two_streams_of_audio_is_bad_data(tmp_path):
    soundfile.write(tmp_path / "made.wav", speech(), RATE)
    inputs = ["-i", tmp_path / "made.wav", "-i", tmp_path / "made.wav"]
    subprocess.run(
        [FFMPEG, "-nostdin", "-v", "error", *inputs, "-map", "0:a", "-map", "1:a", "-c:a", "aac",
         tmp_path / "two.mkv"], check=True,
    )  # fmt: skip
    with pytest.raises(Exception, match="has several parts"):
        read_frames(str(tmp_path / "two.mkv"))


def test_a_video_with_a_picture_and_a_stream_of_audio_is_read(tmp_path):
    soundfile.write(tmp_path / "made.wav", speech(), RATE)
    picture = ["-f", "lavfi", "-i", "color=size=32x32:duration=1"]
    done = subprocess.run(
        [FFMPEG, "-nostdin", "-v", "error", *picture, "-i", tmp_path / "made.wav", "-c:v", "mpeg4",
         "-c:a", "aac", tmp_path / "v.mp4"], capture_output=True, check=False,
    )  # fmt: skip
    if done.returncode:
        pytest.skip("this ffmpeg makes no video")
    assert read_info(str(tmp_path / "v.mp4")).frames > 3 * RATE
