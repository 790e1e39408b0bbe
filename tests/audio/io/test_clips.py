import os
import shutil
import subprocess
from collections import Counter

import numpy as np
import pytest
import soundfile

from privtool.audio.io.clips import count_conversions, read_clip
from privtool.audio.io.decode import read_frames
from privtool.audio.io.roots import AudioRoot, audio_root
from privtool.core.errors import DataError, UsageError
from privtool.core.record import Record
from privtool.core.reporting import CONVERTED, nonzero
from tests.support.tables import typed_cases

RATE = 8000


def tone(seconds=0.5, rate=RATE, hz=440.0):
    return (0.3 * np.sin(2 * np.pi * hz * np.arange(int(seconds * rate)) / rate)).astype("float32")


@pytest.fixture
def reader(tmp_path):
    soundfile.write(tmp_path / "a.wav", tone(), RATE)
    soundfile.write(tmp_path / "stereo.wav", np.stack([tone(), -tone()], axis=1), RATE)
    soundfile.write(tmp_path / "empty.wav", tone(0), RATE)
    soundfile.write(tmp_path / "cut.flac", tone(2), RATE)
    whole = (tmp_path / "cut.flac").read_bytes()
    (tmp_path / "cut.flac").write_bytes(whole[: len(whole) // 2])
    soundfile.write(tmp_path / "nan.wav", tone() * np.nan, RATE, subtype="FLOAT")
    soundfile.write(tmp_path / "loud.wav", tone() * 1e30, RATE, subtype="FLOAT")
    (tmp_path / "text.wav").write_bytes(b"SECRET words and no audio at all, by far")
    (tmp_path / "nothing.mp4").write_bytes(b"")
    (tmp_path / "folder.wav").mkdir()
    return AudioRoot(str(tmp_path))


def test_a_clip_is_the_segment_of_its_record(reader):
    clip = read_clip(reader, Record(audio_filepath="a.wav", offset=0.1, duration=0.2))
    assert clip.rate == RATE
    assert clip.samples.dtype == np.float32
    np.testing.assert_allclose(clip.samples, tone()[800:2400], atol=2**-15)
    assert clip.seconds == pytest.approx(0.2)
    whole = read_clip(reader, Record(audio_filepath="a.wav"))
    assert len(whole.samples) == len(tone())
    rest = read_clip(reader, Record(audio_filepath="a.wav", offset=0.4))
    assert len(rest.samples) == 800


@pytest.mark.parametrize(
    ("file_format", "subtype"),
    [
        ("OGG", "VORBIS"),
        ("WAV", "GSM610"),
        ("FLAC", "PCM_16"),
        ("MP3", "MPEG_LAYER_III"),
        ("OGG", "OPUS"),
    ],
)
def test_a_segment_is_exact_at_any_offset(tmp_path, file_format, subtype):
    noise = np.random.default_rng(1).normal(0, 0.1, 8 * RATE).astype("float32")
    path = str(tmp_path / "x")
    soundfile.write(path, noise, RATE, format=file_format, subtype=subtype)
    whole = read_frames(path).samples
    for start in (0, 1, 37_777, 59_113, len(whole) - 500):
        found = read_frames(path, lambda length, start=start: (start, length.frames - start))
        np.testing.assert_array_equal(found.samples, whole[start:])


@pytest.mark.parametrize(("duration", "late"), [(0.54, 0), (0.9, 1)])
def test_rounded_durations_and_late_ends_are_tolerated(reader, duration, late):
    record, counts = Record(audio_filepath="a.wav", duration=duration), Counter[str]()
    clip = read_clip(reader, record)
    assert len(clip.samples) == len(tone())
    count_conversions(record, clip, counts)
    assert counts["clipped"] == late


def test_conversions_are_counted(reader):
    counts: Counter[str] = Counter()
    stereo = read_clip(reader, Record(audio_filepath="stereo.wav"), 16000)
    assert np.abs(stereo.samples).max() < 1e-3
    assert (stereo.rate, len(stereo.samples)) == (16000, 8000)
    count_conversions(Record(), stereo, counts)
    plain = read_clip(reader, Record(audio_filepath="a.wav"), 16000)
    # Another way to the same: what a tone of that rate is, away from the edges.
    np.testing.assert_allclose(plain.samples[800:-800], tone(0.5, 16000)[800:-800], atol=2e-3)
    count_conversions(Record(), plain, counts)
    for seconds in (0.54, 0.6):
        record = Record(audio_filepath="a.wav", duration=seconds)
        count_conversions(record, read_clip(reader, record, RATE), counts)
    titles = ["1 end after their audio", "1 mixed to mono", "2 resampled"]
    assert nonzero(counts, CONVERTED) == titles


@pytest.mark.parametrize(("fields", "message"), typed_cases("audio", "unreadable clip"))
def test_unreadable_audio_is_a_data_error(reader, fields, message, monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(DataError) as raised:
        read_clip(reader, Record(**fields))
    assert message in str(raised.value)
    assert "SECRET" not in str(raised.value)


def test_other_formats_go_through_ffmpeg(tmp_path, monkeypatch):
    soundfile.write(tmp_path / "made.wav", tone(), RATE, subtype="FLOAT")
    made = bytearray((tmp_path / "made.wav").read_bytes())
    at = made.index(b"data")
    made[4:8] = made[at + 4 : at + 8] = b"\xff" * 4  # as ffmpeg writes into a pipe
    (tmp_path / "made.wav").write_bytes(made)
    program = tmp_path / "ffmpeg"
    program.write_text(
        f'#!/bin/sh\necho "$@" > {tmp_path}/args\nexec /bin/cat {tmp_path}/made.wav\n'
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    (tmp_path / "a.m4a").write_bytes(b"\0\0\0\x1cftypM4A and so on, which soundfile does not read")
    audio = read_frames(str(tmp_path / "a.m4a"))
    np.testing.assert_array_equal(audio.samples[:, 0], tone())
    before = (tmp_path / "args").read_text().split(" -i ")[0]
    assert "-protocol_whitelist file,pipe" in before
    allowed = before.split("-format_whitelist ")[1].split()[0].split(",")
    assert {"m4a", "matroska", "mp3", "asf", "amr"} <= set(allowed)
    # Those that name other files, and those that make sound of text or of a device.
    assert not set(allowed) & {
        "hls", "dash", "concat", "imf", "sdp", "rtsp", "image2", "webm_dash_manifest", "lavfi",
        "alsa", "pulse", "srt", "ffmetadata", "avisynth", "vapoursynth", "libopenmpt", "libgme",
    }  # fmt: skip
    for wrong in ("no audio", "RIFF....WAVEfmt "):
        program.write_text(f"#!/bin/sh\nprintf '%s' '{wrong}'\n")
        with pytest.raises(DataError, match="ffmpeg returned no audio"):
            read_frames(str(tmp_path / "a.m4a"))
    program.write_text("#!/bin/sh\nexit 1\n")
    with pytest.raises(DataError, match="ffmpeg does not read either"):
        read_frames(str(tmp_path / "a.m4a"))


@pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="this machine has no ffmpeg")
class TestRealFfmpeg:
    def made(self, folder, name):
        soundfile.write(folder / "made.wav", tone(), RATE)
        command = ["ffmpeg", "-nostdin", "-v", "error", "-i", folder / "made.wav"]
        subprocess.run([*command, "-c:a", "aac", "-ar", "22050", folder / name], check=True)
        return str(folder / name)

    @pytest.mark.parametrize("name", ["a.m4a", "a.mkv", "a.ts", "a.flv", "a.aac"])
    def test_containers_are_decoded(self, tmp_path, name):
        audio = read_frames(self.made(tmp_path, name))
        assert 0.4 < len(audio.samples) / audio.rate < 0.7

    @pytest.mark.parametrize("name", ["a.m3u8", "a.mpd", "a.ffconcat"])
    def test_files_that_name_others_are_not_followed(self, tmp_path, name):
        if name == "a.ffconcat":
            self.made(tmp_path, "a.ts")
            (tmp_path / name).write_text("ffconcat version 1.0\nfile a.ts\n")
        else:
            self.made(tmp_path, name)  # with the files of its sound beside it
        with pytest.raises(DataError, match="a playlist"):
            read_frames(str(tmp_path / name))


class TestRoots:
    def test_absolute_paths_are_allowed_without_a_root_option(self, tmp_path):
        record = Record(audio_filepath="/elsewhere/a.wav")
        assert AudioRoot(str(tmp_path)).path_of(record) == "/elsewhere/a.wav"
        with pytest.raises(DataError, match="leads out"):
            audio_root(("-",), tmp_path).path_of(record)
        inside = Record(audio_filepath=str(tmp_path / "b" / "a.wav"))
        assert audio_root(("-",), tmp_path).path_of(inside) == str(tmp_path / "b" / "a.wav")

    def test_relative_paths_start_where_the_manifest_is(self, tmp_path):
        record = Record(audio_filepath="b/../a.wav")
        root = audio_root((str(tmp_path / "m.jsonl"),), None)
        assert root.path_of(record) == str(tmp_path / "a.wav")
        assert audio_root(("-",), None).path_of(record) == os.path.abspath("a.wav")
        assert audio_root(("m.jsonl", "-"), None).path_of(record) == os.path.abspath("a.wav")

    def test_manifests_of_several_folders_need_a_root(self, tmp_path):
        with pytest.raises(UsageError, match="`audio_root`"):
            audio_root(("-", str(tmp_path / "m.jsonl")), None)
        with pytest.raises(UsageError, match="does not exist"):
            audio_root(("-",), tmp_path / "none")
