"""Written audio: exact samples, names that reveal nothing, folders."""

import io
import re

import numpy as np
import pytest
import soundfile
from hypothesis import given, settings
from hypothesis import strategies as st

from privtool.audio.io.clips import cut_at_pauses
from privtool.audio.io.decode import Audio, read_frames, read_info, texts_of
from privtool.audio.io.opening import has_several_parts
from privtool.audio.io.writer import AudioFolder, audio_folder, encode, file_name
from privtool.core.errors import DataError, UsageError

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


def test_pictures_of_a_flac_and_tags_before_it_count(tmp_path):
    path = tmp_path / "a.flac"
    soundfile.write(path, SAMPLES, 8000)
    data = path.read_bytes()
    block = bytes([6]) + (20).to_bytes(3, "big") + b"\0\0\0\3\0\0\0\0\0\0\0\x08Quix.jpg"
    path.write_bytes(b"ID3\4\0\0\0\0\1\0" + b"Anna".ljust(128) + data[:42] + block + data[42:])
    texts = " ".join(texts_of(str(path)))
    assert "Anna" in texts
    assert "Quix.jpg" in texts


APE = b"APETAGEX" + bytes([208, 7, 0, 0, 45, 0, 0, 0, 1, *[0] * 11])


@pytest.mark.parametrize("tag", [b" TAGQuixley", b"TAG" + b"Quixley".ljust(125, b"\0"),
                                 APE + b"\7\0\0\0\0\0\0\0title\0Quixley" + APE])  # fmt: skip
@pytest.mark.parametrize("kind", ["flac", "wav", "ogg", "mp3"])
def test_tags_after_the_audio_count(tmp_path, kind, tag):
    path = tmp_path / f"a.{kind}"
    soundfile.write(path, SAMPLES, 8000)
    before = " ".join(texts_of(str(path)))
    path.write_bytes(path.read_bytes() + tag)
    assert "Quixley" in re.findall(r"\w+", " ".join(texts_of(str(path))))
    assert "Quixley" not in before


def test_chunks_of_an_rf64_count(tmp_path):
    path = tmp_path / "a.wav"
    soundfile.write(path, SAMPLES, 8000, format="RF64")
    path.write_bytes(path.read_bytes() + chunk(b"iXML", b"Anna\0\1"))
    assert "Anna" in " ".join(texts_of(str(path)))


def test_all_comments_of_an_ogg_count(tmp_path):
    path = tmp_path / "a.ogg"
    with soundfile.SoundFile(path, "w", 8000, 1, format="OGG") as file:
        file.comment = "Anna"
        file.write(SAMPLES)
    data = path.read_bytes()
    assert data.count(b"COMMENT=Anna") == 1
    path.write_bytes(data.replace(b"COMMENT=", b"AGENT_A="))  # libsndfile knows no such key
    assert "AGENT_A=Anna" in " ".join(texts_of(str(path)))


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_texts_in_other_encodings_count(tmp_path, encoding):
    path = tmp_path / "a.wav"
    soundfile.write(path, SAMPLES, 8000)
    content = b"\1" + "\ufeffAnna Quixley\0".encode(encoding)
    path.write_bytes(path.read_bytes() + chunk(b"id3 ", content))
    assert any("Anna Quixley" in text for text in texts_of(str(path)))


def test_tags_that_libsndfile_knows_count_in_other_formats(tmp_path):
    path = tmp_path / "a.ogg"
    with soundfile.SoundFile(path, "w", 8000, 1, format="OGG") as file:
        file.artist = "Anna Quixley"
        file.write(SAMPLES)
    assert "Anna Quixley" in texts_of(str(path))


def test_other_files_have_no_tags(tmp_path):
    (tmp_path / "a").write_bytes(b"RIFF")
    assert texts_of(str(tmp_path / "a"))[:1] == ["RIFF"]  # as any text at the end of a file
    assert texts_of(str(tmp_path / "b")) == []


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
