"""Numbers that no recording has, in the formats that `import` reads."""

import json

import pytest

from tests.support.jsonl import jsonl

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
@pytest.mark.parametrize("line", ["a 1 {} 0.5 SECRET\n", "a 1 0.5 {} SECRET\n"])
def test_ctm(call, tmp_path, line, number):
    (tmp_path / "a.ctm").write_text(line.format(number))
    refused(call, "ctm", tmp_path / "a.ctm")


@pytest.mark.parametrize("number", NUMBERS)
def test_stm(call, tmp_path, number):
    (tmp_path / "a.stm").write_text(f"a 1 ann 0 {number} SECRET\n")
    refused(call, "stm", tmp_path / "a.stm")


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
        if number == "-5":
            pytest.skip("a cut that ends before it starts is left out and counted")
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
