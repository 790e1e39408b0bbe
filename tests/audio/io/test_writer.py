"""Written audio: exact samples, names that reveal nothing, folders."""

import io

import numpy as np
import pytest
import soundfile
from hypothesis import given, settings
from hypothesis import strategies as st

from privtool.audio.io.decode import Audio, read_frames
from privtool.audio.io.tags import texts_of
from privtool.audio.io.writer import AudioFolder, audio_folder, encode, file_name
from privtool.core.errors import UsageError

RATE = 8000
SUBTYPES = [
    ("WAV", "PCM_U8"), ("WAV", "PCM_16"), ("WAV", "PCM_24"), ("WAV", "PCM_32"), ("WAV", "FLOAT"),
    ("WAV", "DOUBLE"), ("WAV", "ULAW"), ("WAV", "ALAW"), ("FLAC", "PCM_S8"), ("FLAC", "PCM_16"),
    ("FLAC", "PCM_24"), ("AIFF", "PCM_16"), ("AIFF", "PCM_S8"), ("OGG", "VORBIS"),
    ("MP3", "MPEG_LAYER_III"),
]  # fmt: skip


class TestWriter:
    @pytest.mark.parametrize(("file_format", "subtype"), SUBTYPES)
    @pytest.mark.parametrize("channels", [1, 2])
    def test_samples_round_trip(self, tmp_path, file_format, subtype, channels):
        noise = np.random.default_rng(1).uniform(-1, 1, (3000, channels))
        soundfile.write(tmp_path / "a", noise, RATE, format=file_format, subtype=subtype)
        audio = read_frames(str(tmp_path / "a"))
        name = AudioFolder(str(tmp_path), "").write("x", audio)
        again = read_frames(str(tmp_path / name))
        np.testing.assert_array_equal(again.samples, audio.samples)
        assert again.rate == RATE

    @settings(max_examples=30, deadline=None)
    @given(st.lists(st.integers(-(2**15), 2**15 - 1), min_size=1, max_size=200))
    def test_any_samples_round_trip(self, values):
        samples = np.array(values, dtype=np.int32)[:, None] << 16
        for file_format in ("FLAC", "WAV"):
            data, _ = encode(Audio(samples, RATE, file_format, "PCM_16"))
            again, _ = soundfile.read(io.BytesIO(data), dtype="int32", always_2d=True)
            np.testing.assert_array_equal(again, samples)

    @pytest.mark.parametrize(
        "record_id", ["../../etc/passwd", "ann quixley", "ann/b", "Ünï", "", 7, "7"]
    )
    def test_names_do_not_reveal_the_id(self, tmp_path, record_id):
        audio = Audio(np.zeros((4, 1), np.int32), RATE, "FLAC", "PCM_16")
        name = AudioFolder(str(tmp_path), "wav").write(record_id, audio)
        assert name.startswith("wav/")
        assert [path.name for path in tmp_path.iterdir()] == [name[4:]]
        assert len(name) == len("wav/") + 24 + len(".flac")
        assert set(name[4:28]) <= set("0123456789abcdef")

    @pytest.mark.parametrize("subtype", ["FLOAT", "DOUBLE"])
    def test_files_have_no_time_stamp(self, subtype):
        data, _ = encode(Audio(np.ones((4, 1)), RATE, "WAV", subtype))
        peak = data.index(b"PEAK")
        assert data[peak + 12 : peak + 16] == bytes(4)
        assert soundfile.read(io.BytesIO(data))[0].tolist() == [1.0] * 4

    def test_names_differ_where_id_or_content_do(self):
        names = {
            file_name(record_id, data)
            for record_id in (7, "7", "a", "b")
            for data in (b"1", b"2", b"")
        }
        assert len(names) == 12

    def test_paths_in_records_are_relative_to_the_output(self, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        assert audio_folder(tmp_path / "a" / "wav", "-", False).path_in_records == "a/wav"
        assert audio_folder(tmp_path / "a" / "wav", "a/out.jsonl", False).path_in_records == "wav"
        assert audio_folder(tmp_path / "a", "a/out.jsonl", True).path_in_records == ""
        outside = audio_folder(tmp_path / "b", "a/out.jsonl", False)
        assert outside.path_in_records == str(tmp_path / "b")

    def test_a_folder_that_is_not_empty_is_refused(self, tmp_path):
        (tmp_path / "file").write_bytes(b"")
        for folder in (tmp_path, tmp_path / "file"):
            with pytest.raises(UsageError, match="`out_dir`"):
                audio_folder(folder, "-", False)
        assert audio_folder(tmp_path, "-", True).folder == str(tmp_path)


# Texts in the metadata of audio files.
SAMPLES = np.zeros(800)


def chunk(name, content):
    return name + len(content).to_bytes(4, "little") + content + b"\0" * (len(content) % 2)


def test_all_chunks_of_a_wav_count(tmp_path):
    path = tmp_path / "a.wav"
    soundfile.write(path, SAMPLES, 8000)
    assert not any(text.strip() for text in texts_of(str(path)))
    path.write_bytes(
        path.read_bytes() + chunk(b"iXML", b"odd") + chunk(b"bext", b"Anna \xff Quixley")
    )
    texts = " ".join(texts_of(str(path)))
    assert all(word in texts for word in ("odd", "Anna", "Quixley"))


def test_all_comments_of_a_flac_count(tmp_path):
    path = tmp_path / "a.flac"
    soundfile.write(path, SAMPLES, 8000)
    data = path.read_bytes()
    comment = b"\4\0\0\0made\1\0\0\0\x0f\0\0\0TRANSCRIPT=Anna"
    block = bytes([4]) + len(comment).to_bytes(3, "big") + comment
    path.write_bytes(data[:42] + block + data[42:])  # after the stream's description
    assert any("TRANSCRIPT=Anna" in text for text in texts_of(str(path)))


def test_tags_that_libsndfile_knows_count_in_other_formats(tmp_path):
    path = tmp_path / "a.ogg"
    with soundfile.SoundFile(path, "w", 8000, 1, format="OGG") as file:
        file.artist = "Anna Quixley"
        file.write(SAMPLES)
    assert "Anna Quixley" in texts_of(str(path))


def test_other_files_have_no_texts(tmp_path):
    (tmp_path / "a").write_bytes(b"RIFF")
    assert texts_of(str(tmp_path / "a")) == []
    assert texts_of(str(tmp_path / "b")) == []
