"""`mask --context`: a name found in one record is masked in all with the same field."""

import json
import random

import pytest

import privtool
from tests.models.test_language import TEXTS
from tests.support.canary import CANARY, everything
from tests.support.jsonl import jsonl
from tests.support.parts import in_parts, joined

OPTIONS = ("--method", "entityTagger", "--tagger", "mini-ner", "-q")
RECORDS = [
    {"id": 1, "dialogue": "a", "text": "the stone can come"},
    {"id": 2, "dialogue": "a", "text": "hi my name is stone price from billing"},
    {"id": 3, "dialogue": "b", "text": "the stone period may end"},
    {"id": 4, "dialogue": "a", "text": "I saw Price talk to stone there"},
    {"id": 5, "text": "a stone without a dialogue"},
    {"id": 6, "dialogue": 7, "text": "my name is quilpness"},
    {"id": 7, "dialogue": 7, "text": "quilpness again, not QUILPNESS-SMITH but the price"},
    {"id": 8, "dialogue": "7", "text": "the quilpness period ended"},
]
MASKED = [
    "the [MASK] can come",
    "hi my name is [MASK] [MASK] from billing",
    "the stone period may end",
    "I saw [MASK] talk to [MASK] there",
    "a stone without a dialogue",
    "my name is [MASK]",
    "[MASK] again, not [MASK] but the price",
    "the quilpness period ended",
]


def texts(done) -> list[str]:
    assert done.status == 0, done.err
    return [record["text"] for record in done.records]


def test_names_are_masked_in_all_records_of_their_context(call):
    assert texts(call("mask", *OPTIONS, "--context", "dialogue", input=jsonl(*RECORDS))) == MASKED


def test_without_a_context_each_record_is_alone(call):
    alone = texts(call("mask", *OPTIONS, input=jsonl(*RECORDS)))
    assert alone[0] == RECORDS[0]["text"]
    assert alone[1] == MASKED[1]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_files_order_and_processes_do_not_matter(call, tmp_path, jobs):
    order = list(range(len(RECORDS)))
    random.Random(1).shuffle(order)
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    one.write_bytes(jsonl(*(RECORDS[i] for i in order[:4])))
    two.write_bytes(jsonl(*(RECORDS[i] for i in order[4:])))
    done = call("mask", *OPTIONS, "--context", "dialogue", "--jobs", jobs, str(one), str(two))
    assert texts(done) == [MASKED[i] for i in order]


def test_annotating_uses_the_context_too(call):
    done = call("mask", *OPTIONS, "--annotate", "--context", "dialogue", input=jsonl(*RECORDS[:2]))
    first = done.records[0]
    assert [(e["start"], e["end"], e["label"]) for e in first["entities"]] == [(4, 9, "PERSON")]


def test_a_known_field_can_be_the_context(call):
    records = [{"id": i, "speaker": "s", "text": RECORDS[i]["text"]} for i in (0, 1)]
    assert (
        texts(call("mask", *OPTIONS, "--context", "speaker", input=jsonl(*records))) == MASKED[:2]
    )


def test_python_reads_the_records_twice():
    found = privtool.mask(
        iter(RECORDS), method="entityTagger", tagger="mini-ner", context="dialogue"
    )
    assert [record["text"] for record in found] == MASKED


def test_bad_lines_do_not_spoil_the_first_reading(call, tmp_path):
    rejects = tmp_path / "rejects.jsonl"
    data = b"not json\n" + jsonl(*RECORDS[:2]) + b'{"dialogue":"a"}\n'
    options = ("--context", "dialogue", "--rejects", str(rejects))
    assert texts(call("mask", *OPTIONS, *options, input=data)) == MASKED[:2]
    assert len(rejects.read_text().splitlines()) == 2


# `mask --language`: text in other languages than English.
GERMAN = [
    "Guten Tag, mein Name ist Henrike Baumgarten aus Kassel.",
    TEXTS["de"],
    "ja hallo hier ist der herr öztürk aus wanne eickel",
    "Meine IBAN ist DE89 3704 0044 0532 0130 00.",
]
GERMAN_MASKED = [
    "Guten Tag, mein Name ist [MASK] [MASK] aus [MASK].",
    TEXTS["de"],
    "ja hallo hier ist der herr [MASK] aus [MASK] [MASK]",
    "Meine IBAN ist [MASK] [MASK] [MASK] [MASK] [MASK] [MASK].",
]
TAGGED = ("mask", "--method", "entityTagger")


def lines(texts, **fields) -> bytes:
    rows = [json.dumps({"id": n, "text": text, **fields}) for n, text in enumerate(texts)]
    return "".join(f"{row}\n" for row in rows).encode()


