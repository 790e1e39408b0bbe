import json
import os
import re
import subprocess
from pathlib import Path

import pytest

from privtool.workflows.config.masking import FetchedTaggers
from privtool.workflows.mask import MaskConfig
from tests.support.jsonl import jsonl

RECORD = (
    b'{"id":"r1","text":"hi Anna , call 555-0142 now","speaker":"agent","secret":"SECRET",'
    b'"extra":{"a":[1]},"entities":[{"start":3,"end":7,"label":"PERSON"}]}\n'
)


def test_a_user_list_is_kept(call, tmp_path):
    kept = tmp_path / "mine.txt"
    kept.write_text("\ufeff# a comment\nANNA\r\n\nhi\n", encoding="utf-8")
    (record,) = call("mask", "--list", kept, "-q", input=RECORD).records
    assert record["text"].startswith("hi Anna , [MASK] ")
    assert record["word_lists"]["allowList"].startswith("mine.txt@")


def test_a_user_vocabulary_is_kept(call, tmp_path):
    vocab = tmp_path / "mine.tsv"
    vocab.write_bytes(call("vocab", "-q", input=RECORD * 2 + b'{"text":"rare"}\n').out)
    options = ["--method", "vocabThres", "--vocab", vocab]
    line = b'{"id":1,"text":"Anna rare call"}\n'
    (record,) = call("mask", *options, "--min-count", "2", "-q", input=line).records
    assert record["text"] == "Anna [MASK] call"
    (record,) = call("mask", *options, "--top", "2", "-q", input=line).records
    assert record["text"] == "Anna [MASK] [MASK]"  # equal counts: digits come first


@pytest.mark.parametrize("text", ["- < x >> x", "x >> x", "- < x 1<> x"])
def test_standard_output_is_not_an_input(program, tmp_path, text):
    (tmp_path / "x").write_bytes(b"one\n")
    script = f"exec timeout 10 {program} mask --input-format text --output-format text {text}"
    done = subprocess.run(["bash", "-c", script], cwd=tmp_path, capture_output=True, check=False)
    assert (done.returncode, (tmp_path / "x").read_bytes()) == (2, b"one\n")
    assert b"--output is standard output, which is a file that is read" in done.stderr


def test_the_summary_file_counts_masked_words_by_label(call, tmp_path):
    line = b'{"text":"the Zebulon of 10.0.0.1 at mail@quixley.org"}\n'
    summary = tmp_path / "s.json"
    call("mask", "--method", "allowList+entityTagger", "--merge", "--summary", summary, input=line)
    counts = json.loads(summary.read_bytes())["counts"]
    labels = {name: each for name, each in counts.items() if name.startswith("label ")}
    assert labels["label IP"] == labels["label EMAIL"] == 1
    assert sum(labels.values()) == counts["masked"]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_lists_may_come_from_a_pipe(program, tmp_path, jobs):
    (tmp_path / "in").write_bytes(RECORD)
    (tmp_path / "mine.tsv").write_text("Anna\t2\nhi\t1\n".lower(), encoding="utf-8")
    script = (
        'cd "$1"; "$0" mask -q --jobs "$2" --method allowList+vocabThres '
        "--list <(cut -f 1 mine.tsv) --vocab <(cat mine.tsv) in"
    )
    done = subprocess.run(
        ["bash", "-c", script, program, str(tmp_path), jobs], capture_output=True, check=False
    )
    assert done.stderr == b""
    assert json.loads(done.stdout)["text"].startswith("hi Anna , [MASK] ")


def test_the_name_of_a_list_can_be_written_whatever_its_bytes_are(call, tmp_path):
    kept = os.fsdecode(os.fsencode(tmp_path) + b"/\xff.txt")
    Path(kept).write_text("hi\n")
    (record,) = call("mask", "--list", kept, "-q", input=RECORD).records
    assert record["word_lists"]["allowList"].startswith("\\udcff.txt@")


@pytest.mark.parametrize("method", ["allowList", "vocabThres+entityTagger"])
def test_no_stage_is_built_without_the_lists_of_its_methods(method):
    config = MaskConfig(method=method)
    taggers = FetchedTaggers(config.tagging, config.source, config.runtime, "en")
    with pytest.raises(ValueError, match="would mask nothing"):
        config.build({}, taggers)


