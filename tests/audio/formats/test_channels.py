import dataclasses
from collections import Counter

import numpy as np
import pytest
import soundfile
from msgspec import UNSET
from msgspec.structs import replace

from privtool.audio.formats.kaldi import read_kaldi, write_kaldi
from privtool.audio.formats.lhotse import CUTS, read_lhotse, write_lhotse
from privtool.audio.formats.nist import read_ctm, read_stm
from privtool.audio.formats.utterances import utterance_of
from privtool.audio.io.roots import AudioRoot
from privtool.core.errors import DataError
from privtool.core.record import Record

RATE = 8000


@pytest.fixture
def records(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    soundfile.write("call.wav", np.zeros((2 * RATE, 2), np.float32), RATE)
    both = Record(text="hello", audio_filepath="call.wav", offset=0.5, duration=1.0)
    return [replace(both, id=f"u{n}", speaker=f"s{n}", channel=n) for n in (0, 1)]


def written(write, records, folder):
    folder.mkdir()
    write([utterance_of(record, AudioRoot(".")) for record in records], folder)
    return folder


def test_channels_there_and_back_by_kaldi(records, tmp_path):
    folder = written(write_kaldi, records, tmp_path / "k")
    assert list(read_kaldi(folder, "-")) == records
    segments = (folder / "segments").read_text()
    assert segments == "u0 call 0.500000 1.500000 0\nu1 call 0.500000 1.500000 1\n"


def test_channels_there_and_back_by_lhotse(records, tmp_path):
    folder = written(write_lhotse, records, tmp_path / "l")
    assert list(read_lhotse(folder / CUTS, "-")) == records
    from lhotse import load_manifest

    samples = np.linspace(0, 1, 4 * RATE, dtype=np.float32).reshape(-1, 2)
    soundfile.write("call.wav", samples, RATE, subtype="FLOAT")
    cut = load_manifest(folder / CUTS)["u1"]
    assert np.array_equal(cut.load_audio()[0], samples[RATE // 2 : RATE * 3 // 2, 1])


def test_a_channel_that_is_not_there(records):
    for channel in (2, -1):
        with pytest.raises(DataError, match="'channel'"):
            utterance_of(replace(records[0], channel=channel), AudioRoot("."))


def test_a_file_with_another_name_for_its_only_channel(records, tmp_path):
    soundfile.write("call.wav", np.zeros(2 * RATE, np.float32), RATE)
    folder = written(write_lhotse, [replace(records[0], channel=UNSET)], tmp_path / "l")
    from lhotse import CutSet, load_manifest

    cut = load_manifest(folder / CUTS)["u0"]
    cut.recording.sources[0].channels = cut.recording.channel_ids = [4]
    for channel, good in ((4, True), (0, False)):
        CutSet.from_cuts([dataclasses.replace(cut, channel=channel)]).to_file("cuts.jsonl")
        if good:
            assert next(read_lhotse(tmp_path / "cuts.jsonl", "-")).channel is UNSET
        else:
            with pytest.raises(DataError, match="a channel that its recording lacks"):
                list(read_lhotse(tmp_path / "cuts.jsonl", "-"))


@pytest.mark.parametrize(
    ("names", "numbers"),
    [
        ("A B", [0, 1]), ("1 2", [0, 1]), ("0 1 2", [0, 1, 2]), ("2", [1]), ("B", [1]),
        ("A", [UNSET]), ("1", [UNSET]), ("mono", [UNSET]),
    ],
)  # fmt: skip
def test_names_of_channels(tmp_path, names, numbers):
    lines = [f"rec {name} 0.1 0.2 hello\n" for name in names.split()]
    (tmp_path / "a.ctm").write_text("".join(lines))
    assert [record.channel for record in read_ctm(tmp_path / "a.ctm", None)] == numbers
    lines = [f"rec {name} ann 0.1 0.2 hello\n" for name in names.split()]
    (tmp_path / "a.stm").write_text("".join(lines))
    stm = read_stm(tmp_path / "a.stm", None, Counter())
    assert [record.channel for record in stm] == numbers
