import numpy as np
import pytest
import soundfile

from privtool.audio.io.chunking import cut_at_pauses
from privtool.audio.io.decode import has_several_parts, read_frames, read_info
from privtool.core.errors import DataError

RATE = 8000
FORMATS = {
    "a.wav": {"format": "WAV", "subtype": "PCM_16"},
    "a.flac": {"format": "FLAC", "subtype": "PCM_16"},
    "a.ogg": {"format": "OGG", "subtype": "VORBIS"},
    "a.opus": {"format": "OGG", "subtype": "OPUS"},
}


@pytest.mark.parametrize("name", FORMATS)
def test_a_second_recording_behind_the_first_is_bad_data(tmp_path, name):
    path = tmp_path / name
    for number, seconds in ((1, 3), (2, 1)):
        samples = np.random.default_rng(number).uniform(-0.3, 0.3, seconds * RATE)
        soundfile.write(tmp_path / f"{number}", samples, RATE, **FORMATS[name])
    one = (tmp_path / "1").read_bytes()
    path.write_bytes(one)
    assert not has_several_parts(str(path))
    assert read_info(str(path)).frames == 3 * RATE
    path.write_bytes(one + (tmp_path / "2").read_bytes())
    assert has_several_parts(str(path))
    for read in (read_info, read_frames):
        with pytest.raises(DataError, match="has several parts"):
            read(str(path))


def test_two_streams_side_by_side(tmp_path):
    for number in (1, 2):
        soundfile.write(tmp_path / f"{number}", np.zeros(RATE), RATE, **FORMATS["a.ogg"])
    one, two = ((tmp_path / name).read_bytes() for name in "12")
    first = one.index(b"OggS", 4)  # where the first page ends
    (tmp_path / "a.ogg").write_bytes(one[:first] + two + one[first:])
    assert has_several_parts(str(tmp_path / "a.ogg"))


@pytest.mark.parametrize("content", [b"", b"RIFF", b"OggS", b"fLaC", b"OggS" + b"\xff" * 99])
def test_what_is_no_audio_has_no_parts(tmp_path, content):
    (tmp_path / "a").write_bytes(content)
    assert not has_several_parts(str(tmp_path / "a"))
    assert not has_several_parts(str(tmp_path / "none"))


CHUNK_RATE = 1000


def test_audio_is_cut_at_pauses():
    samples = np.random.default_rng(1).uniform(0.5, 1.0, 3500).astype(np.float32)
    samples[850:960] = 0.0
    pieces = cut_at_pauses(samples, CHUNK_RATE, 1.0)
    assert 850 <= len(pieces[0]) <= 960
    assert all(len(piece) <= CHUNK_RATE for piece in pieces)
    assert all(len(piece) >= 2 * CHUNK_RATE // 3 for piece in pieces[:-1])
    assert (np.concatenate(pieces) == samples).all()


def test_short_audio_is_not_cut():
    samples = np.zeros(CHUNK_RATE, np.float32)
    assert [len(piece) for piece in cut_at_pauses(samples, CHUNK_RATE, 1.0)] == [CHUNK_RATE]
    assert [len(piece) for piece in cut_at_pauses(samples[:0], CHUNK_RATE, 1.0)] == [0]
    assert [len(piece) for piece in cut_at_pauses(samples, 5, 10.0)][0] <= 50