def test_a_vocabulary_keeps_frequent_names_unless_it_has_none(call):
    line = b'{"id":1,"text":"john and the table in london may stay"}\n'
    done = call("mask", "--method", "vocabThres", input=line)
    assert done.records[0]["text"] == "john and the table in london may stay"
    assert "vocabThres keeps frequent names of persons and places; --without-names" in done.err
    done = call("mask", "--method", "vocabThres", "--without-names", input=line)
    assert done.records[0]["text"] == "[MASK] and the table in [MASK] may stay"
    assert "keeps frequent names" not in done.err
    assert call("fill", "-q", "--topk", "1", input=done.out).status == 0
    done = call("mask", "--method", "vocabThres+allowList", input=line)
    assert "keeps frequent names" not in done.err


# `mask` with what the user lists and chooses.
TEXT = "Kubernetes and Grafana run at falconbridge, said Zelda Quill in Leeds on 4 May 1981."


@pytest.fixture
def masked(call, tmp_path):
    """Run mask on one text with lists."""
    (tmp_path / "deny").write_text("FalconBridge\n")
    (tmp_path / "allow").write_text("kubernetes\ngrafana\n")

    def run(*options, text=TEXT):
        options = [str(o).replace("{}", str(tmp_path)) for o in options]
        return call("mask", *options, input=jsonl({"id": 1, "text": text}))

    return run


def test_markers_in_the_input_are_masked_whatever_is_kept(masked, tmp_path):
    (tmp_path / "allow").write_text("person\n")
    options = ("--allow", "{}/allow", "--labels", "DATE", "--marker", "class")
    (record,) = masked(*options, text="a [PERSON] here").records
    (mask,) = record["masks"]
    assert mask["method"] in ("marker", "allowList")


def test_annotation_has_the_same_choice(masked):
    options = ("--method", "entityTagger", "--tagger", "mini-ner+patterns", "--annotate")
    lists = ("--deny", "PROJECT={}/deny", "--allow", "{}/allow", "--keep-labels", "DATE")
    (record,) = masked(*options, *lists).records
    found = {TEXT[e["start"] : e["end"]]: e["label"] for e in record["entities"]}
    assert found["falconbridge"] == "PROJECT"
    assert not {"Kubernetes", "Grafana", "4 May 1981"} & set(found)


# `mask --annotate`: entities instead of markers, for `surrogate`.
def line(**fields):
    return jsonl(fields)


def test_the_pipeline_from_tagger_to_surrogate(call, key_file):
    words = ["call", "me", "at", "five", "five", "five", "oh", "one", "four", "two"]
    timed = [{"word": w, "start": k / 2, "end": k / 2 + 0.4} for k, w in enumerate(words)]
    given = line(
        id=1, text=" ".join(words), words=timed, audio_filepath="a.wav", duration=9.0, note="x"
    )
    args = ("mask", "-q", "--method", "entityTagger", "--tagger", "patterns", "--annotate")
    annotated = call(*args, input=given)
    record = json.loads(given)
    del record["note"]
    (with_entities,) = annotated.records
    assert {k: v for k, v in with_entities.items() if k != "entities"} == record
    surrogate = ("surrogate", "-q", "--key-file", key_file, "--transcript", "exact")
    (safe,) = call(*surrogate, input=annotated.out).records
    assert safe["text"].startswith("call me at five five five oh one ")
    (entity,) = safe["entities"]
    assert [word["word"] for word in safe["words"]] == ["call", "me", "at"]
    assert entity["audio_start"] == 1.5
    assert entity["audio_end"] == timed[-1]["end"]


@pytest.mark.parametrize("method", ["allowList", "vocabThres", "allowList+entityTagger"])
def test_annotating_says_what_each_method_would_mask(call, method):
    how = ("mask", "-q", "--method", method)
    how += ("--tagger", "patterns") if "entityTagger" in method else ()
    given = b'{"id": 1, "text": "call Wojciechowska on 415 555 2671"}\n'
    (annotated,) = call(*how, "--annotate", input=given).records
    (masked,) = call(*how, "--merge", input=given).records
    text, at = "", 0
    for entity in annotated["entities"]:
        text, at = text + annotated["text"][at : entity["start"]] + "[MASK]", entity["end"]
    text += annotated["text"][at:]
    assert re.sub(r"\[MASK\]( \[MASK\])+", "[MASK]", text) == masked["text"]
    assert masked["text"].startswith("call [MASK] on")
