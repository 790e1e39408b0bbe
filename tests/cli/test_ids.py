"""`--ids` of all commands that write records: kept, numbered or keyed."""

import json

import pytest

from privtool.api import options_of_command
from privtool.text.surrogates.prf import Key, pseudonym

KEYED = pseudonym(Key(b"0123456789abcdef" * 2), "id", "r1")
OWN_IDS = ("vocab", "asr-eval", "restore")  # no records, and scores that are joined by id
WRITERS = (
    *("mask", "fill", "surrogate", "align", "redact", "tts", "splice", "lm-score"),
    *("import", "export"),
)


@pytest.mark.parametrize("command", WRITERS)
def test_every_writer_of_records_has_the_option(command):
    assert options_of_command(command)["ids"].choices == ("keep", "number", "keyed")


def test_keyed_ids_are_the_same_in_all_commands(call, filtering, key_file, request):
    if filtering.command in OWN_IDS:
        pytest.skip("keeps ids")
    key = () if "--key-file" in filtering.args else ("--key-file", key_file)
    done = call(*filtering.args, "--ids", "keyed", *key, input=filtering.record).checked()
    (record,) = done.records
    assert record["id"] == KEYED
    assert b"r1" not in done.out
    assert "ids kept" not in done.err
    kept = call(*filtering.args, input=filtering.record)
    assert kept.records[0]["id"] == "r1"
    assert "ids kept" in kept.err


def test_the_name_of_a_file_does_not_depend_on_the_old_id(call, case_of, key_file):
    case = case_of("redact")
    lines = [case.record, case.record.replace(b'"r1"', b'"anna kowalski"')]
    options = ("--ids", "number")
    first, second = (call(*case.args, *options, input=line).records[0] for line in lines)
    assert first == second
    other = call(*case.args, input=lines[1]).records[0]
    assert other["audio_filepath"] != first["audio_filepath"]


def test_numbers_are_those_of_lines(call, case_of):
    case = case_of("mask")
    done = call(*case.args, "--ids", "number", input=case.record + b"\n" + case.record)
    assert [record["id"] for record in done.records] == [1, 3]


def test_messages_have_the_new_id(call, case_of, key_file, tmp_path):
    line = b'{"id":"anna"}\n'
    args = ("mask", "--ids", "keyed", "--key-file", key_file)
    assert "anna" not in call(*args, input=line).err
    call(*args, "--rejects", tmp_path / "rejects", input=line)
    (row,) = map(json.loads, (tmp_path / "rejects").read_bytes().splitlines())
    assert row["id"].startswith("id-")


def test_samples_of_fills_follow_the_new_id(call, case_of, key_file):
    case = case_of("fill")
    keyed = ("--ids", "keyed", "--key-file", key_file)
    done = call(*case.args, "--topk", "3", "--samples", "2", *keyed, input=case.record)
    assert [record["id"] for record in done.records] == [f"{KEYED}-s0", f"{KEYED}-s1"]


def test_imported_and_exported_ids_can_be_keyed(call, root, key_file, tmp_path, monkeypatch):
    speech = root / "data/sample/speech/manifest.jsonl"
    monkeypatch.chdir(tmp_path)
    keyed = ("--ids", "keyed", "--key-file", key_file)
    assert call("export", "--to", "kaldi", "--out-dir", "k", *keyed, speech).status == 0
    there = {record["id"] for record in call("import", "--from", "kaldi", "k").records}
    raw = [json.loads(line)["id"] for line in speech.read_text().splitlines()]
    key = Key(b"0123456789abcdef" * 2)
    assert there == {pseudonym(key, "id", each) for each in raw}
    assert call("export", "--to", "kaldi", "--out-dir", "raw", speech).status == 0
    back = call("import", "--from", "kaldi", "raw", *keyed)
    assert {record["id"] for record in back.records} == there
    assert "ids kept" not in back.err
