"""`fill` in other languages than English: no English word is filled into their text."""

import json

import pytest

from tests.support.tiny_masked_lms import ARCHITECTURES, tiny_masked_lm

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
