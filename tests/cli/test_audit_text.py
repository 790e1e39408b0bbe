"""`privtool audit text` on the command line: results, gates, samples, manners."""

import json
import stat
from pathlib import Path

import pytest

import privtool
from tests.support.jsonl import jsonl

SAMPLE = Path(__file__).resolve().parents[2] / "data/sample/raw.jsonl"
CANARY = "Zebulon Quixley"
RAW = {"id": 1, "text": f"ask {CANARY} now", "entities": [{"start": 4, "end": 19, "label": "NAME"}]}
MASKED = {"id": 1, "text": "ask [MASK] [MASK] now"}


@pytest.fixture
def gold(tmp_path):
    path = tmp_path / "gold.jsonl"
    path.write_bytes(jsonl(RAW))
    return path


@pytest.fixture(scope="module")
def safe(call, tmp_path_factory):
    """The sample corpus, masked."""
    path = tmp_path_factory.mktemp("safe") / "safe.jsonl"
    path.write_bytes(call("mask", "-q", SAMPLE).out)
    return path


@pytest.fixture(scope="module")
def whole(call, safe):
    """The audit of the masked sample corpus."""
    return call("audit", "text", "-q", "--gold", SAMPLE, safe)


def test_a_result_has_counts_intervals_units_and_a_signature(call, safe):
    done = call("audit", "text", "--gold", SAMPLE, "--unit", "dialogue", safe).checked()
    row = done.row
    assert row["command"] == "audit text"
    assert row["signature"].startswith("audit text|attacker:survival|unit:dialogue|level:95|")
    assert row["units"] == 48
    assert row["records"] == 371
    found = done.figures
    assert found["document_leak", ""]["attack"]["of"] == 371
    assert all(0 <= each["low"] <= each["high"] <= 1 for each in found.values())
    assert all(each["low"] <= (each["value"] or 0) <= each["high"] for each in found.values())


def test_versions_of_a_record_are_one_unit_and_have_its_gold(call, gold):
    three = [{**MASKED, "id": f"1-s{number}"} for number in range(2)] + [{**RAW, "id": "1-s2"}]
    row = call("audit", "text", "-q", "--gold", gold, input=jsonl(*three)).row
    assert (row["records"], row["units"]) == (3, 1)
    leaks = next(each for each in row["figures"] if each["name"] == "document_leak")
    assert leaks["attack"] == {"hits": 1, "of": 3, "value": 0.333333}
    done = call("audit", "text", "--gold", gold, input=jsonl({**MASKED, "id": "2-s0"}))
    done.failed(65, "no gold record has this id")


def test_the_result_is_the_same_in_several_processes(call, safe, whole):
    assert call("audit", "text", "-q", "--gold", SAMPLE, "-j", "2", safe) == whole


@pytest.mark.parametrize(
    "where",
    [
        {"text": f"ask {CANARY} now"},
        {**MASKED, "speaker": CANARY},
        {**MASKED, "audio_filepath": f"a/{CANARY}.wav"},
        {**MASKED, "align_status": CANARY},
        {**MASKED, "hyp": CANARY},
        {**MASKED, "nbest": [{"text": CANARY}]},
        {**MASKED, "tokens": [CANARY]},
        {**MASKED, "words": [{"word": CANARY, "start": 0, "end": 1}]},
        {**MASKED, "note": {"deep": [1, CANARY]}},
        {**MASKED, CANARY: 1},
    ],
)
def test_a_canary_in_any_field_is_found_and_never_shown(call, gold, tmp_path, where):
    places = tmp_path / "places.jsonl"
    args = ("audit", "text", "--gold", gold, "--table", "--gate", "default")
    done = call(*args, "--examples", places, input=jsonl({"id": 1, **where}))
    found = done.figures
    assert found["reemission", ""]["attack"]["hits"] == 1
    assert found["document_leak", ""]["attack"]["hits"] == 1
    shown = done.out.decode() + done.err
    assert not any(word in shown for word in CANARY.split())
    assert stat.S_IMODE(places.stat().st_mode) == 0o600
    assert json.loads(places.read_bytes())["phrase"] == CANARY


