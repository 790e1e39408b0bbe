"""`privtool surrogate`: the scopes of surrogates and dates, and what other records show."""

from __future__ import annotations

import os
import re

import pytest

from tests.support.canary import line
from tests.support.trainer_runs import one_line

NAMED = line(
    id="r1", text="I am Anna Kowalski", entities=[{"start": 5, "end": 18, "label": "PERSON"}]
)


def test_scopes_by_field(call, key_file):
    two = NAMED + NAMED.replace(b'"r1"', b'"r2"').replace(b'"text"', b'"call":"c2","text"')
    args = ("surrogate", "-q", "--key-file", key_file)
    same = call(*args, "--scope", "all", input=two).records
    assert same[0]["text"] == same[1]["text"]
    apart = call(*args, "--scope", "conversation", "--scope-field", "call", input=two)
    assert apart.records[0]["text"] != apart.records[1]["text"]
    assert b"call" not in apart.out
    stderr = call("surrogate", "--key-file", key_file, "--scope", "speaker", input=two).err
    assert ", 2 without speaker, " in stderr


DATED = b"".join(
    line(id=n, text="on may 3", entities=[{"start": 3, "end": 8, "label": "DATE"}], **{field: n})
    for n, field in enumerate(["conversation", "dialogue", "doc", "document", "speaker"])
)


def test_all_dates_move_alike_only_on_request_and_with_a_warning(call, key_file):
    args = ("surrogate", "--key-file", key_file)
    apart = call(*args, input=DATED)
    assert len({record["text"] for record in apart.records}) > 1
    assert "--scope all" not in apart.err
    alike = call(*args, "--scope", "all", input=DATED)
    assert len({record["text"] for record in alike.records}) == 1
    assert "--scope all moves all dates by the same days" in alike.err
    assert "--scope all" not in call(*args, "--scope", "all", input=NAMED).err


ANNA = {"start": 5, "end": 18, "label": "PERSON"}
CALL = (
    line(id=1, call=1, text="hello anna and Mr. Kowalski", entities=[]),
    line(id=2, call=1, text="I am Anna Kowalski", entities=[ANNA]),
    line(id=3, call=2, text="hello anna", entities=[]),
)


@pytest.mark.parametrize("given", ["pipe", "file", "jobs"])
def test_names_of_other_records_of_the_scope_are_replaced(run, key_file, tmp_path, given):
    raw = tmp_path / "raw.jsonl"
    raw.write_bytes(b"".join(CALL))
    args = ["surrogate", "-q", "--key-file", key_file, "--scope-field", "call"]
    args += {"pipe": [], "file": [raw], "jobs": ["--jobs", "2", raw]}[given]
    before, named, other = run(*args, input=b"" if raw in args else raw.read_bytes()).records
    given_name, surname = named["text"].removeprefix("I am ").split()
    assert before["text"] == f"hello {given_name.lower()} and Mr. {surname}"
    assert [entity["label"] for entity in before["entities"]] == ["PERSON", "PERSON"]
    assert other["text"] == "hello anna"


def test_one_pass_knows_the_names_of_a_record_alone(call, key_file):
    args = ("surrogate", "-q", "--key-file", key_file, "--one-pass", "--scope-field", "call")
    assert call(*args, input=b"".join(CALL)).records[0]["text"] == "hello anna and Mr. Kowalski"


def test_turns_of_the_file_of_an_aligned_turn_keep_its_name(call, key_file, tmp_path):
    """Aligned ones may overlap what is private in them, which `tts` and `splice` look for."""
    lines = (
        line(id=1, text="hello", entities=[], audio_filepath="calls/anna.wav", offset=0.0),
        line(id=2, text="hello", entities=[], audio_filepath="./calls/anna.wav", words=[]),
        line(id=3, text="hello", entities=[], audio_filepath="calls/bob.wav"),
    )
    args = ("surrogate", "-q", "--key-file", key_file)
    paths = [each["audio_filepath"] for each in call(*args, input=b"".join(lines)).records]
    assert paths[:2] == ["calls/anna.wav", "./calls/anna.wav"]
    assert re.fullmatch("file-[a-z]{14}", paths[2])
    for option, hidden in (("--one-pass", {0, 2}), ("--hide-files", {0, 1, 2})):
        paths = [
            each["audio_filepath"] for each in call(*args, option, input=b"".join(lines)).records
        ]
        assert {n for n, path in enumerate(paths) if path.startswith("file-")} == hidden


def test_a_named_pipe_cannot_be_read_twice(call, key_file, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    done = call("surrogate", "--key-file", key_file, tmp_path / "pipe")
    assert (done.status, "--one-pass" in one_line(done.err)) == (2, True)
