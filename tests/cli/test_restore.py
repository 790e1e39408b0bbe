"""A way back: `mask --map`, `surrogate --map` and `restore`."""

import json

import pytest

import privtool
from tests.support.canary import CANARY
from tests.support.jsonl import jsonl

NAMES = ("--method", "entityTagger", "--tagger", "mini-ner+patterns")
RAW = [
    {"id": 1, "text": f"Zelda {CANARY} called 020 7946 0311 on 4 May 1981 ."},
    {"id": 2, "text": "nothing here"},
    {"id": 3, "text": f"it was Zelda {CANARY}'s phone"},
]


@pytest.fixture
def there_and_back(call, key_file, tmp_path):
    """Make records safe with a map, change them, restore them."""
    key = ("--map", tmp_path / "map", "--key-file", key_file)

    def run(*command, data, fields=(), edit=lambda safe: safe):
        safe = call(*command, *fields, *key, input=data).checked()
        assert CANARY.encode() not in safe.out
        assert CANARY.encode() not in (tmp_path / "map").read_bytes()
        assert (tmp_path / "map").stat().st_mode & 0o777 == 0o600
        others = [each for each in fields if each != "--keep-others"]
        back = call("restore", *others, *key, input=edit(safe.out))
        assert CANARY not in safe.err + back.err
        return back

    return run


@pytest.mark.parametrize(
    "options", [(), ("--merge",), ("--marker", "class"), NAMES, (*NAMES, "--jobs", "3")]
)
def test_masked_records_come_back(there_and_back, options):
    assert there_and_back("mask", *options, data=jsonl(*RAW)).records == RAW


@pytest.mark.parametrize("jobs", [1, 3])
def test_surrogates_come_back_also_from_an_answer(there_and_back, call, jobs):
    annotated = call("mask", *NAMES, "--annotate", input=jsonl(*RAW)).out
    command = ("surrogate", "--scope", "all", "--jobs", jobs)
    done = there_and_back(*command, data=annotated)
    assert done.records == RAW
    lower = there_and_back(*command, data=annotated, edit=lambda safe: safe.lower())
    assert [each["text"] for each in lower.records] == [each["text"].lower() for each in RAW]

    def answer(safe):
        name = " ".join(json.loads(safe.splitlines()[2])["text"].split()[2:4]).split("'")[0]
        return jsonl({"id": "new", "text": f"Dear {name.upper()}, [PERSON]"})

    (new,) = (done := there_and_back(*command, data=annotated, edit=answer)).records
    assert new["text"] == f"Dear ZELDA {CANARY.upper()}, [PERSON]"
    assert "1 records that the map does not have" in done.err


@pytest.mark.parametrize("fields", [("--field", "body", "--field", "subject")])
def test_fields_and_tables_come_back(there_and_back, fields):
    value = {"id": 1, "subject": f"Zelda {CANARY}", "body": "Ann Lee", "note": 5}
    fields = (*fields, "--keep-others")
    assert there_and_back("mask", *NAMES, fields=fields, data=jsonl(value)).records == [value]
    table = f'n,body,subject\n1,"Zelda\n{CANARY}",Ann Lee\n2,Bo Li,\n'.encode()
    fields = ("--input-format", "csv", *fields)
    assert there_and_back("mask", fields=fields, data=table).out == table


def test_the_summary_says_what_was_not_found(there_and_back):
    cut = lambda safe: safe.replace(b"[MASK] [MASK] called", b"[MASK] called")  # noqa: E731
    done = there_and_back("mask", *NAMES, data=jsonl(*RAW), edit=cut)
    assert "2 restored, 8 not found" in done.err
    assert done.records[1:] == RAW[1:]


def test_a_bad_map_writes_nothing(call, key_file, tmp_path):
    path, other = tmp_path / "map", tmp_path / "other"
    assert call("mask", "--map", path, "--key-file", key_file, input=jsonl(*RAW)).status == 0
    options = ("restore", "--map", path, "--key-file")
    assert call("mask", "--ids", "keyed", "--key-file", other, "--make-key", input=b"").status == 0
    output = tmp_path / "out"
    call(*options, other, "-o", output, input=jsonl(*RAW)).failed(65, "was made with another key")
    path.write_bytes(path.read_bytes()[:-1])
    call(*options, key_file, "-o", output, input=jsonl(*RAW)).failed(65)
    assert not output.exists()


def test_in_python(tmp_path):
    options = {"map": str(tmp_path / "map"), "key_file": tmp_path / "key"}
    safe = list(privtool.mask(RAW, make_key=True, **options))
    assert list(privtool.restore(safe, **options)) == RAW
