"""What `import` reads: standard input, packed files, encodings, and bad items."""

import gzip
import json

import pytest

from tests.support.jsonl import jsonl, read_jsonl

SRT = "1\n00:00:01,000 --> 00:00:02,000\nJörg „Groß“\n"


def texts(done):
    assert done.status == 0, done.err
    return [record["text"] for record in done.records]


@pytest.mark.parametrize(
    ("encoding", "options"),
    [("utf-8-sig", ()), ("utf-16", ()), ("utf-32", ()), ("utf-16", ("--encoding", "cp1252")),
     ("cp1252", ("--encoding", "cp1252"))],
)  # fmt: skip
def test_encodings(call, tmp_path, encoding, options):
    for data in (SRT, SRT.replace("\n", "\r\n")):
        (tmp_path / "a.srt").write_bytes(data.encode(encoding))
        for name, content in (("a.srt", b""), ("-", data.encode(encoding))):
            path = "-" if name == "-" else tmp_path / name
            assert texts(call("import", "--from", "srt", *options, path, input=content)) == [
                "Jörg „Groß“"
            ]


def test_other_bytes_are_refused_with_a_way_out(call, tmp_path):
    (tmp_path / "a.srt").write_bytes(SRT.encode("cp1252"))
    done = call("import", "--from", "srt", tmp_path / "a.srt").failed(65)
    assert done.err == (
        f"privtool: {tmp_path}/a.srt: not valid UTF-8: name its encoding with --encoding, such as "
        "cp1252\n"
    )
    done = call("import", "--from", "srt", "--encoding", "ascii", tmp_path / "a.srt")
    done.failed(65, "a.srt: is not in the encoding of its byte order mark, or of --encoding")


def test_packed_files_and_standard_input(call, tmp_path):
    packed = gzip.compress(SRT.encode("utf-16"))
    (tmp_path / "a.srt.gz").write_bytes(packed)
    (one,) = call("import", "--from", "srt", tmp_path / "a.srt.gz").records
    assert (one["id"], one["text"]) == ("a-00001", "Jörg „Groß“")
    (one,) = call("import", "--from", "srt", "-", input=packed).records
    assert one["id"] == "stdin-00001"
    (tmp_path / "a.ctm.gz").write_bytes(gzip.compress(b"a 1 0 SECRET hi\n"))
    done = call("import", "--from", "ctm", tmp_path / "a.ctm.gz")
    assert done.err == f"privtool: {tmp_path}/a.ctm.gz:1: the duration is not a number of seconds\n"
    (tmp_path / "a.ctm.gz").write_bytes(packed[:-9])
    call("import", "--from", "ctm", tmp_path / "a.ctm.gz").failed(65)


