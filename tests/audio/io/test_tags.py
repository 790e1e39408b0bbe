"""Texts in the metadata of audio files."""

import numpy as np
import soundfile

from privtool.audio.io.tags import texts_of

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
