import json

import pytest
import torch

from tests.support.jsonl import jsonl
from tests.support.tiny_masked_lms import ARCHITECTURES, tiny_masked_lm

MASKED = (
    b'{"id":"r1","text":"i called the [MASK] and the [PERSON] this morning","masks":'
    b'[{"start":13,"end":19,"label":"WORD","method":"allowList"},'
    b'{"start":28,"end":36,"label":"PERSON","method":"entityTagger"}],"speaker":"agent"}\n'
)


@pytest.fixture(scope="module")
def fill(call, tiny_filler):
    """`privtool fill` with a tiny model."""

    def with_it(*options, input=MASKED):
        return call("fill", "--model", tiny_filler, "--device", "cpu", *options, input=input)

    return with_it


def test_consecutive_markers_are_merged_on_request(fill):
    text = "i called [MASK] [MASK] this morning"
    masks = [{"start": s, "end": s + 6, "label": "WORD", "method": "x"} for s in (9, 16)]
    line = jsonl({"id": 1, "text": text, "masks": masks})
    numbers = [
        len(fill("-q", *options, input=line).records[0]["text"].split())
        for options in ((), ("--merge",), ("--paper",))
    ]
    assert numbers == [6, 5, 5]


def test_the_lists_that_masked_must_be_at_hand(fill, call, tmp_path):
    mine = tmp_path / "mine.txt"
    mine.write_text("i\ncalled\nthe\nthis\nmorning\n")
    raw = b'{"id":1,"text":"i called the doctor this morning"}\n'
    masked = call("mask", "--list", mine, "-q", input=raw).out
    fill(input=masked).failed(65, "word list that is not available")
    (one,) = map(json.loads, masked.splitlines())
    several = jsonl(*({**one, "id": number} for number in range(30)))
    filled = fill("--list", mine, "--topk", "50", "-q", input=several).records
    words = {record["text"].split()[3] for record in filled}
    assert len(words) > 5
    assert not words & {"i", "called", "the", "this", "morning"}


def test_a_vocabulary_that_masked_is_avoided(fill, call, tmp_path):
    vocab = tmp_path / "vocab.tsv"
    vocab.write_text("the\t9\ncalled\t5\ni\t4\ndoctor\t1\n")
    options = ["--vocab", vocab, "--top", "3"]
    raw = b'{"id":1,"text":"i called the doctor"}\n'
    masked = call("mask", "--method", "vocabThres", *options, "-q", input=raw).out
    assert fill(*options, "-q", input=masked).status == 0
    fill("--vocab", vocab, "--top", "2", input=masked).failed(65)


def test_neither_batches_nor_processes_change_the_output(fill, call, sample_lines):
    masked = call("mask", "-q", input=b"".join(sample_lines[::12])).out
    plain = fill("-q", input=masked).out
    for options in (["--batch-size", "1"], ["--batch-size", "7"], ["--jobs", "2"]):
        assert fill("-q", *options, input=masked).out == plain, options


def test_an_error_as_processes_start_keeps_its_status(fill, tmp_path):
    (tmp_path / "config.json").write_text("{}")
    assert fill("--jobs", "2", "--model", tmp_path).status == 69
    assert fill("--jobs", "2", "--adapter", "nowhere").status == 2


def test_a_device_without_enough_memory_is_reported(fill, monkeypatch):
    def full(*args):
        raise torch.OutOfMemoryError("tried to allocate 2.00 GiB")

    monkeypatch.setattr("privtool.models.fillers.masked.lm.MaskedLM.rank", full)
    fill(input=MASKED).failed(69, "out of device memory: reduce --batch-size")


def test_markers_of_another_tool_become_what_they_name(call):
    text = b"call <PHONE_NUMBER>, then <DATE_TIME>, said <PERSON>\n"
    options = ("fill", "--input-format", "text", "--output-format", "text", "--seed", 3)
    named = [o for m in ("<PHONE_NUMBER>", "<DATE_TIME>") for o in ("--marker-text", m)]
    done = call(*options, *named, input=text)
    new = done.out.decode()
    assert "555" in new
    assert "<PERSON>" in new
    assert "1 markers left in the text: name them by --marker-text" in done.err


# `fill` in other languages than English: no English word is filled into their text.
TEXT = "Guten Tag, mein Name ist Torben Quast und ich rufe wegen der Rechnung vom 3. Mai an."
MULTILINGUAL = sorted({"eurobert", "mmbert", "xlm-roberta"}.intersection(ARCHITECTURES))


@pytest.fixture(scope="module")
def masked(call):
    line = json.dumps({"id": 1, "text": TEXT, "language": "de"}).encode()
    return call("mask", "-q", "--method", "entityTagger", input=line).records[0]


def line(record, **fields) -> bytes:
    return json.dumps({**record, **fields}).encode()


def test_an_english_model_fills_no_words_of_another_language(call, masked):
    for given, options in (
        (masked, ()),
        ({**masked, "language": "pl"}, ()),
        (masked, ("--language", "de")),
    ):
        done = call("fill", *options, input=line(given))
        done.failed(65, "mini writes English: --model takes one of FacebookAI/xlm-roberta-base")
        assert "Guten" not in done.err
    assert call("fill", "--language", "en", input=line(masked)).status == 0
    assert call("fill", "--typed", "none", input=line(masked)).status == 65


def test_values_are_filled_without_a_model_for_words(call, masked):
    values = [each for each in masked["masks"] if each["label"] == "DATE"]
    text = (
        masked["text"][: values[0]["start"]].replace("[MASK] [MASK]", "es so")
        + "[MASK]. [MASK] an."
    )
    at = text.index("[MASK]")
    given = {"id": 1, "text": text, "masks": [
        {**values[0], "start": at, "end": at + 6}, {**values[1], "start": at + 8, "end": at + 14},
    ]}  # fmt: skip
    done = call("fill", input=line(given)).checked()
    day, month = done.records[0]["text"][at:].removesuffix(" an.").split(". ")
    assert day.isdigit()
    assert month[0].isupper()
    assert "2 of them as phrases" in done.err


@pytest.mark.parametrize("architecture", MULTILINGUAL)
def test_a_model_of_the_hub_fills_words_and_values_stay_values(
    call, masked, tmp_path, architecture
):
    model = tiny_masked_lm(tmp_path / "model", architecture)
    done = call("fill", "--model", model, input=line(masked, language="de")).checked()
    (filled,) = done.records
    assert "[MASK]" not in filled["text"]
    assert filled["text"].startswith("Guten Tag, mein Name ist ")
    assert "4 filled, 2 of them as phrases" in done.err
