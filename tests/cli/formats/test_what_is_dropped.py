"""What formats hold and records have no field for does not come through `import`, nor is quoted."""

import json

import pytest

WORD = {"word": "hello", "start": 0.0, "end": 0.5, "note": "SECRET"}
DEEP = (
    f'{{"file_name": "SECRET", "audio_filepath": "SECRET", "x": {"[" * 100_000 + "]" * 100_000}}}\n'
)
FILES = {
    "nemo": {"text": "hello", "audio_filepath": "a.wav", "duration": 1, "note": "SECRET"},
    "whisper": {
        "text": "SECRET",
        "language": "SECRET",
        "segments": [
            {"start": 0, "end": 1, "text": "hello", "tokens": ["SECRET"], "words": [WORD]}
        ],
    },
    "vtt": "WEBVTT SECRET\n\nNOTE SECRET\n\nSTYLE\n::cue(SECRET) {}\n\nREGION\nid:SECRET\n\n"
    "SECRET\n00:00.000 --> 00:01.000 region:SECRET\n<c.SECRET>hello</c>\n",
    "srt": "1\n00:00:00,000 --> 00:00:01,000\n<font color='SECRET'>hello</font>\n",
    "ctm": ";; SECRET\na 1 0.0 0.5 hello 1.0 SECRET\n",
    "stm": ';; LABEL "SECRET" "SECRET"\na 1 s 0.0 0.5 <o,SECRET> hello\n',
    "audiofolder": {"file_name": "a.wav", "text": "hello", "note": "SECRET"},
}  # fmt: skip


@pytest.mark.parametrize("name", FILES)
def test_what_is_no_field_of_a_record_is_dropped(call, folder, name):
    content = FILES[name]
    written = content if isinstance(content, str) else json.dumps(content)
    (folder / "in").mkdir()
    (folder / "in" / "metadata.jsonl").write_text(written)
    given = "in" if name == "audiofolder" else "in/metadata.jsonl"
    done = call("import", "--from", name, "--summary", "summary", given).checked()
    (record,) = done.records
    assert record["text"] == "hello"
    assert "SECRET" not in done.out.decode() + done.err + (folder / "summary").read_text()


def test_other_tiers_of_a_textgrid_are_dropped(call, folder):
    tier = '"IntervalTier"\n"{}"\n0\n1\n1\n0\n1\n"{}"\n'
    tiers = tier.format("words", "hello") + tier.format("SECRET", "SECRET")
    head = 'File type = "ooTextFile"\nObject class = "TextGrid"\n\n0\n1\n<exists>\n2\n'
    (folder / "a.TextGrid").write_text(head + tiers)
    done = call("import", "--from", "textgrid", "a.TextGrid")
    assert [record["text"] for record in done.records] == ["hello"]
    assert "SECRET" not in done.out.decode() + done.err


@pytest.mark.parametrize("name", ["nemo", "json", "audiofolder", "doccano"])
def test_json_that_is_nested_too_deeply_is_bad_data(call, folder, name):
    (folder / "in").mkdir()
    (folder / "in" / "metadata.jsonl").write_text(DEEP)
    done = call("import", "--from", name, "in" if name == "audiofolder" else "in/metadata.jsonl")
    assert (done.status, done.out) == (65, b"")
    assert "internal error" not in done.err
    assert "SECRET" not in done.err
