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


def test_offsets_of_a_given_unit(call, tmp_path):
    for unit, start in (("utf16", 6), ("bytes", 8)):
        content = {"text": TEXT, "label": [[start, start + 14, "PER"]]}
        done = read(call, tmp_path / "a.json", "doccano", content, "--offsets", unit)
        assert done.records[0]["entities"] == [{**PER, "end": 19}], done.err


def test_training_data_of_spacy(call, tmp_path):
    pairs = [[TEXT, {"entities": [[5, 12, "PER"]]}], ["no", {"entities": []}]]
    for content in (pairs, {"classes": ["PER"], "annotations": pairs}):
        one, two = read(call, tmp_path / "a.json", "spacy", content).records
        assert (one["id"], one["entities"], two["entities"]) == ("a-00001", [PER], [])


def test_a_text_that_nobody_annotated_has_no_entities(call, tmp_path):
    task = {"data": {"text": "Ann"}, "annotations": [], "predictions": [{"result": [_LS]}]}
    done = read(call, tmp_path / "a.json", "label-studio", [task])
    assert done.records == [{"id": "a-00001", "text": "Ann"}]
    assert "1 not annotated" in done.err


def test_overlapping_parts_by_several_people_are_joined(call, tmp_path):
    wider = {"value": {"start": 0, "end": 7, "text": "so 🙂 A", "labels": ["X"]}}
    task = {"data": {"text": TEXT}, "annotations": [{"result": [_LS]}, {"result": [wider]}]}
    done = read(call, tmp_path / "a.json", "label-studio", [task])
    assert done.records[0]["entities"] == [{"start": 0, "end": 12, "label": "X"}]
    assert "1 overlapping entities joined" in done.err
    done = read(call, tmp_path / "a.json", "doccano", {"text": "Ann", "label": [[0, 3, 5]]})
    assert done.records[0]["entities"] == [{"start": 0, "end": 3, "label": "MISC"}]


@pytest.mark.parametrize(
    ("lines", "marked"),
    [
        (("-DOCSTART- -X- O", "", "so RB O", "Ann NN B-PER", "Lee NN I-PER", "Bo NN B-PER"),
         [(3, 10, "PER"), (11, 13, "PER")]),
        (("# x", "Ann S-PER", "so O", "Bo B-PER", "Lee E-PER", "Al I-PER"),
         [(0, 3, "PER"), (7, 13, "PER"), (14, 16, "PER")]),
        (("Ann B-PER-1", "Lee L-PER-1", "Bo U-PER-1", "Al I-PER-1"),
         [(0, 7, "PER-1"), (8, 10, "PER-1"), (11, 13, "PER-1")]),
        (("Ann PER", "Lee PER", "in O", "Bonn LOC", "so"), [(0, 7, "PER"), (11, 15, "LOC")]),
    ],
)  # fmt: skip
def test_sentences_of_conll(call, tmp_path, lines, marked):
    (one,) = read(call, tmp_path / "a", "conll", "\n".join(lines)).records
    assert [(e["start"], e["end"], e["label"]) for e in one["entities"]] == marked
    assert lines[int(one["id"][2:]) - 1].startswith(one["text"].split()[0])


def test_pairs_of_brat(call, tmp_path):
    (tmp_path / "a.txt").write_text(f"{TEXT}\nand Bo")
    ann = "T1\tPER 5 12\tAnn Lee\nT2\tX 0 2;17 19\tso an\nR1\ty Arg1:T1\n"
    for name in ("a.ann", "a.txt"):
        (tmp_path / "a.ann").write_text(ann)
        (one,) = call("import", "--from", "brat", tmp_path / name).records
        assert [e["start"] for e in one["entities"]] == [0, 5, 17]
        assert one["text"] == f"{TEXT}\nand Bo"


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
