"""`tts` and `splice` with a neural voice, whose weights are random."""

import pytest

from tests.support.jsonl import jsonl
from tests.support.tiny_voices import tiny_vits


@pytest.fixture(scope="module")
def voice(tmp_path_factory):
    return tiny_vits(tmp_path_factory.mktemp("voice"))


def turns(*surrogates: str) -> bytes:
    """Turns of "call mary quixley" with something else in the place of the name."""
    records = [
        {
            "id": f"t{number}", "text": f"call {surrogate}", "audio_filepath": "a.wav",
            "words": [{"word": "call", "start": 0.05, "end": 0.3, "confidence": 1.0}],
            "entities": [
                {"start": 5, "end": 5 + len(surrogate), "label": "NAME",
                 "audio_start": 0.3, "audio_end": 0.9}
            ],
        }
        for number, surrogate in enumerate(surrogates)
    ]  # fmt: skip
    return jsonl(*records)


@pytest.mark.parametrize("command", [("tts", "--mode", "turn"), ("splice", "--fallback", "tts")])
def test_audio_does_not_depend_on_jobs(call, spoken, voice, tmp_path, command):
    options = (*command, "-q", "--engine", voice, "--offline", "--audio-root", spoken)
    given = turns("anna lee", "bob of 42 elm", "sue")
    one = call(*options, "--out-dir", tmp_path / "a", input=given)
    two = call(*options, "--out-dir", tmp_path / "b", "--jobs", 2, input=given)
    assert (one.status, two.status) == (0, 0), one.err
    assert one.out.replace(b"/a/", b"/b/") == two.out
    names = [sorted(path.name for path in (tmp_path / folder).iterdir()) for folder in "ab"]
    assert names[0] == names[1]  # they depend on the audio
    for record in one.records:
        words = record["words"]
        assert " ".join(word["word"] for word in words) == record["text"]
        times = [time for word in words for time in (word["start"], word["end"])]
        assert times == sorted(times)
        assert times[-1] <= record["duration"] + 1e-3