def test_german_is_read_as_german(call):
    done = call(*TAGGED, input=lines(GERMAN))
    assert texts(done) == GERMAN_MASKED
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
    assert texts(call(*TAGGED, "--language", "en", input=record)) == GERMAN_MASKED[2:3]
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
            GERMAN_MASKED[0],
            "ja genau, die [MASK]",
        ]


def test_text_that_no_tagger_knows_is_refused(call, tmp_path):
    record = lines([TEXTS["pl"]])
    call(*TAGGED, input=record).failed(65, "the language of the text is 'pl'", "--language en")
    aside = tmp_path / "aside"
    assert call(*TAGGED, "--rejects", aside, input=record + lines(GERMAN)).status == 0
    assert "'pl'" in aside.read_text()
    assert call(*TAGGED, "--language", "en", input=record).status == 0
    call(*TAGGED, "--tagger", "mini-ner", input=lines(GERMAN)).failed(65, "'de'")
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


# `mask --link`: the markers of an entity have the same link in a context, and it shows nothing.
LINK_OPTIONS = ("-q", "--method", "entityTagger", "--tagger", "mini-ner+patterns")
PHONE = "call 415 555 0142"
LINKED = [
    {"id": 1, "dialogue": "a", "text": f"hi my name is Anna Kowalski {PHONE}"},
    {"id": 2, "dialogue": "a", "text": f"thanks ANNA , is it {PHONE}"},
    {"id": 3, "dialogue": "b", "text": f"hi my name is Anna {PHONE}"},
    {"id": 4, "text": f"my name is Anna {PHONE}"},
    {"id": 5, "text": f"my name is Anna {PHONE}"},
]


@pytest.fixture
def links(call, key_file):
    def links(*options, records=LINKED, key=key_file):
        linked = ("--link", "dialogue", "--key-file", key)
        done = call("mask", *LINK_OPTIONS, *linked, *options, input=jsonl(*records)).checked()
        return [[mask.get("link") for mask in record["masks"]] for record in done.records]

    return links


def test_entities_of_a_context_have_the_same_link(links):
    first, second, other, alone, lonely = links()
    assert len(first) == 5
    assert first[0] == second[0] != first[1]  # each word of a name has its own
    assert first[2:] == second[1:] == [first[2]] * 3  # a number has one for all its words
    every = [first[0], first[1], first[2], *other[:2], *alone[:2], *lonely[:2]]
    assert len(set(every)) == len(every)  # no two contexts share one


def test_links_depend_on_the_key_and_nothing_else(call, links, key_file, tmp_path):
    assert links() == links("--jobs", "2") == links("--marker", "class")
    made = call("mask", "--ids", "keyed", "--key-file", tmp_path / "key", "--make-key", input=b"")
    assert made.status == 0
    others = {link for record in links(key=tmp_path / "key") for link in record}
    assert others.isdisjoint(link for record in links() for link in record)


def test_a_merged_entity_has_one_link(links):
    first, second, *_ = links("--merge")
    assert len(first) == 2  # the name, and the number
    assert first[0] != second[0]  # Anna Kowalski, and Anna
    assert first[1] == second[1]


def test_words_that_only_a_list_masks_have_no_link(links):
    records = [{"id": 1, "dialogue": "a", "text": "hello zyxwald"}]
    assert links("--method", "allowList+entityTagger", "--tagger", "patterns", records=records) == [
        [None]
    ]


@pytest.mark.parametrize("annotate", [(), ("--annotate",)])
@pytest.mark.parametrize(("field", "is_there"), [("/c/id", False), ("dialogue", True)])
def test_a_field_that_no_record_has_is_reported(call, key_file, annotate, field, is_there):
    linked = () if annotate else ("--link", field, "--key-file", key_file)
    options = ("--context", field, *linked, *annotate)
    done = call("mask", *LINK_OPTIONS[1:], *options, input=jsonl(*LINKED)).checked()
    for name in options[0 : len(options) : 2]:
        if name in ("--context", "--link"):
            message = f"{name}: no record has a text and the field '{field}'"
            assert (message in done.err) is not is_there


def test_a_link_never_shows_the_word(call, key_file):
    records = [{"id": 1, "dialogue": CANARY, "text": f"my name is {CANARY} {CANARY}"}]
    options = ("--link", "dialogue", "--key-file", key_file, "--debug")
    done = call("mask", *LINK_OPTIONS, *options, input=jsonl(*records)).checked()
    (record,) = done.records
    assert CANARY.lower() not in everything(done)
    assert all(mask["link"].startswith("link-") for mask in record["masks"])
