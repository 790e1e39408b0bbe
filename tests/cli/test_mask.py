import json
import os
import subprocess
from pathlib import Path

import pytest

from privtool.workflows.mask import MaskConfig

RECORD = (
    b'{"id":"r1","text":"hi Anna , call 555-0142 now","speaker":"agent","secret":"SECRET",'
    b'"extra":{"a":[1]},"entities":[{"start":3,"end":7,"label":"PERSON"}]}\n'
)


def test_patterns_have_no_threshold(call):
    options = ("--method", "entityTagger", "--tagger", "patterns", "--threshold", "1")
    call("mask", *options, input=RECORD).failed(2, "has no effect")


def test_all_dates_are_masked_on_request(call):
    record = b'{"id": 1, "text": "come on Tuesday or last spring, by March 5th"}'
    options = ["--method", "entityTagger", "--tagger", "patterns", "-q"]
    texts = [
        call("mask", *options, "--dates", dates, input=record).records[0]["text"]
        for dates in ("exact", "all")
    ]
    assert texts == [
        "come on Tuesday or last spring, by [MASK] [MASK]",
        "come on [MASK] or [MASK] [MASK], by [MASK] [MASK]",
    ]


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


def test_the_summary_gives_the_share_of_masked_words(call):
    done = call("mask", input=b'{"text":"the Zebulon and the Quixley of it"}\n')
    assert "1 records, 7 words, 2 masked (28.6 %)" in done.err
    nothing = call("mask", input=b'{"text":" - "}\n')
    assert "1 records, 0 words, 0 masked (0.0 %)" in nothing.err


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
    with pytest.raises(ValueError, match="would mask nothing"):
        MaskConfig(method=method).build({})


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
