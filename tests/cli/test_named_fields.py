"""Text in columns of tables and in other fields than `text`."""

import csv
import io
import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from privtool.core.options import options_of
from privtool.core.rng import Key, pseudonym
from privtool.workflows.names import config_of, python_name
from tests.support.canary import CANARY
from tests.support.jsonl import jsonl

NAMES = ("--method", "entityTagger", "--tagger", "mini-ner+patterns")
CHAT = {
    "id": "c1",
    "model": "m",
    "messages": [
        {"role": "user", "content": "my name is Zelda Quill, call 020 7946 0311"},
        {"role": "tool", "content": '{"name": "Zelda", "phone": 2079460311, "ok": true}'},
        {"role": "assistant", "content": None},
        {"role": "assistant", "content": "Thanks, Zelda"},
    ],
}
CONTENT = ("--field", "/messages/*/content")


@pytest.fixture
def masked(call):
    def run(*options, data, method=NAMES):
        return call("mask", *method, *options, input=data)

    return run


def test_all_fields_of_a_chat_are_masked_with_one_set_of_names(masked):
    (new,) = masked(*CONTENT, "--keep", "/messages/*/role", data=jsonl(CHAT)).records
    assert [each["role"] for each in new["messages"]] == ["user", "tool", "assistant", "assistant"]
    assert new["messages"][0]["content"].startswith("my name is [MASK] [MASK], call [MASK]")
    inside = json.loads(new["messages"][1]["content"])
    assert inside == {"name": "[MASK]", "phone": "[MASK]", "ok": True}
    assert new["messages"][3] == {"role": "assistant", "content": "Thanks, [MASK]"}
    assert new.keys() == {"id", "messages", "masks"}
    assert {mask["field"] for mask in new["masks"]} == {
        "/messages/0/content",
        "/messages/1/content/name",
        "/messages/1/content/phone",
        "/messages/3/content",
    }
    for mask in new["masks"]:
        if mask["field"].endswith("content"):
            text = new["messages"][int(mask["field"].split("/")[2])]["content"]
            assert text[mask["start"] : mask["end"]] == "[MASK]"


def test_other_fields_are_dropped_unless_kept(masked):
    value = {"id": 1, "body": "hi", "note": CANARY, "entities": [{"text": CANARY}]}
    (new,) = masked(
        "--field", "body", "--keep", "note", data=jsonl({**value, "entities": 1})
    ).records
    assert new["note"] == CANARY
    (new,) = masked(
        "--field", "body", "--keep-others", data=jsonl({"body": "hi", "x": [1]})
    ).records
    assert new == {"body": "hi", "x": [1], "masks": []}


def test_the_chain_of_filters_works_on_the_same_fields(masked, call):
    done = masked(*CONTENT, "--keep-others", data=jsonl(CHAT))
    (filled,) = call("fill", "-q", "--seed", 1, *CONTENT, input=done.out).records
    assert "[MASK]" not in json.dumps(filled)
    assert filled["model"] == "m"
    found = masked(*CONTENT, "--keep-others", "--annotate", data=jsonl(CHAT))
    given = [e for e in found.records[0]["entities"] if e["field"].endswith("content")]
    assert {e["field"] for e in given} == {"/messages/0/content", "/messages/3/content"}
    plain = {**CHAT, "messages": [CHAT["messages"][0], CHAT["messages"][3]]}
    found = masked(*CONTENT, "--keep-others", "--annotate", data=jsonl(plain))
    (new,) = call("surrogate", "-q", *CONTENT, "--keep-others", input=found.out).records
    first, last = (each["content"] for each in new["messages"])
    assert "Zelda" not in first
    assert "Zelda" not in last
    assert last.split()[-1].lower() == first.split()[3].lower()


@pytest.mark.parametrize("kept", ["messages", "/messages/0", "/messages/*"])
def test_a_field_stays_masked_inside_one_that_is_kept(masked, kept):
    data = jsonl({"messages": [{"content": "my name is Zelda", "n": 1}]})
    (new,) = masked(*CONTENT, "--keep", kept, data=data).records
    assert new["messages"] == [{"content": "my name is [MASK]", "n": 1}]


def test_entities_without_a_field_are_those_of_the_only_one(masked):
    entity = {"start": 0, "end": 5, "label": "PERSON"}
    data = jsonl({"body": "Zorba called", "more": "so", "entities": [entity]})
    options = ("--annotate", "--field", "body")
    (new,) = masked(*options, data=data).records
    assert new["entities"] == [{"field": "/body", **entity}]
    masked(*options, "--field", "more", data=data).failed(65, "entities[0] names no field")


