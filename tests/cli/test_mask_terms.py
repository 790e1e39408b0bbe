"""`mask` with what the user lists and chooses."""

import pytest

from tests.support.jsonl import jsonl

TEXT = "Kubernetes and Grafana run at falconbridge, said Zelda Quill in Leeds on 4 May 1981."


@pytest.fixture
def masked(call, tmp_path):
    """Run mask on one text with lists; return the new text and what was said."""
    (tmp_path / "deny").write_text("FalconBridge\n")
    (tmp_path / "allow").write_text("kubernetes\ngrafana\n")

    def run(*options, text=TEXT):
        options = [str(o).replace("{}", str(tmp_path)) for o in options]
        return call("mask", *options, input=jsonl({"id": 1, "text": text}))

    return run


@pytest.mark.parametrize("method", ["allowList", "vocabThres", "allowList+entityTagger"])
def test_listed_phrases_are_masked_or_kept_by_every_method(masked, method):
    options = ("--deny", "PROJECT={}/deny", "--allow", "{}/allow", "--marker", "class")
    tagger = ("--tagger", "patterns+names") if "entityTagger" in method else ()
    done = masked("--method", method, *tagger, *options)
    (record,) = done.records
    assert record["text"].startswith("Kubernetes and Grafana run at [PROJECT], said ")
    assert "Quill" not in record["text"]
    assert "kept by choice" in done.err


def test_a_class_alone_is_masked(masked):
    options = ("--method", "entityTagger", "--tagger", "patterns+names")
    (record,) = masked(*options, "--labels", "DATE").records
    assert record["text"] == TEXT.replace("4 May 1981", "[MASK] [MASK] [MASK]")
    (record,) = masked(*options, "--keep-labels", "DATE").records
    assert "4 May 1981" in record["text"]
    assert "Quill" not in record["text"]


def test_classes_of_words_outside_a_list(masked):
    (record,) = masked("--labels", "NUMBER", text="zzyzx 4711").records
    assert record["text"] == "zzyzx [MASK]"


def test_markers_in_the_input_are_masked_whatever_is_kept(masked, tmp_path):
    (tmp_path / "allow").write_text("person\n")
    options = ("--allow", "{}/allow", "--labels", "DATE", "--marker", "class")
    (record,) = masked(*options, text="a [PERSON] here").records
    (mask,) = record["masks"]
    assert mask["method"] in ("marker", "allowList")


def test_annotation_has_the_same_choice(masked):
    options = ("--method", "entityTagger", "--tagger", "patterns+names", "--annotate")
    lists = ("--deny", "PROJECT={}/deny", "--allow", "{}/allow", "--keep-labels", "DATE")
    (record,) = masked(*options, *lists).records
    found = {TEXT[e["start"] : e["end"]]: e["label"] for e in record["entities"]}
    assert found["falconbridge"] == "PROJECT"
    assert not {"Kubernetes", "Grafana", "4 May 1981"} & set(found)


def test_an_allowed_card_number_is_reported(masked, tmp_path):
    (tmp_path / "allow").write_text("4111 1111 1111 1111\n")
    options = ("--method", "entityTagger", "--tagger", "patterns", "--allow", "{}/allow")
    done = masked(*options, text="it is 4111 1111 1111 1111")
    assert done.records[0]["text"] == "it is 4111 1111 1111 1111"
    assert "--allow keeps 1 numbers or addresses that a checksum or their form confirms" in done.err


def test_names_that_are_allowed_are_not_those_of_a_conversation(masked):
    options = ("--method", "entityTagger", "--tagger", "patterns+names", "--context", "id")
    masked(*options, "--allow", "{}/allow", text="my name is Grafana. Grafana it is").checked()


def test_what_records_say_is_private_becomes_markers(call):
    record = {"text": "Hi Zelda, it is 9", "entities": [{"start": 3, "end": 6, "label": "PERSON"}]}
    line = jsonl(record)
    options = ("mask", "--method", "entityTagger", "--tagger")
    (new,) = call(*options, "entities", input=line).records
    assert new["text"] == "Hi [MASK], it is 9"  # whole words
    (new,) = call(*options, "entities+patterns", "--marker", "class", input=line).records
    assert new["text"] == "Hi [PERSON], it is [NUMBER]"
    call(*options, "entities", input=b'{"text": "Hi"}\n').failed(65, "field 'entities' is missing")


def test_eponyms_stay_in_clinical_text_alone(masked):
    options = ("--method", "allowList+entityTagger", "--tagger", "patterns+names")
    text = "Mr Parkinson has Parkinson's disease and a Foley catheter"
    (record,) = masked(*options, "--clinical", text=text).records
    assert record["text"] == "Mr [MASK] has Parkinson's disease and a Foley catheter"
    (record,) = masked(*options, text=text).records
    assert "Parkinson" not in record["text"]
