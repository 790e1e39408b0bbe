"""`privtool audit audio` on the command line: records and options that do not fit."""

import json

import pytest

from tests.cli.audit_audio.conftest import records_of
from tests.support.jsonl import jsonl


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"id": "t9"}, "no record of --before has this id"),
        ({"audio_filepath": "kowalski.wav"}, "the audio file is missing"),
        ({"audio_filepath": "../kowalski.wav"}, "leads out of the audio folder"),
        ({"duration": 0.5}, "another length or rate than the original"),
    ],
)
def test_records_that_do_not_fit_are_bad_lines(call, speech, redacted, tmp_path, changes, said):
    record = {**records_of(redacted)[0], **changes}
    args = ("audit", "audio", "--before", speech, "--audio-root", speech)
    done = call(*args, input=jsonl(record)).failed(65, said)
    assert "kowalski" not in done.err
    rejects = tmp_path / "rejects"
    done = call(*args, "--rejects", rejects, input=jsonl(record))
    assert json.loads(done.out)["records"] == 0
    assert records_of(rejects)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"audio_filepath": "kowalski.wav"}, "in --before, the audio file is missing"),
        ({"offset": 99}, "in --before, field 'offset' is beyond the end"),
    ],
)
def test_originals_without_audio_are_bad_lines(call, speech, redacted, tmp_path, changes, said):
    first = {**records_of(speech / "manifest.jsonl")[0], **changes}
    before = tmp_path / "before.jsonl"
    before.write_bytes(jsonl(first))
    args = ("audit", "audio", "--before", before, "--before-root", speech)
    done = call(*args, "--audio-root", speech, input=jsonl(*records_of(redacted)[:1]))
    done.failed(65, said)
    assert "kowalski" not in done.err
