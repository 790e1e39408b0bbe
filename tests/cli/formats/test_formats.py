"""From records to other formats and back, and from marked text, through whole commands."""

import json

import pytest

from tests.cli.formats.conftest import ROWS, exported, without


def test_nemo(call, folder):
    row = exported(call, "nemo")
    assert row["lost_fields"] == ["entities", "words"]
    back = call("import", "-q", "--from", "nemo", "nemo/manifest.json")
    assert back.records == [without(row, "words", "entities") for row in ROWS]


@pytest.mark.parametrize(
    ("name", "ending", "lost"),
    [
        ("whisper", "json", {"id", "channel", "entities"}),
        ("vtt", "vtt", {"id", "channel", "entities", "words"}),
        ("srt", "srt", {"id", "channel", "entities", "words", "speaker"}),
        ("rttm", "rttm", {"id", "channel", "entities", "words", "text"}),
        ("audacity", "txt", {"id", "channel", "entities", "words", "speaker"}),
    ],
)
def test_formats_of_turns(call, folder, name, ending, lost):
    row = exported(call, name)
    assert set(row["lost_fields"]) == lost
    (index,) = map(json.loads, (folder / name / "recordings.jsonl").read_text().splitlines())
    assert index == {"file": f"call.{ending}", "audio_filepath": str(folder / "call.wav")}
    unit = ("--unit", "utterances") if name == "audacity" else ()
    back = call(
        "import", "-q", "--from", name, *unit, "--audio-pattern", "{}.wav", f"{name}/call.{ending}"
    ).checked()
    expected = [without(row, *lost) for row in ROWS]
    assert [without(row, "id") for row in back.records] == expected
    again = call("import", "-q", "--from", name, *unit, f"{name}/call.{ending}")
    assert all("audio_filepath" not in row for row in again.records)


def test_turns_of_all_channels_become_subtitles_but_no_utterances(call, folder):
    rows = "".join(f"{json.dumps(without(row, 'channel'))}\n" for row in ROWS)
    call("export", "-q", "--to", "srt", "--out-dir", "s", input=rows.encode()).checked()
    assert all(row["text"] in (folder / "s/call.srt").read_text() for row in ROWS)
    assert call("export", "-q", "--to", "kaldi", "--out-dir", "k", input=rows.encode()).status == 65


def test_safe_text_in_the_same_cues_without_audio(call, tmp_path):
    cue = "00:00:01.000 --> 00:00:02.500\n"
    content = f"WEBVTT\n\n{cue}<v Ann>I am Xqzt\n<v Bob>hello Xqzt\n\n{cue}bye\n"
    (tmp_path / "a.vtt").write_text(content)
    given = call("import", "-q", "--from", "vtt", tmp_path / "a.vtt").out
    for kept, status in ((("offset", "duration", "speaker"), 0), (("duration",), 65)):
        keep = [option for name in kept for option in ("--keep", name)]
        safe = call("mask", "-q", *keep, input=given).out
        done = call(
            "export", "-q", "--to", "vtt", "--force", "--out-dir", tmp_path / "v", input=safe
        ).ended(status)
    assert "stdin:1: field 'offset' is missing: --keep offset keeps it" in done.err
    assert (tmp_path / "v/a.vtt").read_text() == content.replace("Xqzt", "[MASK]")
    index = json.loads((tmp_path / "v/recordings.jsonl").read_text())
    assert index == {"file": "a.vtt", "audio_filepath": None}


# What formats hold and records have no field for does not come through `import`, nor is quoted.
DEEP = (
    f'{{"file_name": "SECRET", "audio_filepath": "SECRET", "x": {"[" * 100_000 + "]" * 100_000}}}\n'
)


@pytest.mark.parametrize("name", ["nemo", "json", "audiofolder", "doccano"])
def test_json_that_is_nested_too_deeply_is_bad_data(call, folder, name):
    (folder / "in").mkdir()
    (folder / "in" / "metadata.jsonl").write_text(DEEP)
    done = call("import", "--from", name, "in" if name == "audiofolder" else "in/metadata.jsonl")
    assert (done.status, done.out) == (65, b"")
    assert "internal error" not in done.err
    assert "SECRET" not in done.err


TEXT = "so 🙂 Ann Lee called"
PER = {"start": 5, "end": 12, "label": "PER"}


def read(call, path, name, content, *options):
    path.write_text(content if isinstance(content, str) else json.dumps(content, indent=1))
    return call("import", "--from", name, *options, path)


@pytest.mark.parametrize(
    ("name", "file"), [("doccano", "records.jsonl"), ("label-studio", "tasks.json")]
)
def test_entities_for_people_to_correct(call, tmp_path, name, file):
    record = {"id": 7, "text": TEXT, "entities": [PER]}
    given = json.dumps(record).encode()
    done = call("export", "--to", name, "--out-dir", tmp_path / "o", input=given)
    assert done.records[0]["lost_fields"] == []
    content = (tmp_path / "o" / file).read_text()
    content = content.replace('"predictions"', '"id": 31, "annotations"')  # as they come back
    back = read(call, tmp_path / "a", name, content).records
    assert [(r["id"], r["entities"]) for r in back] == [(7, [PER])]
    assert (
        call("export", "--to", name, "--out-dir", tmp_path / "p", input=b'{"id": 1}').status == 65
    )
