import dataclasses

import numpy as np
import pytest
import soundfile
from msgspec import UNSET
from msgspec.structs import replace

from privtool.audio.formats.lhotse import CUTS, read_lhotse, write_lhotse
from privtool.audio.formats.manifests import read_kaldi, write_kaldi
from privtool.audio.formats.reading import Reading, check_imported
from privtool.audio.formats.utterances import new_name, utterance_of
from privtool.audio.io.roots import AudioRoot
from privtool.core.errors import DataError, PrivtoolError, UsageError
from privtool.core.record import Entity, Record, WordTime
from tests.audio.formats.read_files import read
from tests.support.tables import typed_cases

RATE = 8000


@pytest.fixture
def records(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a b").mkdir()
    for name in ("one.wav", "a b/one.wav"):
        soundfile.write(tmp_path / name, np.zeros(2 * RATE, np.float32), RATE)
    return [
        Record(id="u1", text="hello ann", speaker="s1", audio_filepath="one.wav", offset=0.5,
               duration=1.0, words=(WordTime("hello", 0.1, 0.4, -0.5), WordTime("ann", 0.4, 0.9)),
               entities=(Entity(6, 9, "PERSON"),)),
        Record(id="u2", text="", speaker="s2", audio_filepath="one.wav", offset=0.0, duration=0.5),
        Record(id="u3", audio_filepath="a b/one.wav", offset=0.0, duration=2.0),
    ]  # fmt: skip


def utterances(records, folder):
    return [utterance_of(record, AudioRoot(str(folder))) for record in records]


def written(write, records, folder, recordings=1):
    """Write records of files in the parent of a folder, and check how many recordings they have."""
    folder.mkdir()
    assert write(utterances(records, folder.parent), folder) == recordings
    return folder


def test_kaldi_round_trip(records, tmp_path):
    folder = written(write_kaldi, records, tmp_path / "k", recordings=2)
    again = list(read_kaldi(folder, Reading()))
    lost = {"words": UNSET, "entities": UNSET}
    assert again == [replace(record, **lost) for record in records]
    assert (folder / "utt2spk").read_text() == "u1 s1\nu2 s2\nu3 u3\n"
    assert (folder / "text").read_text() == "u1 hello ann\nu2\n"


def test_lhotse_round_trip(records, tmp_path):
    folder = written(write_lhotse, records, tmp_path / "l", recordings=2)
    assert list(read_lhotse(folder / CUTS, Reading())) == records
    from lhotse import load_manifest

    cuts = load_manifest(folder / CUTS)
    assert cuts["u1"].load_audio().shape == (1, RATE)
    assert [item.symbol for item in cuts["u1"].supervisions[0].alignment["word"]] == [
        "hello",
        "ann",
    ]


def test_word_times_of_lhotse_are_relative_to_the_recording(records, tmp_path):
    folder = written(write_lhotse, records[:1], tmp_path / "l")
    from lhotse import CutSet, MonoCut, load_manifest

    cut = load_manifest(folder / CUTS)["u1"]
    (hello, ann) = cut.supervisions[0].alignment["word"]
    assert (hello.start, ann.end) == (0.6, 1.4)  # the record begins at 0.5
    wide = MonoCut(
        "w", 0.25, 1.5, 0, [cut.supervisions[0].with_offset(0.25)], recording=cut.recording
    )
    for some in (wide.trim_to_supervisions(), [wide.truncate(offset=0.125), wide]):
        CutSet.from_items(list(some)).to_file(tmp_path / "cuts.jsonl")
        for record in read_lhotse(tmp_path / "cuts.jsonl", Reading()):
            assert (record.offset, record.words) == (0.5, records[0].words)
    moved = MonoCut("m", 0.0, 1.5, 0, [cut.supervisions[0]], recording=cut.recording)
    CutSet.from_items([moved]).to_file(tmp_path / "cuts.jsonl")
    (record,) = read_lhotse(tmp_path / "cuts.jsonl", Reading())
    with pytest.raises(DataError, match=r"words\[1\] ends after its record"):
        check_imported(record, "cut 1")


def test_recordings_with_equal_names_stay_distinct(tmp_path):
    for name in ("x/a.wav", "y/a-2.wav", "z/a.wav"):
        (tmp_path / name).parent.mkdir()
        soundfile.write(tmp_path / name, np.zeros(RATE, np.float32), RATE)
    names = ("x/a.wav", "y/a-2.wav", "z/a.wav")
    given = [Record(id=f"u{n}", audio_filepath=name) for n, name in enumerate(names)]
    folder = written(write_kaldi, given, tmp_path / "k", recordings=3)
    again = [record.audio_filepath for record in read_kaldi(folder, Reading())]
    assert again == [str(tmp_path / name) for name in names]


def test_recordings_have_names_that_files_can_have_and_that_are_not_hidden():
    taken = {}
    paths = ("..", ".a", "a\0b.wav", "x/a b.wav", "a.wav", "x/a.wav", "a-2.wav", " ")
    names = [new_name(path, taken) for path in paths]
    assert names == ["recording", "a", "a_b", "a_b-2", "a-2", "a-3", "a-2-2", "recording-2"]


def test_other_cuts_than_plain_segments_are_refused(records, tmp_path):
    folder = written(write_lhotse, records[:1], tmp_path / "l")
    from lhotse import CutSet, load_manifest

    cut = load_manifest(folder / CUTS)["u1"]
    for bad in (cut.perturb_speed(1.1), cut.append(cut)):
        CutSet.from_items([bad]).to_file(tmp_path / "bad.jsonl")
        with pytest.raises(DataError, match=r"bad.jsonl: "):
            list(read_lhotse(tmp_path / "bad.jsonl", Reading()))
    text = (tmp_path / "bad.jsonl").read_text()
    (tmp_path / "bad.jsonl").write_text(text[:-20])
    with pytest.raises(DataError):
        list(read_lhotse(tmp_path / "bad.jsonl", Reading()))
    with pytest.raises(PrivtoolError):
        list(read_lhotse(tmp_path / "none.jsonl", Reading()))


class TestKaldi:
    def folder(self, tmp_path, **files):
        for name, text in files.items():
            (tmp_path / name.replace("_", ".")).write_text(text)
        return list(read_kaldi(tmp_path, Reading()))

    def test_without_segments_recordings_are_utterances(self, tmp_path):
        (record,) = self.folder(tmp_path, wav_scp="r1 /a/my file.wav \n", text="r1 hi  there\n")
        assert record == Record(id="r1", text="hi there", audio_filepath="/a/my file.wav")

    @pytest.mark.parametrize(("files", "message"), typed_cases("audio", "wrong kaldi folder"))
    def test_inconsistent_files_are_refused(self, tmp_path, files, message):
        with pytest.raises(DataError) as raised:
            self.folder(tmp_path, **files)
        assert message in str(raised.value)
        assert "SECRET" not in str(raised.value)

    def test_a_folder_without_wav_scp(self, tmp_path):
        with pytest.raises(UsageError, match=r"no wav.scp"):
            self.folder(tmp_path)

    @pytest.mark.parametrize(
        "fields",
        [
            {"id": "a b"}, {"id": "a", "speaker": "x y"}, {"id": ""}, {"id": " u2"},
            {"id": "u2\n"}, {"id": "a", "speaker": "\u2028x"}, {"id": "a", "speaker": ""},
        ],
    )  # fmt: skip
    def test_ids_that_kaldi_cannot_hold_are_refused(self, records, tmp_path, fields):
        with pytest.raises(DataError, match="white space"):
            write_kaldi(utterances([replace(records[0], **fields)], tmp_path), tmp_path)
        with pytest.raises(DataError, match="duplicate"):
            write_kaldi(utterances(records[:1] * 2, tmp_path), tmp_path)

    @pytest.mark.parametrize(("name", "message"), typed_cases("audio", "no name of a kaldi file"))
    def test_files_that_kaldi_would_not_read_as_files(self, records, tmp_path, name, message):
        (tmp_path / "one.wav").rename(tmp_path / name)
        (tmp_path / "k").mkdir()
        given = utterances([replace(records[0], audio_filepath=name)], tmp_path)
        with pytest.raises(DataError) as raised:
            write_kaldi(given, tmp_path / "k")
        assert str(raised.value).startswith("record 'u1': ")
        assert message in str(raised.value)
        assert "SECRET" not in str(raised.value)
        assert list((tmp_path / "k").iterdir()) == []

    def test_files_with_odd_names_round_trip(self, records, tmp_path):
        for name in ("12", "a:b.wav", "x.arks", "b  c;$(d).wav"):
            (tmp_path / "one.wav").rename(tmp_path / name)
            record = replace(records[1], audio_filepath=name)
            write_kaldi(utterances([record], tmp_path), tmp_path)
            assert next(read_kaldi(tmp_path, Reading())).audio_filepath == name
            (tmp_path / name).rename(tmp_path / "one.wav")


@pytest.fixture
def channel_records(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    soundfile.write("call.wav", np.zeros((2 * RATE, 2), np.float32), RATE)
    both = Record(text="hello", audio_filepath="call.wav", offset=0.5, duration=1.0)
    return [replace(both, id=f"u{n}", speaker=f"s{n}", channel=n) for n in (0, 1)]


def test_channels_there_and_back_by_kaldi(channel_records, tmp_path):
    folder = written(write_kaldi, channel_records, tmp_path / "k")
    assert list(read_kaldi(folder, Reading())) == channel_records
    segments = (folder / "segments").read_text()
    assert segments == "u0 call 0.500000 1.500000 0\nu1 call 0.500000 1.500000 1\n"


def test_channels_there_and_back_by_lhotse(channel_records, tmp_path):
    folder = written(write_lhotse, channel_records, tmp_path / "l")
    assert list(read_lhotse(folder / CUTS, Reading())) == channel_records
    from lhotse import load_manifest

    samples = np.linspace(0, 1, 4 * RATE, dtype=np.float32).reshape(-1, 2)
    soundfile.write("call.wav", samples, RATE, subtype="FLOAT")
    cut = load_manifest(folder / CUTS)["u1"]
    assert np.array_equal(cut.load_audio()[0], samples[RATE // 2 : RATE * 3 // 2, 1])


def test_a_channel_that_is_not_there(channel_records):
    for channel in (2, -1):
        with pytest.raises(DataError, match="'channel'"):
            utterance_of(replace(channel_records[0], channel=channel), AudioRoot("."))


def test_a_file_with_another_name_for_its_only_channel(channel_records, tmp_path):
    soundfile.write("call.wav", np.zeros(2 * RATE, np.float32), RATE)
    folder = written(write_lhotse, [replace(channel_records[0], channel=UNSET)], tmp_path / "l")
    from lhotse import CutSet, load_manifest

    cut = load_manifest(folder / CUTS)["u0"]
    cut.recording.sources[0].channels = cut.recording.channel_ids = [4]
    for channel, good in ((4, True), (0, False)):
        CutSet.from_cuts([dataclasses.replace(cut, channel=channel)]).to_file("cuts.jsonl")
        if good:
            assert next(read_lhotse(tmp_path / "cuts.jsonl", Reading())).channel is UNSET
        else:
            with pytest.raises(DataError, match="a channel that its recording lacks"):
                list(read_lhotse(tmp_path / "cuts.jsonl", Reading()))


@pytest.mark.parametrize(
    ("names", "numbers"),
    [
        ("A B", [0, 1]), ("1 2", [0, 1]), ("0 1 2", [0, 1, 2]), ("2", [1]), ("B", [1]),
        ("A", [UNSET]), ("1", [UNSET]), ("mono", [UNSET]),
    ],
)  # fmt: skip
@pytest.mark.parametrize(("kind", "line"), [("ctm", "0.1 0.2 hi"), ("stm", "ann 0.1 0.2 hi")])
def test_names_of_channels(names, numbers, kind, line):
    records, _ = read(kind, "".join(f"rec {name} {line}\n" for name in names.split()))
    assert [record.channel for record in records] == numbers
