"""Long compressed files are decoded once, whatever segments are read."""

import os

import numpy as np
import pytest
import soundfile

from privtool.audio.io import decoded
from privtool.audio.io.decode import read_frames, read_info
from privtool.core.errors import DataError

RATE = 8000
SECONDS = 70
FORMATS = [("OGG", "VORBIS"), ("MP3", "MPEG_LAYER_III"), ("OGG", "OPUS")]


@pytest.fixture(autouse=True)
def nothing_kept():
    decoded.kept_file.cache_clear()
    yield
    decoded.kept_file.cache_clear()


def written(path, file_format, subtype, seed=0, seconds=SECONDS):
    at = np.arange(seconds * RATE) / RATE
    samples = 0.3 * np.sin(2 * np.pi * (200 + 3 * at) * at + seed)
    soundfile.write(path, samples, RATE, format=file_format, subtype=subtype)
    return str(path)


@pytest.mark.parametrize(("file_format", "subtype"), FORMATS)
def test_any_segment_is_that_of_the_whole(tmp_path, monkeypatch, file_format, subtype):
    path = written(tmp_path / "a", file_format, subtype)
    count = []
    once = decoded._decoded
    monkeypatch.setattr(decoded, "_decoded", lambda file: count.append(1) or once(file))
    whole, info = read_frames(path), read_info(path)
    assert info.frames == len(whole.samples)
    for first in (0, 1, RATE, 33 * RATE + 7, info.frames - 5):
        part = read_frames(path, lambda _, first=first: (first, 5))
        assert np.array_equal(part.samples, whole.samples[first : first + 5])
        assert (part.rate, part.subtype) == (whole.rate, "FLOAT")
    assert len(count) == 1
    with soundfile.SoundFile(path) as direct:
        assert np.array_equal(direct.read(dtype="float32", always_2d=True), whole.samples)


def test_a_changed_file_is_decoded_again(tmp_path):
    path = written(tmp_path / "a", *FORMATS[0])
    one = read_frames(path).samples
    written(path, *FORMATS[0], seed=1)
    os.utime(path, ns=(1, 1))
    assert not np.array_equal(read_frames(path).samples, one)


def test_short_and_other_files_are_not_kept(tmp_path):
    read_info(written(tmp_path / "a", *FORMATS[0], seconds=5))
    read_info(written(tmp_path / "b", "FLAC", "PCM_16"))
    read_info(written(tmp_path / "c", "WAV", "PCM_16"))
    assert not decoded.kept_file.cache_info().currsize


def test_few_files_are_kept_and_none_after_a_fork(tmp_path, monkeypatch):
    paths = [written(tmp_path / str(n), *FORMATS[0], seconds=61) for n in range(7)]
    count = []
    once = decoded._decoded
    monkeypatch.setattr(decoded, "_decoded", lambda file: count.append(1) or once(file))
    for path in [*paths, paths[6], paths[0]]:
        read_info(path)
    assert decoded.kept_file.cache_info().currsize == 4
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
    assert frames < SECONDS * RATE  # a file without a header that says otherwise
