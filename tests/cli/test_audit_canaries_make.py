"""`privtool audit canaries make` on the command line: records, key file, manners."""

import json
import stat

import pytest

import privtool
from privtool.audit.canaries import read_key
from tests.support.jsonl import jsonl

RECORDS = b"".join(b'{"id":%d,"text":"so it is %d","note":"x"}\n' % (n, n) for n in range(40))
MAKE = ("audit", "canaries", "make", "--seed", "5", "--canaries", "20", "--references", "100")


@pytest.fixture
def vocab(tmp_path):
    words = ["my", "code", "is", *(a + b for a in "bcdfg" for b in ("at", "en", "ip", "ox"))]
    path = tmp_path / "vocab.tsv"
    path.write_text("".join(f"{word}\t3\n" for word in [*words, "[MASK]", "don't", "4x4"]))
    return path


@pytest.fixture
def key_file(tmp_path):
    return tmp_path / "canaries.key"


def test_records_stay_in_order_with_the_inserted_canaries_among_them(call, vocab, key_file):
    done = call(*MAKE, "--vocab", vocab, "--key-file", key_file, input=RECORDS).checked()
    lines = done.out.splitlines(keepends=True)
    key = read_key(key_file)
    expected = {i: canary.text for canary in key.canaries for i in canary.ids}
    planted = {record["id"]: record["text"] for record in done.records if "note" not in record}
    assert planted == expected
    assert b"".join(line for line in lines if b"canary-" not in line) == RECORDS
    assert len(lines) == 40 + len(key.ids)
    numbers = [number for number, line in enumerate(lines) if b"canary-" in line]
    assert max(numbers) - min(numbers) > len(lines) / 2
    inserted = sum(canary.inserted for canary in key.canaries)
    assert (
        f"40 records, {inserted} of 20 canaries inserted, {len(key.ids)} records more" in done.err
    )
    assert not any(text in done.err for text in expected.values())


def test_the_key_file_is_private_and_never_replaced(call, vocab, key_file):
    assert call(*MAKE, "--vocab", vocab, "--key-file", key_file, input=RECORDS).status == 0
    assert stat.S_IMODE(key_file.stat().st_mode) == 0o600
    before = key_file.read_bytes()
    call(*MAKE, "--vocab", vocab, "--key-file", key_file, input=RECORDS).failed(2, "exists already")
    assert key_file.read_bytes() == before


def test_without_a_seed_the_canaries_are_secret(call, vocab, tmp_path):
    args = (*MAKE[:3], *MAKE[5:], "--vocab", vocab, "--key-file")
    outs = {call(*args, tmp_path / name, input=RECORDS).out for name in ("a", "b")}
    assert len(outs) == 2


def test_files_pipes_processes_and_python_give_the_same(call, vocab, tmp_path):
    given = tmp_path / "in.jsonl"
    given.write_bytes(RECORDS)
    args = (*MAKE, "--vocab", vocab, "--key-file")
    piped = call(*args, tmp_path / "a", input=RECORDS).out
    assert call(*args, tmp_path / "b", given).out == piped
    assert call(*args, tmp_path / "c", "-j", "2", given).out == piped
    options = {"seed": 5, "canaries": 20, "references": 100, "vocab": vocab}
    records = (json.loads(line) for line in RECORDS.splitlines())
    made = privtool.audit_canaries_make(records, key_file=tmp_path / "d", **options)
    assert list(made) == [json.loads(line) for line in piped.splitlines()]


def test_bad_lines_end_it_without_a_key_or_are_set_aside(call, vocab, key_file, tmp_path):
    args = (*MAKE, "--vocab", vocab, "--key-file", key_file)
    bad = RECORDS + b'{"id":"b","text":"SECRET"\n' + RECORDS
    done = call(*args, input=bad).ended(65)
    assert done.err == "privtool: stdin:41: not valid JSON\n"
    assert not key_file.exists()
    done = call(*args, "--rejects", tmp_path / "aside", input=bad).checked()
    assert len(done.records) == 80 + len(read_key(key_file).ids)


def test_the_id_of_a_canary_is_refused(call, vocab, key_file, tmp_path):
    args = (*MAKE, "--vocab", vocab, "--key-file")
    call(*args, key_file, input=RECORDS)
    taken = min(read_key(key_file).ids)
    again = jsonl({"id": taken, "text": "so"})
    call(*args, tmp_path / "other", input=again).ended(65, "the id is that of a canary")


def test_nothing_and_plain_text(call, vocab, tmp_path):
    alone = call(*MAKE, "--vocab", vocab, "--key-file", tmp_path / "a").checked()
    assert all(record["id"].startswith("canary-") for record in alone.records)
    text = ("--input-format", "text", "--output-format", "text")
    done = call(*MAKE, *text, "--vocab", vocab, "--key-file", tmp_path / "b", input=b"so it is\n")
    assert b"so it is\n" in done.out.splitlines(keepends=True)
    assert len(done.out.splitlines()) == 1 + len(alone.records)


def test_the_words_are_those_of_the_model(call, tiny_lm, key_file):
    call(*MAKE, "--model", tiny_lm, "--key-file", key_file, input=RECORDS).checked()
    tokens = json.loads((tiny_lm / "tokenizer.json").read_text())["model"]["vocab"]
    key = read_key(key_file)
    texts = [*(canary.text for canary in key.canaries), *key.references]
    assert {word for text in texts for word in text.split()} <= set(tokens)


def test_pieces_that_are_words_are_those_of_other_models(call, tmp_path, key_file):
    from tests.support.tiny_causal_lms import tiny_gpt2

    model = tiny_gpt2(tmp_path / "gpt2")
    pattern = ("--pattern", "zyx is {word} {word} {given}")
    call(*MAKE, *pattern, "--model", model, "--key-file", key_file, input=RECORDS).checked()
    assert all(text.startswith("zyx is ") for text in read_key(key_file).references)


def test_a_reader_that_is_gone_leaves_no_key(call, vocab, key_file, unread):
    done = call(*MAKE, "--vocab", vocab, "--key-file", key_file, input=RECORDS, stdout=unread)
    assert (done.status, done.err) == (141, "")
    assert not key_file.exists()
