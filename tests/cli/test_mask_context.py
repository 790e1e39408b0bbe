"""`mask --context`: a name found in one record is masked in all with the same field."""

import random

import pytest

import privtool
from tests.support.jsonl import jsonl

OPTIONS = ("--method", "entityTagger", "--tagger", "names", "-q")
RECORDS = [
    {"id": 1, "dialogue": "a", "text": "the stone can come"},
    {"id": 2, "dialogue": "a", "text": "hi my name is stone price from billing"},
    {"id": 3, "dialogue": "b", "text": "the stone period may end"},
    {"id": 4, "dialogue": "a", "text": "I saw Price and stone there"},
    {"id": 5, "text": "stone without a dialogue"},
    {"id": 6, "dialogue": 7, "text": "my name is quilpness"},
    {"id": 7, "dialogue": 7, "text": "quilpness again, not QUILPNESS-SMITH but the price"},
    {"id": 8, "dialogue": "7", "text": "the quilpness period ended"},
]
MASKED = [
    "the [MASK] can come",
    "hi my name is [MASK] [MASK] from billing",
    "the stone period may end",
    "I saw [MASK] and [MASK] there",
    "stone without a dialogue",
    "my name is [MASK]",
    "[MASK] again, not [MASK] but the price",
    "the quilpness period ended",
]


def texts(done) -> list[str]:
    assert done.status == 0, done.err
    return [record["text"] for record in done.records]


def test_names_are_masked_in_all_records_of_their_context(call):
    assert texts(call("mask", *OPTIONS, "--context", "dialogue", input=jsonl(*RECORDS))) == MASKED


def test_without_a_context_each_record_is_alone(call):
    alone = texts(call("mask", *OPTIONS, input=jsonl(*RECORDS)))
    assert alone[0] == RECORDS[0]["text"]
    assert alone[1] == MASKED[1]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_files_order_and_processes_do_not_matter(call, tmp_path, jobs):
    order = list(range(len(RECORDS)))
    random.Random(1).shuffle(order)
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    one.write_bytes(jsonl * (RECORDS[i] for i in order[:4]))
    two.write_bytes(jsonl * (RECORDS[i] for i in order[4:]))
    done = call("mask", *OPTIONS, "--context", "dialogue", "--jobs", jobs, str(one), str(two))
    assert texts(done) == [MASKED[i] for i in order]


def test_annotating_uses_the_context_too(call):
    done = call("mask", *OPTIONS, "--annotate", "--context", "dialogue", input=jsonl(*RECORDS[:2]))
    first = done.records[0]
    assert [(e["start"], e["end"], e["label"]) for e in first["entities"]] == [(4, 9, "PERSON")]


def test_a_known_field_can_be_the_context(call):
    records = [{"id": i, "speaker": "s", "text": RECORDS[i]["text"]} for i in (0, 1)]
    assert (
        texts(call("mask", *OPTIONS, "--context", "speaker", input=jsonl(*records))) == MASKED[:2]
    )


def test_python_reads_the_records_twice():
    found = privtool.mask(iter(RECORDS), method="entityTagger", tagger="names", context="dialogue")
    assert [record["text"] for record in found] == MASKED


def test_a_value_that_is_no_context_is_a_bad_line(call):
    bad = jsonl(*RECORDS[:2], {"id": 9, "dialogue": ["a"], "text": "hi"})
    done = call("mask", *OPTIONS, "--context", "dialogue", input=bad)
    done.ended(65, "field 'dialogue' is neither text nor a whole number")


def test_bad_lines_do_not_spoil_the_first_reading(call, tmp_path):
    rejects = tmp_path / "rejects.jsonl"
    data = b"not json\n" + jsonl(*RECORDS[:2]) + b'{"dialogue":"a"}\n'
    options = ("--context", "dialogue", "--rejects", str(rejects))
    assert texts(call("mask", *OPTIONS, *options, input=data)) == MASKED[:2]
    assert len(rejects.read_text().splitlines()) == 2
