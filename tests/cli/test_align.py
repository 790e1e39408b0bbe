"""`align`, and times and offsets that other tools counted, in every command that reads them."""

import json

import pytest

from tests.support.canary import line
from tests.support.jsonl import jsonl, read_jsonl
from tests.support.noise import write_noise

TEXT = "💩 é Quixley met Zebulon 👩\u200d👧 in Leeds"
NAMES = ("Quixley", "Zebulon", "Leeds")
UNITS = {
    "characters": len,
    "utf16": lambda part: len(part.encode("utf-16-le")) // 2,
    "bytes": lambda part: len(part.encode()),
}
COMMANDS = (
    ("surrogate", "-q"),
    ("surrogate", "-q", "--one-pass"),
    ("mask", "-q", "--method", "entityTagger", "--tagger", "patterns", "--annotate"),
)


def record(unit, number=1, shift=0, **more):
    count = UNITS[unit]
    starts = [TEXT.index(name) + shift for name in NAMES]
    entities = [
        {"start": count(TEXT[:start]), "end": count(TEXT[: start + len(name)]), "label": "PERSON"}
        | more
        for name, start in zip(NAMES, starts, strict=True)
    ]
    return line(id=f"r{number}", text=TEXT, entities=entities)


def left_outside(row):
    """What a row has outside its entities."""
    text, end, parts = row["text"], 0, []
    for entity in row["entities"]:
        parts.append(text[end : entity["start"]])
        end = entity["end"]
    return "".join([*parts, text[end:]])


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("unit", UNITS)
def test_all_units_mark_the_same(call, command, unit):
    done = call(*command, "--offsets", unit, input=record(unit)).checked()
    (row,) = done.records
    assert left_outside(row) == "💩 é  met  👩\u200d👧 in "


@pytest.mark.parametrize("command", COMMANDS)
def test_nothing_of_a_cut_word_is_left(call, command):
    done = call(*[part for part in command if part != "-q"], input=record("characters", shift=1))
    assert done.status == 0
    assert "3 entities cut words: do the offsets count UTF-16 units or bytes?" in done.err
    (row,) = done.records
    assert left_outside(row).split() == ["💩", "é", "met", "👩\u200d👧", "in"]


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_run_in_which_most_entities_cut_words_is_refused(call, tmp_path, command, jobs):
    lines = b"".join(record("characters", n, shift=1) for n in range(9))
    args = (*command, "-j", jobs, "-o", tmp_path / "out")
    done = call(*args, input=lines).failed(65)
    assert done.err == (
        "privtool: 27 of 27 entities begin or end inside a word: if their offsets count UTF-16 "
        "units or bytes, use --offsets utf16 or bytes; if they are right, --offsets characters\n"
    )
    assert not (tmp_path / "out").exists()
    assert call(*args, "--offsets", "characters", input=lines).status == 0


def test_the_text_of_an_entity_is_compared(call, tmp_path):
    bad = line(id="a", text="x Quixley", entities=[{"start": 0, "end": 7, "label": "X",
                                                   "text": "Quixley"}])  # fmt: skip
    done = call("surrogate", "-q", "--rejects", tmp_path / "bad", input=bad)
    assert (done.status, done.out) == (0, b"")
    (row,) = map(json.loads, (tmp_path / "bad").read_text().splitlines())
    assert row["reason"] == (
        "entities[0].text does not match the text at its offsets, which may count UTF-16 units "
        "or bytes: see --offsets"
    )


def test_audits_read_the_units_of_gold(call, tmp_path):
    (tmp_path / "gold").write_bytes(record("utf16"))
    safe = line(id="r1", text="💩 é [MASK] met Zebulon 👩\u200d👧 in [MASK]")
    args = ("audit", "text", "--gold", tmp_path / "gold", "--examples", tmp_path / "leaks")
    assert call(*args, "--offsets", "utf16", input=safe).status == 0
    leaks = (tmp_path / "leaks").read_text()
    assert "Zebulon" in leaks
    assert "Leeds" not in leaks
    (tmp_path / "gold").write_bytes(b"".join(record("characters", n, shift=1) for n in range(9)))
    call(*args, input=safe).failed(65, "27 of 27 entities")


def test_a_sample_to_annotate_has_whole_words(call):
    done = call("audit", "text", "--sample", 1, input=record("characters", shift=1))
    assert "3 entities cut words" in done.err
    (row,) = done.records
    assert row["marked"].startswith("💩 é [[Quixley|PERSON]] met")


