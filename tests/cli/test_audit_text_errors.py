"""What `privtool audit text` refuses, without a word of it in a message."""

import json

import pytest

from tests.support.jsonl import jsonl

MASKED = {"id": 1, "text": "ask [MASK] [MASK] now"}


@pytest.fixture
def gold(tmp_path):
    path = tmp_path / "gold.jsonl"
    entity = {"start": 4, "end": 9, "label": "NAME"}
    path.write_bytes(jsonl({"id": 1, "text": "ask Alice now", "entities": [entity]}))
    return path


def test_bad_lines_are_set_aside_and_named_without_their_text(call, gold, tmp_path):
    bad = [
        b'{"id":1,"text":5}\n',
        b'{"id":2,"text":"SECRET"}\n',
        b'{"text":"SECRET"}\n',
        b'{"id":1}\n',
        b"SECRET\n",
        b'{"id":1,"text":"x","masks":[{"start":0,"end":9,"label":"SECRET","method":"m"}]}\n',
    ]
    for line in bad:
        done = call("audit", "text", "--gold", gold, input=line).failed(65)
        assert "SECRET" not in done.err
    aside = tmp_path / "aside.jsonl"
    done = call("audit", "text", "--gold", gold, "--rejects", aside, input=b"".join(bad)).checked()
    assert json.loads(done.out)["records"] == 0
    assert len(aside.read_bytes().splitlines()) == len(bad)
    assert b"SECRET" not in aside.read_bytes()


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b'{"id":1,"text":"SECRET"}', "'entities' is missing"),
        (b'{"text":"SECRET","entities":[]}', "'id' is missing"),
        (b'{"id":1,"text":"SECRET","entities":[{"start":0,"end":9,"label":"X"}]}', "outside"),
        (b'{"id":1,"text":"SECRET","entities":[]}\n' * 2, "same id"),
        (b'{"id":1,"text":"SECRET","entities":[],"masks":[]}', "is raw"),
        (b"SECRET", "not valid JSON"),
    ],
)
def test_gold_records_that_cannot_be_used(call, tmp_path, line, why):
    path = tmp_path / "gold.jsonl"
    path.write_bytes(line + b"\n")
    done = call("audit", "text", "--gold", path, input=json.dumps(MASKED).encode()).failed(65, why)
    assert done.err.startswith("privtool: gold.jsonl:")
    assert "SECRET" not in done.err
