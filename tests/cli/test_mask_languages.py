"""`mask --language`: text in other languages than English."""

import json

import pytest

from tests.models.test_language import TEXTS
from tests.support.jsonl import jsonl
from tests.support.parts import in_parts, joined

GERMAN = [
    "Guten Tag, mein Name ist Henrike Baumgarten aus Kassel.",
    TEXTS["de"],
    "ja hallo hier ist der herr öztürk aus wanne eickel",
    "Meine IBAN ist DE89 3704 0044 0532 0130 00.",
]
MASKED = [
    "Guten Tag, mein Name ist [MASK] [MASK] aus [MASK].",
    TEXTS["de"],
    "ja hallo hier ist der herr [MASK] aus [MASK] [MASK]",
    "Meine IBAN ist [MASK] [MASK] [MASK] [MASK] [MASK] [MASK].",
]
TAGGED = ("mask", "--method", "entityTagger")


def lines(texts, **fields) -> bytes:
    rows = [json.dumps({"id": n, "text": text, **fields}) for n, text in enumerate(texts)]
    return "".join(f"{row}\n" for row in rows).encode()


def texts(done) -> list[str]:
    assert done.status == 0, done.err
    return [record["text"] for record in done.records]


def test_german_is_read_as_german(call):
    done = call(*TAGGED, input=lines(GERMAN))
    assert texts(done) == MASKED
    assert "4 in de" in done.err


@pytest.mark.parametrize("language", sorted({*TEXTS} - {"pl", "tr"}))
def test_public_text_stays(call, language):
    for method in ("entityTagger", "allowList+entityTagger"):
        (kept,) = texts(call("mask", "--method", method, input=lines([TEXTS[language]])))
        assert kept.count("[MASK]") <= 2 * (method != "entityTagger"), kept


def test_processes_and_parts_do_not_change_what_is_masked(call, tmp_path):
    short_first = ["ja hallo", *GERMAN, "und jetzt", "Petersilie und Salz sind aus."] * 30
    source = tmp_path / "in.jsonl"
    source.write_bytes(lines(short_first))
    alone = call(*TAGGED, source).checked()
    assert call(*TAGGED, "-j", "2", source).out == alone.out
    out = tmp_path / "parts"
    in_parts(call, out, *TAGGED, source, options=("--shard-bytes", "4K"))
    assert joined(out) == alone.out


def test_what_a_record_states_and_the_option_come_first(call):
    record = lines(GERMAN[2:3], language="de-AT")
    assert texts(call(*TAGGED, "--language", "en", input=record)) == MASKED[2:3]
    assert texts(call(*TAGGED, "--language", "de", input=lines(["Der Hund bellt."]))) == [
        "Der Hund bellt."
    ]


def test_groups_have_a_language_each(call):
    mixed = [
        {"id": 1, "call": "a", "text": "ja bitte"},
        {"id": 2, "call": "b", "text": "yes my name is Ann Lee, I called about the broken door"},
        {"id": 3, "call": "a", "text": GERMAN[0]},
        {"id": 4, "call": "a", "text": "ja genau, die Baumgarten"},
    ]
    data = jsonl(*mixed)
    for jobs in ("1", "2"):
        done = call(*TAGGED, "--context", "call", "-j", jobs, input=data)
        assert texts(done) == [
            "ja bitte",
            "yes my name is [MASK] [MASK], I called about the broken door",
            MASKED[0],
            "ja genau, die [MASK]",
        ]


def test_text_that_no_tagger_knows_is_refused(call, tmp_path):
    record = lines([TEXTS["pl"]])
    call(*TAGGED, input=record).failed(65, "the language of the text is 'pl'", "--language en")
    aside = tmp_path / "aside"
    assert call(*TAGGED, "--rejects", aside, input=record + lines(GERMAN)).status == 0
    assert "'pl'" in aside.read_text()
    assert call(*TAGGED, "--language", "en", input=record).status == 0
    call(*TAGGED, "--tagger", "names", input=lines(GERMAN)).failed(65, "'de'")
    call("mask", "--language", "xx", input=record).failed(2, "auto, en, de")


def test_annotated_records_say_their_language_unless_it_is_english(call):
    done = call(
        *TAGGED, "--annotate", input=lines([GERMAN[0]]) + b'{"text": "hi", "language": 1}\n'
    )
    german, other = done.records
    assert german["language"] == "de"
    assert other["language"] == 1
    english = call(*TAGGED, "--annotate", input=lines(["my name is Ann Lee, call me"]))
    assert "language" not in english.records[0]
