"""JSON that is nested too deeply to be read."""

from __future__ import annotations

import pytest

DEEP = b"[" * 100_000 + b"]" * 100_000


@pytest.mark.parametrize(
    ("name", "file", "content"),
    [
        ("nemo", "a.json", b'{"audio_filepath": "a.wav", "text": "SECRET", "x": %s}\n' % DEEP),
        ("whisper", "a.json", b'{"segments": [], "text": "SECRET", "x": %s}' % DEEP),
        ("audiofolder", "metadata.jsonl", b'{"file_name": "SECRET.wav", "x": %s}\n' % DEEP),
    ],
)
def test_json_that_is_nested_too_deeply_is_bad_data(call, folder, name, file, content):
    (folder / "in").mkdir()
    (folder / "in" / file).write_bytes(content)
    done = call("import", "--from", name, "in" if name == "audiofolder" else f"in/{file}")
    assert (done.status, done.out) == (65, b"")
    assert "internal error" not in done.err
    assert "SECRET" not in done.err
