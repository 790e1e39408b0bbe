"""Damaged files: a bad line each, and not a word from the decoders; long files, decoded once."""

import io
import os
import random
import struct

import numpy as np
import pytest
import soundfile

from privtool.audio.io import opening
from privtool.audio.io.decode import AudioInfo, read_frames, read_info, texts_of
from privtool.audio.io.opening import silent_libraries
from privtool.core.errors import DataError
from tests.chaos.mutations import mutated_file

RATE = 16000
FORMATS = (
    ("MP3", "MPEG_LAYER_III"),
    ("WAV", "MPEG_LAYER_III"),
    ("FLAC", "PCM_16"),
    ("OGG", "VORBIS"),
    ("OGG", "OPUS"),
    ("WAV", "PCM_16"),
    ("WAV", "MS_ADPCM"),
    ("AIFF", "PCM_16"),
    ("CAF", "ALAC_16"),
)


def encoded(file_format: str, subtype: str) -> bytes:
    if (file_format, subtype) == ("WAV", "MPEG_LAYER_III"):  # libsndfile only reads it
        data = encoded("MP3", subtype)
        layout = struct.pack("<HHIIHHHHIHHH", 0x55, 1, RATE, 4000, 1, 0, 12, 1, 2, 144, 1, 0)
        size = 4 + 8 + len(layout) + 8 + len(data)
        head = b"RIFF" + struct.pack("<I", size) + b"WAVEfmt " + struct.pack("<I", len(layout))
        return head + layout + b"data" + struct.pack("<I", len(data)) + data
    noise = 0.1 * np.random.default_rng(1).normal(size=RATE)
    file = io.BytesIO()
    soundfile.write(file, noise, RATE, format=file_format, subtype=subtype)
    return file.getvalue()


def second_half(info: AudioInfo) -> tuple[int, int]:
    return info.frames // 2, info.frames - info.frames // 2


@pytest.mark.parametrize(("file_format", "subtype"), FORMATS)
def test_damage_is_bad_data_and_decoders_are_silent(file_format, subtype, tmp_path, capfd):
    rnd = random.Random(7)
    whole, path = encoded(file_format, subtype), tmp_path / "a"
    for _ in range(40):
        path.write_bytes(mutated_file(whole, rnd))
        for bounds in (None, second_half):
            try:
                read_frames(str(path), bounds)
            except DataError:
                continue
        texts_of(str(path))
    assert capfd.readouterr() == ("", "")


def test_a_header_that_claims_a_terabyte_is_bad_data(tmp_path):
    data = bytearray(encoded("MP3", "MPEG_LAYER_III"))
    at = data.find(b"Info") if b"Info" in data else data.find(b"Xing")
    data[at + 8 : at + 12] = b"\x3f\xff\xff\xff"  # the number of MP3 frames
    (tmp_path / "a.mp3").write_bytes(data)
    for read in (read_info, read_frames):
        with pytest.raises(DataError, match="broken or truncated"):
            read(str(tmp_path / "a.mp3"))


@pytest.mark.parametrize("rate", [1, 7, 999])
def test_a_rate_that_holds_no_speech_is_bad_data(tmp_path, rate):
    soundfile.write(tmp_path / "a.wav", np.zeros(5000), rate)
    with pytest.raises(DataError, match="the sampling rate is below 1,000 Hz"):
        read_info(str(tmp_path / "a.wav"))


def test_large_files_are_read_in_parts(tmp_path, monkeypatch):
    samples = np.arange(5000, dtype="int16").reshape(-1, 2)
    soundfile.write(tmp_path / "a.wav", samples, RATE)
    whole = read_frames(str(tmp_path / "a.wav"))
    monkeypatch.setattr("privtool.audio.io.decode._SAMPLES_AT_ONCE", 1001)
    parts = read_frames(str(tmp_path / "a.wav"))
    assert np.array_equal(whole.samples, parts.samples)
    assert whole[1:] == parts[1:]


def test_prints_before_and_after_are_kept(capfd):
    os.write(1, b"before")
    with silent_libraries(), silent_libraries():
        os.write(1, b"lost")
        os.write(2, b"lost")
    os.write(2, b"after")
    assert capfd.readouterr() == ("before", "after")


# Long compressed files are decoded once, whatever segments are read.
LOW_RATE, SECONDS = 8000, 70
LONG_FORMATS = [("OGG", "VORBIS"), ("MP3", "MPEG_LAYER_III"), ("OGG", "OPUS")]


@pytest.fixture(autouse=True)
def nothing_kept():
    opening.kept_file.cache_clear()
    yield
    opening.kept_file.cache_clear()


def written(path, file_format, subtype, seed=0, seconds=SECONDS):
    at = np.arange(seconds * LOW_RATE) / LOW_RATE
    samples = 0.3 * np.sin(2 * np.pi * (200 + 3 * at) * at + seed)
    soundfile.write(path, samples, LOW_RATE, format=file_format, subtype=subtype)
    return str(path)


@pytest.mark.parametrize(("file_format", "subtype"), LONG_FORMATS)
def test_any_segment_is_that_of_the_whole(tmp_path, monkeypatch, file_format, subtype):
    path = written(tmp_path / "a", file_format, subtype)
    count = []
    once = opening._decoded
    monkeypatch.setattr(opening, "_decoded", lambda file: count.append(1) or once(file))
    whole, info = read_frames(path), read_info(path)
    assert info.frames == len(whole.samples)
    for first in (0, 1, LOW_RATE, 33 * LOW_RATE + 7, info.frames - 5):
        part = read_frames(path, lambda _, first=first: (first, 5))
        assert np.array_equal(part.samples, whole.samples[first : first + 5])
        assert (part.rate, part.subtype) == (whole.rate, "FLOAT")
    assert len(count) == 1
    with soundfile.SoundFile(path) as direct:
        assert np.array_equal(direct.read(dtype="float32", always_2d=True), whole.samples)


def test_a_changed_file_is_decoded_again(tmp_path):
    path = written(tmp_path / "a", *LONG_FORMATS[0])
    one = read_frames(path).samples
    written(path, *LONG_FORMATS[0], seed=1)
    os.utime(path, ns=(1, 1))
    assert not np.array_equal(read_frames(path).samples, one)


def test_short_and_other_files_are_not_kept(tmp_path):
    read_info(written(tmp_path / "a", *LONG_FORMATS[0], seconds=5))
    read_info(written(tmp_path / "b", "FLAC", "PCM_16"))
    read_info(written(tmp_path / "c", "WAV", "PCM_16"))
    assert not opening.kept_file.cache_info().currsize


def test_few_files_are_kept_and_none_after_a_fork(tmp_path, monkeypatch):
    paths = [written(tmp_path / str(n), *LONG_FORMATS[0], seconds=61) for n in range(7)]
    count = []
    once = opening._decoded
    monkeypatch.setattr(opening, "_decoded", lambda file: count.append(1) or once(file))
    for path in [*paths, paths[6], paths[0]]:
        read_info(path)
    assert opening.kept_file.cache_info().currsize == 4
    assert len(count) == 8  # the first one again
    monkeypatch.setattr(os, "getpid", lambda: -1)
    read_info(paths[6])
    assert len(count) == 9


def test_a_truncated_file_is_bad_data(tmp_path):
    path = written(tmp_path / "a", "MP3", "MPEG_LAYER_III")
    data = (tmp_path / "a").read_bytes()
    (tmp_path / "a").write_bytes(data[: len(data) // 2])
    try:
        frames = read_info(path).frames
    except DataError:
        return
    assert frames < SECONDS * LOW_RATE  # a file without a header that says otherwise