# What `redact` and `audit audio` cannot check does not pass.
ROW = {
    "id": "r", "text": "ask quixley now", "audio_filepath": "a.wav", "duration": 2.0,
    "words": [
        {"word": "ask", "start": 0.2, "end": 0.6, "confidence": 1.0},
        {"word": "quixley", "start": 0.7, "end": 1.2, "confidence": 1.0},
        {"word": "now", "start": 1.4, "end": 1.8, "confidence": 1.0},
    ],
    "entities": [{"start": 4, "end": 11, "label": "PERSON"}],
}  # fmt: skip
LATE = [
    *ROW["words"][:1],
    {"word": "quixley", "start": 2.2, "end": 2.6, "confidence": 1.0},
    *ROW["words"][2:],
]


@pytest.fixture
def folder(tmp_path):
    write_noise(tmp_path / "a.wav", 2)
    return tmp_path


def run(call, command, folder, row):
    given = (folder / "given.jsonl", folder / "safe.jsonl")
    given[0].write_bytes(jsonl(row))
    if command == "redact":
        return call("redact", "--out-dir", folder / "w", given[0])
    given[1].write_bytes(jsonl({"id": "r", "text": "x", "audio_filepath": "a.wav"}))
    return call("audit", "audio", "--before", given[0], given[1])


@pytest.mark.parametrize(
    "changes",
    [
        {"words": LATE},
        {"text": "", "words": [], "entities": []},
        {"text": "...", "words": [], "entities": []},
    ],
)
def test_audits_count_what_they_cannot_locate_and_that_was_not_replaced(call, folder, changes):
    done = run(call, "audit", folder, {**ROW, **changes}).checked()
    assert done.figures["unmatched", ""]["attack"]["hits"] == 1


@pytest.mark.parametrize("command", ["redact", "audit"])
def test_a_file_of_several_parts_is_bad_data(call, folder, command):
    (folder / "a.wav").write_bytes((folder / "a.wav").read_bytes() * 2)
    run(call, command, folder, ROW).failed(65, "has several parts")


@pytest.fixture
def speech(root):
    return root / "data/sample/speech/manifest.jsonl"


def test_alignment_of_the_sample_does_not_depend_on_jobs(call, aligned, speech):
    done = call("align", "--jobs", 2, speech).checked()
    assert done.err.startswith("privtool align: 11 records, 11 aligned, 0 failed, ")
    assert "h of audio/h" in done.err
    given = read_jsonl(speech)
    for new, old in zip(done.records, given, strict=True):
        assert {k: new[k] for k in old} == old
        assert new["align_status"] == "aligned"
        times = [word[side] for word in new["words"] for side in ("start", "end")]
        assert times == sorted(times)
        assert 0.1 < times[0] < 0.4
        assert old["duration"] - 0.6 < times[-1] <= old["duration"]
    assert done.out == aligned.out


def test_missing_audio(call, speech):
    line = speech.read_bytes().splitlines(keepends=True)[0]
    done = call("align", "--audio-root", speech.parent.parent, input=line).failed(65)
    assert done.err == "privtool: stdin:1: the audio file is missing (id call-001-02)\n"
    wrong = line.replace(b"anna kowalski", b"Xq " * 600)
    done = call("align", "--strict", "--audio-root", speech.parent, input=wrong)
    done.failed(65, "cannot be aligned: audio shorter than its words")


@pytest.mark.parametrize(
    ("texts", "warned"),
    [(["Ann Lee: {}", "Ann Lee: {}", "Bo: {}"], 3), (["Ann: {}", "so {}", "so {}"], 0),
     (["Ann: {}", "hi", "hi"], 0)],
)  # fmt: skip
def test_failed_texts_that_name_their_speakers_are_a_warning(call, speech, texts, warned):
    turn = json.loads(speech.read_bytes().splitlines()[0])
    long = "so " * 600  # than the audio
    rows = [{**turn, "text": text.format(long)} for text in texts]
    given = "\n".join(map(json.dumps, rows)).encode()
    done = call("align", "--audio-root", speech.parent, input=given)
    assert ("may begin with the name of their speaker" in done.err) == bool(warned)
    assert f"{warned} of {warned} texts that failed" in done.err or not warned
