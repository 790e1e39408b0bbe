import json

import pytest

from tests.support.jsonl import read_jsonl


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


def test_missing_models_and_audio(call, speech):
    line = speech.read_bytes().splitlines(keepends=True)[0]
    for name, status in (("ctc:no/such", 2), ("no-such", 69), ("./no-such", 69), ("mini", 69)):
        assert call("align", "--aligner", name, "--offline", speech).status == status
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