def test_manifests_of_standard_input_start_at_the_current_folder(call, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    line = b'{"audio_filename": "a.wav", "duration": 1.5, "offset": null, "text": null}\n'
    (one,) = call("import", "--from", "nemo", "-", input=line).records
    assert (one["audio_filepath"], one["duration"]) == ("a.wav", 1.5)
    (tmp_path / "b").mkdir()
    (tmp_path / "b/m.json.gz").write_bytes(gzip.compress(line))
    (one,) = call("import", "--from", "nemo", "b/m.json.gz").records
    assert (one["id"], one["audio_filepath"]) == ("m-00001", "b/a.wav")


def test_bad_items_are_set_aside(call, tmp_path):
    given = {
        "a.srt": SRT + "\n2\n00:00:99,x --> 1\nSECRET\n\n3\n0:0:3 --> 0:0:3\nSECRET\n",
        "a.json": '{"segments": [{"start": 0, "end": 1, "text": "a"}, {"text": "SECRET"}, '
        '{"start": 2, "end": 2, "text": "SECRET"}]}',
        "a.nemo": '{"audio_filepath": "a", "duration": 1}\nSECRET\n'
        '{"audio_filepath": "a", "duration": "SECRET"}\n{"audio_filepath": "a", "duration": 0}\n',
    }  # fmt: skip
    lines = {"a.srt": [6, 2], "a.json": [0, 2], "a.nemo": [2, 3, 2]}
    for name, content in given.items():
        (tmp_path / name).write_text(content)
        source = name.partition(".")[2]
        for path, shown in (("-", "stdin"), (tmp_path / name, name)):
            args = ("--rejects", tmp_path / "r", path)
            done = call("import", "--from", source, *args, input=content.encode())
            assert (done.status, len(done.records)) == (0, 1)
            rows = read_jsonl(tmp_path / "r")
            assert [row["line"] for row in rows] == lines[name]
            assert {row["source"] for row in rows} == {shown}
            assert not any("stdin" in row["reason"] for row in rows)
        assert (
            f"1 left out, as they end when they start or before, {len(rows)} rejected" in done.err
        )
        assert "SECRET" not in done.err + (tmp_path / "r").read_text()
        assert call("import", "--from", source, tmp_path / name).status == 65
    (tmp_path / "a.nemo").write_text('{"audio_filepath": "a", "text": "SECRET"}\n')
    done = call("import", "--from", "nemo", tmp_path / "a.nemo")
    assert done.err.endswith("a.nemo:1: field 'duration' is missing\n")


def test_bad_lines_of_tables_are_set_aside_with_all_that_would_lack_them(call, tmp_path):
    rttm = "SPEAKER {} 1 {} 1 <NA> <NA> s <NA> <NA>\n"
    given = {
        "stm": ("a 1 s 0 1 hi\n", "a 1 SECRET\na 1 s x 2 SECRET\n\xff\n", [2, 4, 3]),
        "ctm": ("a 1 0 1 hi\n", "b 1 0 1 SECRET\nb 1 x 1 SECRET\nb 1 2 1 SECRET\n", [3]),
        "rttm": (rttm.format("a", 0), rttm.format("SECRET x y", "z") + "SPEAKER b\n", [2, 3]),
    }
    for name, (good, bad, lines) in given.items():
        path = tmp_path / f"a.{name}"
        path.write_bytes((good + bad).encode("latin-1"))
        command = ("import", "--from", name, path)
        assert call(*command).status == 65
        done = call(*command, "--rejects", tmp_path / "r")
        path.write_text(good)
        assert (done.status, done.records) == (0, call(*command).records)
        rejects = (tmp_path / "r").read_text()
        assert sorted(json.loads(row)["line"] for row in rejects.splitlines()) == sorted(lines)
        assert "SECRET" not in done.err + rejects


def test_bad_lines_of_a_kaldi_folder_are_set_aside_by_file_and_line(call, tmp_path):
    folder = tmp_path / "k"
    folder.mkdir()
    (folder / "wav.scp").write_text("r a.wav\nq cat SECRET |\nr b.wav\n")
    (folder / "segments").write_text("u r 0 1\nv r x SECRET\nw q 0 1\nSECRET\nz r 2 3 SECRET\n")
    (folder / "text").write_text("u so\nu SECRET\ny SECRET\n")
    command = ("import", "--from", "kaldi", folder)
    assert call(*command).status == 65
    done = call(*command, "--rejects", tmp_path / "r")
    assert (done.status, [record["id"] for record in done.records]) == (0, ["u"])
    aside = read_jsonl(tmp_path / "r")
    assert sorted((row["source"], row["line"]) for row in aside) == [
        *(("k/segments", line) for line in (2, 3, 4, 5)),
        *(("k/text", 0), ("k/text", 2), ("k/wav.scp", 2), ("k/wav.scp", 3)),
    ]  # fmt: skip
    assert "SECRET" not in done.err + (tmp_path / "r").read_text()


# Numbers that no recording has, in the formats that `import` reads.
CUT = {
    "id": "c1", "start": 0.5, "duration": 1.0, "channel": 0, "type": "MonoCut",
    "supervisions": [
        {"id": "s1", "recording_id": "r1", "start": 0, "duration": 1.0, "channel": 0, "text": "hi",
         "alignment": {"word": [["hi", 0.6, 0.2, 0.9]]}}
    ],
    "recording": {
        "id": "r1", "sources": [{"type": "file", "channels": [0], "source": "a.wav"}],
        "sampling_rate": 8000, "num_samples": 16000, "duration": 2.0,
    },
}  # fmt: skip
GRID = """File type = "ooTextFile"
Object class = "TextGrid"

xmin = 0
xmax = {end}
tiers? <exists>
size = 1
item []:
    item [1]:
        class = "{kind}"
        name = "words"
        xmin = 0
        xmax = {end}
        intervals: size = 1
        intervals [1]:
            xmin = {start}
            xmax = {end}
            text = "SECRET"
"""
NUMBERS = ["1e308", "NaN", "-5", "Infinity", "null"]


def refused(call, *args):
    for pattern in ((), ("--audio-pattern", "{}.wav")):
        if pattern and args[0] == "lhotse":
            continue
        done = call("import", "--from", *args, *pattern)
        assert done.status == 65, done.out
        assert done.out == b""
        assert "SECRET" not in done.err.replace(str(args[-1]), "")  # pytest names the folder


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("ctm", "a 1 {} 0.5 SECRET\n"),
        ("ctm", "a 1 0.5 {} SECRET\n"),
        ("stm", "a 1 ann 0 {} SECRET\n"),
    ],
)
def test_ctm_and_stm(call, tmp_path, name, line, number):
    (tmp_path / "a").write_text(line.format(number))
    refused(call, name, tmp_path / "a")


