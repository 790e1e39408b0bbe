"""`vocab --private`: what is refused, what is released, and what is written down of it."""

import json

import pytest

from tests.support.canary import CANARY
from tests.support.jsonl import jsonl

PRIVATE = ("vocab", "--private", "--unit", "doc")
RELEASE = (*PRIVATE, "--epsilon", "4", "--words-per-unit", "5")


def records(units, phrase="Anna"):
    rows = []
    for unit in range(units):
        own = "".join(chr(ord("a") + int(digit)) for digit in str(unit))
        text = f"{phrase} called Unit{own}"
        start = text.index("Unit")
        spans = [(0, len(phrase), "PERSON"), (start, len(text), "WORD")]
        entities = [{"start": s, "end": e, "label": label} for s, e, label in spans]
        rows.append({"id": unit, "doc": f"d{unit}", "text": text, "entities": entities})
    return jsonl(*rows)


@pytest.fixture(scope="module")
def lines():
    return records(200)


def test_words_of_many_units_are_released_and_those_of_one_are_not(call, tmp_path, lines):
    out = tmp_path / "prior"
    done = call(*RELEASE, "-o", out, input=lines).checked()
    first, *rest = out.read_text().splitlines()
    header = json.loads(first.removeprefix("#prior "))
    words = {tuple(line.split("\t")[:2]) for line in rest}
    assert words == {("PERSON", "anna"), ("PERSON", "*"), ("WORD", "*")}
    assert header["release"]["units"] == 200
    assert header["release"]["epsilon"] == header["epsilon_spent"] == 4
    assert "200 units, 1 labeled words released, epsilon 4, delta 1e-06" in done.err


def test_the_ledger_adds_up_releases(call, tmp_path, lines):
    out, ledger = tmp_path / "prior", tmp_path / "prior.ledger"
    for _ in range(2):
        done = call(*RELEASE, "-o", out, input=lines)
    assert "(with 1 earlier: 8, 2e-06)" in done.err
    assert len(ledger.read_text().splitlines()) == 2
    header = json.loads(out.read_text().splitlines()[0].removeprefix("#prior "))
    assert [one["epsilon"] for one in header["earlier"]] == [4]
    ledger.write_text(f"{CANARY}\n")
    done = call(*RELEASE, "-o", out, input=lines)
    assert (done.status, CANARY in done.err) == (65, False)


def test_too_few_units_and_too_large_a_delta_are_refused(call, tmp_path, lines):
    out = ("-o", tmp_path / "prior")
    call(*RELEASE, *out, input=records(99)).failed(65, "99 units are too few")
    roles = call(*RELEASE, *out, input=lines.replace(b'"doc": "d', b'"doc": "A", "was": "'))
    assert (roles.status, "1 units are too few" in roles.err) == (65, True)
    large = call(*RELEASE, "--delta", "0.005", *out, input=lines)
    large.failed(65, "--delta must be below 1 / units: here, 1 / 200")
    assert list(tmp_path.iterdir()) == []


def test_a_record_without_its_unit_is_a_reject(call, tmp_path, lines):
    bare = b'{"id": "x", "text": "Anna", "entities": []}\n'
    done = call(*RELEASE, "-o", tmp_path / "prior", input=lines + bare)
    done.failed(65, "stdin:201: field 'doc' is missing: --unit needs it")
    rejects = ("--rejects", tmp_path / "bad")
    done = call(*RELEASE, *rejects, "-o", tmp_path / "prior", input=lines + bare).checked()
    assert "200 units" in done.err
    assert "1 rejected" in done.err


def test_units_that_are_records_need_ids(call, tmp_path, lines):
    args = ("vocab", "--private", "--unit", "record", "--epsilon", "4", "-o", tmp_path / "p")
    assert call(*args, input=lines).status == 0
    assert "field 'id' is missing" in call(*args, input=b'{"text": "x", "entities": []}\n').err


def test_files_and_processes_release_what_one_run_releases(call, tmp_path, lines):
    rows = lines.splitlines(keepends=True)
    parts = [tmp_path / f"{n}.jsonl" for n in range(3)]
    for number, part in enumerate(parts):
        part.write_bytes(b"".join(rows[number::3]))
    done = call(*RELEASE, "-j", "2", "-o", tmp_path / "prior", *parts).checked()
    assert "200 units, 1 labeled words released" in done.err


def test_nothing_of_the_records_is_in_messages(call, tmp_path):
    call(*RELEASE, "-o", tmp_path / "p", input=records(200, CANARY)[:-9]).failed(65)


def test_the_python_function_leaves_releases_to_the_command_line():
    import privtool
    from privtool.core.errors import UsageError

    with pytest.raises(UsageError, match="`private` is only for the command line"):
        privtool.vocab([], private=True, unit="doc", epsilon=4.0)