TABLE = (
    "id,subject,body,agent\r\n"
    '7,"Hi, Zelda","my name is Zelda Quill\r\nbye",Bo\r\n'
    '8,,"a ""b""",Cy\r\n'
)


def test_a_table_stays_a_table(masked):
    options = ("--input-format", "csv", "--field", "body", "--field", "subject", "--keep-others")
    done = masked(*options, data=b"\xef\xbb\xbf" + TABLE.encode()).checked()
    new = done.out.decode()
    assert new.startswith("\ufeffid,subject,body,agent\r\n")
    rows = list(csv.reader(io.StringIO(new.removeprefix("\ufeff"), newline="")))
    assert rows[1] == ["7", "Hi, [MASK]", "my name is [MASK] [MASK]\r\nbye", "Bo"]
    assert rows[2] == ["8", "", 'a "b"', "Cy"]
    done = masked(*options[:-1], data=TABLE.encode())
    assert done.out.decode().splitlines()[0] == "id,subject,body"
    assert "Bo" not in done.out.decode()
    bare = masked(*options[:-1], data=b'\xef\xbb\xbf\n"a,b,c";body;subject\n1;Zelda;x\n').checked()
    assert bare.out.decode() == "\ufeffbody;subject\n[MASK];x\n"


INTEGERS = st.integers(-(1 << 63), (1 << 63) - 1)
FLOATS = st.floats(allow_nan=False, allow_infinity=False)
LEAVES = st.none() | st.booleans() | INTEGERS | FLOATS | st.just("é")
ANY_JSON = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["body", "a/b", "~", ""]), inner, max_size=3)
    ),
    max_leaves=9,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
@given(st.lists(ANY_JSON, max_size=4), ANY_JSON)
def test_json_with_any_nesting_keeps_its_shape(masked, items, other):
    value = {"items": [{"body": "call 020 7946 0311", "more": each} for each in items], "x": other}
    done = masked("--field", "/items/*/body", "--keep-others", data=jsonl(value))
    (new,) = done.records
    assert len(new.pop("masks")) == 3 * len(items)
    for item in value["items"]:
        item["body"] = "call [MASK] [MASK] [MASK]"
    assert new == value


# Without brackets of any kind: a marker that is typed in the input is masked.
CELLS = st.text(
    st.characters(exclude_categories=["Cs", "Cc", "Ps", "Pe", "Sm"]) | st.sampled_from('\n",;'),
    max_size=6,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
@given(st.lists(st.tuples(CELLS, CELLS), min_size=1, max_size=4))
def test_a_table_without_anything_private_comes_out_with_equal_cells(call, rows):
    text = io.StringIO(newline="")
    csv.writer(text).writerows([("a", "b"), *rows])
    options = ("--method", "entityTagger", "--tagger", "patterns", "--labels", "IBAN")
    done = call(
        "mask", *options, "--input-format", "csv", "--field", "b", "--keep-others",
        input=text.getvalue().encode(),
    ).checked()  # fmt: skip
    found = list(csv.reader(io.StringIO(done.out.decode(), newline="")))
    assert found == [["a", "b"], *map(list, rows)]


def test_no_key_that_nobody_named_passes(masked):
    held = {"id": 1, "body": json.dumps({"Tamsin Okonjo": "call me", "tone": "kind"})}
    done = masked("--field", "body", data=jsonl(held))
    assert "Tamsin" not in done.out.decode()


@pytest.mark.parametrize("depth", [99, 400, 600, 900, 100_000])
def test_json_in_a_text_may_be_nested_at_any_depth(masked, depth):
    held = {"body": "[" * depth + '"020 7946 0311"' + "]" * depth}
    (new,) = masked("--field", "body", data=jsonl(held)).records
    assert new["body"] == "[" * depth + '"[MASK] [MASK] [MASK]"' + "]" * depth


def test_from_python():
    import privtool

    (new,) = privtool.mask(
        [{"body": "call 020 7946 0311", "n": 1}], field=("body",), method="allowList"
    )
    assert new["body"] == "call [MASK] [MASK] [MASK]"
    assert "n" not in new


# `--ids` of all commands that write records: kept, numbered or keyed.
KEYED = pseudonym(Key(b"0123456789abcdef" * 2), "id", "r1")
OWN_IDS = ("vocab", "asr-eval", "restore")  # no records, and scores that are joined by id
WRITERS = (
    *("mask", "fill", "surrogate", "align", "redact", "tts", "splice", "lm-score"),
    *("import", "export"),
)


@pytest.mark.parametrize("command", WRITERS)
def test_every_writer_of_records_has_the_option(command):
    assert options_of(config_of(python_name(command)))["ids"].choices == ("keep", "number", "keyed")


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
