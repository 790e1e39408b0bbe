"""What people and tools have marked becomes entities, and back."""

import json

import pytest

TEXT = "so 🙂 Ann Lee called"
PER = {"start": 5, "end": 12, "label": "PER"}
_LS = {"value": {"start": 6, "end": 13, "text": "Ann Lee", "labels": ["PER"]}, "type": "labels"}


def read(call, path, name, content, *options):
    path.write_text(content if isinstance(content, str) else json.dumps(content, indent=1))
    return call("import", "--from", name, *options, path)


@pytest.mark.parametrize(
    ("name", "file"), [("doccano", "records.jsonl"), ("label-studio", "tasks.json")]
)
def test_entities_for_people_to_correct(call, tmp_path, name, file):
    record = {"id": 7, "text": TEXT, "entities": [PER]}
    given = json.dumps(record).encode()
    done = call("export", "--to", name, "--out-dir", tmp_path / "o", input=given)
    assert done.records[0]["lost_fields"] == []
    content = (tmp_path / "o" / file).read_text()
    content = content.replace('"predictions"', '"annotations"')  # as they come back
    back = read(call, tmp_path / "a", name, content).records
    assert [r["entities"] for r in back] == [[PER]]
    assert (
        call("export", "--to", name, "--out-dir", tmp_path / "p", input=b'{"id": 1}').status == 65
    )