@pytest.mark.parametrize(
    ("record", "args", "status"),
    [
        (MASKED, (), 0),
        (MASKED, ("--strict",), 4),
        ({"id": 1, "text": f"ask {CANARY} now"}, (), 3),
        ({"id": 1, "text": f"ask {CANARY} now"}, ("--strict",), 3),
    ],
)
def test_the_gate_sets_the_exit_status(call, gold, record, args, status):
    done = call("audit", "text", "--gold", gold, "--gate", "default", *args, input=jsonl(record))
    assert done.status == status
    row = done.row  # written all the same
    assert row["verdict"] == {0: "undetermined", 4: "undetermined", 3: "not met"}[status]
    assert {each["figure"] for each in row["verdicts"]} == {"direct", "residual", "over_masking"}


def test_a_gate_is_not_passed_without_a_record(call, gold):
    args = ("audit", "text", "--gold", gold)
    done = call(*args, "--gate", "default", input=b"")
    done.ended(4, "undetermined")
    assert done.row["verdict"] == "undetermined"
    call(*args, input=b"").checked()


def test_records_that_occur_twice_are_noted(call, gold):
    args = ("audit", "text", "--gold", gold)
    noted = "records have the id of another one"
    assert f"1 {noted}" in call(*args, input=jsonl(MASKED, MASKED)).checked().err
    assert noted not in call(*args, input=jsonl(MASKED)).checked().err


def test_two_systems_are_compared_by_a_paired_test(call, safe, tmp_path):
    better = tmp_path / "better.jsonl"
    args = ("mask", "-q", "--method", "allowList+entityTagger", "--tagger", "patterns")
    better.write_bytes(call(*args, SAMPLE).out)
    done = call("audit", "text", "--gold", SAMPLE, "--compare", safe, "--table", better).checked()
    against = {each["name"]: each for each in done.row["against"] if not each["group"]}
    residual = against["residual"]
    alone = call("audit", "text", "--gold", SAMPLE, safe).figures["residual", ""]
    assert residual["value"] == alone["value"]
    assert residual["high"] < 0
    assert residual["p"] < 0.01
    assert "against the other" in done.err
    same = call("audit", "text", "--gold", SAMPLE, "--compare", safe, safe)
    assert all(each["difference"] == 0 for each in same.row["against"])


def test_a_sample_to_mark_becomes_gold(call, tmp_path):
    args = ("audit", "text", "--sample", "5", "--seed", "3")
    drawn = call(*args, SAMPLE).checked()
    records = drawn.records
    assert len(records) == 5
    assert all(set(each) == {"id", "text", "marked"} for each in records)
    lines_reversed = b"".join(reversed(SAMPLE.read_bytes().splitlines(keepends=True)))
    again = call(*args, input=lines_reversed).records
    assert {each["id"] for each in again} == {each["id"] for each in records}
    assert call("audit", "text", "--sample", "5", "--seed", "4", SAMPLE).out != drawn.out
    gold = tmp_path / "marked.jsonl"
    gold.write_bytes(drawn.out)
    done = call("audit", "text", "--gold", gold, input=jsonl(*records)).checked()
    marks = sum(each["marked"].count("[[") for each in records)
    assert done.figures["mention_leak", ""]["attack"] == {"hits": marks, "of": marks, "value": 1.0}


def test_few_units_and_missing_records_are_noted(call, safe, tmp_path):
    part = b"".join(safe.read_bytes().splitlines(keepends=True)[:16])
    done = call("audit", "text", "--gold", SAMPLE, "--unit", "genre", input=part)
    notes = " ".join(done.row["notes"])
    assert "values in 16 records: intervals need at least 20" in notes
    assert "355 of 371 gold records have no output" in notes


def test_the_function_gives_what_the_command_prints(call, gold):
    expected = call("audit", "text", "--gold", gold, input=jsonl(MASKED)).row
    assert privtool.audit_text([MASKED], gold=gold) == expected


def test_ids_that_a_table_made_texts_are_those_of_gold(call, gold):
    done = call("audit", "text", "--gold", gold, input=jsonl({**MASKED, "id": "1"}))
    row = done.row
    assert row["records"] == 1
    assert "1 ids are texts in one input and numbers in the other" in row["notes"]


def test_gold_that_a_tagger_made_is_said_to_be(call, tmp_path):
    (entity,) = RAW["entities"]
    (tmp_path / "gold").write_bytes(jsonl({**RAW, "entities": [{**entity, "score": 0.9}]}))
    row = call("audit", "text", "--gold", tmp_path / "gold", input=jsonl(MASKED)).row
    assert row["gold"] == {"entities": 1, "by_tagger": 1}
    assert any("1 of 1 entities by a tagger" in note for note in row["notes"])