@pytest.mark.parametrize("number", [*NUMBERS, "missing"])
@pytest.mark.parametrize("name", ["start", "duration"])
@pytest.mark.parametrize("part", ["cut", "supervision", "word"])
def test_lhotse(call, tmp_path, part, name, number):
    cut = json.loads(json.dumps(CUT))
    of = cut if part == "cut" else cut["supervisions"][0]
    key = name
    if part == "word":
        of["alignment"]["word"][0] = of["alignment"]["word"][0][:3]
        of, key = of["alignment"]["word"][0], 1 if name == "start" else 2
    if part == "cut" and name == "duration":
        cut["supervisions"] = []  # else that of the supervision is meant
    if part != "word" and name == "duration" and number == "-5":
        pytest.skip("what ends before it starts is left out and counted")
    if number == "missing":
        del of[key]
    else:
        of[key] = json.loads(number)
    (tmp_path / "cuts.jsonl").write_bytes(jsonl(cut))
    refused(call, "lhotse", tmp_path / "cuts.jsonl")


@pytest.mark.parametrize("key", ["id", "text", "speaker"])
def test_fields_of_other_types(call, tmp_path, key):
    cut = json.loads(json.dumps(CUT))
    cut["supervisions"][0][key] = {"SECRET": 1}
    (tmp_path / "cuts.jsonl").write_bytes(jsonl(cut))
    refused(call, "lhotse", tmp_path / "cuts.jsonl")


@pytest.mark.parametrize("unit", ["words", "utterances"])
@pytest.mark.parametrize(("start", "end"), [("0", n) for n in NUMBERS] + [("-5", "1"), ("", "1")])
def test_text_grid(call, tmp_path, unit, start, end):
    grid = GRID.format(kind="IntervalTier", start=start, end=end)
    (tmp_path / "a.TextGrid").write_text(grid)
    refused(call, "textgrid", "--unit", unit, tmp_path / "a.TextGrid")


def test_a_text_grid_without_a_fitting_tier_is_bad_data(call, tmp_path):
    good = GRID.format(kind="IntervalTier", start="0", end="1")
    (tmp_path / "a.TextGrid").write_text(good)
    call("import", "--from", "textgrid", tmp_path / "a.TextGrid").checked()
    refused(call, "textgrid", "--tier", "SECRET", tmp_path / "a.TextGrid")
    points = good.replace("IntervalTier", "TextTier").replace("intervals", "points")
    points = points.replace("xmin = 0\n            xmax", "number").replace("text =", "mark =")
    (tmp_path / "b.TextGrid").write_text(points)
    refused(call, "textgrid", tmp_path / "b.TextGrid")
