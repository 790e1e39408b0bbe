"""What people and tools have marked becomes entities, and back."""

import json

import pytest

TEXT = "so 🙂 Ann Lee called"
SPAN = {"start": 5, "end": 12}
PER = {"start": 5, "end": 12, "label": "PER"}
_LS = {"value": {"start": 6, "end": 13, "text": "Ann Lee", "labels": ["PER"]}, "type": "labels"}
_PRESIDIO = {"entity_type": "PER", "start_position": 5, "end_position": 12}
FILES = {
    "doccano": [
        {"id": 7, "text": TEXT, "label": [[5, 12, "PER"]], "Comments": []},
        {"id": 7, "text": TEXT, "entities": [{"id": 1, "label": "PER", "start_offset": 5,
                                              "end_offset": 12}], "relations": []},
    ],
    "label-studio": [
        [{"id": 7, "data": {"text": TEXT}, "annotations": [{"result": [_LS, {"type": "x"}]}]}],
        [{"id": 7, "text": TEXT, "label": [{**_LS["value"]}]}],
    ],
    "presidio": [
        [{"id": 7, "full_text": TEXT, "spans": [{**_PRESIDIO, "entity_value": "Ann Lee"}]}],
        {"id": 7, "text": TEXT, "results": [{**SPAN, "entity_type": "PER", "score": 0.9}]},
    ],
    "spacy": [
        {"id": 7, "text": TEXT, "ents": [PER], "tokens": []},
        {"id": 7, "text": TEXT, "spans": [PER]},
    ],
    "ai4privacy": [
        {"id": 7, "source_text": TEXT, "privacy_mask": [{**PER, "value": "Ann Lee"}]},
        {"id": 7, "source_text": TEXT, "span_labels": json.dumps([[5, 12, "PER"]])},
    ],
}  # fmt: skip


def read(call, path, name, content, *options):
    path.write_text(content if isinstance(content, str) else json.dumps(content, indent=1))
    return call("import", "--from", name, *options, path)


@pytest.mark.parametrize("name", FILES)
def test_marked_parts_of_json_become_entities(call, tmp_path, name):
    for content in FILES[name]:
        done = read(call, tmp_path / "a.json", name, content)
        assert done.records == [{"id": 7, "text": TEXT, "entities": [PER]}], done.err


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
